//! What the runner knows about the games that have been played: their numbers and scores, and only those
//! openings that are needed again.

use crate::tournament::openings::Opening;
use crate::tournament::{GameResult, MatchInfo, ScheduledGame, Scoreboard};
use rustc_hash::FxHashSet;
use std::collections::HashMap;

/// The games of a match that have been played. A million of them take some tens of megabytes.
#[derive(Clone, Debug)]
pub struct MatchState {
    scoreboard: Scoreboard,
    /// The numbers of the games that need not be played again.
    numbers: FxHashSet<u32>,
    /// The points of the first player, if later stages depend on them.
    points: Option<HashMap<u32, f64>>,
    /// The openings of the game pairs of which one game has been played, if openings are generated.
    openings: Option<HashMap<u32, Opening>>,
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
            openings: None,
        }
    }

    /// The same state, which keeps the opening of every game pair of which one game has been played: a
    /// later version may generate another opening for the other game.
    #[must_use]
    pub(crate) fn keeping_openings(self) -> Self {
        Self {
            openings: Some(HashMap::new()),
            ..self
        }
    }

    /// Adds a game of an earlier run. One that never began is to be played again.
    pub fn add(&mut self, result: &GameResult) {
        if result.is_void() {
            return;
        }
        self.numbers.insert(result.game);
        self.count(result);
        if let Some(openings) = &mut self.openings
            && openings.remove(&result.pair).is_none()
            && let Some(opening) = result.played_opening()
        {
            openings.insert(result.pair, opening);
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

    /// Takes the openings of the game pairs of which one game has been played.
    pub(crate) fn take_openings(&mut self) -> HashMap<u32, Opening> {
        self.openings.take().unwrap_or_default()
    }

    /// Whether later games depend on the results of earlier ones.
    pub(crate) fn has_stages(&self) -> bool {
        self.points.is_some()
    }

    /// Counts a game of this run. One that never began has no points, so that no stage follows it.
    pub(crate) fn count(&mut self, result: &GameResult) {
        self.scoreboard.add(result);
        if let (Some(points), false) = (&mut self.points, result.is_void()) {
            // Under an opening rule the first player may have chosen White.
            let of_first = result.points(result.first_player()).unwrap_or(0.5);
            points.insert(result.game, of_first);
        }
    }

    /// The points of the first player in a game of a stage, if it has been played.
    pub(crate) fn points(&self, game: &ScheduledGame) -> Option<f64> {
        self.points.as_ref()?.get(&game.game).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Termination;
    use crate::game::Side;
    use crate::tournament::fixture::result;
    use crate::tournament::results::game_result::OpeningStep;

    #[test]
    fn stages_count_the_points_of_the_first_player() {
        let mut state = MatchState::new(vec!["a".into(), "b".into()], true);
        let first = |engine: &str| OpeningStep {
            engine: engine.into(),
            ms: 0.0,
            stones: Vec::new(),
            colour: None,
        };
        let swapped = GameResult {
            opening_steps: vec![first("a")],
            ..result(1, 0, "b", "a", Some(Side::Black))
        };
        let void = GameResult {
            ending: Termination::Void,
            ..result(2, 1, "a", "b", None)
        };
        for game in [&result(0, 0, "a", "b", Some(Side::Black)), &swapped, &void] {
            state.count(game);
        }
        let points = |game| {
            state.points(&ScheduledGame {
                game,
                pair: 0,
                round: 0,
                black: 0,
                white: 1,
            })
        };
        assert_eq!([0, 1, 2].map(points), [Some(1.0), Some(0.0), None]);
    }
}
