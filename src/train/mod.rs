//! Training: self-play games, and the weights and constants that are fitted to them.
//!
//! Every output depends only on seeds and input files, and every file states how it was made.

pub mod blocks;
pub mod gomoku;
pub mod othello;
