//! What a position is worth without looking ahead.
//!
//! [`evaluate`] is the only door: centi-discs for the side to move, an estimate of the final score.
//! It is a weighted sum of what players count ([`features`]); the weights change with the number of
//! empty squares and were fitted to the results of played games (`weights.rs`).

mod edge;
pub mod features;
mod weights;

use super::Board;
use super::flip::{Kernel, Portable};
use features::FEATURES;

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
    let features = features::features(kernel, board, moves);
    let weights = &weights::BY_EMPTIES[board.empties() as usize & 63];
    let mut sum = 0;
    for index in 0..FEATURES {
        sum += weights[index] * features[index];
    }
    (sum / weights::UNIT).clamp(-MOST, MOST)
}

/// What the evaluation counts on a board: the input of a fit.
pub fn count(board: Board) -> [i32; FEATURES] {
    features::features(Portable, board, board.moves())
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
