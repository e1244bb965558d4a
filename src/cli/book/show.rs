//! `flipfive book show`: a position with its book moves.

use crate::cli::book::files::SourceArgs;
use crate::cli::position::named_game;
use crate::cli::stdout::stdout;
use crate::engine::Variant;
use crate::format::Diagram;
use crate::format::game_file::ReadOptions;
use crate::game::Game;
use crate::othello::book::text::discs;
use crate::othello::{Othello, Rules};
use anyhow::bail;
use serde::Serialize;
use std::io::Write;

#[derive(clap::Args, Debug)]
pub(super) struct ShowArgs {
    /// Position, or file of games: moves (f5d6c3), 64 squares and the side to move (---...XO... X), start, any
    /// text or file that `flipfive show` takes, or - for stdin
    #[arg(
        value_name = "POSITION",
        default_value = "start",
        allow_hyphen_values = true
    )]
    position: String,
    #[command(flatten)]
    source: SourceArgs,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

/// What the book has about a position.
#[derive(Serialize)]
struct Answer {
    /// Whether the book has the position.
    in_book: bool,
    /// Whether all moves of the position are in the book, so that the engine plays from it.
    expanded: bool,
    /// The value of the best line, or of the search of a leaf, in discs for the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    /// Best first.
    moves: Vec<BookMove>,
    #[serde(skip)]
    value_text: String,
}

#[derive(Serialize)]
struct BookMove {
    #[serde(rename = "move")]
    mv: String,
    value: f64,
    depth: usize,
    line: Vec<String>,
    #[serde(skip)]
    value_text: String,
}

/// Shows a position.
pub(super) fn show(args: &ShowArgs) -> anyhow::Result<()> {
    let options = ReadOptions {
        format: None,
        variant: Some(Variant::Othello),
        size: None,
    };
    let game = named_game(&args.position, options, 1)?;
    let variant = game.game.variant;
    if variant != Variant::Othello {
        bail!(
            "{}: this is a position of {variant}; expected one of othello",
            args.position
        );
    }
    let setup = game.game.record(usize::MAX)?.now();
    let position = Othello::from_setup(Rules, &setup)?;
    let book = args.source.load()?.book;
    let found = book.position(position.board);
    let number = |text: &str| text.parse().unwrap_or_default();
    let value_text = found
        .as_ref()
        .map_or(String::new(), |found| discs(found.value));
    let lines = book.lines(position.board).into_iter();
    let answer = Answer {
        in_book: found.is_some(),
        expanded: found.as_ref().is_some_and(|found| found.is_expanded),
        value: found.as_ref().map(|_| number(&value_text)),
        moves: lines
            .map(|line| {
                let value_text = discs(line.value);
                BookMove {
                    mv: line.moves[0].to_string(),
                    value: number(&value_text),
                    depth: line.moves.len(),
                    line: line.moves.iter().map(ToString::to_string).collect(),
                    value_text,
                }
            })
            .collect(),
        value_text,
    };
    let mut out = stdout();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&answer)?)?;
        return Ok(());
    }
    let mut diagram = Diagram::new(variant, setup);
    diagram.last = game.game.moves.last().and_then(|played| played.mv.vertex());
    write!(out, "{}", diagram.text())?;
    writeln!(out, "{}", answer.summary(&position.side.to_string()))?;
    if !answer.moves.is_empty() {
        writeln!(out, "\nmove   value  depth  line")?;
    }
    for mv in &answer.moves {
        let (name, value, depth) = (&mv.mv, &mv.value_text, mv.depth);
        writeln!(out, "{name:<4} {value:>7} {depth:>6}  {}", mv.line.concat())?;
    }
    Ok(())
}

impl Answer {
    fn summary(&self, side: &str) -> String {
        let value = &self.value_text;
        match (self.in_book, self.expanded) {
            (false, _) => "The book does not have this position.".into(),
            (true, false) => format!(
                "{side} to move: {value} discs by the search of this position. The book does not go on from here."
            ),
            (true, true) => {
                let depth = self.moves.first().map_or(0, |best| best.depth);
                let moves = if depth == 1 { "move" } else { "moves" };
                format!("{side} to move: {value} discs by the best line of {depth} {moves}.")
            }
        }
    }
}
