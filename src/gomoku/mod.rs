//! Gomoku on boards of 5x5 to 22x22: freestyle, standard, Renju, Caro.

mod balance;
mod classic;
pub(crate) mod eval;
#[cfg(test)]
mod fixture;
mod levels;
pub(crate) mod patterns;
mod player;
mod random;
pub(crate) mod rules;
pub(crate) mod search;
pub(crate) mod state;

pub(crate) use player::GomokuPlayer;
pub use rules::{Gomoku, Position, Rule, Rules};
