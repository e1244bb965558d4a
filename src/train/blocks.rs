//! Collections of self-play games in blocks: files of [`BLOCK`] games each. A file gets its name when it is
//! complete, so an interrupted run continues with the next block. Any number of machines can play different
//! blocks of one collection.
//!
//! A file is text: a line that states how it was made, a line per game, and a line with the CRC-32 of all
//! lines before it.

use crate::util::files::replace_file;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Games in a block.
pub(crate) const BLOCK: u32 = 250;

/// Why a file of games cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BlockError {
    /// Reading or writing failed.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A line cannot be read.
    #[error("{}:{line}: {text}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// The reason.
        text: String,
    },
    /// The file has changed since it was written.
    #[error(
        "{}: damaged, since its last line is not the checksum of the lines before it; expected the file as \
         `flipfive train ... games` wrote it: delete it and play it again",
        .0.display()
    )]
    Damaged(PathBuf),
    /// The first line names another game.
    #[error(
        "{}: games of {found}; expected games of `flipfive train {expected} games`",
        path.display()
    )]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// The game in its first line.
        found: String,
        /// The game that was to be read.
        expected: &'static str,
    },
}

/// The file of a block.
pub(crate) fn path(folder: &Path, block: u32) -> PathBuf {
    folder.join(format!("games-{block:06}.txt"))
}

/// Whether a file has the name of a block.
pub(crate) fn is_block(path: &Path) -> bool {
    let name = path.file_name().and_then(OsStr::to_str);
    name.is_some_and(|name| name.starts_with("games-") && name.ends_with(".txt"))
}

/// Writes a block.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn write(
    folder: &Path,
    block: u32,
    how: &str,
    games: impl Iterator<Item = String>,
) -> Result<(), BlockError> {
    let mut text = format!("# {how}\n");
    for game in games {
        text.push_str(&game);
        text.push('\n');
    }
    text.push_str(&format!("# {:08x}\n", crc32fast::hash(text.as_bytes())));
    let path = path(folder, block);
    replace_file(&path, |file| file.write_all(text.as_bytes()))
        .map_err(|source| BlockError::Io { path, source })
}

/// How the games of a block were made, by its first line; `None` if there is no such file.
///
/// # Errors
/// The file cannot be read or is damaged.
pub(crate) fn how(path: &Path) -> Result<Option<String>, BlockError> {
    match path.exists() {
        true => Ok(Some(first_line(&checked_lines(path)?).to_owned())),
        false => Ok(None),
    }
}

/// The lines before the checksum.
fn checked_lines(path: &Path) -> Result<String, BlockError> {
    let bytes = fs::read(path).map_err(|source| BlockError::Io {
        path: path.to_owned(),
        source,
    })?;
    let damaged = || BlockError::Damaged(path.to_owned());
    let mut text = String::from_utf8(bytes).map_err(|_| damaged())?;
    let body = text.strip_suffix('\n').ok_or_else(damaged)?;
    let last = body.rfind('\n').ok_or_else(damaged)? + 1;
    if text[last..] != format!("# {:08x}\n", crc32fast::hash(&text.as_bytes()[..last])) {
        return Err(damaged());
    }
    text.truncate(last);
    Ok(text)
}

/// The first line without its mark.
fn first_line(text: &str) -> &str {
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("# ").unwrap_or(line)
}

/// The game in the first line of a file: `flipfive 0.1.0 train GAME games: ...`, or another step.
fn game_of(how: &str) -> Option<&str> {
    let (_, rest) = how.split_once(" train ")?;
    let (game, _) = rest.split_once(' ')?;
    Some(game)
}

/// Reads a block of this game; `parse` reads the game of a line.
///
/// # Errors
/// The file cannot be read or is damaged, has another game, or a line is not a game.
pub(crate) fn read<T>(
    path: &Path,
    game: &'static str,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<T>, BlockError> {
    let text = checked_lines(path)?;
    if let Some(found) = game_of(first_line(&text)).filter(|&found| found != game) {
        return Err(BlockError::OtherGame {
            path: path.to_owned(),
            found: found.to_owned(),
            expected: game,
        });
    }
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(index, line)| {
            parse(line).map_err(|text| BlockError::Line {
                path: path.to_owned(),
                line: index + 1,
                text,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_survive_a_round_trip_and_damage_is_found() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path();
        let games = ["1 one", "2 two", "3 three"];
        write(folder, 7, "a test", games.iter().map(ToString::to_string)).unwrap();
        let file = path(folder, 7);
        let parse = |line: &str| {
            let (number, _) = line.split_once(' ').ok_or("expected NUMBER NAME")?;
            number.parse::<u32>().map_err(|error| error.to_string())
        };
        let read = || read(&file, "othello", parse);
        assert_eq!(read().unwrap(), [1, 2, 3]);
        assert_eq!(how(&file).unwrap().as_deref(), Some("a test"));
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("# a test\n1 one\n"));
        let changed = text.replacen("two", "too", 1);
        for damaged in [changed.as_bytes(), b"", b"\xff\n# 00000000\n"] {
            fs::write(&file, damaged).unwrap();
            assert!(matches!(read(), Err(BlockError::Damaged(_))));
            assert!(matches!(how(&file), Err(BlockError::Damaged(_))));
        }
        write(folder, 7, "a test", ["x y".to_owned()].into_iter()).unwrap();
        let error = read().unwrap_err().to_string();
        assert!(error.contains(".txt:2: invalid digit"), "{error}");
        temporary.close().unwrap();
        assert!(matches!(read(), Err(BlockError::Io { .. })));
        assert_eq!(how(&file).unwrap(), None);
    }

    #[test]
    fn games_of_another_game_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let head = "flipfive 0.1.0 train gomoku games: seed 1, 5000 nodes";
        write(folder.path(), 0, head, std::iter::empty()).unwrap();
        let file = path(folder.path(), 0);
        let parse = |_: &str| Ok(());
        assert!(read(&file, "gomoku", parse).is_ok());
        let error = read(&file, "othello", parse).unwrap_err().to_string();
        let expected =
            "games-000000.txt: games of gomoku; expected games of `flipfive train othello games`";
        assert!(error.ends_with(expected), "{error}");
    }
}
