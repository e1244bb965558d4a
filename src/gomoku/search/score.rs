//! The scale of search values: the range of the static evaluation, and above it wins and losses in
//! a number of plies. Values and cells become the scores and moves of the interface here.

use crate::game::Move;
use crate::gomoku::{eval, rules::Point};
use crate::search::{Score, Value};

/// Value of a won position; a win in `n` plies has this value less `n`.
pub(crate) const WIN: i32 = 30_000;
/// All values lie strictly between plus and minus this.
pub(crate) const INFINITE: i32 = 32_000;
/// Values above this (or below its negative) are proven wins (or losses).
pub(crate) const PROVEN: i32 = 29_000;

const _: () = assert!(eval::LIMIT < PROVEN && INFINITE <= i16::MAX as i32);

/// The value of a win that is complete `ply` plies from the root.
#[inline(always)]
pub(crate) const fn win_in(ply: usize) -> i32 {
    WIN - ply as i32
}

/// The value of a loss that is complete `ply` plies from the root.
#[inline(always)]
pub(crate) const fn loss_in(ply: usize) -> i32 {
    ply as i32 - WIN
}

/// A value as the transposition table stores it: wins and losses counted from the node, which is
/// `ply` plies from the root, instead of from the root.
#[inline]
pub(crate) const fn to_tt(value: i32, ply: usize) -> i32 {
    if value > PROVEN {
        value + ply as i32
    } else if value < -PROVEN {
        value - ply as i32
    } else {
        value
    }
}

/// The reverse of [`to_tt`].
#[inline]
pub(crate) const fn from_tt(value: i32, ply: usize) -> i32 {
    if value > PROVEN {
        value - ply as i32
    } else if value < -PROVEN {
        value + ply as i32
    } else {
        value
    }
}

/// The move on a cell.
pub(crate) fn move_of(point: Point) -> Move {
    Move::Place(point.into())
}

/// The cell of a move; `None` for a pass and for moves off a board of this size.
pub(crate) fn point_of(mv: Move, size: u8) -> Option<Point> {
    let vertex = mv.vertex()?;
    (vertex.col < size && vertex.row < size).then(|| Point::from(vertex))
}

/// The score of a search value.
pub(crate) fn score_of(value: i32) -> Score {
    let (value, win_rate) = if value > PROVEN {
        (Value::WinIn((WIN - value) as u32), 1.0)
    } else if value < -PROVEN {
        (Value::LossIn((WIN + value) as u32), 0.0)
    } else {
        (Value::Estimate(value), eval::win_rate(value))
    };
    Score::new(value, win_rate)
}
