//! Othello (Reversi) on the 8x8 board.

pub(crate) mod book;
mod classic;
pub mod eval;
mod levels;
mod player;
pub mod rules;
pub mod search;
pub mod solve;

pub use player::OthelloPlayer;
pub use rules::{Board, Othello, Position, Rules, Square};
