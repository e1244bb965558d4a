//! `flipfive show`: a position as text, SVG or PNG.

use crate::cli::position::{NamedPosition, PositionArgs};
use crate::cli::sink::{check_distinct, is_stdout, refuse_game_file, save, uses_stdout};
use crate::format::{Diagram, Mark};
use crate::game::{Move, Side, Vertex};
use anyhow::Context;
use std::path::{Path, PathBuf};

/// Show a position as text, or draw it as SVG or PNG
#[derive(clap::Args, Debug)]
#[command(after_long_help = "Examples:\n  \
    flipfive show f5d6c3\n  \
    flipfive show game.sgf --move 20 --svg position.svg --numbers\n  \
    flipfive show games.ggf --number 3 --png position.png\n  \
    flipfive show 'renju 15 moves h8 i9 g7' --svg -")]
pub(super) struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Draw the position to an SVG file; - for stdout
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the position to a PNG file, two pixels for each pixel of the SVG; - for stdout
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Write the numbers of the moves on the stones of the SVG or PNG
    #[arg(long)]
    numbers: bool,
}

/// Shows the position.
///
/// # Errors
/// A position that cannot be read, a file that cannot be written.
pub(super) fn run(args: &ShowArgs) -> anyhow::Result<()> {
    let outputs = || args.svg.iter().chain(&args.png);
    check_distinct(args.position.file().as_slice(), outputs())?;
    uses_stdout(outputs())?;
    for (flag, path) in [("--svg", &args.svg), ("--png", &args.png)] {
        path.iter()
            .try_for_each(|path| refuse_game_file(flag, path))?;
    }
    let position = args.position.read()?;
    let diagram = diagram(&position, args.numbers);
    let mut pictures = Vec::new();
    if let Some(path) = &args.svg {
        pictures.push((path, diagram.svg().into_bytes()));
    }
    if let Some(path) = &args.png {
        let png = diagram.png().context("the board is too large for a PNG")?;
        pictures.push((path, png));
    }
    // A reader of stdout that has gone away costs no file.
    pictures.sort_by_key(|(path, _)| is_stdout(path));
    for (path, picture) in pictures {
        save(path, &picture)?;
    }
    if args.svg.is_none() && args.png.is_none() {
        if args.numbers {
            log::warn!("--numbers has no effect: the text has no numbers; add --svg or --png");
        }
        save(
            Path::new("-"),
            (diagram.text() + &summary(&position)).as_bytes(),
        )?;
    }
    Ok(())
}

/// The picture of a position with the marks of its file.
fn diagram(position: &NamedPosition, numbers: bool) -> Diagram {
    let game = &position.game.game;
    let mut diagram = Diagram::new(game.variant, position.record.current());
    diagram.last = game.moves.last().and_then(|played| played.mv.vertex());
    diagram.marks = marks(position);
    if numbers {
        let places = (1..).zip(&game.moves);
        let numbers = places.filter_map(|(n, played)| Some((played.mv.vertex()?, n)));
        diagram.numbers = numbers.collect();
    }
    diagram
}

/// The marks of the node that the main line reaches with the last move.
fn marks(position: &NamedPosition) -> Vec<Mark> {
    let Some(tree) = &position.game.tree else {
        return Vec::new();
    };
    let is_stone = |mv: &Move| *mv != Move::Pass;
    let played = position.game.game.moves.iter().map(|played| played.mv);
    // The tree may leave out forced passes.
    let points: Vec<Vertex> = played.filter(is_stone).filter_map(Move::vertex).collect();
    let mut placed = 0;
    let mut marks = Vec::new();
    for id in tree.main_line() {
        let node = tree.node(id);
        placed += usize::from(node.played.is_some_and(|played| is_stone(&played.mv)));
        if placed > points.len() {
            break;
        }
        marks = node.marks.clone();
    }
    marks
}

/// The game, whose turn it is or how the game ended.
fn summary(position: &NamedPosition) -> String {
    let record = &position.record;
    let game = &position.game.game;
    let now = record.current();
    let [black, white] = Side::ALL.map(|side| now.stones_of(side).count());
    let state = match record.outcome() {
        Some(outcome) => match outcome.winner {
            Some(winner) => format!("{winner} has won"),
            None => "the game is drawn".into(),
        },
        None => format!("{} to move", record.side()),
    };
    let plies = game.moves.len();
    let moves = if plies == 1 {
        "1 ply"
    } else {
        &format!("{plies} plies")
    };
    let mut line = format!(
        "{}: {state}, black (X) {black}, white (O) {white}, {moves}\n",
        game.variant
    );
    if game.players.iter().any(|player| !player.is_empty()) {
        line += &format!("{} - {}\n", game.players[0], game.players[1]);
    }
    line
}
