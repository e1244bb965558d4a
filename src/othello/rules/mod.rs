//! The rules of Othello: boards, positions, notation, symmetries, stable discs, perft.

pub(crate) mod bitboard;
mod board;
#[allow(unnameable_types, reason = "only the hidden `internals` lead here")]
pub(crate) mod flip;
mod game;
pub mod notation;
mod perft;
mod position;
pub(crate) mod score;
pub(crate) mod square;
pub(crate) mod stability;
pub(crate) mod symmetry;
#[cfg(test)]
mod tests;

pub use board::Board;
pub use game::{Othello, Rules};
pub use position::Position;
pub(crate) use score::{CentiDiscs, Discs};
pub use square::Square;
