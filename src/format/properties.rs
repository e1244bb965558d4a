//! The common syntax of SGF and GGF: names followed by values in brackets, `B[dc]`, `AB[aa][bb]`.

use crate::format::error::FormatError;
use nom::branch::alt;
use nom::bytes::complete::{is_not, take_while1};
use nom::character::complete::{anychar, char, multispace0};
use nom::combinator::recognize;
use nom::multi::{many0_count, many1};
use nom::sequence::{delimited, pair, preceded};
use nom::{IResult, Offset, Parser};

/// A property: its name, and its values as they stand between the brackets, with escapes.
pub(super) type Property<'a> = (&'a str, Vec<&'a str>);

/// Reads a property.
pub(super) fn property(input: &str) -> IResult<&str, Property<'_>> {
    let name = take_while1(|c: char| c.is_ascii_alphanumeric());
    (name, many1(preceded(multispace0, value))).parse(input)
}

/// Reads a value with its brackets. A backslash takes the meaning off the character after it.
fn value(input: &str) -> IResult<&str, &str> {
    let escape = recognize(pair(char('\\'), anychar));
    let inside = recognize(many0_count(alt((is_not("]\\"), escape))));
    delimited(char('['), inside, char(']')).parse(input)
}

/// An error at `part`, which is a slice of `text`.
pub(super) fn error_at(text: &str, part: &str, message: impl AsRef<str>) -> FormatError {
    FormatError::at(text, text.offset(part), message)
}

/// Writes a value with its escapes. Control characters become blanks, but for line feeds if `lines` allows
/// them.
pub(super) fn escaped(value: &str, lines: bool) -> String {
    let mut text = String::new();
    for c in value.chars() {
        match c {
            ']' | '\\' => text.extend(['\\', c]),
            '\n' if lines => text.push(c),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_at_the_first_bracket_without_backslash() {
        let text = "AB[aa] \n[b\\]\\\\][]B[cc]";
        assert_eq!(
            property(text),
            Ok(("B[cc]", ("AB", vec!["aa", "b\\]\\\\", ""])))
        );
        for text in ["", "AB", "[a]", "A[a", "A[a\\]", "A[a\\"] {
            assert!(property(text).is_err(), "{text}");
        }
    }

    #[test]
    fn escapes_come_back() {
        let value = "a]b\\c\nd";
        assert_eq!(escaped(value, true), "a\\]b\\\\c\nd");
        assert_eq!(escaped(value, false), "a\\]b\\\\c d");
    }
}
