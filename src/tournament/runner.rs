//! Plays a whole match: workers with their own engines play the schedule; the calling thread writes the
//! journal and decides when the match ends.

use crate::engines::EngineClient;
use crate::search::{ClockRule, StopToken};
use crate::tournament::endgame_solver::EndgameSolver;
use crate::tournament::game_queue::GameQueue;
use crate::tournament::journal::{Games, Journal, JournalError, JournalHeader};
use crate::tournament::openings::{OpeningGenerator, Openings};
use crate::tournament::referee::{GamePlayer, GameSettings, PlayedGame, play};
use crate::tournament::{
    GameResult, MatchInfo, Schedule, ScheduledGame, Scoreboard, Shard, Sprt, SprtResult, SprtStatus,
};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

/// Creates a client for an engine that has not been started yet.
pub(crate) type EngineFactory = Box<dyn Fn() -> Box<dyn EngineClient> + Send + Sync>;

/// An engine that takes part in a match.
pub struct Participant {
    /// The name, unique in the match.
    pub name: String,
    /// The rule of its clock.
    pub clock: ClockRule,
    /// The margin by which it may exceed its clock, if it is not that of the match.
    pub margin: Option<Duration>,
    /// Whether it is restarted for every game.
    pub restart: bool,
    /// Creates its client.
    pub factory: EngineFactory,
}

/// A match that is ready to be played.
pub struct Match {
    /// The description for reports.
    pub info: MatchInfo,
    /// The settings of every game.
    pub settings: GameSettings,
    /// The engines, in the order of the schedule's indices.
    pub participants: Vec<Participant>,
    /// The games.
    pub schedule: Schedule,
    /// The part of the schedule to play.
    pub shard: Shard,
    /// The openings.
    pub openings: Openings,
    /// The test of the first two engines. It ends the match, but not a single shard.
    pub sprt: Option<Sprt>,
    /// The number of games played at the same time, at least 1.
    pub concurrency: usize,
    /// The first line of the journal.
    pub header: JournalHeader,
}

/// Follows the progress of a match.
pub trait MatchObserver {
    /// A game starts.
    fn game_started(&mut self, game: &ScheduledGame);
    /// A game has ended and is in the journal. The scoreboard includes it.
    fn game_finished(&mut self, result: &GameResult, scoreboard: &Scoreboard);
}

/// The outcome of a match.
#[derive(Clone, Debug, Default)]
pub struct MatchOutcome {
    /// All finished games, including those of earlier runs, in the order of the schedule. With a journal
    /// they have no [`GameResult::plies`]; these are in the journal.
    pub games: Vec<GameResult>,
    /// Whether every game of the schedule was played.
    pub complete: bool,
    /// The status of the test, if there is one.
    pub sprt: Option<SprtStatus>,
}

impl MatchOutcome {
    /// Whether the test accepted a hypothesis.
    pub fn is_decided(&self) -> bool {
        self.sprt
            .is_some_and(|status| status.verdict != SprtResult::Continue)
    }
}

/// Number of engines that a worker keeps running between games. Keeping more would only take memory in a
/// round robin of many engines.
const KEPT_ENGINES: usize = 4;

/// Number of events by which the workers may be ahead of the journal. If games take less time than the
/// disk, the workers wait, so that a decided test ends the match soon.
const EVENT_QUEUE: usize = 64;

/// Stack size of a worker, which runs our own searches (openings, endgames).
const STACK: usize = 64 << 20;

enum Event {
    Started(ScheduledGame),
    Finished(Box<GameResult>),
}

impl Match {
    /// Plays every game of the shard that is not among `known`, until the test is decided or `stop` is
    /// raised. Games that are running at that moment are abandoned and do not count.
    ///
    /// # Errors
    /// The journal cannot be written.
    pub fn run(
        &self,
        mut journal: Option<Journal>,
        known: Games,
        stop: &StopToken,
        observer: &mut dyn MatchObserver,
    ) -> Result<MatchOutcome, JournalError> {
        let names = self.participants.iter().map(|engine| engine.name.clone());
        let mut scoreboard = Scoreboard::new(&MatchInfo {
            engines: names.collect(),
            ..MatchInfo::default()
        });
        let in_journal = journal.is_some();
        let without_plies = |mut result: GameResult| {
            if in_journal {
                result.plies = Vec::new();
            }
            result
        };
        let mut games = Games::new();
        for (game, result) in known {
            scoreboard.add(&result);
            games.insert(game, without_plies(result));
        }
        let known = games.len();
        let points = |games: &Games, game: &ScheduledGame| {
            let result = games.get(&game.game)?;
            result.points(&self.participants[game.black].name)
        };
        let queue = GameQueue::new(&self.schedule, self.shard, |game| points(&games, game));
        let sprt = self.sprt.filter(|_| self.shard == Shard::WHOLE);
        let mut status = None;
        let mut update_sprt = |scoreboard: &Scoreboard| {
            if let Some(sprt) = sprt {
                let now = sprt.status(&scoreboard.standings().head_to_head(0, 1));
                if now.verdict != SprtResult::Continue {
                    stop.raise();
                }
                status = Some(now);
            }
        };
        update_sprt(&scoreboard);
        let mut result = Ok(());
        std::thread::scope(|scope| {
            let (sender, events) = sync_channel(EVENT_QUEUE);
            for number in 0..self.concurrency.max(1) {
                let (sender, queue) = (sender.clone(), &queue);
                let spawned = std::thread::Builder::new()
                    .name(format!("game {number}"))
                    .stack_size(STACK)
                    .spawn_scoped(scope, move || {
                        let _guard = StopOnPanic(stop);
                        Worker::new(self, stop).run(queue, &sender);
                    });
                if let Err(error) = spawned {
                    log::error!("cannot start worker {number}: {error}");
                }
            }
            drop(sender);
            while let Some(batch) = next_batch(&events) {
                let written = write(journal.as_mut(), &batch);
                if result.is_ok() && written.is_err() {
                    stop.raise();
                    result = written;
                }
                if result.is_err() {
                    // A game that is not in the journal does not count.
                    continue;
                }
                for event in batch {
                    match event {
                        Event::Started(game) => observer.game_started(&game),
                        Event::Finished(result) => {
                            scoreboard.add(&result);
                            observer.game_finished(&result, &scoreboard);
                            games.insert(result.game, without_plies(*result));
                        }
                    }
                }
                update_sprt(&scoreboard);
                queue.update(|game| points(&games, game));
            }
        });
        result?;
        Ok(MatchOutcome {
            complete: queue.total() == (games.len() - known, true),
            games: games.into_values().collect(),
            sprt: status,
        })
    }
}

/// Stops the match if a worker panics: no other one may wait for its game.
struct StopOnPanic<'a>(&'a StopToken);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.raise();
        }
    }
}

/// Waits for an event and takes all others that have arrived; `None` when all workers have ended. With
/// many short games, a batch costs one wait for the disk.
fn next_batch(events: &Receiver<Event>) -> Option<Vec<Event>> {
    let mut batch = vec![events.recv().ok()?];
    batch.extend(events.try_iter().take(EVENT_QUEUE));
    Some(batch)
}

fn write(journal: Option<&mut Journal>, batch: &[Event]) -> Result<(), JournalError> {
    let Some(journal) = journal else {
        return Ok(());
    };
    let mut any = false;
    for event in batch {
        if let Event::Finished(result) = event {
            journal.write(result)?;
            any = true;
        }
    }
    if any { journal.flush() } else { Ok(()) }
}

/// Plays one game after another.
struct Worker<'a> {
    tournament: &'a Match,
    /// Running engines by their indices, the most recently used last.
    kept: Vec<(usize, Box<dyn EngineClient>)>,
    generator: OpeningGenerator,
    solver: EndgameSolver,
    stop: &'a StopToken,
}

impl<'a> Worker<'a> {
    fn new(tournament: &'a Match, stop: &'a StopToken) -> Self {
        Self {
            tournament,
            stop,
            kept: Vec::new(),
            generator: OpeningGenerator::default(),
            solver: EndgameSolver::default(),
        }
    }

    fn run(mut self, queue: &GameQueue<'_>, events: &SyncSender<Event>) {
        while let Some(game) = queue.next(self.stop) {
            if events.send(Event::Started(game)).is_err() {
                break;
            }
            // An interrupt from the keyboard reaches the engines, too, so that one may seem to fail by
            // itself. Such a game is discarded and played again.
            let Some(result) = self
                .play(&game)
                .filter(|result| !(self.stop.is_raised() && result.ending.is_fault()))
            else {
                continue;
            };
            if events.send(Event::Finished(Box::new(result))).is_err() {
                break;
            }
        }
        // All at once, since each of them may take its time.
        std::thread::scope(|scope| {
            for (_, engine) in &mut self.kept {
                scope.spawn(|| engine.quit());
            }
        });
    }

    /// A running engine, or a new one.
    fn take(&mut self, index: usize) -> Box<dyn EngineClient> {
        match self.kept.iter().position(|(number, _)| *number == index) {
            Some(place) => self.kept.remove(place).1,
            None => {
                let mut engine = (self.tournament.participants[index].factory)();
                engine.set_stop(self.stop);
                engine
            }
        }
    }

    /// Keeps an engine for the next game, or ends it.
    fn give_back(&mut self, index: usize, mut engine: Box<dyn EngineClient>, reusable: bool) {
        if self.stop.is_raised() {
            // The end of the worker ends all its engines.
            self.kept.push((index, engine));
            return;
        }
        if !reusable || self.tournament.participants[index].restart {
            engine.quit();
            return;
        }
        self.kept.push((index, engine));
        if self.kept.len() > KEPT_ENGINES {
            self.kept.remove(0).1.quit();
        }
    }

    fn play(&mut self, game: &ScheduledGame) -> Option<GameResult> {
        let tournament = self.tournament;
        let opening = tournament
            .openings
            .of_round(game.round, &mut self.generator);
        let mut black = self.take(game.black);
        let mut white = self.take(game.white);
        let players = [(game.black, &mut black), (game.white, &mut white)];
        let players = players.map(|(index, engine)| {
            let participant = &tournament.participants[index];
            GamePlayer {
                name: &participant.name,
                engine: engine.as_mut(),
                clock: participant.clock,
                margin: participant.margin,
            }
        });
        let PlayedGame { result, reusable } = play(
            &tournament.settings,
            game,
            &opening,
            players,
            &mut self.solver,
            self.stop,
        );
        self.give_back(game.black, black, reusable[0]);
        self.give_back(game.white, white, reusable[1]);
        result
    }
}

#[cfg(test)]
mod tests;
