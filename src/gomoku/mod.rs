//! Gomoku on boards of 5x5 to 22x22: freestyle, standard, Renju, Caro.

pub mod balance;
pub mod classic;
pub mod eval;
pub mod patterns;
pub mod player;
pub mod rules;
pub mod search;

pub use player::GomokuPlayer;
pub use rules::{Cell, Cells, Gomoku, Point, Position, Rule, Rules, Shape, classify, foul};
