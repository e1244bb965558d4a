//! Line patterns, kept up to date move by move: what every cell means for both sides.

pub mod accumulator;
pub mod candidates;
pub mod lines;
pub mod point_set;
pub mod state;
pub mod tables;
pub mod threat_state;
pub mod threats;
