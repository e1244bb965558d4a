//! The value of a board, and the result that it lets expect.

use crate::othello::eval::factors::FACTORS_OF_ENGINE;
use crate::othello::eval::weights::{UNITS_PER_DISC, WEIGHTS};
use crate::othello::rules::flip::{Kernel, Portable};
use crate::othello::{Board, CentiDiscs, eval::patterns::Indices};
use std::ops::Range;

/// The greatest evaluation in centi-discs, below a certain win by 64 discs.
const MAX_EVAL: i32 = 6300;

/// How far the linear value may lie outside a window for the factors to be asked, in centi-discs.
pub(crate) const FACTORS_MARGIN: i32 = 700;

/// The expected final score in centi-discs for the side to move, -6300 to 6300. Not meant for positions
/// after the end of the game.
pub fn evaluate(board: Board) -> i32 {
    let indices = Indices::of(board);
    let linear = linear(Portable, &indices, board, board.moves());
    centi_discs(linear + FACTORS_OF_ENGINE.value(Portable, &indices, board.empties()))
}

/// [`evaluate`] for a window: the [`linear_value`] where that lies far outside the window. `moves` are the legal
/// moves. Inline it below [`Kernel::run`], with `indices` [`in_memory`].
#[inline(always)]
pub(crate) fn evaluate_near<K: Kernel>(
    kernel: K,
    indices: &Indices,
    board: Board,
    moves: u64,
    window: Range<i32>,
) -> i32 {
    let linear = linear(kernel, indices, board, moves);
    let value = centi_discs(linear);
    if value < window.start - FACTORS_MARGIN || value > window.end + FACTORS_MARGIN {
        return value;
    }
    centi_discs(linear + FACTORS_OF_ENGINE.value(kernel, indices, board.empties()))
}

/// The evaluation without the factors, in centi-discs.
#[inline(always)]
pub(crate) fn linear_value<K: Kernel>(
    kernel: K,
    indices: &Indices,
    board: Board,
    moves: u64,
) -> i32 {
    centi_discs(linear(kernel, &in_memory(indices), board, moves))
}

/// The value of the position, in centi-discs: the [`linear_value`] and the factors.
#[inline(always)]
pub(crate) fn value<K: Kernel>(kernel: K, indices: &Indices, board: Board, moves: u64) -> i32 {
    let indices = in_memory(indices);
    let linear = linear(kernel, &indices, board, moves);
    centi_discs(linear + FACTORS_OF_ENGINE.value(kernel, &indices, board.empties()))
}

/// The same indices, which the look-ups load one by one. From the vectors that have just computed them, the compiler would
/// move each into a register of its own and save most of these, which takes longer.
#[inline(always)]
pub(crate) fn in_memory(indices: &Indices) -> Indices {
    std::hint::black_box(*indices)
}

#[inline(always)]
fn linear<K: Kernel>(kernel: K, indices: &Indices, board: Board, moves: u64) -> i32 {
    let own = moves.count_ones();
    let opponent = kernel.moves(board.opponent, board.player).count_ones();
    WEIGHTS.value(indices, board.empties(), own, opponent)
}

#[inline(always)]
fn centi_discs(value: i32) -> i32 {
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
