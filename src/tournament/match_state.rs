//! What the runner knows about the games that have been played: their numbers and scores, but no moves.

use crate::tournament::{GameResult, MatchInfo, ScheduledGame, Scoreboard};
use rustc_hash::FxHashSet;
use std::collections::HashMap;

/// The games of a match that have been played. A million of them take some tens of megabytes.
#[derive(Clone, Debug, Default)]
pub struct MatchState {
    scoreboard: Scoreboard,
    /// The numbers of the games that need not be played again.
    numbers: FxHashSet<u32>,
    /// The points of Black, if later stages depend on them.
    points: Option<HashMap<u32, f64>>,
}

impl MatchState {
    /// The state before the first game of these engines. `has_stages`: later games depend on the results of
    /// earlier ones.
    pub(crate) fn new(engines: Vec<String>, has_stages: bool) -> Self {
        Self {
            scoreboard: Scoreboard::new(&MatchInfo {
                engines,
                ..MatchInfo::default()
            }),
            numbers: FxHashSet::default(),
            points: has_stages.then(HashMap::new),
        }
    }

    /// Adds a game of an earlier run. One that never began is to be played again.
    pub fn add(&mut self, result: &GameResult) {
        if !result.is_void() {
            self.numbers.insert(result.game);
            self.count(result);
        }
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.numbers.len()
    }

    /// The scoreboard.
    pub(crate) fn scoreboard(&self) -> &Scoreboard {
        &self.scoreboard
    }

    /// Takes the numbers of the games of earlier runs.
    pub(crate) fn take_numbers(&mut self) -> FxHashSet<u32> {
        std::mem::take(&mut self.numbers)
    }

    /// Counts a game of this run. A stage has to follow a game that never began, too: it gives half a point.
    pub(crate) fn count(&mut self, result: &GameResult) {
        self.scoreboard.add(result);
        if let Some(points) = &mut self.points {
            points.insert(result.game, result.points_of_black());
        }
    }

    /// The points of Black in a game of a stage, if it has been played.
    pub(crate) fn points(&self, game: &ScheduledGame) -> Option<f64> {
        self.points.as_ref()?.get(&game.game).copied()
    }
}
