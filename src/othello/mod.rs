//! Othello (Reversi) on the 8x8 board.

pub mod board;
pub mod flip;
pub mod square;

pub use board::Board;
pub use square::Square;
