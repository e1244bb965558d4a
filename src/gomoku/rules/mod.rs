//! The rules of Gomoku: boards, positions, forbidden points, opening procedures, notation.

mod cells;
mod forbidden;
mod game;
pub(crate) mod notation;
pub(crate) mod opening;
mod point;
mod position;
pub(crate) mod rule;
pub(crate) mod rule_type;
#[cfg(test)]
mod tests;
mod threats;

pub(crate) use cells::{Cell, Cells, Window};
pub(crate) use forbidden::foul;
pub use game::Gomoku;
pub use point::Point;
pub(crate) use point::{DIRECTIONS, MARGIN, MAX_SIZE, POINTS, STEPS, STRIDE};
pub use position::{Position, Rules};
pub use rule::Rule;
pub use rule_type::RuleType;
pub(crate) use rule_type::with_rule_type;
pub use rule_type::{Caro, CaroExact, Freestyle, Renju, Standard};
