//! Positions: 64 squares and the side to move, alone or as a GGF board.

use crate::game::Side;
use crate::othello::rules::notation::parser::{
    NotationError, Parsed, blanks, expect, parse_all, position,
};
use crate::othello::rules::position::Position;
use nom::Parser;
use nom::bytes::complete::tag;
use nom::character::complete::digit1;
use nom::combinator::not;
use nom::sequence::{preceded, terminated};

/// The 64 squares of a position, with the given signs for Black, White and empty.
fn cells(position: Position, signs: [char; 3]) -> String {
    let (black, white) = (position.discs(Side::Black), position.discs(Side::White));
    (0..64)
        .map(|index| {
            if black >> index & 1 != 0 {
                signs[0]
            } else if white >> index & 1 != 0 {
                signs[1]
            } else {
                signs[2]
            }
        })
        .collect()
}

/// Reads 64 squares and the side to move. Black is `X`, `B`, `*` or `@`, White `O`, `W` or `0`, an
/// empty square `-`, `.` or `_`, letters in any case; white space does not matter. The side may also be
/// written `black` or `white`.
///
/// # Errors
/// The text is not a position.
pub fn parse_position(text: &str) -> Result<Position, NotationError> {
    parse_all(text, position)
}

/// Writes 64 squares as `X`, `O` and `-`, a blank, and the side to move as `X` or `O`.
pub fn write_position(position: Position) -> String {
    let side = ['X', 'O'][position.side.index()];
    format!("{} {side}", cells(position, ['X', 'O', '-']))
}

/// Reads the value of the GGF property `BO`: the size, which must be 8, the squares, the side to
/// move. Accepts the same signs as [`parse_position`].
///
/// # Errors
/// The text is not an 8x8 board in GGF.
pub fn parse_ggf_board(text: &str) -> Result<Position, NotationError> {
    parse_all(text, ggf_board)
}

fn ggf_board(text: &str) -> Parsed<'_, Position> {
    let size = terminated(tag("8"), not(digit1));
    let (text, _) = preceded(blanks, expect("the board size 8", size)).parse(text)?;
    position(text)
}

/// Writes the value of the GGF property `BO`: `8`, rows of `*`, `O` and `-`, the side to move as `*`
/// or `O`.
pub fn write_ggf_board(position: Position) -> String {
    let cells = cells(position, ['*', 'O', '-']);
    let side = ['*', 'O'][position.side.index()];
    let mut text = String::from("8");
    for row in 0..8 {
        text.push(' ');
        text.push_str(&cells[8 * row..8 * row + 8]);
    }
    text.push(' ');
    text.push(side);
    text
}
