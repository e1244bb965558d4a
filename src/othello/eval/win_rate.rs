//! Values as expected results.

use crate::othello::CentiDiscs;

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
