//! Plays a whole match: workers with their own engines play the schedule; the calling thread writes the
//! journal and decides when the match ends.

mod engine_failures;
mod game_queue;

use crate::engines::{EngineClient, EngineContext, EngineError, LineLog};
use crate::game::Side;
use crate::search::{ClockRule, STACK_SIZE, StopToken};
use crate::tournament::delays::{FailureDelays, is_stopped_within};
use crate::tournament::journal::{Journal, JournalError, JournalHeader};
use crate::tournament::openings::{Opening, OpeningGenerator, Openings};
use crate::tournament::referee::endgame_solver::EndgameSolver;
use crate::tournament::referee::{GamePlayer, GameSettings, PlayedGame, play, void_game};
use crate::tournament::runner::engine_failures::{Failures, FinishedGame, MissingScores};
use crate::tournament::runner::game_queue::GameQueue;
use crate::tournament::{
    GameResult, MatchInfo, MatchState, Schedule, ScheduledGame, Scoreboard, Shard, Sprt,
    SprtResult, SprtStatus,
};
use crate::util::open_files::allow_open_files;
use crate::util::threads::on_threads;
use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

/// Creates a client for an engine that has not been started yet.
pub(crate) type EngineFactory =
    Box<dyn Fn() -> Result<Box<dyn EngineClient>, EngineError> + Send + Sync>;

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
    /// Whether its protocol may announce wins and losses: that of Gomocup, or one that is still to be detected.
    pub may_announce: bool,
    /// The files of its program: the executable and, if that is an interpreter, the script.
    pub program: Vec<PathBuf>,
    /// The other files that its command and its settings name, such as a network or a log.
    pub data: Vec<PathBuf>,
    /// Creates its client.
    pub factory: EngineFactory,
}

impl fmt::Debug for Participant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Participant")
            .field("name", &self.name)
            .field("clock", &self.clock)
            .finish_non_exhaustive()
    }
}

/// A match that is ready to be played.
#[derive(Debug)]
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
    pub(crate) openings: Openings,
    /// The test of the first two engines. It ends the match, but not a single shard.
    pub sprt: Option<Sprt>,
    /// The number of games played at the same time, at least 1.
    pub concurrency: usize,
    /// Whether the match goes on when an engine fails again and again.
    pub recover: bool,
    /// How long the match waits after an engine has failed.
    pub(crate) delays: FailureDelays,
    /// Whether the outcome of a run without a journal holds the games. Otherwise only the observer gets them, and a long match
    /// takes no memory for them.
    pub keeps_games: bool,
    /// The first line of the journal.
    pub header: JournalHeader,
    /// Takes every line between the runner and the engines.
    pub log: Option<LineLog>,
    /// The processors of each game that is played at the same time; all if there are none.
    pub cpus: Vec<Vec<usize>>,
}

/// Follows the progress of a match.
pub trait MatchObserver {
    /// A game starts. `scheduled` is the number of games of the whole match, with the tie-breaks so far.
    fn game_started(&mut self, game: &ScheduledGame, scheduled: u32);
    /// A game has ended and is in the journal. The scoreboard includes it.
    fn game_finished(&mut self, result: &GameResult, scoreboard: &Scoreboard);
}

/// The outcome of a match.
#[derive(Clone, Debug, Default)]
pub struct MatchOutcome {
    /// The finished games of this run in the order of the schedule. With a journal they are there, and none
    /// is here; nor without [`Match::keeps_games`].
    pub games: Vec<GameResult>,
    /// The games that never began, under the same conditions. They count for nobody.
    pub void_games: Vec<GameResult>,
    /// Why the match ended early: an engine did not start, or failed in several games in a row.
    pub failure: Option<String>,
    /// Whether every game of the schedule was played, or never began.
    pub complete: bool,
    /// The number of games of this run that never began.
    pub never_began: usize,
    /// The status of the test, if there is one.
    pub sprt: Option<SprtStatus>,
}

/// Number of engines that a worker keeps running between games. Keeping more would only take memory in a
/// round robin of many engines.
const KEPT_ENGINES: usize = 4;

/// Number of events by which the workers may be ahead of the journal. If games take less time than the
/// disk, the workers wait, so that a decided test ends the match soon.
const EVENT_QUEUE: usize = 64;

enum Event {
    Started(ScheduledGame),
    Finished(Box<FinishedGame>),
}

impl Match {
    fn engines(&self) -> Vec<String> {
        let engines = self.participants.iter();
        engines.map(|engine| engine.name.clone()).collect()
    }

    /// The state before the first game. [`Match::run`] needs it, with the games of a journal added to it.
    pub fn state(&self) -> MatchState {
        let state = MatchState::new(self.engines(), self.schedule.has_stages());
        match self.openings.are_generated() {
            true => state.keeping_openings(),
            false => state,
        }
    }

    /// Lets the process have all engines open that the workers may hold, or warns.
    fn allow_open_files(&self) {
        /// The pipes of an engine.
        const PIPES: usize = 3;
        /// Journal, reports, books, and what the system needs.
        const OTHERS: usize = 64;
        let engines = self.participants.len().min(KEPT_ENGINES + 2);
        let files = OTHERS + self.concurrency.max(1) * engines * PIPES;
        if let Some(limit) = allow_open_files(files as u64) {
            log::warn!(
                "this match may have {files} files open, but the system allows {limit}; raise `ulimit -n`, or lower the \
                 concurrency"
            );
        }
    }

    /// Plays every game of the shard that is not in `state`, until the test is decided or `stop` is
    /// raised. Games that are running at that moment are abandoned and do not count. The game that decides
    /// the test is the last one that counts: the likelihood ratio may return between its bounds later.
    ///
    /// # Errors
    /// The journal cannot be written.
    pub fn run(
        &self,
        journal: Option<Journal>,
        mut state: MatchState,
        stop: &StopToken,
        observer: &mut dyn MatchObserver,
    ) -> Result<MatchOutcome, JournalError> {
        self.allow_open_files();
        let known = state.take_numbers();
        let known_openings = state.take_openings();
        let queue = GameQueue::new(&self.schedule, self.shard, &known, |game| {
            state.points(game)
        });
        let mut run = RunState::new(self, journal, state);
        if run.is_decided() {
            stop.raise();
        }
        let mut result = Ok(());
        let mut workers = 0;
        std::thread::scope(|scope| {
            let (sender, events) = sync_channel(EVENT_QUEUE);
            for number in 0..self.concurrency.max(1) {
                let (sender, queue, openings) = (sender.clone(), &queue, &known_openings);
                let spawned = std::thread::Builder::new()
                    .name(format!("game {number}"))
                    // A worker runs our own searches (openings, endgames).
                    .stack_size(STACK_SIZE)
                    .spawn_scoped(scope, move || {
                        let _guard = StopOnPanic(stop);
                        Worker::new(self, openings, number, stop).run(queue, &sender);
                    });
                match spawned {
                    Ok(_) => workers += 1,
                    Err(error) => {
                        log::error!(
                            "cannot start worker {number}: {error}; games at the same time: {workers}"
                        );
                        break;
                    }
                }
            }
            drop(sender);
            while let Some(batch) = next_batch(&events) {
                if result.is_ok() {
                    result = run.take(batch, stop, observer);
                }
                if run.is_decided() || result.is_err() {
                    stop.raise();
                }
                queue.update(|game| run.state.points(game));
            }
        });
        result?;
        if workers == 0 {
            // The match has not ended.
            stop.raise();
        }
        let mut outcome = run.outcome;
        outcome.complete = queue.total() == Some(run.games);
        outcome.games.sort_unstable_by_key(|result| result.game);
        Ok(outcome)
    }
}

/// What the calling thread keeps of a running match.
struct RunState<'a> {
    schedule: &'a Schedule,
    journal: Option<Journal>,
    state: MatchState,
    /// The test, if it can end this run.
    sprt: Option<Sprt>,
    failures: Failures,
    /// Whether an engine that fails again and again does not end the match.
    recover: bool,
    /// Whether the outcome holds the games.
    keeps_games: bool,
    missing_scores: MissingScores,
    /// Number of games that ended in this run.
    games: usize,
    outcome: MatchOutcome,
}

impl<'a> RunState<'a> {
    fn new(tournament: &'a Match, journal: Option<Journal>, state: MatchState) -> Self {
        let engines = tournament.engines();
        let needs_scores = tournament.settings.adjudication.needs_scores();
        let mut run = Self {
            schedule: &tournament.schedule,
            // What is in a journal need not be kept.
            keeps_games: tournament.keeps_games && journal.is_none(),
            journal,
            state,
            sprt: tournament.sprt.filter(|_| tournament.shard == Shard::WHOLE),
            failures: Failures::new(engines.clone()),
            recover: tournament.recover,
            missing_scores: MissingScores::new(engines, needs_scores),
            games: 0,
            outcome: MatchOutcome::default(),
        };
        run.test();
        run
    }

    /// Brings the status of the test up to date.
    fn test(&mut self) {
        // The standings of many engines take a while, and only the test needs them here.
        let Some(sprt) = self.sprt else { return };
        let standings = self.state.scoreboard().standings();
        self.outcome.sprt = Some(standings.status_of(&sprt));
    }

    /// Whether the test has accepted one of its hypotheses, so that no further game counts.
    fn is_decided(&self) -> bool {
        let verdict = self.outcome.sprt.map(|status| status.verdict);
        verdict.is_some_and(|verdict| verdict != SprtResult::Continue)
    }

    /// Takes events until the test is decided, and brings the journal to the disk.
    fn take(
        &mut self,
        events: Vec<Event>,
        stop: &StopToken,
        observer: &mut dyn MatchObserver,
    ) -> Result<(), JournalError> {
        let games = self.games;
        for event in events {
            // What ends after the last game that counts does not count.
            if self.is_decided() {
                break;
            }
            match event {
                Event::Started(game) => {
                    let points = |game: &_| self.state.points(game);
                    let scheduled = self.schedule.games_with_tie_breaks(points);
                    observer.game_started(&game, scheduled);
                }
                Event::Finished(game) => self.add(*game, stop, observer)?,
            }
        }
        match &mut self.journal {
            Some(journal) if self.games > games => journal.flush(),
            _ => Ok(()),
        }
    }

    /// Adds a game. What is not in the journal does not count.
    fn add(
        &mut self,
        game: FinishedGame,
        stop: &StopToken,
        observer: &mut dyn MatchObserver,
    ) -> Result<(), JournalError> {
        if let Some(journal) = &mut self.journal {
            journal.write(&game.result)?;
        }
        for name in self.missing_scores.add(&game) {
            log::warn!("{name} reports no scores, which --resign, --draw and --proof need");
        }
        let failed = self.failures.add(&game).filter(|_| !self.recover);
        let failed = failed.map(|why| format!("{why}; give --recover to go on in such a case"));
        let result = game.result;
        // The next stage would be another one after the game has been played.
        let is_needed = result.is_void() && self.state.has_stages();
        let failed = failed.or_else(|| {
            is_needed.then(|| {
                format!(
                    "a stage needs a game that never began: {}; --resume plays it again",
                    result.detail
                )
            })
        });
        if failed.is_some() && self.outcome.failure.is_none() {
            stop.raise();
            self.outcome.failure = failed;
        }
        self.games += 1;
        self.outcome.never_began += usize::from(result.is_void());
        self.state.count(&result);
        self.test();
        observer.game_finished(&result, self.state.scoreboard());
        if self.keeps_games {
            let kept = if result.is_void() {
                &mut self.outcome.void_games
            } else {
                &mut self.outcome.games
            };
            kept.push(result);
        }
        Ok(())
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

/// Plays one game after another.
struct Worker<'a> {
    tournament: &'a Match,
    /// The openings of game pairs whose other game was played in an earlier run.
    openings: &'a HashMap<u32, Opening>,
    /// Running engines by their indices, the most recently used last.
    kept: Vec<(usize, Box<dyn EngineClient>)>,
    generator: OpeningGenerator,
    solver: EndgameSolver,
    stop: &'a StopToken,
    cpus: Vec<usize>,
}

impl<'a> Worker<'a> {
    fn new(
        tournament: &'a Match,
        openings: &'a HashMap<u32, Opening>,
        number: usize,
        stop: &'a StopToken,
    ) -> Self {
        Self {
            tournament,
            openings,
            stop,
            cpus: tournament.cpus.get(number).cloned().unwrap_or_default(),
            kept: Vec::new(),
            generator: OpeningGenerator::default(),
            solver: EndgameSolver::default(),
        }
    }

    fn run(mut self, queue: &GameQueue<'_>, events: &SyncSender<Event>) {
        let mut pause = Duration::ZERO;
        while let Some(game) = queue.next(self.stop) {
            if self.tournament.recover && !pause.is_zero() {
                let seconds = pause.as_secs_f64();
                log::warn!("after a game that did not begin, the next one waits {seconds} s");
            }
            if is_stopped_within(self.stop, pause) {
                break;
            }
            if events.send(Event::Started(game)).is_err() {
                break;
            }
            let finished = self.play(&game);
            let Some(finished) = finished.filter(|finished| !self.seems_stopped(finished)) else {
                continue;
            };
            pause = match finished.result.is_void() && finished.has_lost_engine() {
                true => self.tournament.delays.next_pause(pause),
                false => Duration::ZERO,
            };
            if events.send(Event::Finished(Box::new(finished))).is_err() {
                break;
            }
        }
        // All at once, since each of them may take its time.
        let engines = self.kept.len();
        let running = Mutex::new(self.kept.drain(..));
        let next = || running.lock().ok()?.next();
        on_threads(engines, || {
            while let Some((_, mut engine)) = next() {
                engine.quit();
            }
        });
    }

    /// Whether a fault in a game may come from the stop of the match: the runner does not wait for an engine after a stop,
    /// and whoever ends this program may end the engines, too, even before it. Such a game is discarded and played again.
    fn seems_stopped(&self, finished: &FinishedGame) -> bool {
        if finished.has_lost_engine() {
            return is_stopped_within(self.stop, self.tournament.delays.stop);
        }
        let result = &finished.result;
        self.stop.is_raised() && (result.ending.is_fault() || result.is_void())
    }

    /// A running engine, or a new one, for a game. The second value tells whether it was running.
    fn take(
        &mut self,
        index: usize,
        game: &ScheduledGame,
    ) -> Result<(Box<dyn EngineClient>, bool), EngineError> {
        let kept = self.kept.iter().position(|(number, _)| *number == index);
        let mut engine = match kept {
            Some(place) => self.kept.remove(place).1,
            None => (self.tournament.participants[index].factory)()?,
        };
        let log = self.tournament.log.as_ref();
        engine.set_context(EngineContext {
            stop: self.stop.clone(),
            log: log.map(|log| log.of_game(game.game)),
            judges_clocks: true,
            cpus: self.cpus.clone(),
        });
        Ok((engine, kept.is_some()))
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

    /// Plays a game; `None` if it was stopped. An engine that was running and does not start the game is
    /// restarted once.
    fn play(&mut self, game: &ScheduledGame) -> Option<FinishedGame> {
        let opening = match self.openings.get(&game.pair) {
            Some(opening) => opening.clone(),
            None => {
                let openings = &self.tournament.openings;
                openings.of_round(game.round, &mut self.generator)
            }
        };
        let (finished, ran) = self.play_once(game, &opening)?;
        let sides = [game.black, game.white].into_iter().zip(ran);
        let stale = sides.zip(finished.failed);
        let stale = stale.filter(|((_, ran), failed)| *ran && *failed);
        let stale: Vec<usize> = stale.map(|((engine, _), _)| engine).collect();
        if stale.is_empty() || !finished.result.is_void() {
            return Some(finished);
        }
        if is_stopped_within(self.stop, self.tournament.delays.stop) {
            return None;
        }
        let (number, detail) = (u64::from(game.game) + 1, &finished.result.detail);
        log::warn!("game {number} did not begin: {detail}; it is played by a new process");
        let mut again = self.play_once(game, &opening)?.0;
        let participants = &self.tournament.participants;
        let names = stale
            .iter()
            .map(|&engine| participants[engine].name.clone());
        for name in finished.result.restarted.into_iter().chain(names) {
            let restarted = &mut again.result.restarted;
            if !restarted.contains(&name) {
                restarted.push(name);
            }
        }
        Some(again)
    }

    /// Plays a game. The second value tells which engines were running before it.
    fn play_once(
        &mut self,
        game: &ScheduledGame,
        opening: &Opening,
    ) -> Option<(FinishedGame, [bool; 2])> {
        let (mut black, black_ran) = match self.take(game.black, game) {
            Ok(taken) => taken,
            Err(error) => return Some(self.unavailable(game, opening, Side::Black, &error)),
        };
        let (mut white, white_ran) = match self.take(game.white, game) {
            Ok(taken) => taken,
            Err(error) => {
                self.give_back(game.black, black, true);
                return Some(self.unavailable(game, opening, Side::White, &error));
            }
        };
        let Match {
            participants,
            settings,
            ..
        } = self.tournament;
        let players = [(game.black, &mut black), (game.white, &mut white)];
        let players = players.map(|(index, engine)| GamePlayer {
            name: &participants[index].name,
            engine: engine.as_mut(),
            clock: participants[index].clock,
            margin: participants[index].margin,
        });
        let PlayedGame { result, reusable } = play(
            settings,
            game,
            opening,
            players,
            &mut self.solver,
            self.stop,
        );
        self.give_back(game.black, black, reusable[0]);
        self.give_back(game.white, white, reusable[1]);
        let mut finished = FinishedGame {
            game: *game,
            result: result?,
            failed: reusable.map(|reusable| !reusable),
        };
        // An opening rule may have exchanged the colours.
        if finished.result.black != participants[game.black].name {
            (finished.game.black, finished.game.white) = (game.white, game.black);
            finished.failed.reverse();
        }
        Some((finished, [black_ran, white_ran]))
    }

    /// The game of an engine for which there is no client.
    fn unavailable(
        &self,
        game: &ScheduledGame,
        opening: &Opening,
        side: Side,
        error: &EngineError,
    ) -> (FinishedGame, [bool; 2]) {
        let Match {
            participants,
            settings,
            ..
        } = self.tournament;
        let names = [game.black, game.white].map(|index| participants[index].name.as_str());
        let detail = format!("{side} {error}");
        let finished = FinishedGame {
            game: *game,
            result: void_game(settings.spec, game, opening, names, detail),
            failed: Side::ALL.map(|other| other == side),
        };
        (finished, [false; 2])
    }
}

#[cfg(test)]
mod tests;
