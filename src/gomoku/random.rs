//! Random choices that a position and a seed determine.

use crate::gomoku::rules::{Cells, Position};
use crate::util::rng::{Rng, mix};

/// A generator for one position: the same position and seed give the same numbers.
pub(crate) fn rng_for(position: &Position, seed: u64) -> Rng {
    let mut state = seed;
    for point in position.points() {
        // Thirty-two to a row, so that seeds mean the same on boards of every size.
        let number = (point.row() * 32 + point.col()) as u64;
        state = mix(state ^ (position.at(point) as u64) << 16 ^ number);
    }
    Rng::new(state)
}
