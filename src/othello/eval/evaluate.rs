//! The value of a board, and the result that it lets expect.

use crate::othello::eval::weights::{UNITS_PER_DISC, WEIGHTS};
use crate::othello::rules::flip::{Kernel, Portable};
use crate::othello::{Board, CentiDiscs, eval::patterns::Indices};

/// The greatest evaluation in centi-discs, below a certain win by 64 discs.
const MAX_EVAL: i32 = 6300;

/// The expected final score in centi-discs for the side to move, -6300 to 6300. Not meant for positions
/// after the end of the game.
pub fn evaluate(board: Board) -> i32 {
    evaluate_with(Portable, board, board.moves())
}

/// [`evaluate`] for hot code that knows the legal `moves`. Inline it below [`Kernel::run`].
#[inline(always)]
pub(crate) fn evaluate_with<K: Kernel>(kernel: K, board: Board, moves: u64) -> i32 {
    evaluate_indices(kernel, &Indices::of(board), board, moves)
}

/// [`evaluate_with`] for code that has the pattern indices of the board, too.
#[inline(always)]
pub(crate) fn evaluate_indices<K: Kernel>(
    kernel: K,
    indices: &Indices,
    board: Board,
    moves: u64,
) -> i32 {
    let own = moves.count_ones();
    let opponent = kernel.moves(board.opponent, board.player).count_ones();
    let value = WEIGHTS.value(indices, board.empties(), own, opponent);
    (value * 100 / UNITS_PER_DISC).clamp(-MAX_EVAL, MAX_EVAL)
}

/// The logistic function, 1 / (1 + e^-x).
pub(crate) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The expected result, 0 (lost) to 1 (won), of a value with this number of empty squares.
pub(crate) fn win_rate(value: CentiDiscs, empties: u32) -> f32 {
    // The standard deviation of the final score around the value shrinks towards the end of the game.
    let sigma = 300.0 + 15.0 * empties as f32;
    logistic(1.7 * value.0 as f32 / sigma)
}
