//! Parsers for the arguments of commands, built with nom.
//!
//! Each parser skips white space and reads whole words, so tuples of them parse sequences: `(color,
//! vertex)` reads the arguments of GTP's `play`. [`parse_all`] requires that nothing is left.

use crate::game::{ParsedVertex, Side};
use crate::util::text::switch;
use nom::IResult;
use nom::bytes::complete::take_while1;
use nom::character::complete::multispace0;
use nom::combinator::{all_consuming, map_opt, rest, verify};
use nom::error::Error;
use nom::sequence::terminated;
pub(crate) use nom::{Parser, branch::alt, combinator::opt, multi::many0, sequence::preceded};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// The result of each parser.
pub(crate) type ParseResult<'a, T> = IResult<&'a str, T>;

/// Applies a parser to a whole text, apart from white space around it. `None` if the text does not match.
pub(crate) fn parse_all<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = Error<&'a str>>,
    text: &'a str,
) -> Option<T> {
    let mut parser = all_consuming(terminated(parser, multispace0));
    parser.parse(text).ok().map(|(_, value)| value)
}

/// A word: at least one character, up to the next white space.
pub(crate) fn word(input: &str) -> ParseResult<'_, &str> {
    let letters = take_while1(|c: char| !c.is_whitespace());
    preceded(multispace0, letters).parse(input)
}

/// A word that a function converts.
pub(crate) fn word_as<'a, T>(
    convert: impl Fn(&'a str) -> Option<T>,
) -> impl Parser<&'a str, Output = T, Error = Error<&'a str>> {
    map_opt(word, convert)
}

/// This word, in any case.
pub(crate) fn keyword<'a>(
    expected: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = Error<&'a str>> {
    verify(word, move |found: &str| {
        found.eq_ignore_ascii_case(expected)
    })
}

/// An integer in a range.
pub(crate) fn integer<'a, T: FromStr + PartialOrd>(
    range: RangeInclusive<T>,
) -> impl Parser<&'a str, Output = T, Error = Error<&'a str>> {
    map_opt(word, move |word| {
        word.parse().ok().filter(|number| range.contains(number))
    })
}

/// A finite number with or without a fraction.
pub(crate) fn float(input: &str) -> ParseResult<'_, f64> {
    map_opt(word, |word| {
        word.parse().ok().filter(|number: &f64| number.is_finite())
    })
    .parse(input)
}

/// More than a century, and still far from the limits of `Instant`.
pub(crate) const MAX_SECONDS: f64 = 4e9;

/// A time in seconds with or without a fraction, not below zero.
pub(crate) fn seconds(input: &str) -> ParseResult<'_, Duration> {
    map_opt(float, |seconds| {
        Duration::try_from_secs_f64(seconds.min(MAX_SECONDS)).ok()
    })
    .parse(input)
}

/// The time that a clock shows, in seconds. A negative one counts as zero: some hosts send it when the clock has run out.
pub(crate) fn seconds_left(input: &str) -> ParseResult<'_, Duration> {
    float
        .map(|seconds| Duration::from_secs_f64(seconds.clamp(0.0, MAX_SECONDS)))
        .parse(input)
}

/// A Boolean value in the spellings that hosts use.
pub(crate) fn boolean(input: &str) -> ParseResult<'_, bool> {
    map_opt(word, switch).parse(input)
}

/// A colour: `b`, `w`, `black` or `white`, in any case.
pub(crate) fn color(input: &str) -> ParseResult<'_, Side> {
    map_opt(word, Side::from_name).parse(input)
}

/// A point such as `D3`, or `pass`, in any case. The parser does not know the board; the caller checks
/// that the point is on it.
pub(crate) fn vertex(input: &str) -> ParseResult<'_, ParsedVertex> {
    map_opt(word, ParsedVertex::parse).parse(input)
}

/// The rest of the line without white space around it, at least one character.
pub(crate) fn rest_of_line(input: &str) -> ParseResult<'_, &str> {
    verify(rest.map(str::trim), |text: &str| !text.is_empty()).parse(input)
}

/// Nothing: the command has no arguments.
pub(crate) fn no_arguments(input: &str) -> ParseResult<'_, ()> {
    Ok((input, ()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nom::multi::many1;

    #[test]
    fn words_come_in_a_row() {
        assert_eq!(parse_all((word, word), "  a  b "), Some(("a", "b")));
        assert_eq!(parse_all((word, word), "a"), None);
        assert_eq!(parse_all(word, "a b"), None);
        assert_eq!(parse_all(no_arguments, "  "), Some(()));
        assert_eq!(parse_all(no_arguments, "x"), None);
        assert_eq!(
            parse_all((word, rest_of_line), "x  a b  c "),
            Some(("x", "a b  c"))
        );
        assert_eq!(parse_all((word, rest_of_line), "x  "), None);
        assert_eq!(
            parse_all(many1(color), "b W Black"),
            Some(vec![Side::Black, Side::White, Side::Black])
        );
    }

    #[test]
    fn numbers_are_checked() {
        assert_eq!(parse_all(integer(0u32..=9), "7"), Some(7));
        for wrong in ["10", "-1", "7x", "7.0", "", "99999999999999999999"] {
            assert_eq!(parse_all(integer(0u32..=9), wrong), None, "{wrong}");
        }
        assert_eq!(parse_all(float, "-1.5"), Some(-1.5));
        for wrong in ["nan", "inf", "1e999", "1,5", "--1"] {
            assert_eq!(parse_all(float, wrong), None, "{wrong}");
        }
        assert_eq!(parse_all(seconds, "0.25"), Some(Duration::from_millis(250)));
        assert_eq!(parse_all(seconds, "-0"), Some(Duration::ZERO));
        assert_eq!(parse_all(seconds, "-3"), None);
        assert_eq!(parse_all(seconds_left, "-3"), Some(Duration::ZERO));
        assert_eq!(parse_all(seconds_left, "3"), Some(Duration::from_secs(3)));
        assert!(parse_all(seconds, "1e300").is_some());
    }

    #[test]
    fn optional_pieces_may_be_missing() {
        let parse = |text| parse_all((opt(color), opt(integer(0u32..=99))), text);
        assert_eq!(parse(""), Some((None, None)));
        assert_eq!(parse("w"), Some((Some(Side::White), None)));
        assert_eq!(parse("50"), Some((None, Some(50))));
        assert_eq!(parse("w 50"), Some((Some(Side::White), Some(50))));
        assert_eq!(parse("w x"), None);
        assert_eq!(parse_all(keyword("stop"), "STOP"), Some("STOP"));
        assert_eq!(parse_all(boolean, "Yes"), Some(true));
    }
}
