//! Arguments that several commands have.

use crate::cli::engine::game_named;
use crate::engine::Variant;
use crate::format::game_file::ReadOptions;
use crate::util::text::{check_encoding, decoded_lines};
use anyhow::Context;
use std::fs::File;
use std::io::{self, Read};
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

/// What files and positions do not say about their games.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct GameArgs {
    /// Game, where a file or a position does not name it: othello, gomoku, standard, renju, caro, caro-exact
    #[arg(long, value_name = "NAME", value_parser = game_named)]
    pub(super) game: Option<Variant>,
    /// Size of the Gomoku board, where it is not stated [default: 15]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(5..=22))]
    pub(super) board_size: Option<u8>,
}

impl GameArgs {
    /// How to read files and positions.
    pub(super) fn read_options(self) -> ReadOptions {
        ReadOptions {
            format: None,
            variant: self.game,
            size: self.board_size,
        }
    }
}

/// The number of search threads.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct ThreadArgs {
    /// Search threads for each position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

impl ThreadArgs {
    /// The number.
    pub(super) fn count(self) -> usize {
        self.threads.into()
    }
}

/// A number of seconds above 0.
pub(super) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0);
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "expected a number of seconds above 0".into())
}

/// The text of a file with its name for messages; `-` is stdin.
///
/// # Errors
/// The file cannot be read or is in UTF-16.
pub(super) fn read_file(path: &Path) -> anyhow::Result<(String, String)> {
    let (file, bytes) = read_bytes(path)?;
    check_encoding(&bytes).with_context(|| file.clone())?;
    Ok((file, decoded_lines(&bytes)))
}

/// The bytes of a file with its name for messages; `-` is stdin.
///
/// # Errors
/// The file cannot be read.
pub(super) fn read_bytes(path: &Path) -> anyhow::Result<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    let (file, read) = match path.as_os_str() == "-" {
        true => ("stdin".into(), io::stdin().read_to_end(&mut bytes)),
        false => {
            let read = File::open(path).and_then(|mut file| file.read_to_end(&mut bytes));
            (path.display().to_string(), read)
        }
    };
    read.with_context(|| file.clone())?;
    Ok((file, bytes))
}

/// Things by their numbers, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Numbers(Vec<RangeInclusive<usize>>);

impl Numbers {
    /// Whether a number is one of them.
    pub(super) fn contain(&self, number: usize) -> bool {
        self.0.iter().any(|range| range.contains(&number))
    }
}

/// Numbers and ranges: `1,5,40-59`.
pub(super) fn parse_numbers(text: &str) -> Result<Numbers, String> {
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|&n| n > 0);
    text.split(',')
        .map(|part| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            match (number(first), number(last)) {
                (Some(first), Some(last)) if first <= last => Ok(first..=last),
                _ => Err(format!(
                    "{part:?} is not a number or a range; expected numbers and ranges such as \
                     1,5,40-59"
                )),
            }
        })
        .collect::<Result<_, _>>()
        .map(Numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges() {
        let numbers = parse_numbers("1, 5,40-59").unwrap();
        let inside: Vec<usize> = (0..70).filter(|&n| numbers.contain(n)).collect();
        assert_eq!(inside.len(), 22);
        assert_eq!(inside[..3], [1, 5, 40]);
        for wrong in ["", "0", "5-", "-5", "7-3", "a", "1,,2", "1-2-3"] {
            assert!(parse_numbers(wrong).is_err(), "{wrong:?}");
        }
    }
}
