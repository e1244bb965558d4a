//! Othello (Reversi) on the 8x8 board.

pub mod board;
pub mod book;
mod classic;
pub mod eval;
pub mod flip;
pub mod notation;
pub mod perft;
mod rules;
pub mod search;
pub mod solve;
pub mod square;
pub mod stability;
pub mod symmetry;

pub use board::Board;
pub use rules::{Othello, Position, Rules};
pub use square::Square;
