//! Collections of self-play games in blocks: files of [`BLOCK`] games each. A file gets its name when it is
//! complete, so an interrupted run continues with the next block. Any number of machines can play different
//! blocks of one collection.
//!
//! A file is text: a line that states how it was made, a line per game, and a line with the CRC-32 of all
//! lines before it.

use crate::util::files::replace_file;
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
    #[error("{}: damaged; its last line is not the checksum of the lines before it", .0.display())]
    Damaged(PathBuf),
}

/// The file of a block.
pub(crate) fn path(folder: &Path, block: u32) -> PathBuf {
    folder.join(format!("games-{block:06}.txt"))
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

/// Reads a block; `parse` reads the game of a line.
///
/// # Errors
/// The file cannot be read or is damaged, or a line is not a game.
pub(crate) fn read<T>(
    path: &Path,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<T>, BlockError> {
    let text = fs::read_to_string(path).map_err(|source| BlockError::Io {
        path: path.to_owned(),
        source,
    })?;
    let damaged = || BlockError::Damaged(path.to_owned());
    let body = text.strip_suffix('\n').ok_or_else(damaged)?;
    let last = body.rfind('\n').ok_or_else(damaged)? + 1;
    if text[last..] != format!("# {:08x}\n", crc32fast::hash(&text.as_bytes()[..last])) {
        return Err(damaged());
    }
    text[..last]
        .lines()
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
        assert_eq!(read(&file, parse).unwrap(), [1, 2, 3]);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("# a test\n1 one\n"));
        fs::write(&file, text.replacen("two", "too", 1)).unwrap();
        assert!(matches!(read(&file, parse), Err(BlockError::Damaged(_))));
        fs::write(&file, "").unwrap();
        assert!(matches!(read(&file, parse), Err(BlockError::Damaged(_))));
        write(folder, 7, "a test", ["x y".to_owned()].into_iter()).unwrap();
        let error = read(&file, parse).unwrap_err().to_string();
        assert!(error.contains(".txt:2: invalid digit"), "{error}");
        temporary.close().unwrap();
        assert!(matches!(read(&file, parse), Err(BlockError::Io { .. })));
    }
}
