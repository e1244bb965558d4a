//! The scale of search values: the range of the static evaluation, and above it wins and losses in
//! a number of plies.

use crate::gomoku::eval;

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
