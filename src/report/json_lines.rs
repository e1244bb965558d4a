//! JSON lines: one game per line, in the form of the journal.

use crate::tournament::GameResult;

/// A game as one line with its line feed.
pub fn line(game: &GameResult) -> String {
    // A structure of strings, numbers and lists can always be written.
    let mut line = serde_json::to_string(game).unwrap_or_default();
    line.push('\n');
    line
}

/// All games.
pub fn lines(games: &[GameResult]) -> String {
    games.iter().map(line).collect()
}
