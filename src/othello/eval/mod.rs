//! The evaluation: the expected final score of a position, without a search.
//!
//! [`evaluate`] adds up the weights of the [`patterns`] on the board, of the mobility of both sides and
//! of the number of empty squares, at each stage of the game. The [`weights`] were fitted to games of the
//! engine against itself; `docs/training.md` describes how.
//!
//! ```
//! use flipfive::othello::{Board, eval};
//!
//! // The four first moves are symmetric, so they have the same value.
//! let board = Board::START;
//! let values: Vec<i32> = (0..64)
//!     .filter(|square| board.moves() >> square & 1 == 1)
//!     .map(flipfive::othello::Square)
//!     .map(|square| -eval::evaluate(board.play(square, board.flips(square))))
//!     .collect();
//! assert_eq!(values, [values[0]; 4]);
//! ```

mod evaluate;
pub(crate) mod patterns;
pub(crate) mod weights;
mod win_rate;

pub use evaluate::evaluate;
pub(crate) use evaluate::{evaluate_indices, evaluate_with};
pub(crate) use win_rate::logistic;
pub use win_rate::win_rate;
