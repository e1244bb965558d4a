//! Line patterns: what a stone on an empty cell makes of the lines through it.

pub mod classify;
pub mod lines;
pub mod pattern;
pub mod pattern4;
pub mod pattern_table;
pub mod point_set;
pub mod windows;

pub use pattern::Pattern;
pub use pattern4::Pattern4;
pub use point_set::PointSet;
