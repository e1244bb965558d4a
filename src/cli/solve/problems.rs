//! The problems to solve: those of a suite, the last positions of games, or a position on the command line.

use crate::cli::arguments::Numbers;
use crate::cli::input::read_bytes;
use crate::cli::position::{is_input, named_game};
use crate::cli::solve::args::SolveArgs;
use crate::engine::Variant;
use crate::format::game_file::{FileFormat, GameReader, ReadOptions, write};
use crate::format::puzzle::Puzzle;
use crate::format::{FileGame, Problem, SuiteError, obf, puzzle};
use crate::othello::rules::notation::Obf;
use crate::util::text::decoded_lines;
use anyhow::{Context, anyhow, bail};
use std::io::{Cursor, Write};

/// Problems of one game.
pub(super) enum Problems {
    Othello(Vec<Problem<Obf>>),
    Gomoku(Vec<Problem<Puzzle>>),
}

/// What a run solves.
pub(super) struct Input {
    /// The name for messages.
    pub name: String,
    pub problems: Problems,
    /// Games that were selected and cannot be solved. They were reported.
    pub failures: usize,
}

impl Problems {
    /// Reads a suite.
    fn read(name: &str, text: &str) -> Result<Self, SuiteError> {
        match puzzle::is_suite(text) {
            true => puzzle::read(name, text).map(Self::Gomoku),
            false => obf::read(name, text).map(Self::Othello),
        }
    }
}

/// Reads the problems that the command line names. Of games only those that `--only` selects are read.
///
/// # Errors
/// A file that cannot be read, a suite with a line that is no problem, games of which none can be solved, problems
/// of both games.
pub(super) fn read(args: &SolveArgs) -> anyhow::Result<Input> {
    let path = args.file.as_path();
    let options = args.game.read_options()?;
    if !is_input(path) {
        return position(&path.to_string_lossy(), options);
    }
    let only = args.only.as_ref();
    if FileFormat::from_path(path).is_some_and(|format| !format.is_suite()) {
        let name = path.display().to_string();
        let reader = GameReader::open(path, options).with_context(|| name.clone())?;
        return games(name, reader, only);
    }
    let (name, bytes) = read_bytes(path)?;
    let reader = GameReader::new(Box::new(Cursor::new(bytes.clone())), options);
    let reader = reader.with_context(|| name.clone())?;
    let text = decoded_lines(&bytes);
    let is_comment = |line: &str| line.trim().is_empty() || line.trim().starts_with(['#', '%']);
    match reader.format().is_suite() || text.lines().all(is_comment) {
        true => suite(name, &text),
        false => games(name, reader, only),
    }
}

/// A position on the command line, which may be a line of a suite.
fn position(word: &str, options: ReadOptions) -> anyhow::Result<Input> {
    let game = named_game(word, options, 1)?;
    let text = match GameReader::from_text(word, options).format().is_suite() {
        true => word.into(),
        false => line_of(&game).map_err(|reason| anyhow!("position:1: {reason}"))?,
    };
    suite("position".into(), &text)
}

fn suite(name: String, text: &str) -> anyhow::Result<Input> {
    let problems = Problems::read(&name, text).map_err(|error| explained(error, text))?;
    Ok(Input {
        name,
        problems,
        failures: 0,
    })
}

/// The error of a suite, which says so if the line is a problem of the other game.
fn explained(error: SuiteError, text: &str) -> anyhow::Error {
    let line = text.lines().nth(error.line - 1).unwrap_or_default();
    let format = GameReader::from_text(line, ReadOptions::default()).format();
    let [first, this] = match puzzle::is_suite(text) {
        true => ["Gomoku", "Othello"],
        false => ["Othello", "Gomoku"],
    };
    match format.is_suite() && puzzle::is_suite(line) != puzzle::is_suite(text) {
        true => anyhow!(
            "{}:{}: this is a problem of {this}, but the first one is of {first}; expected one game in a file",
            error.file,
            error.line
        ),
        false => error.into(),
    }
}

/// The last positions of games. The number of a problem is that of its game.
fn games(name: String, reader: GameReader, only: Option<&Numbers>) -> anyhow::Result<Input> {
    let (mut othello, mut gomoku) = (Vec::new(), Vec::new());
    let (mut all, mut failures) = (0, 0);
    for game in reader {
        all += 1;
        if only.is_some_and(|only| !only.contain(all)) {
            continue;
        }
        let read = game.map_err(|error| format!("{name}:{error}"));
        match read.and_then(|game| last_position(&name, all, &game)) {
            Ok(Problems::Othello(found)) => othello.extend(numbered(found, all)),
            Ok(Problems::Gomoku(found)) => gomoku.extend(numbered(found, all)),
            Err(message) => {
                failures += 1;
                // A closed stderr is no reason to stop.
                let _ = writeln!(std::io::stderr(), "flipfive: {message}");
            }
        }
    }
    let problems = match (othello.first(), gomoku.first()) {
        (Some(othello), Some(gomoku)) => bail!(
            "{name}: game {} is Othello, and game {} is Gomoku; expected one of the two, which --only can select",
            othello.number,
            gomoku.number
        ),
        (None, None) if failures == 0 => {
            bail!("--only selects no problem; the file has problems 1 to {all}")
        }
        (None, None) => bail!("none of the games can be solved"),
        (Some(_), None) => Problems::Othello(othello),
        (None, Some(_)) => Problems::Gomoku(gomoku),
    };
    Ok(Input {
        name,
        problems,
        failures,
    })
}

/// The last position of a game as a suite of one problem.
fn last_position(name: &str, number: usize, game: &FileGame) -> Result<Problems, String> {
    let line = line_of(game);
    let read = line.and_then(|line| Problems::read(name, &line).map_err(|error| error.reason));
    read.map_err(|reason| format!("{name}:{}: game {number}: {reason}", game.line))
}

/// Problems with the number of their game.
fn numbered<T>(problems: Vec<Problem<T>>, number: usize) -> impl Iterator<Item = Problem<T>> {
    let problems = problems.into_iter();
    problems.map(move |problem| Problem { number, ..problem })
}

/// The last position of a game as a line of a suite.
///
/// # Errors
/// The game is over, or no line can hold the position.
fn line_of(game: &FileGame) -> Result<String, String> {
    let last = game.game.record(usize::MAX);
    if last.map_err(|error| error.to_string())?.outcome().is_some() {
        return Err(puzzle::GAME_OVER.into());
    }
    let format = match game.game.variant {
        Variant::Othello => FileFormat::Obf,
        Variant::Gomoku(_) => FileFormat::Puzzle,
    };
    let mut position = game.clone();
    if !game.game.moves.is_empty() {
        position.game.comment.clear();
    }
    write(&position, format)
}
