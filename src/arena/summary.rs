//! The results of a match as text for a terminal, and as JSON.

use super::{Played, Sprt, Title};
use crate::arena::score::Standings;

/// All that a person wants to see at the end, in lines.
pub fn text(title: &Title, games: &[Played], sprt: Option<&Sprt>) -> String {
    let mut text = title.heading(games);
    text.push('\n');
    let standings = Standings::of(title, games);
    for (n, name) in standings.engines.iter().enumerate() {
        text += &format!("{name}: {}\n", standings.total(n).tally.points());
    }
    if let Some(state) = sprt.and_then(|sprt| sprt.of(title, games)) {
        text += &format!("LLR: {:.2}\n", state.llr);
    }
    text
}

/// The same for programs.
pub fn json(title: &Title, games: &[Played], sprt: Option<&Sprt>) -> serde_json::Value {
    serde_json::json!({
        "title": title,
        "games": games.len(),
        "sprt": sprt.and_then(|sprt| sprt.of(title, games)),
    })
}
