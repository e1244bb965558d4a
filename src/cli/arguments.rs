//! Arguments that several commands have.

use crate::cli::engine::game_named;
use crate::cli::exit::usage;
use crate::engine::Variant;
use crate::format::game_file::{FileFormat, ReadOptions};
use anyhow::anyhow;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// What files and positions do not say about their games.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct GameArgs {
    /// Game, where a file or a position does not name it: othello, gomoku, standard, renju, caro, caro-exact
    #[arg(long, value_name = "NAME", value_parser = game_named)]
    pub(super) game: Option<Variant>,
    /// Size of the Gomoku board, where it is not stated [default: 15]
    #[arg(long, visible_alias = "size", value_name = "N", value_parser = clap::value_parser!(u8).range(5..=22))]
    pub(super) board_size: Option<u8>,
}

impl GameArgs {
    /// How to read files and positions.
    ///
    /// # Errors
    /// The game that is named does not have the size.
    pub(super) fn read_options(self) -> anyhow::Result<ReadOptions> {
        read_options(self.game, self.board_size)
    }
}

/// How to read files and positions that may not name their game and its size.
///
/// # Errors
/// The game does not have the size.
pub(super) fn read_options(
    variant: Option<Variant>,
    size: Option<u8>,
) -> anyhow::Result<ReadOptions> {
    if let (Some(variant), Some(size)) = (variant, size) {
        check_size(variant, size)?;
    }
    Ok(ReadOptions {
        variant,
        size,
        ..ReadOptions::default()
    })
}

/// Checks the size of a board on the command line.
///
/// # Errors
/// The game does not have the size.
pub(super) fn check_size(variant: Variant, size: u8) -> anyhow::Result<()> {
    match variant.new_record(size) {
        Some(_) => Ok(()),
        None => Err(usage(anyhow!(
            "--board-size {size}: {variant} is played on {}",
            variant.sizes()
        ))),
    }
}

/// How to read files of games and positions.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct ReadArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Format of the files to read [default: by their names, or else by their first bytes]
    #[arg(long, value_name = "FORMAT", value_parser = read_format_named)]
    from: Option<FileFormat>,
}

impl ReadArgs {
    /// How to read files and positions.
    ///
    /// # Errors
    /// The game that is named does not have the size.
    pub(super) fn read_options(self) -> anyhow::Result<ReadOptions> {
        Ok(ReadOptions {
            format: self.from,
            ..self.game.read_options()?
        })
    }
}

/// The format of files with this name.
pub(super) fn format_named(name: &str) -> Result<FileFormat, String> {
    let names = || format!("expected one of: {}", FileFormat::names());
    FileFormat::from_name(name).ok_or_else(names)
}

/// The format with this name, if its files are read.
fn read_format_named(name: &str) -> Result<FileFormat, String> {
    let expected = || format!("expected one of: {}", FileFormat::names_of_read());
    match FileFormat::from_name(name) {
        Some(format) if format.is_read() => Ok(format),
        Some(_) => Err(format!(
            "files of this format are only written; {}",
            expected()
        )),
        None => Err(expected()),
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

/// The most seconds of a time limit, 30 years: sums and multiples of such times do not overflow.
const MAX_SECONDS: f64 = 1e9;

/// A number of seconds above 0.
pub(super) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok();
    let seconds = seconds.filter(|seconds| *seconds > 0.0 && *seconds <= MAX_SECONDS);
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("expected a number of seconds above 0 and up to {MAX_SECONDS}"))
}

/// A number from 0 to 1.
pub(super) fn parse_fraction<T: Number>(text: &str) -> Result<T, String> {
    parse_number(text, "a number from 0 to 1", |number| {
        (0.0..=1.0).contains(&number)
    })
}

/// A number above 0.
pub(super) fn parse_positive<T: Number>(text: &str) -> Result<T, String> {
    parse_number(text, "a number above 0", |number| number > 0.0)
}

/// A number of at least 0.
pub(super) fn parse_non_negative<T: Number>(text: &str) -> Result<T, String> {
    parse_number(text, "a number of at least 0", |number| number >= 0.0)
}

/// A floating point number.
pub(super) trait Number: FromStr + Copy + Into<f64> {}

impl Number for f32 {}
impl Number for f64 {}

/// A finite number in a range.
fn parse_number<T: Number>(
    text: &str,
    expected: &str,
    is_inside: impl Fn(f64) -> bool,
) -> Result<T, String> {
    let is_valid = |number: &T| {
        let number = (*number).into();
        number.is_finite() && is_inside(number)
    };
    let number = text.parse().ok().filter(is_valid);
    number.ok_or_else(|| format!("expected {expected}"))
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
    fn numbers_are_finite_and_in_their_range() {
        for (text, is_fraction, is_positive, is_non_negative) in [
            ("0", true, false, true),
            ("0.5", true, true, true),
            ("1", true, true, true),
            ("1.5", false, true, true),
            ("-0.1", false, false, false),
            ("nan", false, false, false),
            ("inf", false, false, false),
            ("", false, false, false),
        ] {
            assert_eq!(parse_fraction::<f32>(text).is_ok(), is_fraction, "{text}");
            assert_eq!(parse_positive::<f64>(text).is_ok(), is_positive, "{text}");
            let parsed = parse_non_negative::<f64>(text);
            assert_eq!(parsed.is_ok(), is_non_negative, "{text}");
        }
        // Beyond the range of the type.
        assert!(parse_positive::<f32>("1e39").is_err() && parse_positive::<f32>("1e-60").is_err());
    }

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
