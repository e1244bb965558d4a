//! Moves as text: lists such as `h8g7f6`, and openings as offsets from the centre.
//!
//! Files are letters from `a` without a gap (`i` is one of them), rows are numbers from 1. Renju and
//! this program call the lowest row 1; c-gomoku-cli and GomocupJudge, which write the same `h8g7`,
//! call the highest row 1. A text does not tell which, so every function takes a [`FirstRow`]. Offsets
//! count rows downwards, as Gomocup does.

use crate::game::Vertex;
use crate::gomoku::rules::position::Rules;
use nom::bytes::complete::take_while;
use nom::character::complete::{char, digit1, satisfy};
use nom::combinator::{eof, map_opt, opt, recognize};
use nom::error::{ErrorKind, ParseError};
use nom::multi::many_till;
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};
use std::fmt::{self, Write};
use std::ops::RangeInclusive;

/// The row that is called 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstRow {
    /// The lowest one, as Renju writes and as this program names its ranks.
    Bottom,
    /// The highest one, as c-gomoku-cli's `pos` openings and GomocupJudge write.
    Top,
}

impl FirstRow {
    /// Counts a row from the other edge if the first row is the highest one.
    fn flip(self, row: u8, rules: Rules) -> u8 {
        match self {
            FirstRow::Bottom => row,
            FirstRow::Top => (rules.size() - 1).saturating_sub(row),
        }
    }
}

/// Where a text is wrong. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: expected {expected}, found {found}")]
pub struct NotationError {
    /// The character; one past the last where the text ends too early.
    pub column: usize,
    /// What would be right there.
    pub expected: String,
    /// What is there, quoted, or `the end`.
    pub found: String,
}

/// A vertex as letter and number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    vertex: Vertex,
    rules: Rules,
    first: FirstRow,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = self.first.flip(self.vertex.row, self.rules);
        write!(f, "{}{}", (b'a' + self.vertex.col) as char, row + 1)
    }
}

/// The name of a vertex of this board, for example `h8`.
pub(crate) fn name(vertex: Vertex, rules: Rules, first: FirstRow) -> Name {
    Name {
        vertex,
        rules,
        first,
    }
}

/// Writes moves one after the other, for example `h8g7f6`.
pub(crate) fn moves_text(moves: &[Vertex], rules: Rules, first: FirstRow) -> String {
    let names = moves.iter().map(|&vertex| name(vertex, rules, first));
    names.fold(String::new(), |mut text, name| {
        let _ = write!(text, "{name}");
        text
    })
}

/// Reads a list of moves, in either case, with or without spaces and commas between them. Each may have a number before
/// it, whose value does not matter. Whether the moves can be played is for the rules to say.
///
/// # Errors
/// Anything that is not a list of vertices of this board.
pub fn parse_moves(
    text: &str,
    rules: Rules,
    first: FirstRow,
) -> Result<Vec<Vertex>, NotationError> {
    let last = (b'a' + rules.size() - 1) as char;
    let col = map_opt(
        satisfy(|c| c.is_ascii_alphabetic()),
        move |letter| match letter.to_ascii_lowercase() {
            letter if letter <= last => Some(letter as u8 - b'a'),
            _ => None,
        },
    );
    let vertex = (
        expect(format!("a letter from a to {last}"), col),
        number("a row", 1..=i32::from(rules.size())),
    );
    let vertex = vertex.map(|(col, row)| Vertex::new(col, first.flip(row as u8 - 1, rules)));
    // A move may have a number before it: `12. h8`.
    let count = opt((digit1, char('.'), separators));
    list(text, preceded(count, terminated(vertex, separators)))
}

/// Reads an opening that is written as offsets from the centre, rightwards and downwards, for example
/// `0,0, 1,-1`. The centre of a board of even size is right of and below the middle.
///
/// # Errors
/// Anything that is not pairs of offsets within this board.
pub(crate) fn parse_offsets(text: &str, rules: Rules) -> Result<Vec<Vertex>, NotationError> {
    let centre = i32::from(rules.size()) / 2;
    let range = -centre..=i32::from(rules.size()) - 1 - centre;
    let pair = (
        terminated(number("a column", range.clone()), separator_or_end),
        terminated(number("a row", range), separator_or_end),
    );
    let vertex = pair.map(|(x, y)| {
        let row = FirstRow::Top.flip((y + centre) as u8, rules);
        Vertex::new((x + centre) as u8, row)
    });
    list(text, vertex)
}

/// What was expected at the beginning of the text that is left.
struct Mismatch<'a> {
    left: &'a str,
    expected: String,
}

impl<'a> ParseError<&'a str> for Mismatch<'a> {
    fn from_error_kind(left: &'a str, _: ErrorKind) -> Self {
        Self {
            left,
            expected: String::new(),
        }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

type Parsed<'a, T> = IResult<&'a str, T, Mismatch<'a>>;

/// Says what was expected where a parser fails.
fn expect<'a, T>(
    expected: String,
    mut parser: impl Parser<&'a str, Output = T, Error = Mismatch<'a>>,
) -> impl FnMut(&'a str) -> Parsed<'a, T> {
    move |input| {
        parser.parse(input).map_err(|_| {
            nom::Err::Error(Mismatch {
                left: input,
                expected: expected.clone(),
            })
        })
    }
}

/// A number in a range.
fn number<'a>(what: &str, range: RangeInclusive<i32>) -> impl FnMut(&'a str) -> Parsed<'a, i32> {
    let expected = format!("{what} from {} to {}", range.start(), range.end());
    let digits = recognize((opt(char('-')), digit1));
    let number = map_opt(digits, move |digits: &str| {
        digits.parse().ok().filter(|number| range.contains(number))
    });
    expect(expected, number)
}

fn is_separator(c: char) -> bool {
    c == ',' || c.is_whitespace()
}

fn separators(input: &str) -> Parsed<'_, &str> {
    take_while(is_separator).parse(input)
}

/// Commas and spaces, at least one unless the text ends.
fn separator_or_end(input: &str) -> Parsed<'_, &str> {
    let (left, taken) = separators(input)?;
    if taken.is_empty() && !left.is_empty() {
        let expected = "a comma or a space".to_owned();
        return Err(nom::Err::Error(Mismatch { left, expected }));
    }
    Ok((left, taken))
}

/// Reads as many vertices as there are, up to the end of the text.
fn list<'a>(
    text: &'a str,
    vertex: impl Parser<&'a str, Output = Vertex, Error = Mismatch<'a>>,
) -> Result<Vec<Vertex>, NotationError> {
    let parsed = preceded(separators, many_till(vertex, eof)).parse(text);
    match parsed {
        Ok((_, (vertices, _))) => Ok(vertices),
        Err(
            nom::Err::Error(Mismatch { left, expected })
            | nom::Err::Failure(Mismatch { left, expected }),
        ) => {
            let number = recognize((opt(char::<_, Mismatch>('-')), digit1)).parse(left);
            let found = match (number, left.chars().next()) {
                (Ok((_, number)), _) => format!("`{number}`"),
                (Err(_), Some(c)) => format!("`{}`", c.escape_debug()),
                (Err(_), None) => "the end".to_owned(),
            };
            let read = &text[..text.len() - left.len()];
            Err(NotationError {
                column: read.chars().count() + 1,
                expected,
                found,
            })
        }
        Err(nom::Err::Incomplete(_)) => unreachable!("complete parsers ask for nothing more"),
    }
}

#[cfg(test)]
mod tests;
