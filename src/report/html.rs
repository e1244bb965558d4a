//! The report of a match, analysed games, or puzzles, as one HTML file without other files, libraries or network.
//!
//! Tables and charts (HTML and SVG) are written here with maud, which escapes every text. The scripts of
//! the page draw the lists of games and openings and the board; they read only the data in the page. A
//! content security policy forbids the page to load anything.

mod analysis_page;
mod charts;
mod evaluation_sections;
mod game_sections;
mod page;
mod parts;
mod progress_sections;
mod puzzles_page;
mod sample;
mod standings_sections;
#[cfg(test)]
mod tests;
mod time_sections;

pub(crate) use analysis_page::{
    game_data as analysis_data, page_end as analysis_page_end, page_start as analysis_page_start,
};
pub(crate) use page::page;
pub(crate) use puzzles_page::{PuzzleData, page as puzzles_page, puzzle_data};
pub(crate) use sample::GameSample;
