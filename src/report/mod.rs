//! Reports of a match: text and JSON, CSV, JSON lines, records in the formats of other programs, and an
//! HTML page.

pub mod chart;
pub mod csv;
mod display;
pub mod export;
pub mod html;
pub mod json_lines;
pub mod text;
