//! `flipfive solve`: solves the problems of a suite and checks them against the answers that it
//! states.

mod args;
mod gomoku;
mod othello;
mod profile;
mod suite;
mod totals;

pub use args::SolveArgs;

use crate::cli::arguments::read_file;
use crate::cli::position::named_game;
use crate::engine::Variant;
use crate::format::game_file::{FileFormat, GameReader, ReadOptions, write};
use crate::format::{FileGame, puzzle};
use anyhow::{Context, anyhow, bail};
use std::path::Path;

/// Solves the problems of a suite and prints the answers.
///
/// # Errors
/// A file that cannot be read or is not a suite, options of the other game, a closed stdout; at the
/// end, answers that contradict the suite.
pub fn run(args: &SolveArgs) -> anyhow::Result<()> {
    let (file, text) = problems(&args.file)?;
    if puzzle::is_suite(&text) {
        if args.othello.is_used() {
            bail!(
                "--wld, --depth, --all-moves and --profile are for Othello, but {file} has Gomoku positions"
            );
        }
        gomoku::run(args, &file, &text)
    } else {
        if args.gomoku.is_used() {
            bail!(
                "--goal, --attacks and --threat are for Gomoku, but {file} has Othello positions"
            );
        }
        othello::run(args, &file, &text)
    }
}

/// The text of a suite with the name of its file. Games of other formats become their last positions.
fn problems(path: &Path) -> anyhow::Result<(String, String)> {
    let word = path.to_string_lossy();
    let is_file = word == "-" || path.is_file();
    let options = ReadOptions::default();
    let (name, text) = if !is_file {
        let game = named_game(&word, options, 1)?;
        if GameReader::from_text(&word, options).format().is_suite() {
            return Ok(("position".into(), word.into_owned()));
        }
        return Ok(("position".into(), line_of(&game)?));
    } else if FileFormat::from_path(path).is_some_and(|format| !format.is_suite()) {
        (path.display().to_string(), None)
    } else {
        let (name, text) = read_file(path)?;
        (name, Some(text))
    };
    let reader = match &text {
        Some(text) => GameReader::from_text(text, options),
        None => GameReader::open(path, options).with_context(|| name.clone())?,
    };
    let is_comment = |line: &str| line.trim().is_empty() || line.trim().starts_with(['#', '%']);
    if let Some(text) = text
        && (reader.format().is_suite() || text.lines().all(is_comment))
    {
        return Ok((name, text));
    }
    let mut lines = String::new();
    for game in reader {
        lines += &line_of(&game.map_err(|error| anyhow!("{name}:{error}"))?)?;
    }
    Ok((name, lines))
}

/// The last position of a game as a line of a suite.
fn line_of(game: &FileGame) -> anyhow::Result<String> {
    let format = match game.game.variant {
        Variant::Othello => FileFormat::Obf,
        Variant::Gomoku(_) => FileFormat::Puzzle,
    };
    let mut position = game.clone();
    if !game.game.moves.is_empty() {
        position.game.comment.clear();
    }
    write(&position, format).map_err(|reason| anyhow!(reason))
}
