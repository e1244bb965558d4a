//! JSON lines: one game per line, in the form of the journal.

use crate::engines::Played;

/// A game as one line with its line feed.
pub fn line(game: &Played) -> String {
    // A structure of strings, numbers and lists can always be written.
    let mut line = serde_json::to_string(game).unwrap_or_default();
    line.push('\n');
    line
}

/// All games.
pub fn lines(games: &[Played]) -> String {
    games.iter().map(line).collect()
}
