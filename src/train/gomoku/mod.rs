//! Training of the Gomoku evaluation: [`games`] plays the engine against itself, [`samples`] extracts the
//! positions, [`fit`] tunes the weights, [`network`] trains a network and [`policy`] a policy.

mod factorized_vectors;
pub(crate) mod fit;
pub(crate) mod games;
pub(crate) mod network;
pub(crate) mod policy;
pub(crate) mod samples;
mod selection;
pub(crate) mod variations;
mod window_reader;
