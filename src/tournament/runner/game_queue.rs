//! The games that wait to be played. In a knockout and in the Swiss system the games of a stage join the queue
//! when those of the stage before have ended.

use crate::search::StopToken;
use crate::tournament::schedule::{Schedule, ScheduledGame, Shard, Stage};
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often a waiting worker looks whether the match has been stopped.
const STOP_INTERVAL: Duration = Duration::from_millis(50);

/// The games of a match that nobody plays yet. No list of them is kept.
pub(crate) struct GameQueue<'a> {
    schedule: &'a Schedule,
    shard: Shard,
    /// The numbers of the games that were played in an earlier run.
    known: &'a FxHashSet<u32>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The current stage.
    stage: Option<Stage>,
    /// The numbers of its games that have not been looked at.
    rest: Range<u32>,
    /// The number of stages so far.
    stages: usize,
    /// The number of games that were handed out.
    handed_out: usize,
    /// Whether no stage will follow.
    is_last: bool,
}

impl State {
    /// The next game that is to be played, which stays in the queue.
    fn peek(&mut self, shard: Shard, known: &FxHashSet<u32>) -> Option<ScheduledGame> {
        let stage = self.stage.as_ref()?;
        while !self.rest.is_empty() {
            let game = stage.game(self.rest.start);
            let game = game.filter(|game| shard.has(game.pair) && !known.contains(&game.game));
            if game.is_some() {
                return game;
            }
            self.rest.start += 1;
        }
        None
    }
}

impl<'a> GameQueue<'a> {
    /// The games of a shard that can be played now. `points` are those of the engine with Black in a game,
    /// if it has been played; only knockouts and Swiss tournaments ask for them.
    pub(crate) fn new(
        schedule: &'a Schedule,
        shard: Shard,
        known: &'a FxHashSet<u32>,
        points: impl Fn(&ScheduledGame) -> Option<f64>,
    ) -> Self {
        let queue = Self {
            schedule,
            shard,
            known,
            state: Mutex::default(),
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
        let mut stages = self.schedule.stages(&points);
        let count = stages.len();
        let Some(stage) = stages.pop() else {
            state.is_last = true;
            return;
        };
        state.is_last = !self.schedule.has_stages() || stage.points(&points).is_some();
        if count > state.stages {
            state.stages = count;
            state.rest = stage.numbers();
            state.stage = Some(stage);
        }
        self.changed.notify_all();
    }

    /// Takes a game. Waits while games of a further stage may follow; `None` after the last game, and when
    /// the match is stopped.
    pub(crate) fn next(&self, stop: &StopToken) -> Option<ScheduledGame> {
        let mut state = self.lock();
        while !stop.is_raised() {
            if let Some(game) = state.peek(self.shard, self.known) {
                state.rest.start += 1;
                state.handed_out += 1;
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

    /// The number of games that were handed out, if no others follow.
    pub(crate) fn total(&self) -> Option<usize> {
        let mut state = self.lock();
        let is_over = state.is_last && state.peek(self.shard, self.known).is_none();
        is_over.then_some(state.handed_out)
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
        let known = [0, 2, 4].into_iter().collect();
        let queue = GameQueue::new(&schedule, Shard::WHOLE, &known, |_| None);
        let stop = StopToken::new();
        let games: Vec<u32> = std::iter::from_fn(|| queue.next(&stop))
            .map(|game| game.game)
            .collect();
        assert_eq!(games, [1, 3, 5]);
        assert_eq!(queue.total(), Some(3));
    }

    #[test]
    fn a_stage_follows_when_the_one_before_has_ended() {
        let (schedule, none) = (schedule(TournamentKind::Knockout, 4), FxHashSet::default());
        let played = Mutex::new(BTreeSet::new());
        let points = |game: &ScheduledGame| {
            let played = played.lock().unwrap();
            // The engine with the lower number wins.
            played
                .contains(&game.game)
                .then(|| f64::from(u8::from(game.black < game.white)))
        };
        let queue = GameQueue::new(&schedule, Shard::WHOLE, &none, points);
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
        assert_eq!(queue.total(), Some(6));
    }

    #[test]
    fn a_stop_ends_the_wait() {
        let (schedule, none) = (schedule(TournamentKind::Swiss, 4), FxHashSet::default());
        let queue = GameQueue::new(&schedule, Shard::WHOLE, &none, |_| None);
        let stop = StopToken::new();
        for _ in 0..4 {
            assert!(queue.next(&stop).is_some());
        }
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.next(&stop));
            stop.raise();
            assert_eq!(waiting.join().unwrap(), None);
        });
        assert_eq!(queue.total(), None);
    }
}
