//! Reports of a match: text and JSON, CSV, JSON lines, game records in other formats, and an HTML page. Reports of
//! analysed games: text, JSON lines, CSV, SGF and a page. A page of puzzles.

pub(crate) mod analysis;
pub(crate) mod chart;
pub(crate) mod csv;
mod display;
pub(crate) mod export;
pub(crate) mod html;
pub(crate) mod json;
mod match_report;
pub(crate) mod text;

pub(crate) use match_report::MatchReport;
