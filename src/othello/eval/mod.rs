//! What a position is worth without looking ahead.
//!
//! [`evaluate`] is the only door: centi-discs for the side to move, an estimate of the final score. It is
//! the sum of what the [`patterns`] on the board, the numbers of moves and the number of empty squares
//! are worth at that stage of the game. The [`weights`] were fitted to the results of games that the
//! engine played against itself; `docs/training.md` says how.

pub mod patterns;
pub mod weights;

use crate::othello::Board;
use crate::othello::rules::flip::{Kernel, Portable};
use patterns::Indices;
use weights::{UNITS_PER_DISC, WEIGHTS};

/// No estimate is larger: the certain wins of 64 discs stay apart.
const MOST: i32 = 6300;

/// The expected final difference in centi-discs for the side to move, -6300 to 6300. The game should
/// not be over.
pub fn evaluate(board: Board) -> i32 {
    evaluate_with(Portable, board, board.moves())
}

/// [`evaluate`] for hot code that knows the legal `moves`; to be inlined below [`Kernel::run`].
#[inline(always)]
pub(crate) fn evaluate_with<K: Kernel>(kernel: K, board: Board, moves: u64) -> i32 {
    evaluate_indices(kernel, &Indices::of(board), board, moves)
}

/// [`evaluate_with`] for code that knows the indices of the board, too.
#[inline(always)]
pub(crate) fn evaluate_indices<K: Kernel>(
    kernel: K,
    indices: &Indices,
    board: Board,
    moves: u64,
) -> i32 {
    let own = moves.count_ones();
    let other = kernel.moves(board.opponent, board.player).count_ones();
    let value = WEIGHTS.value(indices, board.empties(), own, other);
    (value * 100 / UNITS_PER_DISC).clamp(-MOST, MOST)
}

/// 1 / (1 + e^-x).
pub(crate) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The expected result, 0 (lost) to 1 (won), of an estimate with so many empties.
pub fn win_rate(centidiscs: i32, empties: u32) -> f32 {
    // The standard deviation of the final score around the estimate shrinks towards the end.
    let deviation = 300.0 + 15.0 * empties as f32;
    logistic(1.7 * centidiscs as f32 / deviation)
}
