//! Training: self-play games, and the weights and constants that are fitted to them.
//!
//! Every output depends only on seeds and input files, and every file states how it was made.

mod adagrad;
pub(crate) mod blocks;
pub(crate) mod gomoku;
pub(crate) mod othello;
