//! Parsers for the elements of the notations, built with nom, and their errors.

use crate::game::{Illegal, Move, Side};
use crate::othello::rules::{board::Board, position::Position, square::Square};
use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while};
use nom::character::complete::{anychar, digit1, one_of};
use nom::combinator::{eof, map_opt, opt, value};
use nom::error::{ErrorKind, ParseError};
use nom::sequence::preceded;
use nom::{Err, Finish, IResult, Parser};

/// A text that cannot be read. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// The text does not follow the notation.
    #[error("column {column}: expected {expected}, found {found}")]
    Syntax {
        /// The first character that does not fit.
        column: usize,
        /// What would fit.
        expected: &'static str,
        /// The character there.
        found: String,
    },
    /// A move against the rules.
    #[error("column {column}: {name} cannot be played: {reason}")]
    Illegal {
        /// Where the move begins.
        column: usize,
        /// The move.
        name: String,
        /// The rule that forbids it.
        reason: Illegal,
    },
}

/// Where a text stops to follow the notation, and what would fit there.
#[derive(Debug)]
pub(super) struct Unexpected<'a> {
    rest: &'a str,
    expected: &'static str,
}

impl<'a> ParseError<&'a str> for Unexpected<'a> {
    fn from_error_kind(rest: &'a str, _kind: ErrorKind) -> Self {
        let expected = "something else";
        Self { rest, expected }
    }

    fn append(_rest: &'a str, _kind: ErrorKind, other: Self) -> Self {
        other
    }
}

impl Unexpected<'_> {
    /// The error for the text that was read.
    fn within(&self, text: &str) -> NotationError {
        NotationError::Syntax {
            column: text[..text.len() - self.rest.len()].chars().count() + 1,
            expected: self.expected,
            found: match self.rest.chars().next() {
                Some(c) => format!("'{}'", c.escape_debug()),
                None => "the end".into(),
            },
        }
    }
}

/// The result of a parser.
pub(super) type Parsed<'a, T> = IResult<&'a str, T, Unexpected<'a>>;

/// A final error: `rest` should begin with something else.
pub(super) fn unexpected<'a, T>(rest: &'a str, expected: &'static str) -> Parsed<'a, T> {
    Err(Err::Failure(Unexpected { rest, expected }))
}

/// Makes the failure of a parser final and names what it expects.
pub(super) fn expect<'a, T>(
    expected: &'static str,
    mut parser: impl Parser<&'a str, Output = T, Error = Unexpected<'a>>,
) -> impl Parser<&'a str, Output = T, Error = Unexpected<'a>> {
    move |text: &'a str| match parser.parse(text) {
        Err(Err::Error(_)) => unexpected(text, expected),
        result => result,
    }
}

/// Applies a parser to a whole text, apart from white space at its end.
pub(super) fn parse_all<'a, T>(
    text: &'a str,
    mut parser: impl Parser<&'a str, Output = T, Error = Unexpected<'a>>,
) -> Result<T, NotationError> {
    let result = parser.parse(text).and_then(|(rest, found)| {
        preceded(blanks, expect("nothing more", eof))
            .parse(rest)
            .map(|(rest, _)| (rest, found))
    });
    // The parsers work on complete texts, so the result is never incomplete.
    let (_, found) = result.finish().map_err(|error| error.within(text))?;
    Ok(found)
}

/// White space, or none.
pub(super) fn blanks(text: &str) -> Parsed<'_, &str> {
    take_while(char::is_whitespace).parse(text)
}

/// A square in any case, or a pass: `--`, `pa` or `pass`.
pub(super) fn mv(text: &str) -> Parsed<'_, Move> {
    // The longer word first: `pass` begins with `pa`.
    let pass = alt((tag_no_case("--"), tag_no_case("pass"), tag_no_case("pa")));
    alt((value(Move::Pass, pass), square)).parse(text)
}

fn square(text: &str) -> Parsed<'_, Move> {
    let (text, file) =
        expect("a file from a to h, -- or pa", one_of("abcdefghABCDEFGH")).parse(text)?;
    let (text, rank) = expect("a rank from 1 to 8", one_of("12345678")).parse(text)?;
    let square = Square::new(file.to_ascii_lowercase() as u8 - b'a', rank as u8 - b'1');
    Ok((text, Move::Place(square.into())))
}

/// The 64 squares and the side to move; white space between them does not matter.
pub(super) fn position(mut text: &str) -> Parsed<'_, Position> {
    let mut discs = [0; 2];
    for index in 0..64 {
        let expected = "a square of the board (X, O or -), 64 in all";
        let (rest, cell) =
            preceded(blanks, expect(expected, map_opt(anychar, cell))).parse(text)?;
        text = rest;
        if let Some(side) = cell {
            discs[side.index()] |= 1 << index;
        }
    }
    let (text, side) = preceded(blanks, expect("the side to move (X or O)", side)).parse(text)?;
    let board = Board::new(discs[side.index()], discs[side.other().index()]);
    Ok((text, Position { board, side }))
}

/// The content of a square; `None` for a character that stands for nothing.
fn cell(c: char) -> Option<Option<Side>> {
    match c {
        'X' | 'x' | 'B' | 'b' | '*' | '@' => Some(Some(Side::Black)),
        'O' | 'o' | 'W' | 'w' | '0' => Some(Some(Side::White)),
        '-' | '.' | '_' => Some(None),
        _ => None,
    }
}

fn side(text: &str) -> Parsed<'_, Side> {
    let names = alt((tag_no_case("black"), tag_no_case("white")));
    let word = map_opt(names, |word: &str| cell(word.chars().next()?)?);
    let letter = map_opt(anychar, |c| cell(c)?);
    alt((word, letter)).parse(text)
}

/// A score in discs; the sign may be missing.
pub(super) fn score(text: &str) -> Parsed<'_, i32> {
    const EXPECTED: &str = "a score from -127 to 127";
    let (rest, sign) = opt(one_of("+-")).parse(text)?;
    let (rest, digits) = expect(EXPECTED, digit1).parse(rest)?;
    match digits.parse() {
        Ok(number @ 0..=127) if sign == Some('-') => Ok((rest, -number)),
        Ok(number @ 0..=127) => Ok((rest, number)),
        _ => unexpected(text, EXPECTED),
    }
}
