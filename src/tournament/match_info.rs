//! What a report says about a match that its games do not say.

use crate::tournament::game_result::GameResult;
use serde::{Deserialize, Serialize};

/// The name of a match and how it was played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MatchInfo {
    /// The name of the match. May be empty.
    pub name: String,
    /// The engines in the order in which they were given. Engines that are not named here follow in
    /// the order of their first games.
    pub engines: Vec<String>,
    /// The time control in words: `10+0.1`. May be empty.
    pub time: String,
    /// Everything else that is worth knowing, as names and values, in the order in which it is shown.
    pub settings: Vec<(String, String)>,
    /// Games in the whole schedule, if that is known.
    pub scheduled: Option<u32>,
}

impl MatchInfo {
    /// The name of the match, or `A vs B` where it has none.
    pub fn heading(&self, games: &[GameResult]) -> String {
        if !self.name.trim().is_empty() {
            return self.name.clone();
        }
        match self.roster(games).as_slice() {
            [] => "Match".into(),
            [only] => only.clone(),
            [first, second] => format!("{first} vs {second}"),
            many => format!("Tournament of {} engines", many.len()),
        }
    }

    /// All engines, each of them once.
    pub fn roster(&self, games: &[GameResult]) -> Vec<String> {
        let mut seen = std::collections::HashSet::new();
        let players = games.iter().flat_map(|game| [&game.black, &game.white]);
        self.engines
            .iter()
            .chain(players)
            .filter(|name| seen.insert(name.as_str()))
            .cloned()
            .collect()
    }
}
