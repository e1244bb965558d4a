//! Gomoku on boards of 5x5 to 22x22: freestyle, standard, Renju, Caro.

mod balance;
mod classic;
pub mod eval;
#[cfg(test)]
mod fixture;
mod levels;
pub mod patterns;
mod player;
mod random;
pub mod rules;
pub mod search;
pub mod state;

pub use player::GomokuPlayer;
pub use rules::{Cell, Cells, Gomoku, Point, Position, Rule, Rules};
