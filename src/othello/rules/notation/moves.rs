//! Moves and lists of moves.

use crate::game::{Game, Move};
use crate::othello::rules::notation::parser::{
    NotationError, Parsed, blanks, expect, mv, parse_all,
};
use crate::othello::rules::{game::Othello, position::Position, square::Square};
use nom::Parser;
use nom::bytes::complete::take_while;
use nom::character::complete::{char, digit1};
use nom::combinator::opt;
use nom::sequence::terminated;

/// The name of a move: a square in lower case, `--` for a pass. A vertex off the board has its file and
/// rank as numbers.
pub fn move_name(mv: Move) -> String {
    match mv {
        Move::Pass => "--".into(),
        Move::Place(vertex) => match Square::try_from(vertex) {
            Ok(square) => square.to_string(),
            Err(_) => format!("({}, {})", vertex.col, vertex.row),
        },
    }
}

/// Reads one move: a square in any case, or a pass as `--`, `pa` or `pass`.
///
/// # Errors
/// The text is not a move.
pub fn parse_move(text: &str) -> Result<Move, NotationError> {
    parse_all(text.trim(), mv)
}

/// Reads a list of moves with the column of each, without checking that they are legal.
///
/// White space and commas between moves do not matter, and a move may have a number before it (`12.`).
///
/// # Errors
/// The text is not a list of moves.
pub fn parse_moves(text: &str) -> Result<Vec<(usize, Move)>, NotationError> {
    parse_all(text, moves)
}

fn moves(text: &str) -> Parsed<'_, Vec<(usize, Move)>> {
    let mut moves = Vec::new();
    // The position of the last move. Counting columns from the start of the text each time would make
    // long lists slow.
    let (mut last, mut column) = (text, 1);
    let (mut rest, _) = separators(text)?;
    while !rest.is_empty() {
        let dot = expect("a dot after the number of a move", char('.'));
        let (start, _) = (opt(terminated(digit1, dot)), blanks).parse(rest)?;
        column += last[..last.len() - start.len()].chars().count();
        last = start;
        let (after, mv) = mv(start)?;
        moves.push((column, mv));
        (rest, _) = separators(after)?;
    }
    Ok((rest, moves))
}

/// White space and commas, or none.
fn separators(text: &str) -> Parsed<'_, &str> {
    take_while(|c: char| c == ',' || c.is_whitespace()).parse(text)
}

/// Reads a list of moves and plays them from a position. The text may omit passes; the result has them. Passes after
/// the end of the game are left out.
///
/// # Errors
/// The text is not a list of moves, or a move is illegal.
pub fn parse_transcript(start: Position, text: &str) -> Result<Vec<Move>, NotationError> {
    let mut position = start;
    let mut moves = Vec::new();
    for (column, mv) in parse_moves(text)? {
        if mv == Move::Pass && Othello::outcome(&position).is_some() {
            continue;
        }
        if mv != Move::Pass
            && Othello::allows_implied_pass(&position)
            && Othello::outcome(&position).is_none()
        {
            moves.push(Move::Pass);
            position = position.passed();
        }
        Othello::check(&position, mv).map_err(|reason| NotationError::Illegal {
            column,
            name: move_name(mv),
            reason,
        })?;
        Othello::play(&mut position, mv);
        moves.push(mv);
    }
    Ok(moves)
}

/// How a list of moves shows passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// Not at all; readers infer them.
    Omitted,
    /// `--`
    Dashes,
    /// `pa`
    Letters,
}

/// Writes a list of moves: `f5d6c3`.
pub fn write_transcript(moves: impl IntoIterator<Item = Move>, passes: Passes) -> String {
    let mut text = String::new();
    for mv in moves {
        match (mv, passes) {
            (Move::Pass, Passes::Omitted) => {}
            (Move::Pass, Passes::Letters) => text.push_str("pa"),
            _ => text.push_str(&move_name(mv)),
        }
    }
    text
}
