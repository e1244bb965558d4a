//! The evaluation: the expected final score of a position, without a search.
//!
//! [`evaluate`] adds up the weights of the [`patterns`] on the board, of the mobility of both sides and
//! of the number of empty squares, at each stage of the game, and what the [`factors`] say about pairs of
//! patterns. The [`weights`] and the factors were fitted to games of the engine against itself;
//! `docs/training.md` describes how.

mod evaluate;
pub(crate) mod factors;
pub(crate) mod ordering;
pub(crate) mod patterns;
pub(crate) mod weights;

#[cfg(test)]
pub(crate) use evaluate::FACTORS_MARGIN;
pub use evaluate::evaluate;
pub(crate) use evaluate::{evaluate_near, in_memory, linear_value, logistic, value, win_rate};
