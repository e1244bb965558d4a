//! The report of a match, made game by game: statistics of all games, and a sample of the games.

use crate::report::html::GameSample;
use crate::tournament::{GameResult, MatchInfo, MatchStatistics, Sprt, StageResults, Standings};
use std::collections::{BTreeMap, BTreeSet};

/// What the reports of a match show.
pub(crate) struct MatchReport {
    pub info: MatchInfo,
    pub sprt: Option<Sprt>,
    pub statistics: MatchStatistics,
    /// The games of the page, if there is one.
    pub sample: Option<GameSample>,
    /// The numbers of the games that never began, and have not been played since.
    pub void_games: BTreeSet<u32>,
    /// The first of them, with their reasons.
    pub void_reasons: BTreeMap<u32, String>,
}

/// The number of games that never began whose reasons are shown.
const MAX_REASONS: usize = 5;

impl MatchReport {
    /// A report without games. `with_page` keeps games for a page.
    pub(crate) fn new(info: MatchInfo, sprt: Option<Sprt>, with_page: bool) -> Self {
        Self {
            statistics: MatchStatistics::new(&info),
            info,
            sprt,
            sample: with_page.then(GameSample::default),
            void_games: BTreeSet::new(),
            void_reasons: BTreeMap::new(),
        }
    }

    /// The report of these games, with a page.
    #[cfg(test)]
    pub(crate) fn of(info: &MatchInfo, games: &[GameResult], sprt: Option<&Sprt>) -> Self {
        let mut report = Self::new(info.clone(), sprt.copied(), true);
        games.iter().for_each(|game| report.add(game));
        report
    }

    /// Counts a game. The result of a game that never began before replaces it.
    pub(crate) fn add(&mut self, game: &GameResult) {
        if game.is_void() {
            self.void_games.insert(game.game);
            if self.void_reasons.len() < MAX_REASONS {
                let number = u64::from(game.game) + 1;
                let GameResult {
                    black,
                    white,
                    detail,
                    ..
                } = game;
                let reason = format!("game {number} ({black} vs {white}): {detail}");
                self.void_reasons.insert(game.game, reason);
            }
            return;
        }
        self.void_games.remove(&game.game);
        self.void_reasons.remove(&game.game);
        self.statistics.add(game);
        if let Some(sample) = &mut self.sample {
            sample.add(game, |game| self.statistics.may_show(game));
        }
    }

    /// The name of the match.
    pub(crate) fn heading(&self) -> String {
        self.info.heading(self.engines())
    }

    /// The names of the engines.
    pub(crate) fn engines(&self) -> &[String] {
        &self.standings().engines
    }

    /// The results of a knockout or of the Swiss system.
    pub(crate) fn stages(&self) -> Option<StageResults> {
        self.statistics.stages(&self.info)
    }

    pub(crate) fn standings(&self) -> &Standings {
        self.statistics.standings()
    }
}
