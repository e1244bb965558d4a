//! Othello (Reversi) on the 8x8 board.

pub mod book;
mod classic;
pub mod eval;
pub mod rules;
pub mod search;

pub use rules::{Board, Othello, Position, Rules, Square};
