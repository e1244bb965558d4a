//! Everything that the sections of the page show.

use crate::tournament::{EngineStats, engine_stats};
use crate::tournament::{GameResult, MatchInfo, Sprt};
use crate::tournament::{MatchScore, Scoreboard, Standings};

/// Points of the curves over the games, at most.
const MAX_POINTS: usize = 160;

/// A match with what is computed from its games.
pub(crate) struct MatchData<'a> {
    pub info: &'a MatchInfo,
    pub games: &'a [GameResult],
    pub sprt: Option<&'a Sprt>,
    pub standings: Standings,
    pub usage: Vec<EngineStats>,
    /// The score of the first engine against the second one after growing numbers of games.
    pub history: Vec<(usize, MatchScore)>,
}

impl<'a> MatchData<'a> {
    pub(crate) fn new(
        info: &'a MatchInfo,
        games: &'a [GameResult],
        sprt: Option<&'a Sprt>,
    ) -> Self {
        let standings = Standings::of(info, games);
        Self {
            info,
            games,
            sprt,
            usage: engine_stats(info, games),
            history: history(info, games, &standings),
            standings,
        }
    }

    /// The names of the engines.
    pub(crate) fn engines(&self) -> &[String] {
        &self.standings.engines
    }
}

/// Counts the games in the order in which they ended.
fn history(
    info: &MatchInfo,
    games: &[GameResult],
    standings: &Standings,
) -> Vec<(usize, MatchScore)> {
    let [first, second, ..] = standings.engines.as_slice() else {
        return Vec::new();
    };
    let pair = MatchInfo {
        engines: vec![first.clone(), second.clone()],
        ..info.clone()
    };
    let mut games: Vec<&GameResult> = games.iter().collect();
    games.sort_by_key(|game| (game.began.saturating_add(game.took), game.game));
    let mut counter = Scoreboard::new(&pair);
    let mut found = Vec::new();
    let points = games.len().min(MAX_POINTS);
    for (n, game) in games.iter().enumerate() {
        counter.add(game);
        if (n + 1) * points / games.len() > found.len() {
            found.push((n + 1, counter.standings().head_to_head(0, 1)));
        }
    }
    found
}
