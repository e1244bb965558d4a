//! Gomoku on boards of 5x5 to 22x22: freestyle, standard, Renju, Caro.

pub mod candidates;
pub mod eval;
pub mod lines;
pub mod patterns;
pub mod point;
pub mod rule;

pub use rule::Rule;
