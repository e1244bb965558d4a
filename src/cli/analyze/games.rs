//! The games of files and folders.

use crate::format::FileGame;
use crate::format::game_file::{FileFormat, GameReader, ReadOptions};
use anyhow::Context;
use std::path::{Path, PathBuf};

/// A game with its place.
pub(super) struct SourceGame {
    pub file: String,
    /// Number in the file, from 1.
    pub number: usize,
    pub game: FileGame,
}

/// Reads the games of all files. `complain` gets an error
/// message for each game and file that cannot be used.
///
/// # Errors
/// A folder cannot be read.
pub(super) fn read(
    paths: &[PathBuf],
    options: ReadOptions,
    complain: &mut dyn FnMut(&str),
) -> anyhow::Result<Vec<SourceGame>> {
    let mut found = Vec::new();
    for path in paths {
        for path in files_of(path)? {
            let file = match path.as_os_str() == "-" {
                true => "stdin".into(),
                false => path.display().to_string(),
            };
            let reader = match GameReader::open(&path, options) {
                Ok(reader) => reader,
                Err(error) => {
                    complain(&format!("{file}: {error}"));
                    continue;
                }
            };
            for (number, read) in (1..).zip(reader) {
                match read {
                    Ok(game) => found.push(SourceGame {
                        file: file.clone(),
                        number,
                        game,
                    }),
                    Err(error) => complain(&format!("{file}:{error}")),
                }
            }
        }
    }
    Ok(found)
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
