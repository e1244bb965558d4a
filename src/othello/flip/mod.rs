//! Discs turned by a move: the only door to the implementations.

mod portable;

use super::square::Square;

/// The opponent's discs that a disc of `player` on the empty `square` would turn; 0 if the move is
/// not legal.
#[inline]
pub fn flips(square: Square, player: u64, opponent: u64) -> u64 {
    portable::flips(square, player, opponent)
}
