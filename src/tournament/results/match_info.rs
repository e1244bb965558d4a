//! The description of a match in reports.

use crate::tournament::schedule::TournamentFormat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a report needs to know about a match besides its games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MatchInfo {
    /// The name; may be empty.
    pub name: String,
    /// The engines in the order of the settings. Other engines follow in the order of their first games.
    pub engines: Vec<String>,
    /// The time control, as in `10+0.1`; may be empty.
    pub time: String,
    /// Other settings as names and values, in the order in which they are shown.
    pub settings: Vec<(String, String)>,
    /// The number of games in the schedule, if known; of a knockout without its tie-breaks, which
    /// [`StageResults::scheduled`](crate::tournament::StageResults::scheduled) counts.
    pub scheduled: Option<u32>,
    /// Elo of engines whose strength is known, on the scale on which our own level 1 is 0.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub ratings: BTreeMap<String, i32>,
    /// How the tournament is played, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<TournamentFormat>,
}

impl MatchInfo {
    /// The name of the match, or `A vs B` if it has none. `engines` are all engines.
    pub fn heading(&self, engines: &[String]) -> String {
        if !self.name.trim().is_empty() {
            return self.name.clone();
        }
        match engines {
            [] => "Match".into(),
            [only] => only.clone(),
            [first, second] => format!("{first} vs {second}"),
            many => format!("Tournament of {} engines", many.len()),
        }
    }
}
