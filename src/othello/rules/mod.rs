//! The rules of Othello, which anybody may use: boards, positions, notation, symmetries, perft.

pub mod board;
pub mod flip;
pub mod notation;
pub mod perft;
pub mod position;
pub mod square;
pub mod stability;
pub mod symmetry;

pub use board::Board;
pub use position::{Othello, Position, Rules};
pub use square::Square;
