//! The rules of Gomoku, which anybody may use: boards, positions, forbidden points, openings, notation.

pub mod board;
pub mod cells;
pub mod forbidden;
mod game;
pub mod notation;
pub mod opening;
pub mod point;
pub mod rule;
pub mod symmetry;

pub use board::{Position, Rules};
pub use cells::{Cell, Cells};
pub use forbidden::{Shape, classify, foul};
pub use game::Gomoku;
pub use point::Point;
pub use rule::Rule;
