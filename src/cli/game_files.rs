//! The games of files and folders, read one after the other.

use crate::cli::exit::{FAILURE, INCOMPLETE, exit_error};
use crate::cli::input::{input_name, is_stdin};
use crate::format::FileGame;
use crate::format::game_file::{FileFormat, GameReader, ReadOptions};
use anyhow::Context;
use indicatif::ProgressBar;
use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A game with its place.
pub(super) struct SourceGame {
    pub file: String,
    /// Number in the file, from 1.
    pub number: usize,
    pub game: FileGame,
}

/// Errors that do not end a run: each is printed when it happens, and counted.
#[derive(Debug, Default)]
pub(super) struct InputErrors {
    count: usize,
}

impl InputErrors {
    /// Prints a message on stderr, above the progress bar.
    pub(super) fn add(&mut self, bar: &ProgressBar, message: impl Display) {
        self.count += 1;
        bar.suspend(|| {
            // A closed stderr is no reason to stop.
            let _ = writeln!(std::io::stderr(), "flipfive: {message}");
        });
    }

    /// Whether there were none.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The end of a run that has taken this number of games.
    ///
    /// # Errors
    /// There were errors: their number and `what` failed, such as `of the files cannot be read`.
    pub(super) fn finish(&self, games: usize, what: &str) -> anyhow::Result<()> {
        let code = if games > 0 { INCOMPLETE } else { FAILURE };
        match self.is_empty() {
            true => Ok(()),
            false => Err(exit_error(code, format!("{} {what}", self.count))),
        }
    }
}

/// The message about what cannot be read.
pub(super) enum Unread {
    /// A file, or the rest of it, which may hold any games.
    File(String),
    /// A game. Those after it can be read.
    Game(String),
}

/// Games, and what cannot be read.
type Games = Box<dyn Iterator<Item = Result<SourceGame, Unread>>>;

/// The games of all files in turn. A file that cannot be opened yields an error message, and so does every game that cannot be read.
///
/// # Errors
/// A folder cannot be read.
pub(super) fn read(paths: &[PathBuf], options: ReadOptions) -> anyhow::Result<Games> {
    let files = files(paths)?;
    let games = move |path: PathBuf| games_of(&path, options);
    Ok(Box::new(files.into_iter().flat_map(games)))
}

/// The files themselves, and those of games in the folders.
///
/// # Errors
/// A folder cannot be read.
pub(super) fn files(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        files.extend(files_of(path)?);
    }
    Ok(files)
}

/// Whether an input can be read only once, as stdin, pipes and devices.
pub(super) fn is_read_once(path: &Path) -> bool {
    is_stdin(path) || path.exists() && !path.is_file()
}

fn games_of(path: &Path, options: ReadOptions) -> Games {
    let file = input_name(path);
    let mut reader = match GameReader::open(path, options) {
        Ok(reader) => reader,
        Err(error) => {
            let message = Unread::File(format!("{file}: {error}"));
            return Box::new(std::iter::once(Err(message)));
        }
    };
    let mut number = 0;
    Box::new(std::iter::from_fn(move || {
        number += 1;
        Some(match reader.next()? {
            Ok(game) => Ok(SourceGame {
                file: file.clone(),
                number,
                game,
            }),
            Err(error) => {
                let unread = match reader.has_failed() {
                    true => Unread::File,
                    false => Unread::Game,
                };
                Err(unread(format!("{file}:{error}")))
            }
        })
    }))
}

/// A file, or the files of games in a folder in alphabetical order.
fn files_of(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    let name = || path.display().to_string();
    for entry in path.read_dir().with_context(name)? {
        let file = entry.with_context(name)?.path();
        if FileFormat::from_path(&file).is_some_and(holds_games) {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

/// Whether a format holds games that can be read, not positions.
fn holds_games(format: FileFormat) -> bool {
    !matches!(
        format,
        FileFormat::Obf | FileFormat::Puzzle | FileFormat::Pgn
    )
}
