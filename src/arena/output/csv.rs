//! Comma-separated values (RFC 4180): one row per game, for spreadsheets and statistics.

use crate::arena::Played;

/// All games, with a header.
pub fn table(games: &[Played]) -> String {
    let mut text = String::from("game\n");
    for game in games {
        text += &format!("{}\n", game.game);
    }
    text
}
