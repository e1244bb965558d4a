//! Line patterns: what a stone on an empty cell makes of the lines through it.

mod classify;
pub(crate) mod lines;
mod pattern;
mod pattern4;
mod pattern_table;
mod point_set;
mod windows;

pub(crate) use pattern::{PATTERNS, Pattern};
pub(crate) use pattern_table::{PatternReader, PatternTable};
pub use pattern4::Pattern4;
pub(crate) use pattern4::{
    CellPatterns, LinePatterns, PATTERN_CODES, PATTERN4_CODES, pattern_code,
};
pub(crate) use point_set::PointSet;
pub(crate) use windows::half_width;
