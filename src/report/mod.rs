//! What is made of the games of a match: text, JSON, CSV, records and an HTML page.

pub mod csv;
pub mod date;
pub mod export;
pub mod html;
pub mod json_lines;
pub mod text;
