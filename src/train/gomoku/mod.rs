//! Training of the Gomoku evaluation: [`games`] plays the engine against itself, [`samples`] extracts the
//! positions, [`fit`] tunes the weights.

pub mod fit;
pub mod games;
pub mod samples;
