//! The session: the game record, the clocks and the options.

use crate::engine::options::Fouls;
use crate::engine::{Options, Variant};
use crate::format::{GameRecord, replay};
use crate::game::{DynRecord, Illegal, Move, Setup, Side};
use crate::search::{Clock, ClockRule};
use crate::session::clocks::Clocks;
use crate::session::error::SessionError;
use crate::session::types::RunningSearch;
use std::time::Duration;

/// See the module's documentation.
pub struct Session {
    name: String,
    pub(super) variant: Variant,
    pub(super) record: Box<dyn DynRecord>,
    pub(super) options: Options,
    pub(super) clocks: Clocks,
    pub(super) last_id: u64,
    pub(super) running: Option<RunningSearch>,
}

impl Session {
    /// A new game of a variant, on the board size given or else the usual one.
    ///
    /// # Errors
    ///
    /// The size cannot be played, or the options name a classic player of another game.
    pub fn new(variant: Variant, size: Option<u8>, options: Options) -> Result<Self, SessionError> {
        let mut session = Self {
            name: "Flipfive".into(),
            variant,
            record: new_record(variant, size.unwrap_or(variant.default_size()))?,
            options: Options {
                classic: String::new(),
                ..options.clone()
            },
            clocks: Clocks::default(),
            last_id: 0,
            running: None,
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
    pub fn timing(&self) -> &Clocks {
        &self.clocks
    }

    /// Another game, at its starting position. The board size stays if it can be played.
    pub fn set_game(&mut self, variant: Variant) -> Result<(), SessionError> {
        let size = if variant == Variant::Othello || self.variant == Variant::Othello {
            variant.default_size()
        } else {
            self.record.size()
        };
        self.set_game_and_size(variant, size)
    }

    /// Another game on a board of a given size, at its starting position.
    pub fn set_game_and_size(&mut self, variant: Variant, size: u8) -> Result<(), SessionError> {
        self.replace(variant, new_record(variant, size)?);
        Ok(())
    }

    /// A recorded game, at its end. A forbidden move in it is played, and loses.
    pub fn load(&mut self, game: &GameRecord) -> Result<(), SessionError> {
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
    pub fn set_size(&mut self, size: u8) -> Result<(), SessionError> {
        self.record = new_record(self.variant, size)?;
        Ok(())
    }

    /// Back to the starting position; the clocks start again.
    pub fn clear(&mut self) {
        self.record.clear();
        self.clocks.restart();
    }

    /// Any position; the history begins there.
    pub fn set_up(&mut self, setup: &Setup) -> Result<(), SessionError> {
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
    pub fn play(&mut self, side: Side, mv: Move) -> Result<(), SessionError> {
        play_on(self.record.as_mut(), side, mv, self.options.fouls)
    }

    /// Plays all the moves or none of them.
    pub fn play_all(&mut self, moves: &[(Side, Move)]) -> Result<(), SessionError> {
        let mut copy = self.record.boxed();
        for &(side, mv) in moves {
            play_on(copy.as_mut(), side, mv, self.options.fouls)?;
        }
        self.record = copy;
        Ok(())
    }

    /// Takes back `count` moves, or none if there are not so many.
    pub fn undo(&mut self, count: usize) -> Result<(), SessionError> {
        if self.record.undoable() < count {
            return Err(SessionError::Undo);
        }
        for _ in 0..count {
            self.record.undo();
        }
        Ok(())
    }

    /// Plays `count` moves again that were taken back, or none if there are not so many.
    pub fn redo(&mut self, count: usize) -> Result<(), SessionError> {
        let mut copy = self.record.boxed();
        for _ in 0..count {
            if !copy.redo() {
                return Err(SessionError::Redo);
            }
        }
        self.record = copy;
        Ok(())
    }

    /// Sets an option from text.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), SessionError> {
        let mut options = self.options.clone();
        options.set(name, value)?;
        if !self.knows_classic(&options.classic) {
            let names: Vec<_> = self
                .variant
                .classics()
                .iter()
                .map(|spec| spec.name)
                .collect();
            return Err(SessionError::Classic {
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
        self.clocks.set_rule(rule);
    }

    /// Says what is left on a side's clock; `stones` 0 means main time.
    pub fn set_time_left(&mut self, side: Side, left: Duration, stones: u32) {
        self.clocks.clock_mut(side).set(left, stones);
    }

    /// A side's clock.
    pub fn clock(&self, side: Side) -> &Clock {
        self.clocks.clock(side)
    }
}

fn new_record(variant: Variant, size: u8) -> Result<Box<dyn DynRecord>, SessionError> {
    variant.new_record(size).ok_or(SessionError::Size {
        game: variant.name(),
        sizes: variant.sizes(),
    })
}

fn play_on(
    record: &mut dyn DynRecord,
    side: Side,
    mv: Move,
    fouls: Fouls,
) -> Result<(), SessionError> {
    // After the end both sides may pass for ever, in any order: some runners end games that way.
    if mv == Move::Pass && record.outcome().is_some() && record.side() != side {
        return Ok(());
    }
    match record.play(side, mv) {
        Err(Illegal::Forbidden(_)) if fouls == Fouls::Lose => Ok(record.play_foul(side, mv)?),
        other => Ok(other?),
    }
}
