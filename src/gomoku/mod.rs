//! Gomoku on boards of 5x5 to 22x22: freestyle, standard, Renju, Caro.
//!
//! ```
//! use flipfive::game::{Game, Move, Vertex};
//! use flipfive::gomoku::{Gomoku, Rule, Rules};
//!
//! let mut position = Gomoku::start(Rules::new(15, Rule::Renju)?);
//! let centre = Move::Place(Vertex::new(7, 7));
//! Gomoku::check(&position, centre)?;
//! Gomoku::play(&mut position, centre);
//! assert!(Gomoku::check(&position, centre).is_err(), "the point is occupied");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod balance;
mod classic;
#[allow(unnameable_types, reason = "only the hidden `internals` lead here")]
pub(crate) mod eval;
#[cfg(test)]
mod fixture;
mod levels;
pub(crate) mod only_move;
#[allow(unnameable_types, reason = "only the hidden `internals` lead here")]
pub(crate) mod patterns;
mod player;
mod random;
pub(crate) mod rules;
pub(crate) mod search;
pub(crate) mod solve;
#[allow(unnameable_types, reason = "only the hidden `internals` lead here")]
pub(crate) mod state;

pub(crate) use player::GomokuPlayer;
pub use rules::opening::OpeningRule;
pub use rules::{Gomoku, Position, Rule, Rules};
