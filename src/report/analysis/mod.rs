//! Reports of analysed games: text, JSON lines, CSV, SGF; the page is in `report/html`.

pub(crate) mod csv;
pub(crate) mod json;
pub(crate) mod sgf;
pub(crate) mod text;

use crate::analysis::GameAnalysis;
use crate::format::FileGame;

/// An analysed game with its source.
pub(crate) struct AnalyzedGame<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// Number of the game in the file, from 1.
    pub number: usize,
    /// How it was searched, in words.
    pub settings: &'a str,
    pub source: &'a FileGame,
    pub analysis: &'a GameAnalysis,
}

impl AnalyzedGame<'_> {
    /// Black's and White's name.
    pub(crate) fn players(&self) -> [&str; 2] {
        let [black, white] = &self.source.game.players;
        [(black, "Black"), (white, "White")].map(|(name, side)| match name.is_empty() {
            true => side,
            false => name.as_str(),
        })
    }

    /// The result as in SGF: `B+12`, `W+R`; empty if it is unknown.
    pub(super) fn result(&self) -> String {
        let result = self.source.game.result;
        result.map_or_else(String::new, |result| result.to_string())
    }
}
