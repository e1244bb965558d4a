//! Where weights come from: games of the engine against itself, and what is fitted to them.
//!
//! Everything is a function of seeds and files, and every file says how it was made.

pub mod blocks;
pub mod gomoku;
pub mod othello;
