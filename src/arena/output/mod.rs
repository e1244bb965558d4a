//! The games of a match in the formats of other programs.

pub mod csv;
pub mod jsonl;
