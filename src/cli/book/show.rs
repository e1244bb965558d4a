//! `flipfive book show`: a position with its book moves.

use crate::cli::book::files::SourceArgs;
use crate::cli::position::{NamedPosition, PlaceArgs};
use crate::cli::stdout::stdout;
use crate::engine::Variant;
use crate::format::Diagram;
use crate::format::game_file::ReadOptions;
use crate::game::Game;
use crate::othello::book::text::discs;
use crate::othello::{Othello, Rules};
use anyhow::bail;
use serde::Serialize;
use std::ffi::OsString;
use std::io::Write;

#[derive(clap::Args, Debug)]
pub(super) struct ShowArgs {
    /// Position, or file of games: moves (f5d6c3), 64 squares and the side to move (---...XO... X), start, any
    /// text or file that `flipfive show` takes, or - for stdin
    #[arg(value_name = "POSITION", default_value = "start")]
    position: OsString,
    #[command(flatten)]
    place: PlaceArgs,
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
    /// The moves that are in the book, best first.
    moves: Vec<BookMove>,
}

#[derive(Serialize)]
struct BookMove {
    #[serde(rename = "move")]
    mv: String,
    value: f64,
    depth: usize,
    line: Vec<String>,
}

/// Shows a position.
pub(super) fn show(args: &ShowArgs) -> anyhow::Result<()> {
    let options = ReadOptions {
        variant: Some(Variant::Othello),
        ..ReadOptions::default()
    };
    let NamedPosition { game, record } = args.place.read(&args.position, options)?;
    let variant = game.game.variant;
    if variant != Variant::Othello {
        bail!(
            "{}: this is a position of {variant}; expected a position of Othello",
            args.position.display()
        );
    }
    let setup = record.current();
    let position = Othello::from_setup(Rules, &setup)?;
    let book = args.source.load()?.book;
    let found = book.get(position.board);
    let lines = book.lines(position.board).into_iter();
    let moves = lines.map(|line| BookMove {
        mv: line.moves[0].to_string(),
        value: discs(line.value),
        depth: line.moves.len(),
        line: line.moves.iter().map(ToString::to_string).collect(),
    });
    let answer = Answer {
        in_book: found.is_some(),
        expanded: found.is_some_and(|found| found.is_expanded),
        value: found.map(|found| discs(found.value)),
        moves: moves.collect(),
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
        let (name, value, depth) = (&mv.mv, mv.value, mv.depth);
        let line = mv.line.concat();
        writeln!(out, "{name:<4} {value:>+7.2} {depth:>6}  {line}")?;
    }
    Ok(())
}

impl Answer {
    fn summary(&self, side: &str) -> String {
        let depth = self.moves.first().map_or(0, |best| best.depth);
        let known = match self.value {
            Some(value) if self.expanded => {
                let moves = if depth == 1 { "move" } else { "moves" };
                format!("{side} to move: {value:+.2} discs by the best line of {depth} {moves}.")
            }
            Some(value) => {
                format!(
                    "{side} to move: {value:+.2} discs by its search. It is a leaf of the book."
                )
            }
            None => "The book does not have this position.".into(),
        };
        match self.expanded || self.moves.is_empty() {
            true => known,
            false => format!(
                "{known}\nOther lines lead to these moves; the engine does not play them from here."
            ),
        }
    }
}
