//! JSON lines: one game on a line, as in the journal.

use crate::tournament::GameResult;

/// All games.
pub(crate) fn lines(games: &[GameResult]) -> String {
    // A structure of strings, numbers and lists can always be written.
    let line = |game| serde_json::to_string(game).unwrap_or_default() + "\n";
    games.iter().map(line).collect()
}
