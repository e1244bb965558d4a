//! A whole match: workers with their own engines play the schedule, one place keeps the journal and
//! decides when it is enough.

use crate::engines::EngineClient;
use crate::search::{ClockRule, StopToken};
use crate::tournament::adjudication::EndgameSolver;
use crate::tournament::game_result::GameResult;
use crate::tournament::journal::{Games, Journal, JournalError};
use crate::tournament::match_info::MatchInfo;
use crate::tournament::openings::{OpeningGenerator, Openings};
use crate::tournament::referee::{Conditions, Finished, Label, Seat, play};
use crate::tournament::schedule::{Schedule, ScheduledGame, Shard};
use crate::tournament::standings::Scoreboard;
use crate::tournament::stats::sprt::Sprt;
use crate::tournament::stats::sprt::{SprtResult, SprtStatus};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};

/// Makes an engine that has not been started yet.
pub type Make = Box<dyn Fn() -> Box<dyn EngineClient> + Send + Sync>;

/// One who takes part.
pub struct Participant {
    /// The name; no two have the same.
    pub name: String,
    /// The time that it plays with.
    pub clock: ClockRule,
    /// Whether it is started anew for every game.
    pub restart: bool,
    /// Where it comes from.
    pub make: Make,
}

/// All that a match needs.
pub struct Tournament {
    /// What all games have in common.
    pub conditions: Conditions,
    /// Who takes part, in the order of the schedule's numbers.
    pub contenders: Vec<Participant>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// The part of it that is played here.
    pub shard: Shard,
    /// The openings.
    pub openings: Openings,
    /// How many games are played at the same time, at least 1.
    pub concurrency: usize,
}

/// Is told what happens.
pub trait MatchObserver {
    /// A game begins.
    fn started(&mut self, fixture: &ScheduledGame);
    /// A game has ended and is in the journal. `count` has it, too.
    fn finished(&mut self, played: &GameResult, count: &Scoreboard);
}

/// What has become of a match.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// All finished games, those of an earlier run included, in the order of the schedule.
    pub games: Vec<GameResult>,
    /// Whether every game of the schedule was played.
    pub complete: bool,
    /// The test as it stands, if there is one.
    pub test: Option<SprtStatus>,
}

impl Outcome {
    /// Whether the test has come to a result.
    pub fn decided(&self) -> bool {
        self.test
            .is_some_and(|state| state.verdict != SprtResult::Continue)
    }
}

/// Engines of a worker that are kept running between games. More would be kept for nothing in a round
/// robin of many engines, and would take their memory all the same.
const KEPT: usize = 4;

/// Events by which the workers may be ahead of the journal. Where games take less time than the disk,
/// the workers wait, so that a decided test ends the match soon.
const AHEAD: usize = 64;

/// Stack of a worker: it makes openings and solves endgames with our own searches.
const STACK: usize = 64 << 20;

enum Event {
    Started(ScheduledGame),
    Finished(Box<GameResult>),
}

impl Tournament {
    /// Plays every game of this part of the schedule that is not among `known`, until the test of the
    /// first two engines is decided or `stop` is raised. Games that are running then are given up and
    /// are not in the journal. `slim`: the games in the outcome are without their moves, which are in
    /// the journal.
    ///
    /// # Errors
    /// The journal cannot be written.
    pub fn run(
        &self,
        mut journal: Option<Journal>,
        known: Games,
        test: Option<&Sprt>,
        slim: bool,
        stop: &StopToken,
        observer: &mut dyn MatchObserver,
    ) -> Result<Outcome, JournalError> {
        let names = self.contenders.iter().map(|one| one.name.clone());
        let mut count = Scoreboard::new(&MatchInfo {
            engines: names.collect(),
            ..MatchInfo::default()
        });
        let mut state = test.map(|test| test.status(&count.standings().head_to_head(0, 1)));
        let mut games = Games::new();
        for (game, played) in known {
            count.add(&played);
            games.insert(game, slimmed(played, slim));
        }
        let to_play: Vec<ScheduledGame> = self
            .schedule
            .games_of(self.shard)
            .filter(|fixture| !games.contains_key(&fixture.game))
            .collect();
        let all = games.len() + to_play.len();
        let mut decide = |count: &Scoreboard, stop: &StopToken| {
            if let Some(test) = test {
                let now = test.status(&count.standings().head_to_head(0, 1));
                if now.verdict != SprtResult::Continue {
                    stop.raise();
                }
                state = Some(now);
            }
        };
        decide(&count, stop);
        let queue = Mutex::new(to_play.into_iter());
        let mut result = Ok(());
        std::thread::scope(|scope| {
            let (sender, events) = sync_channel(AHEAD);
            for number in 0..self.concurrency.max(1) {
                let (sender, queue) = (sender.clone(), &queue);
                let spawned = std::thread::Builder::new()
                    .name(format!("game {number}"))
                    .stack_size(STACK)
                    .spawn_scoped(scope, move || Worker::new(self).work(queue, stop, &sender));
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
                    // What is not in the journal has not happened.
                    continue;
                }
                for event in batch {
                    match event {
                        Event::Started(fixture) => observer.started(&fixture),
                        Event::Finished(played) => {
                            count.add(&played);
                            observer.finished(&played, &count);
                            games.insert(played.game, slimmed(*played, slim));
                        }
                    }
                }
                decide(&count, stop);
            }
        });
        result?;
        Ok(Outcome {
            complete: games.len() == all,
            games: games.into_values().collect(),
            test: state,
        })
    }
}

fn slimmed(mut played: GameResult, slim: bool) -> GameResult {
    if slim {
        played.plies = Vec::new();
    }
    played
}

/// Waits for something to happen and takes along what else has happened; `None` when all workers
/// have ended. Together, many short games cost one wait for the disk.
fn next_batch(events: &Receiver<Event>) -> Option<Vec<Event>> {
    let mut batch = vec![events.recv().ok()?];
    batch.extend(events.try_iter().take(AHEAD));
    Some(batch)
}

fn write(journal: Option<&mut Journal>, batch: &[Event]) -> Result<(), JournalError> {
    let Some(journal) = journal else {
        return Ok(());
    };
    let mut any = false;
    for event in batch {
        if let Event::Finished(played) = event {
            journal.write(played)?;
            any = true;
        }
    }
    if any { journal.flush() } else { Ok(()) }
}

/// Plays one game after the other.
struct Worker<'a> {
    tournament: &'a Tournament,
    /// Running engines by their numbers, the one that was used last at the end.
    kept: Vec<(usize, Box<dyn EngineClient>)>,
    maker: OpeningGenerator,
    solver: EndgameSolver,
}

impl<'a> Worker<'a> {
    fn new(tournament: &'a Tournament) -> Self {
        Self {
            tournament,
            kept: Vec::new(),
            maker: OpeningGenerator::default(),
            solver: EndgameSolver::default(),
        }
    }

    fn work(
        mut self,
        queue: &Mutex<impl Iterator<Item = ScheduledGame>>,
        stop: &StopToken,
        events: &SyncSender<Event>,
    ) {
        while !stop.is_raised() {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(fixture) = next else { break };
            if events.send(Event::Started(fixture)).is_err() {
                break;
            }
            let played = self.play(&fixture, stop);
            // An interrupt from the keyboard reaches the engines, too, so that one may seem to fail
            // on its own. The game is played again.
            let Some(played) =
                played.filter(|played| !(stop.is_raised() && played.ending.is_fault()))
            else {
                continue;
            };
            if events.send(Event::Finished(Box::new(played))).is_err() {
                break;
            }
        }
        for (_, mut player) in self.kept {
            player.quit();
        }
    }

    fn take(&mut self, engine: usize) -> Box<dyn EngineClient> {
        match self.kept.iter().position(|(number, _)| *number == engine) {
            Some(place) => self.kept.remove(place).1,
            None => (self.tournament.contenders[engine].make)(),
        }
    }

    fn give_back(&mut self, engine: usize, mut player: Box<dyn EngineClient>, fit: bool) {
        if !fit || self.tournament.contenders[engine].restart {
            player.quit();
            return;
        }
        self.kept.push((engine, player));
        if self.kept.len() > KEPT {
            self.kept.remove(0).1.quit();
        }
    }

    fn play(&mut self, fixture: &ScheduledGame, stop: &StopToken) -> Option<GameResult> {
        let tournament = self.tournament;
        let opening = tournament.openings.of_round(fixture.round, &mut self.maker);
        let mut black = self.take(fixture.black);
        let mut white = self.take(fixture.white);
        let seats = [(fixture.black, &mut black), (fixture.white, &mut white)];
        let [black_seat, white_seat] = seats.map(|(engine, player)| {
            let contender = &tournament.contenders[engine];
            Seat {
                name: &contender.name,
                player: player.as_mut(),
                clock: contender.clock,
            }
        });
        let Finished { played, fit } = play(
            &tournament.conditions,
            Label {
                game: fixture.game,
                pair: fixture.pair,
            },
            &opening,
            black_seat,
            white_seat,
            &mut self.solver,
            stop,
        );
        self.give_back(fixture.black, black, fit[0]);
        self.give_back(fixture.white, white, fit[1]);
        played
    }
}

#[cfg(test)]
mod tests;
