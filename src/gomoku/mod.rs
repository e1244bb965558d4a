//! Gomoku on boards of 5x5 to 22x22: freestyle, standard, Renju, Caro.

pub mod point;
pub mod rule;

pub use rule::Rule;
