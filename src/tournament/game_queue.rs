//! The games that wait to be played. In a knockout and in the Swiss system the games of a stage join the queue
//! when those of the stage before have ended.

use crate::search::StopToken;
use crate::tournament::schedule::{Schedule, ScheduledGame, Shard};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often a waiting worker looks whether the match has been stopped.
const STOP_INTERVAL: Duration = Duration::from_millis(50);

/// The games of a match that nobody plays yet.
pub(crate) struct GameQueue<'a> {
    schedule: &'a Schedule,
    shard: Shard,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    waiting: std::vec::IntoIter<ScheduledGame>,
    /// The number of stages whose games have joined the queue.
    stages: usize,
    /// The number of games that have joined the queue.
    games: usize,
    /// Whether no games will follow.
    is_last: bool,
}

impl<'a> GameQueue<'a> {
    /// The games of a shard that can be played now. `points` are those of the engine with Black in a game,
    /// if it has been played.
    pub(crate) fn new(
        schedule: &'a Schedule,
        shard: Shard,
        points: impl Fn(&ScheduledGame) -> Option<f64>,
    ) -> Self {
        let queue = Self {
            schedule,
            shard,
            state: Mutex::new(State {
                waiting: Vec::new().into_iter(),
                stages: 0,
                games: 0,
                is_last: false,
            }),
            changed: Condvar::new(),
        };
        queue.update(points);
        queue
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the games of the next stage, if all earlier ones have been played.
    pub(crate) fn update(&self, points: impl Fn(&ScheduledGame) -> Option<f64>) {
        let mut state = self.lock();
        if state.is_last {
            return;
        }
        let stages = self.schedule.stages(&points);
        let Some(stage) = stages.last() else {
            state.is_last = true;
            return;
        };
        if stages.len() > state.stages {
            let games = stage.games_of(self.shard);
            let games: Vec<_> = games.filter(|game| points(game).is_none()).collect();
            state.stages = stages.len();
            state.games += games.len();
            state.waiting = games.into_iter();
        }
        state.is_last = !self.schedule.has_stages() || stage.points(&points).is_some();
        self.changed.notify_all();
    }

    /// Takes a game. Waits while games of a further stage may follow; `None` after the last game, and when
    /// the match is stopped.
    pub(crate) fn next(&self, stop: &StopToken) -> Option<ScheduledGame> {
        let mut state = self.lock();
        while !stop.is_raised() {
            if let Some(game) = state.waiting.next() {
                return Some(game);
            }
            if state.is_last {
                break;
            }
            let waited = self.changed.wait_timeout(state, STOP_INTERVAL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }

    /// The number of games that have joined the queue, and whether no games will follow.
    pub(crate) fn total(&self) -> (usize, bool) {
        let state = self.lock();
        (state.games, state.is_last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::{TournamentFormat, TournamentKind};
    use std::collections::BTreeSet;

    fn schedule(kind: TournamentKind, engines: usize) -> Schedule {
        let format = TournamentFormat {
            kind,
            rounds: 1,
            challengers: 1,
        };
        Schedule::new(format, engines)
    }

    #[test]
    fn known_games_are_left_out() {
        let schedule = schedule(TournamentKind::RoundRobin, 3);
        let points = |game: &ScheduledGame| game.game.is_multiple_of(2).then_some(1.0);
        let queue = GameQueue::new(&schedule, Shard::WHOLE, points);
        let stop = StopToken::new();
        let games: Vec<u32> = std::iter::from_fn(|| queue.next(&stop))
            .map(|game| game.game)
            .collect();
        assert_eq!(games, [1, 3, 5]);
        assert_eq!(queue.total(), (3, true));
    }

    #[test]
    fn a_stage_follows_when_the_one_before_has_ended() {
        let schedule = schedule(TournamentKind::Knockout, 4);
        let played = Mutex::new(BTreeSet::new());
        let points = |game: &ScheduledGame| {
            let played = played.lock().unwrap();
            // The engine with the lower number wins.
            played
                .contains(&game.game)
                .then(|| f64::from(u8::from(game.black < game.white)))
        };
        let queue = GameQueue::new(&schedule, Shard::WHOLE, points);
        let stop = StopToken::new();
        std::thread::scope(|scope| {
            let worker = scope.spawn(|| {
                let mut games = Vec::new();
                while let Some(game) = queue.next(&stop) {
                    games.push((game.game, game.black, game.white));
                    played.lock().unwrap().insert(game.game);
                    queue.update(points);
                }
                games
            });
            let games = worker.join().unwrap();
            let expected = [
                (0, 0, 3),
                (1, 3, 0),
                (2, 1, 2),
                (3, 2, 1),
                (4, 0, 1),
                (5, 1, 0),
            ];
            assert_eq!(games.len(), 6);
            assert!(
                expected.iter().all(|game| games.contains(game)),
                "{games:?}"
            );
        });
        assert_eq!(queue.total(), (6, true));
    }

    #[test]
    fn a_stop_ends_the_wait() {
        let schedule = schedule(TournamentKind::Swiss, 4);
        let queue = GameQueue::new(&schedule, Shard::WHOLE, |_| None);
        let stop = StopToken::new();
        for _ in 0..4 {
            assert!(queue.next(&stop).is_some());
        }
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.next(&stop));
            stop.raise();
            assert_eq!(waiting.join().unwrap(), None);
        });
        assert!(!queue.total().1);
    }
}
