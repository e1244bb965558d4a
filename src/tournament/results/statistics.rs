//! The statistics of a match, counted game by game: no game has to be kept.

use crate::engines::Termination;
use crate::game::Side;
use crate::tournament::results::evaluation_stats::{EvaluationStats, Swing, Swings};
use crate::tournament::{
    EngineStats, GameResult, MatchInfo, MatchScore, Replay, Schedule, Scoreboard, StageResults,
    Standings, TournamentFormat,
};
use std::collections::{BTreeMap, HashMap};

/// Everything that a report computes from the games of a match.
#[derive(Clone, Debug, Default)]
pub struct MatchStatistics {
    scoreboard: Scoreboard,
    /// The number of games.
    pub games: u64,
    /// The statistics of every engine, in the order of [`Standings::engines`].
    pub engines: Vec<EngineStats>,
    /// What every engine said about its moves, in the same order.
    pub evaluations: Vec<EvaluationStats>,
    swings: Swings,
    /// The number of games by termination.
    pub terminations: BTreeMap<Termination, u64>,
    /// By the number of plies: games that Black won, drawn games, games that White won.
    pub lengths: BTreeMap<usize, [u64; 3]>,
    /// The games and board sizes with the number of their games.
    pub variants: BTreeMap<(String, u8), u64>,
    /// The start of the first game in milliseconds since 1970, if known.
    pub began: Option<u64>,
    /// The end of the last game in milliseconds since 1970.
    pub ended: Option<u64>,
    history: ScoreHistory,
    /// In a tournament with stages: the number of the engine that won each game, `None` for a draw.
    winners: Option<HashMap<u32, Option<usize>>>,
}

impl MatchStatistics {
    /// No games yet. The engines that `info` names come first.
    pub fn new(info: &MatchInfo) -> Self {
        let mut statistics = Self {
            scoreboard: Scoreboard::new(info),
            winners: info.format.is_some_and(has_stages).then(HashMap::new),
            ..Self::default()
        };
        statistics.add_engines();
        statistics
    }

    fn add_engines(&mut self) {
        let count = self.standings().engines.len();
        self.engines.resize_with(count, EngineStats::default);
        self.evaluations
            .resize_with(count, EvaluationStats::default);
    }

    /// Counts a game. One that never began is ignored.
    pub fn add(&mut self, game: &GameResult) {
        if game.is_void() {
            return;
        }
        let engines = self.scoreboard.add(game);
        self.add_engines();
        self.games += 1;
        if let Some(winners) = &mut self.winners {
            let winner = game.winner.map(|side| engines[side.index()]);
            winners.insert(game.game, winner);
        }
        *self.terminations.entry(game.ending).or_default() += 1;
        let part = match game.winner {
            Some(Side::Black) => 0,
            None => 1,
            Some(Side::White) => 2,
        };
        self.lengths.entry(game.length()).or_default()[part] += 1;
        let variant = (game.variant.clone(), game.size);
        *self.variants.entry(variant).or_default() += 1;
        let known = (game.began > 0).then_some(game.began);
        self.began = self.began.into_iter().chain(known).min();
        let end = game.began.saturating_add(game.took);
        self.ended = self.ended.max(Some(end));
        self.history.add(&self.scoreboard);
        let steps = Replay::of(game)
            .map(|replay| replay.steps)
            .unwrap_or_default();
        EngineStats::add_game(&mut self.engines, engines, game, &steps);
        EvaluationStats::add_game(
            &mut self.evaluations,
            &mut self.swings,
            engines,
            game,
            &steps,
        );
    }

    /// The results of the stages, if the tournament that `info` describes has any.
    pub fn stages(&self, info: &MatchInfo) -> Option<StageResults> {
        StageResults::of(info, self.winners.as_ref()?)
    }

    /// The standings.
    pub fn standings(&self) -> &Standings {
        self.scoreboard.standings()
    }

    /// The score of the first engine against the second one after growing numbers of games, in the order in
    /// which they were counted.
    pub fn history(&self) -> Vec<HistoryPoint> {
        let mut points = self.history.points.clone();
        let last = HistoryPoint::of(self.history.games, self.standings());
        if last.games > 0 && points.last().is_none_or(|point| point.games < last.games) {
            points.push(last);
        }
        points
    }

    /// The largest swings of an engine's values between two moves of a game, the largest one first.
    pub fn swings(&self) -> Vec<Swing> {
        self.swings.largest(&self.evaluations)
    }

    /// Whether a game may be among [`MatchStatistics::swings`], or has the longest move of an engine.
    pub(crate) fn may_show(&self, game: u32) -> bool {
        let mut longest = self.engines.iter().map(|engine| engine.max_game);
        self.swings.contain(game) || longest.any(|longest| longest == Some(game))
    }
}

fn has_stages(format: TournamentFormat) -> bool {
    Schedule::new(format, 0).has_stages()
}

/// The score of the first engine against the second one after a number of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HistoryPoint {
    /// The number of games.
    pub games: u64,
    /// The score.
    pub score: MatchScore,
    /// The score without repeated game pairs.
    pub distinct: MatchScore,
}

impl HistoryPoint {
    fn of(games: u64, standings: &Standings) -> Self {
        Self {
            games,
            score: standings.head_to_head(0, 1),
            distinct: standings.distinct_head_to_head(0, 1),
        }
    }
}

/// The score after every `stride`-th game.
#[derive(Clone, Debug)]
struct ScoreHistory {
    games: u64,
    stride: u64,
    points: Vec<HistoryPoint>,
}

impl Default for ScoreHistory {
    fn default() -> Self {
        Self {
            games: 0,
            stride: 1,
            points: Vec::new(),
        }
    }
}

impl ScoreHistory {
    /// With more points than this, every second one is dropped.
    const MAX_POINTS: usize = 300;

    fn add(&mut self, scoreboard: &Scoreboard) {
        self.games += 1;
        if !self.games.is_multiple_of(self.stride) {
            return;
        }
        let point = HistoryPoint::of(self.games, scoreboard.standings());
        self.points.push(point);
        if self.points.len() > Self::MAX_POINTS {
            self.stride *= 2;
            let stride = self.stride;
            self.points
                .retain(|point| point.games.is_multiple_of(stride));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Variant;
    use crate::tournament::fixture;

    #[test]
    fn statistics_do_not_depend_on_the_order_of_the_games() {
        let names = ["a", "b"];
        let games = fixture::play(Variant::Othello, 8, &names, 20, 5);
        let info = fixture::title(&names);
        let [mut forwards, mut backwards] = [(); 2].map(|()| MatchStatistics::new(&info));
        games.iter().for_each(|game| forwards.add(game));
        games.iter().rev().for_each(|game| backwards.add(game));
        assert_eq!(forwards.standings(), backwards.standings());
        assert_eq!(forwards.terminations, backwards.terminations);
        assert_eq!(forwards.lengths, backwards.lengths);
        assert_eq!(
            (forwards.began, forwards.ended),
            (backwards.began, backwards.ended)
        );
        let sum: u64 = forwards.lengths.values().flatten().sum();
        assert_eq!((forwards.games, sum), (40, 40));
        assert_eq!(forwards.variants[&("Othello".into(), 8)], 40);
    }

    #[test]
    fn the_history_has_few_points_and_ends_with_the_last_game() {
        let mut statistics = MatchStatistics::new(&fixture::title(&["a", "b"]));
        for number in 0..10_001 {
            let winner = (number % 3 == 0).then_some(Side::Black);
            statistics.add(&fixture::result(number, number, "a", "b", winner));
        }
        let history = statistics.history();
        assert!(
            history.len() > 100 && history.len() <= 302,
            "{}",
            history.len()
        );
        assert!(history.windows(2).all(|pair| pair[0].games < pair[1].games));
        for point in &history {
            assert_eq!(point.score.wdl.games(), point.games);
        }
        assert_eq!(history.last().unwrap().games, 10_001);
    }
}
