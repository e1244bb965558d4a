//! How protocols spell the points of a board.
//!
//! A [`Vertex`] is a point by its name: file `a` is 0, rank `1` is 0. Protocols that name points differ
//! only in whether the letter I is one of the files; where rank 1 is drawn concerns pictures alone.

use crate::game::{Move, Vertex};
use std::fmt;

/// Which letters name the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnLetters {
    /// A to Z without I, as GTP has it.
    SkipI,
    /// A to Z, as Renju is written.
    All,
}

impl ColumnLetters {
    /// The letter of a file, in upper case; `?` if there are not so many letters.
    pub(crate) fn letter(self, col: u8) -> char {
        let col = match self {
            ColumnLetters::SkipI if col >= 8 => col.saturating_add(1),
            _ => col,
        };
        if col < 26 {
            char::from(b'A' + col)
        } else {
            '?'
        }
    }

    /// The file that a letter names, in any case.
    pub(crate) fn col(self, letter: char) -> Option<u8> {
        let letter = letter.to_ascii_uppercase();
        let col = letter.is_ascii_uppercase().then(|| letter as u8 - b'A')?;
        match self {
            ColumnLetters::SkipI if letter == 'I' => None,
            ColumnLetters::SkipI if letter > 'I' => Some(col - 1),
            _ => Some(col),
        }
    }

    /// The name of a point, in upper case: `D3`.
    pub(crate) fn name(self, vertex: Vertex) -> String {
        format!("{}{}", self.letter(vertex.col), u16::from(vertex.row) + 1)
    }

    /// The name of a move: that of its point, or `pass` in lower case, as some hosts require it.
    pub(crate) fn move_name(self, mv: Move) -> String {
        mv.vertex()
            .map_or_else(|| "pass".into(), |vertex| self.name(vertex))
    }
}

/// What somebody wrote for a point, before the board is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParsedVertex {
    /// The word `pass`.
    Pass,
    /// A letter and a number of at least 1.
    Point {
        /// In upper case.
        letter: char,
        /// As written.
        number: u32,
    },
}

impl ParsedVertex {
    /// Reads a word in any case. `None` if it is neither `pass` nor a letter with a number.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        if word.eq_ignore_ascii_case("pass") {
            return Some(ParsedVertex::Pass);
        }
        let mut chars = word.chars();
        let letter = chars
            .next()
            .filter(char::is_ascii_alphabetic)?
            .to_ascii_uppercase();
        let digits = chars.as_str();
        // `parse` would take a plus sign as well.
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let number = digits.parse().ok().filter(|&number| number > 0)?;
        Some(ParsedVertex::Point { letter, number })
    }

    /// The move on a board of `size`. `None` if the board has no such point.
    pub(crate) fn on_board(self, size: u8, letters: ColumnLetters) -> Option<Move> {
        let ParsedVertex::Point { letter, number } = self else {
            return Some(Move::Pass);
        };
        let col = letters.col(letter).filter(|&col| col < size)?;
        let row = u8::try_from(number - 1).ok().filter(|&row| row < size)?;
        Some(Move::Place(Vertex::new(col, row)))
    }
}

impl fmt::Display for Vertex {
    /// The point in lower case, with I as one of the letters: `d3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&ColumnLetters::All.name(*self).to_ascii_lowercase())
    }
}

impl fmt::Display for Move {
    /// The point in lower case, with I as one of the letters, or `pass`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(vertex) => vertex.fmt(f),
            Move::Pass => f.write_str("pass"),
        }
    }
}

impl Move {
    /// Reads what [`Move`]'s `Display` writes, in any case. `None` if a board of `size` has no such point.
    pub fn from_name(name: &str, size: u8) -> Option<Self> {
        ParsedVertex::parse(name)?.on_board(size, ColumnLetters::All)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_points_are_one_to_one() {
        for letters in [ColumnLetters::SkipI, ColumnLetters::All] {
            for col in 0..22 {
                for row in 0..22 {
                    let vertex = Vertex::new(col, row);
                    let name = letters.name(vertex);
                    let named = ParsedVertex::parse(&name.to_ascii_lowercase()).unwrap();
                    let read = named.on_board(22, letters);
                    assert_eq!(read, Some(Move::Place(vertex)), "{name}");
                    let read = named.on_board(col.max(row), letters);
                    assert_eq!(read, None, "{name} is off a smaller board");
                }
            }
        }
    }

    #[test]
    fn the_letter_i() {
        let name = |letters: ColumnLetters, col, row| letters.name(Vertex::new(col, row));
        assert_eq!(name(ColumnLetters::SkipI, 8, 8), "J9");
        assert_eq!(name(ColumnLetters::All, 8, 8), "I9");
        assert_eq!(name(ColumnLetters::SkipI, 21, 21), "W22");
        let i9 = ParsedVertex::parse("i9").unwrap();
        assert_eq!(i9.on_board(15, ColumnLetters::SkipI), None);
        let named = i9.on_board(15, ColumnLetters::All);
        assert_eq!(named, Some(Move::Place(Vertex::new(8, 8))));
    }

    #[test]
    fn moves_by_name() {
        let i9 = Move::Place(Vertex::new(8, 8));
        assert_eq!(i9.to_string(), "i9");
        assert_eq!(Move::from_name("I9", 15), Some(i9));
        assert_eq!(Move::from_name("i9", 8), None);
        assert_eq!(Move::Pass.to_string(), "pass");
        assert_eq!(Move::from_name("PASS", 8), Some(Move::Pass));
    }

    #[test]
    fn what_is_no_point() {
        for word in "|d|3|d0|d-1|d+1|dd|d3x|3d|d 3|é3|d99999999999".split('|') {
            assert_eq!(ParsedVertex::parse(word), None, "{word}");
        }
        assert_eq!(ParsedVertex::parse("PaSs"), Some(ParsedVertex::Pass));
        let pass = ParsedVertex::Pass.on_board(8, ColumnLetters::SkipI);
        assert_eq!(pass, Some(Move::Pass));
        let far = ParsedVertex::parse("d4294967295").unwrap();
        assert_eq!(far.on_board(8, ColumnLetters::SkipI), None);
    }
}
