//! Line patterns: what a stone on an empty cell makes of the lines through it.

mod classify;
pub mod lines;
mod pattern;
mod pattern4;
mod pattern_table;
mod point_set;
mod windows;

pub use pattern::{PATTERNS, Pattern};
pub use pattern_table::PatternTable;
pub use pattern4::{CellPatterns, LinePatterns, PATTERN_CODES, PATTERN4S, Pattern4, pattern_code};
pub use point_set::PointSet;
pub use windows::half_width;
