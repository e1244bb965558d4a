//! A game in progress between a controller and the engine, for any protocol.
//!
//! A [`Session`] holds the record, the clocks and the options, and knows which search is running and
//! what its result is for. It reads and writes nothing, starts no thread and asks no clock: searches
//! leave it as [`Job`]s, come back as [`Event`]s, and moments are handed in.

pub mod timing;

pub use timing::Timing;

use crate::engine::options::{Fouls, OptionError};
use crate::engine::{Event, Job, JobId, Options, Variant};
use crate::format::{GameRecord, replay};
use crate::game::{DynRecord, Illegal, Move, Outcome, Setup, SetupError, Side};
use crate::search::{Balance, Clock, ClockRule, Limits, Report, SearchRequest, Value};
use std::time::{Duration, Instant};

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Its move is played on the board, and its time comes off the clock.
    Play,
    /// Its move is told, the board stays as it is.
    Suggest,
    /// Goes on until it is stopped.
    Analyze,
    /// Warms the table while the opponent thinks; nobody waits for it.
    Ponder,
}

/// What is asked of a search beyond its purpose.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// Best lines wanted; 0 for the option's number.
    pub lines: usize,
    /// If not empty, only these moves.
    pub only: Vec<Move>,
    /// Time for this search instead of the clock's and the options' (not for [`Purpose::Play`]).
    pub time: Option<Duration>,
    /// Always the full engine, whatever level or classic player is set.
    pub full_strength: bool,
    /// The position after so many moves of the game instead of the present one (not for
    /// [`Purpose::Play`]). The side is then the one to move there.
    pub after: Option<usize>,
    /// Stones that make the position balanced instead of the best move (Gomoku, not for
    /// [`Purpose::Play`]).
    pub balance: Option<Balance>,
}

/// What the engine does in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Plays this, which may be a pass.
    Move(Move),
    /// Gives up.
    Resign,
}

/// How a request for a search begins.
#[derive(Debug)]
pub enum Begun {
    /// The job has to be given to the engine; the result follows as events.
    Job(Box<Job>),
    /// Nothing to think about: this is the answer.
    Decided(Decision),
}

/// What an event of the engine means for whoever is waiting.
#[derive(Debug)]
pub enum Update {
    /// A completed iteration of the running search.
    Progress(Report),
    /// The running search has ended.
    Finished(Finished),
    /// The running search broke; the text says how.
    Failed(String),
}

/// The end of a search.
#[derive(Debug)]
pub struct Finished {
    /// What it was for.
    pub purpose: Purpose,
    /// Whose move it was looking for.
    pub side: Side,
    /// The answer; `None` if there is none, because the game is over.
    pub decision: Option<Decision>,
    /// The last completed iteration.
    pub report: Option<Report>,
}

/// Why a request was refused. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The move cannot be played.
    #[error("illegal move: {0}")]
    Illegal(#[from] Illegal),
    /// The board cannot have this size.
    #[error("unacceptable size: {game} is played on {sizes}")]
    Size {
        /// The name of the game.
        game: &'static str,
        /// Sizes that can be played.
        sizes: &'static str,
    },
    /// The described position is not one.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// There are not so many moves to take back.
    #[error("cannot undo")]
    Undo,
    /// There is no move to play again.
    #[error("cannot redo")]
    Redo,
    /// The option or its value is wrong.
    #[error("{0}")]
    Option(#[from] OptionError),
    /// No classic player of this game has the name.
    #[error("unknown classic player {name:?}, expected none or one of: {expected}")]
    Classic {
        /// What was asked for.
        name: String,
        /// The names of this game's players.
        expected: String,
    },
}

/// A search that somebody waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    /// Its id.
    pub id: JobId,
    /// What it is for.
    pub purpose: Purpose,
    /// Whose move it is looking for.
    pub side: Side,
    /// When it was asked for.
    pub received: Instant,
}

/// See the module's documentation.
pub struct Session {
    name: String,
    variant: Variant,
    record: Box<dyn DynRecord>,
    options: Options,
    timing: Timing,
    last_id: u64,
    thinking: Option<Running>,
}

impl Session {
    /// A new game of a variant, on the board size given or else the usual one.
    ///
    /// # Errors
    ///
    /// The size cannot be played, or the options name a classic player of another game.
    pub fn new(variant: Variant, size: Option<u8>, options: Options) -> Result<Self, Refusal> {
        let mut session = Self {
            name: "Flipfive".into(),
            variant,
            record: new_record(variant, size.unwrap_or(variant.default_size()))?,
            options: Options {
                classic: String::new(),
                ..options.clone()
            },
            timing: Timing::default(),
            last_id: 0,
            thinking: None,
        };
        if !options.classic.is_empty() {
            session.set_option("classic", &options.classic)?;
        }
        Ok(session)
    }

    /// Who plays, as hosts are told: `Flipfive`, unless another engine plays in our place.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Says who plays.
    pub fn set_name(&mut self, name: &str) {
        self.name = name.into();
    }

    /// The game that is played.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The record, to look at.
    pub fn record(&self) -> &dyn DynRecord {
        self.record.as_ref()
    }

    /// The options as they stand.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The clocks, to look at.
    pub fn timing(&self) -> &Timing {
        &self.timing
    }

    /// Another game, at its starting position. The board size stays if it can be played.
    pub fn set_game(&mut self, variant: Variant) -> Result<(), Refusal> {
        let size = if variant == Variant::Othello || self.variant == Variant::Othello {
            variant.default_size()
        } else {
            self.record.size()
        };
        self.set_game_and_size(variant, size)
    }

    /// Another game on a board of a given size, at its starting position.
    pub fn set_game_and_size(&mut self, variant: Variant, size: u8) -> Result<(), Refusal> {
        self.replace(variant, new_record(variant, size)?);
        Ok(())
    }

    /// A recorded game, at its end. A forbidden move in it is played, and loses.
    pub fn load(&mut self, game: &GameRecord) -> Result<(), Refusal> {
        let mut record = new_record(game.variant, game.start.size)?;
        if record.start() != game.start {
            record.set_up(&game.start)?;
        }
        for &(side, mv) in &game.moves {
            replay(record.as_mut(), side, mv)?;
        }
        self.replace(game.variant, record);
        Ok(())
    }

    fn replace(&mut self, variant: Variant, record: Box<dyn DynRecord>) {
        self.record = record;
        self.variant = variant;
        if !self.knows_classic(&self.options.classic) {
            self.options.classic.clear();
        }
    }

    /// Another board size; the board is cleared.
    pub fn set_size(&mut self, size: u8) -> Result<(), Refusal> {
        self.record = new_record(self.variant, size)?;
        Ok(())
    }

    /// Back to the starting position; the clocks start again.
    pub fn clear(&mut self) {
        self.record.clear();
        self.timing.restart();
    }

    /// Any position; the history begins there.
    pub fn set_up(&mut self, setup: &Setup) -> Result<(), Refusal> {
        if setup.size != self.record.size() {
            let mut record = new_record(self.variant, setup.size)?;
            record.set_up(setup)?;
            self.record = record;
        } else {
            self.record.set_up(setup)?;
        }
        Ok(())
    }

    /// Plays a move of either side. A forced pass that the controller left out is played before it.
    /// A pass after the end of the game is accepted from either side.
    pub fn play(&mut self, side: Side, mv: Move) -> Result<(), Refusal> {
        play_on(self.record.as_mut(), side, mv, self.options.fouls)
    }

    /// Plays all the moves or none of them.
    pub fn play_all(&mut self, moves: &[(Side, Move)]) -> Result<(), Refusal> {
        let mut copy = self.record.boxed();
        for &(side, mv) in moves {
            play_on(copy.as_mut(), side, mv, self.options.fouls)?;
        }
        self.record = copy;
        Ok(())
    }

    /// Takes back `count` moves, or none if there are not so many.
    pub fn undo(&mut self, count: usize) -> Result<(), Refusal> {
        if self.record.undoable() < count {
            return Err(Refusal::Undo);
        }
        for _ in 0..count {
            self.record.undo();
        }
        Ok(())
    }

    /// Plays `count` moves again that were taken back, or none if there are not so many.
    pub fn redo(&mut self, count: usize) -> Result<(), Refusal> {
        let mut copy = self.record.boxed();
        for _ in 0..count {
            if !copy.redo() {
                return Err(Refusal::Redo);
            }
        }
        self.record = copy;
        Ok(())
    }

    /// Sets an option from text.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        let mut options = self.options.clone();
        options.set(name, value)?;
        if !self.knows_classic(&options.classic) {
            let names: Vec<_> = self
                .variant
                .classics()
                .iter()
                .map(|spec| spec.name)
                .collect();
            return Err(Refusal::Classic {
                name: options.classic,
                expected: names.join(", "),
            });
        }
        self.options = options;
        Ok(())
    }

    fn knows_classic(&self, name: &str) -> bool {
        name.is_empty() || self.variant.classics().iter().any(|spec| spec.name == name)
    }

    /// Gives both sides a clock.
    pub fn set_clock(&mut self, rule: ClockRule) {
        self.timing.set_rule(rule);
    }

    /// Says what is left on a side's clock; `stones` 0 means main time.
    pub fn set_time_left(&mut self, side: Side, left: Duration, stones: u32) {
        self.timing.clock_mut(side).set(left, stones);
    }

    /// A side's clock.
    pub fn clock(&self, side: Side) -> &Clock {
        self.timing.clock(side)
    }

    /// The search that somebody waits for, if any; pondering is not one.
    pub fn running(&self) -> Option<Running> {
        self.thinking
            .filter(|running| running.purpose != Purpose::Ponder)
    }

    /// Whether the engine is pondering.
    pub fn is_pondering(&self) -> bool {
        self.thinking
            .is_some_and(|thinking| thinking.purpose == Purpose::Ponder)
    }

    /// Forgets the search that is running: its later events mean nothing any more. The caller tells
    /// the engine to stop.
    pub fn abandon(&mut self) {
        self.thinking = None;
    }

    /// The bounds that a search for `side` would have.
    pub fn limits(&self, side: Side, purpose: Purpose, wish: &Wish, received: Instant) -> Limits {
        let bound = |number: u64| (number > 0).then_some(number);
        let mut limits = Limits {
            depth: bound(self.options.depth.into()).map(|depth| depth as u32),
            nodes: bound(self.options.nodes),
            time: None,
            received,
        };
        limits.time = match (purpose, wish.time) {
            (Purpose::Analyze | Purpose::Ponder, None) => None,
            (_, Some(time)) => Some(crate::search::TimeBudget::fixed(time)),
            (Purpose::Play | Purpose::Suggest, None) => self.timing.allot(
                side,
                self.variant.moves_to_go(&self.record.now()),
                &self.options,
                limits.depth.is_some() || limits.nodes.is_some(),
            ),
        };
        limits
    }

    /// Asks for a search for `side`, which gets the turn if it is handed over by a forced pass.
    ///
    /// # Errors
    ///
    /// It is the other side's turn and that side has a move.
    pub fn begin(
        &mut self,
        purpose: Purpose,
        side: Side,
        wish: &Wish,
        received: Instant,
    ) -> Result<Begun, Refusal> {
        let mut record = self.record.boxed();
        let side = match wish.after.filter(|_| purpose != Purpose::Play) {
            Some(moves) => {
                while record.undoable() > moves && record.undo() {}
                record.side()
            }
            None => side,
        };
        if let Some(outcome) = record.outcome() {
            return Ok(Begun::Decided(self.decide_after_end(side, outcome)));
        }
        // The pass that hands over the turn is played together with the move, if there will be one.
        record.pass_to(side)?;
        if purpose == Purpose::Play && record.legal() == [Move::Pass] {
            self.play(side, Move::Pass)?;
            return Ok(Begun::Decided(Decision::Move(Move::Pass)));
        }
        let limits = self.limits(side, purpose, wish, received);
        self.last_id += 1;
        let id = JobId(self.last_id);
        self.thinking = Some(Running {
            id,
            purpose,
            side,
            received,
        });
        Ok(Begun::Job(Box::new(Job {
            id,
            variant: self.variant,
            start: record.start(),
            moves: record.moves(),
            request: SearchRequest {
                limits,
                lines: match purpose {
                    _ if wish.lines > 0 => wish.lines,
                    // Every further line costs time, and nobody looks at it.
                    Purpose::Play | Purpose::Ponder => 1,
                    Purpose::Suggest | Purpose::Analyze => self.options.lines,
                },
                only: wish.only.clone(),
                balance: wish.balance.filter(|_| purpose != Purpose::Play),
                strength: if wish.full_strength
                    || matches!(purpose, Purpose::Analyze | Purpose::Ponder)
                {
                    crate::search::Strength::Full
                } else {
                    self.options.strength()
                },
                threads: self.options.threads,
                hash_mb: self.options.hash,
                // The same seed gives the same game, but not the same choice in every turn.
                seed: self.options.seed.wrapping_add(record.moves().len() as u64),
                book: self.options.book && purpose == Purpose::Play,
            },
        })))
    }

    /// A search on the opponent's time, if the option is on and there is something to think about.
    pub fn ponder(&mut self, now: Instant) -> Option<Box<Job>> {
        if !self.options.ponder || self.options.strength() != crate::search::Strength::Full {
            return None;
        }
        match self.begin(Purpose::Ponder, self.record.side(), &Wish::default(), now) {
            Ok(Begun::Job(job)) => Some(job),
            _ => None,
        }
    }

    /// What to answer when a move is asked for although the game is over: the loser of a Gomoku game
    /// resigns, so that runners which know no rules see who has won; everybody else passes.
    fn decide_after_end(&self, side: Side, outcome: Outcome) -> Decision {
        let gomoku = matches!(self.variant, Variant::Gomoku(_));
        if gomoku && outcome.winner == Some(side.other()) {
            Decision::Resign
        } else {
            Decision::Move(Move::Pass)
        }
    }

    /// Takes an event of the engine. `now` is the moment at which it arrived. Events of other jobs
    /// than the running one, and those of pondering, mean nothing.
    pub fn on_event(&mut self, event: Event, now: Instant) -> Option<Update> {
        let thinking = self.thinking?;
        match event {
            Event::Report(id, report) if id == thinking.id => {
                (thinking.purpose != Purpose::Ponder).then_some(Update::Progress(report))
            }
            Event::Done(id, verdict) if id == thinking.id => {
                self.thinking = None;
                if thinking.purpose == Purpose::Ponder {
                    return None;
                }
                let mut decision = verdict.best.map(Decision::Move);
                if thinking.purpose == Purpose::Play {
                    let used = now.saturating_duration_since(thinking.received);
                    self.timing.clock_mut(thinking.side).spend(used);
                    if self.should_resign(verdict.report.as_ref()) {
                        decision = Some(Decision::Resign);
                    }
                    if let Some(Decision::Move(mv)) = decision
                        && let Err(refusal) = self.record.play(thinking.side, mv)
                    {
                        return Some(Update::Failed(format!(
                            "the search chose an illegal move: {refusal}"
                        )));
                    }
                }
                Some(Update::Finished(Finished {
                    purpose: thinking.purpose,
                    side: thinking.side,
                    decision,
                    report: verdict.report,
                }))
            }
            Event::Failed(id, text) if id == thinking.id => {
                self.thinking = None;
                (thinking.purpose != Purpose::Ponder).then_some(Update::Failed(text))
            }
            _ => None,
        }
    }

    /// Only a loss that the opponent completes with the next move is given up: anything longer may
    /// be overlooked by whoever has to prove it.
    fn should_resign(&self, report: Option<&Report>) -> bool {
        self.options.resign
            && self.options.strength() == crate::search::Strength::Full
            && report.is_some_and(
                |report| matches!(report.lines[0].score.value, Value::LossIn(plies) if plies <= 2),
            )
    }
}

fn new_record(variant: Variant, size: u8) -> Result<Box<dyn DynRecord>, Refusal> {
    variant.new_record(size).ok_or(Refusal::Size {
        game: variant.name(),
        sizes: variant.sizes(),
    })
}

fn play_on(record: &mut dyn DynRecord, side: Side, mv: Move, fouls: Fouls) -> Result<(), Refusal> {
    // After the end both sides may pass for ever, in any order: some runners end games that way.
    if mv == Move::Pass && record.outcome().is_some() && record.side() != side {
        return Ok(());
    }
    match record.play(side, mv) {
        Err(Illegal::Forbidden(_)) if fouls == Fouls::Lose => Ok(record.play_foul(side, mv)?),
        other => Ok(other?),
    }
}
