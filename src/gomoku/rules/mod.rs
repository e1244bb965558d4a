//! The rules of Gomoku: boards, positions, forbidden points, opening procedures, notation.

mod cells;
mod forbidden;
mod game;
pub mod notation;
pub mod opening;
mod point;
mod position;
pub mod rule;
pub mod rule_type;
#[cfg(test)]
mod tests;
mod threats;

pub use cells::{Cell, Cells, Window};
pub use forbidden::foul;
pub use game::Gomoku;
pub use point::{DIRECTIONS, MARGIN, POINTS, Point, STRIDE};
pub use position::{Position, Rules};
pub use rule::Rule;
pub(crate) use rule_type::with_rule_type;
pub use rule_type::{Caro, Freestyle, Renju, RuleType, Standard};
