//! Othello (Reversi) on the 8x8 board.
//!
//! ```
//! use flipfive::game::{Game, Move};
//! use flipfive::othello::{Othello, Position, notation};
//!
//! let mut position = Position::START;
//! for mv in notation::parse_transcript(position, "f5d6c3d3c4")? {
//!     Othello::play(&mut position, mv);
//! }
//! let mut moves = Vec::new();
//! Othello::legal(&position, &mut moves);
//! assert!(moves.contains(&notation::parse_move("f4")?));
//! assert!(!moves.contains(&Move::Pass));
//! # Ok::<(), notation::NotationError>(())
//! ```

pub(crate) mod book;
mod classic;
pub(crate) mod eval;
mod levels;
pub(crate) mod player;
pub(crate) mod rules;
pub(crate) mod search;
pub(crate) mod solve;

pub(crate) use player::OthelloPlayer;
pub use rules::notation;
pub use rules::{Board, Othello, Position, Rules, Square};
pub(crate) use rules::{CentiDiscs, Discs};
