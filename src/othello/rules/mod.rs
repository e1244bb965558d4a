//! The rules of Othello: boards, positions, notation, symmetries, stable discs, perft.

pub mod bitboard;
mod board;
pub mod flip;
mod game;
pub mod notation;
mod perft;
mod position;
pub mod square;
pub mod stability;
pub mod symmetry;

pub use board::Board;
pub use game::{Othello, Rules};
pub use position::Position;
pub use square::Square;
