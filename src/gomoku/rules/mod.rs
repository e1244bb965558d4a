//! The rules of Gomoku: boards, positions, forbidden points, opening procedures, notation.

pub mod cells;
pub mod forbidden;
mod game;
pub mod notation;
pub mod opening;
pub mod point;
pub mod position;
pub mod rule;
pub mod rule_type;
#[cfg(test)]
mod tests;
mod threats;

pub use cells::{Cell, Cells};
pub use game::Gomoku;
pub use point::Point;
pub use position::{Position, Rules};
pub use rule::Rule;
