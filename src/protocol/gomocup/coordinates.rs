//! Points as pairs of numbers.
//!
//! Gomocup counts columns and rows from 0 at the top left corner and writes the column first. Yixin-Board
//! writes the row first. [`Vertex`] counts rows from the bottom, as in Renju.

use crate::game::Vertex;
use crate::protocol::lexer::{ParseResult, Parser, preceded};
use nom::bytes::complete::take_while1;
use nom::character::complete::{i64 as number, multispace0};
use nom::multi::separated_list1;

/// Two numbers in the order of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair(pub i64, pub i64);

/// The notation of points in a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Coordinates {
    /// The board size.
    pub size: u8,
    /// Whether the row comes first, as in Yixin-Board.
    pub row_first: bool,
}

impl Coordinates {
    /// Converts a pair to a point. The error names the valid range.
    pub(crate) fn vertex(self, Pair(first, second): Pair) -> Result<Vertex, String> {
        let (x, y) = if self.row_first {
            (second, first)
        } else {
            (first, second)
        };
        let index = |number: i64| u8::try_from(number).ok().filter(|&n| n < self.size);
        match (index(x), index(y)) {
            (Some(x), Some(y)) => Ok(Vertex::new(x, self.size - 1 - y)),
            _ => Err(format!(
                "{first},{second} is not on the board, expected 0,0 to {last},{last}",
                last = self.size - 1
            )),
        }
    }

    /// Converts a point to a pair.
    pub(crate) fn pair(self, vertex: Vertex) -> Pair {
        let (x, y) = (
            i64::from(vertex.col),
            i64::from(self.size) - 1 - i64::from(vertex.row),
        );
        if self.row_first {
            Pair(y, x)
        } else {
            Pair(x, y)
        }
    }

    /// A point in the format of answers: `7,8`.
    pub(crate) fn text(self, vertex: Vertex) -> String {
        let Pair(first, second) = self.pair(vertex);
        format!("{first},{second}")
    }

    /// A point in the format of Yixin-Board's opening messages: `7 8`.
    pub(crate) fn spaced(self, vertex: Vertex) -> String {
        let Pair(first, second) = self.pair(vertex);
        format!("{first} {second}")
    }
}

/// Numbers that are separated by commas, blanks or both.
pub(crate) fn numbers(input: &str) -> ParseResult<'_, Vec<i64>> {
    let separator = take_while1(|c: char| c == ',' || c.is_whitespace());
    preceded(multispace0, separated_list1(separator, number)).parse(input)
}

/// Two numbers.
pub(crate) fn pair(input: &str) -> ParseResult<'_, Pair> {
    nom::combinator::map_opt(numbers, |numbers| match numbers[..] {
        [first, second] => Some(Pair(first, second)),
        _ => None,
    })
    .parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::lexer::parse_all;

    #[test]
    fn both_orders_and_back() {
        let gomocup = Coordinates {
            size: 15,
            row_first: false,
        };
        let yixin = Coordinates {
            row_first: true,
            ..gomocup
        };
        // The upper left corner, and the third cell of the second row.
        assert_eq!(gomocup.vertex(Pair(0, 0)), Ok(Vertex::new(0, 14)));
        assert_eq!(gomocup.vertex(Pair(2, 1)), Ok(Vertex::new(2, 13)));
        assert_eq!(yixin.vertex(Pair(1, 2)), Ok(Vertex::new(2, 13)));
        assert_eq!(yixin.spaced(Vertex::new(2, 13)), "1 2");
        for coordinates in [gomocup, yixin] {
            for (first, second) in [(0, 14), (3, 9), (14, 14)] {
                let vertex = coordinates.vertex(Pair(first, second)).unwrap();
                assert_eq!(coordinates.text(vertex), format!("{first},{second}"));
            }
            for (first, second) in [(-1, 0), (0, 15), (i64::MAX, i64::MIN), (256, 0)] {
                assert!(coordinates.vertex(Pair(first, second)).is_err());
            }
        }
    }

    #[test]
    fn numbers_in_any_spelling() {
        for text in ["7,8", " 7 , 8 ", "7 8", "7,\t8", "07,008"] {
            assert_eq!(parse_all(pair, text), Some(Pair(7, 8)), "{text}");
        }
        assert_eq!(parse_all(numbers, "1,2,3"), Some(vec![1, 2, 3]));
        for text in [
            "",
            "7",
            "7,",
            "7,8,9",
            "7;8",
            "x,y",
            "7.0,8",
            "99999999999999999999,1",
        ] {
            assert_eq!(parse_all(pair, text), None, "{text}");
        }
    }
}
