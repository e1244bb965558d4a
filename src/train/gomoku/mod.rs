//! Training of the Gomoku evaluation: [`games`] plays the engine against itself, [`samples`] extracts the
//! positions, [`fit`] tunes the weights, [`network`] trains a network.

pub(crate) mod fit;
pub(crate) mod games;
pub(crate) mod network;
pub(crate) mod samples;
