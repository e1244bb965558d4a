//! The session: the game record, the clocks and the options.

use crate::engine::{Fouls, Options, Start, Variant};
use crate::format::{GameRecord, replay_ply};
use crate::game::{DynRecord, Illegal, Move, Setup, Side};
use crate::gomoku::Rule;
use crate::search::{Clock, ClockRule};
use crate::session::clocks::Clocks;
use crate::session::error::SessionError;
use crate::session::types::RunningSearch;
use crate::util::rng::Rng;
use std::time::Duration;

/// A game between a controller and the engine: the record, the clocks, the options and the running
/// search.
#[derive(Debug)]
pub struct Session {
    name: String,
    /// The games that the engine can play.
    games: Vec<Variant>,
    pub(super) variant: Variant,
    pub(super) record: Box<dyn DynRecord>,
    pub(super) options: Options,
    /// The classic player that was asked for. The options have it only in the games that it plays.
    classic: String,
    pub(super) clocks: Clocks,
    pub(super) last_id: u64,
    pub(super) running: Option<RunningSearch>,
    /// Passes after the end of the game. The record does not hold them, but `undo` takes them back.
    pub(super) end_passes: usize,
    /// Those that `undo` has taken back, which come after the moves that it has taken back.
    pub(super) undone_end_passes: usize,
    /// The game up to the last resignation of the engine, with the pass by which a host may record it.
    resignation: Option<GameRecord>,
    /// The position before the first move was set up without a side to move.
    set_up_without_side: bool,
    /// The engine cannot ponder, whatever the option says.
    pub(super) never_ponders: bool,
    /// The options that do not reach the engine.
    lost_options: &'static [&'static str],
    /// Gives each opening that the engine begins a seed.
    openings: Option<Rng>,
}

impl Session {
    /// A new game. Without a size, the board has the default size of the variant.
    ///
    /// # Errors
    ///
    /// The variant does not have this size, or the options name a classic player of another game.
    pub fn new(variant: Variant, size: Option<u8>, options: Options) -> Result<Self, SessionError> {
        let mut session = Self {
            name: "Flipfive".into(),
            games: Variant::ALL.into(),
            variant,
            record: starting_record(
                variant,
                size.unwrap_or(variant.default_size()),
                options.start,
            )?,
            options: Options {
                classic: String::new(),
                ..options.clone()
            },
            classic: String::new(),
            clocks: Clocks::default(),
            last_id: 0,
            running: None,
            end_passes: 0,
            undone_end_passes: 0,
            resignation: None,
            set_up_without_side: false,
            never_ponders: false,
            lost_options: &[],
            openings: None,
        };
        if !options.classic.is_empty() {
            session.set_option("classic", &options.classic)?;
        }
        Ok(session)
    }

    /// The name of the engine: `Flipfive`, unless a bridge connects another engine.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sets the name of the engine.
    pub fn set_name(&mut self, name: &str) {
        self.name = name.into();
    }

    /// The games that the engine can play: all, unless a bridge connects an engine with fewer.
    pub fn games(&self) -> &[Variant] {
        &self.games
    }

    /// Sets the games that the engine can play. The current game is to be one of them.
    pub fn restrict_games(&mut self, games: impl IntoIterator<Item = Variant>) {
        self.games = games.into_iter().collect();
    }

    /// Checks that the engine can play a game.
    ///
    /// # Errors
    /// It cannot.
    pub fn check_game(&self, game: Variant) -> Result<(), SessionError> {
        if self.games.contains(&game) {
            return Ok(());
        }
        let names: Vec<_> = self.games.iter().map(|game| game.name()).collect();
        Err(SessionError::Game {
            engine: self.name.clone(),
            game: game.name(),
            expected: names.join(", "),
        })
    }

    /// The engine does not ponder, whatever the option says.
    pub fn forbid_pondering(&mut self) {
        self.never_ponders = true;
    }

    /// Sets the options that do not reach the engine: none, unless a bridge connects an engine with settings of its own.
    pub fn restrict_options(&mut self, lost: &'static [&'static str]) {
        self.lost_options = lost;
    }

    /// Whether an option reaches the engine.
    pub fn has_option(&self, name: &str) -> bool {
        !self.lost_options.contains(&name)
    }

    /// Checks that an option reaches the engine.
    ///
    /// # Errors
    /// It does not.
    pub fn check_option(&self, name: &str) -> Result<(), SessionError> {
        if self.has_option(name) {
            return Ok(());
        }
        Err(SessionError::LostOption {
            engine: self.name.clone(),
            option: name.to_owned(),
        })
    }

    /// Lets the stones with which the engine begins an opening differ from one opening to the next, and from
    /// those of a session with another seed. Without it, they depend on the option `seed`, as do all other choices.
    pub fn vary_openings(&mut self, seed: u64) {
        self.openings = Some(Rng::new(seed));
    }

    /// The seed of an opening that the engine begins. `None` for the option `seed`: the openings do not vary, or the limits
    /// of the search let the user expect the same result in every run (`is_repeatable`).
    pub fn opening_seed(&mut self, is_repeatable: bool) -> Option<u64> {
        let openings = self.openings.as_mut().filter(|_| !is_repeatable)?;
        Some(openings.next())
    }

    /// The game.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The game record.
    pub fn record(&self) -> &dyn DynRecord {
        self.record.as_ref()
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the game and returns to its starting position. The clocks restart. The size stays between variants of Gomoku.
    ///
    /// # Errors
    /// The engine cannot play the variant, or the variant has no board of the present size.
    pub fn set_game(&mut self, variant: Variant) -> Result<(), SessionError> {
        let size = if variant == Variant::Othello || self.variant == Variant::Othello {
            variant.default_size()
        } else {
            self.record.size()
        };
        self.set_game_and_size(variant, size)
    }

    /// Changes the game and the board size, and returns to the starting position. The clocks restart.
    ///
    /// # Errors
    /// The engine cannot play the variant, or the variant does not have this size.
    pub fn set_game_and_size(&mut self, variant: Variant, size: u8) -> Result<(), SessionError> {
        self.check_game(variant)?;
        self.replace(variant, starting_record(variant, size, self.options.start)?);
        self.restart_clocks();
        Ok(())
    }

    /// Replaces the game by a recorded one, at its end. A forbidden move in the record is a loss.
    ///
    /// # Errors
    /// The engine cannot play the game, the start is not a position of the game, or a move is illegal for another reason
    /// than a forbidden point.
    pub fn load(&mut self, game: &GameRecord) -> Result<(), SessionError> {
        self.check_game(game.variant)?;
        let mut record = new_record(game.variant, game.start.size)?;
        if record.start() != game.start {
            record.set_up(&game.start)?;
        }
        for &(side, mv) in &game.moves {
            replay_ply(record.as_mut(), side, mv)?;
        }
        self.replace(game.variant, record);
        Ok(())
    }

    /// Changes the rule of Gomoku and keeps the game: its moves, the passes after its end, and whether the side to move is a
    /// guess. From Othello, a game of Gomoku on a board of the same size begins.
    ///
    /// # Errors
    /// The engine cannot play the game, the moves are illegal under the rule, or no game has this size.
    pub fn set_rule(&mut self, rule: Rule) -> Result<(), SessionError> {
        let variant = Variant::Gomoku(rule);
        if self.variant == variant {
            return Ok(());
        }
        if self.variant == Variant::Othello {
            return self.set_game_and_size(variant, self.record.size());
        }
        let end_passes = [self.end_passes, self.undone_end_passes];
        let set_up_without_side = self.set_up_without_side;
        self.load(&GameRecord::of(variant, self.record.as_ref()))?;
        // Under another rule, the game may not be over.
        if self.record.outcome().is_some() {
            [self.end_passes, self.undone_end_passes] = end_passes;
        }
        self.set_up_without_side = set_up_without_side;
        Ok(())
    }

    fn replace(&mut self, variant: Variant, record: Box<dyn DynRecord>) {
        self.record = record;
        self.variant = variant;
        self.begin_record();
        // It comes back with its game.
        self.options.classic = match self.has_classic(&self.classic) {
            true => self.classic.clone(),
            false => String::new(),
        };
    }

    /// Forgets what belongs to an earlier position.
    fn begin_record(&mut self) {
        self.end_passes = 0;
        self.undone_end_passes = 0;
        self.set_up_without_side = false;
    }

    /// Returns to the starting position and restarts the clocks.
    pub fn clear(&mut self) {
        // Its size is one of the game's.
        if let Ok(record) = starting_record(self.variant, self.record.size(), self.options.start) {
            self.record = record;
        }
        self.begin_record();
        self.restart_clocks();
    }

    /// Restarts the clocks of both sides for a new game.
    pub(crate) fn restart_clocks(&mut self) {
        self.clocks.restart();
    }

    /// Sets up a position. The move history starts there.
    ///
    /// # Errors
    /// The description is not a position of the game.
    pub fn set_up(&mut self, setup: &Setup) -> Result<(), SessionError> {
        if setup.size != self.record.size() {
            let mut record = new_record(self.variant, setup.size)?;
            record.set_up(setup)?;
            self.record = record;
        } else {
            self.record.set_up(setup)?;
        }
        self.begin_record();
        Ok(())
    }

    /// Sets up a position whose side to move is only a guess. The side of the first move, or of a search before it,
    /// is then the one to move.
    ///
    /// # Errors
    /// The description is not a position of the game.
    pub fn set_up_guessing_side(&mut self, setup: &Setup) -> Result<(), SessionError> {
        self.set_up(setup)?;
        self.set_up_without_side = true;
        Ok(())
    }

    /// Makes `side` the side to move. If the side changes, the move history starts here.
    ///
    /// # Errors
    /// The board with `side` to move is not a position of the game.
    pub fn set_side(&mut self, side: Side) -> Result<(), SessionError> {
        let now = self.record.current();
        if now.to_move != side {
            self.set_up(&Setup {
                to_move: side,
                ..now
            })?;
        }
        self.set_up_without_side = false;
        Ok(())
    }

    /// A copy of the record for moves that begin with one of `side`. If the side to move is a guess, since nobody has moved
    /// or all moves were taken back, it is now `side`.
    pub(crate) fn record_for(&self, side: Side) -> Result<Box<dyn DynRecord>, SessionError> {
        let mut record = self.record.boxed();
        if self.set_up_without_side && record.undoable() == 0 {
            record.set_up(&Setup {
                to_move: side,
                ..record.current()
            })?;
        }
        Ok(record)
    }

    /// Plays a move for either side. Plays a forced pass before it if the controller has left that out.
    /// After the end of the game, both sides may pass, and so may a side where the engine has resigned for it.
    ///
    /// # Errors
    /// The move is illegal.
    pub fn play(&mut self, side: Side, mv: Move) -> Result<(), SessionError> {
        self.play_all(&[(side, mv)])
    }

    /// Plays several moves; after an error, none of them.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn play_all(&mut self, moves: &[(Side, Move)]) -> Result<(), SessionError> {
        let Some(&(first, _)) = moves.first() else {
            return Ok(());
        };
        let mut record = self.record_for(first)?;
        let mut end_passes = self.end_passes;
        for &(side, mv) in moves {
            // Some match runners end a game by passes of both sides, in any order.
            if mv == Move::Pass && record.outcome().is_some() {
                end_passes += 1;
            } else if mv == Move::Pass
                && let Some(passed) = self.pass_of_resignation(record.as_ref(), side)
            {
                record = passed;
            } else {
                play_move(record.as_mut(), side, mv, self.options.fouls)?;
            }
        }
        self.record = record;
        self.end_passes = end_passes;
        self.undone_end_passes = 0;
        Ok(())
    }

    /// Remembers that the engine resigns for `side` in the current position.
    pub(super) fn note_resignation(&mut self, side: Side) {
        if let Ok(mut record) = self.record_for(side)
            && record.play_pass(side).is_ok()
        {
            self.resignation = Some(GameRecord::of(self.variant, record.as_ref()));
        }
    }

    /// The record with a pass of `side`, if a host may mean a resignation of the engine by it.
    ///
    /// Sabaki records a resignation as a pass. It may start over and send the whole game again, so `clear` does not forget
    /// the resignation. Since the game up to it holds earlier ones as passes, these are known, too.
    fn pass_of_resignation(
        &self,
        record: &dyn DynRecord,
        side: Side,
    ) -> Option<Box<dyn DynRecord>> {
        let resignation = self.resignation.as_ref()?;
        let mut passed = record.boxed();
        passed.play_pass(side).ok()?;
        let game = GameRecord::of(self.variant, passed.as_ref());
        let is_known = (game.variant, &game.start) == (resignation.variant, &resignation.start)
            && resignation.moves.starts_with(&game.moves);
        is_known.then_some(passed)
    }

    /// Plays the move that a search for `side` has found.
    pub(super) fn play_found(&mut self, side: Side, mv: Move) -> Result<(), SessionError> {
        let mut record = self.record_for(side)?;
        record.play(side, mv)?;
        self.record = record;
        self.undone_end_passes = 0;
        Ok(())
    }

    /// Takes back `count` moves, or none if the game has fewer. Passes after the end of the game count.
    ///
    /// # Errors
    /// The game has fewer moves.
    pub fn undo(&mut self, count: usize) -> Result<(), SessionError> {
        let passes = count.min(self.end_passes);
        if self.record.undoable() < count - passes {
            return Err(SessionError::Undo);
        }
        self.end_passes -= passes;
        self.undone_end_passes += passes;
        for _ in passes..count {
            self.record.undo();
        }
        Ok(())
    }

    /// Plays `count` moves again that were taken back, or none if there are fewer.
    ///
    /// # Errors
    /// Fewer moves were taken back.
    pub fn redo(&mut self, count: usize) -> Result<(), SessionError> {
        let mut copy = self.record.boxed();
        let moves = (0..count).take_while(|_| copy.redo()).count();
        let passes = count - moves;
        if passes > self.undone_end_passes {
            return Err(SessionError::Redo);
        }
        self.record = copy;
        self.end_passes += passes;
        self.undone_end_passes -= passes;
        Ok(())
    }

    /// Sets an option from its text.
    ///
    /// # Errors
    /// The option is unknown, its value is invalid, or the game has no classic player of this name.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), SessionError> {
        let mut options = self.options.clone();
        options.set(name, value)?;
        if !self.has_classic(&options.classic) {
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
        if matches!(name, "classic" | "level") {
            self.classic.clone_from(&self.options.classic);
        }
        Ok(())
    }

    fn has_classic(&self, name: &str) -> bool {
        name.is_empty() || self.variant.classics().iter().any(|spec| spec.name == name)
    }

    /// Sets the clocks of both sides.
    pub fn set_clock(&mut self, rule: ClockRule) {
        self.clocks.set_rule(rule);
    }

    /// Sets the time left on a clock, and the number of moves or periods left, which is 0 in main time.
    pub fn set_time_left(&mut self, side: Side, left: Duration, stones_or_periods: u32) {
        self.clocks.clock_mut(side).set(left, stones_or_periods);
    }

    /// The clock of a side.
    pub fn clock(&self, side: Side) -> &Clock {
        self.clocks.clock(side)
    }
}

/// A record of a game that begins.
fn starting_record(
    variant: Variant,
    size: u8,
    start: Start,
) -> Result<Box<dyn DynRecord>, SessionError> {
    let mut record = new_record(variant, size)?;
    if variant == Variant::Othello && start == Start::Mirrored {
        let mut setup = record.start();
        for stone in setup.cells.iter_mut().flatten() {
            *stone = stone.other();
        }
        record.set_up(&setup)?;
    }
    Ok(record)
}

fn new_record(variant: Variant, size: u8) -> Result<Box<dyn DynRecord>, SessionError> {
    variant.new_record(size).ok_or(SessionError::Size {
        game: variant.name(),
        sizes: variant.sizes(),
    })
}

fn play_move(
    record: &mut dyn DynRecord,
    side: Side,
    mv: Move,
    fouls: Fouls,
) -> Result<(), SessionError> {
    match record.play(side, mv) {
        Err(Illegal::Forbidden(_)) if fouls == Fouls::Lose => Ok(record.play_foul(side, mv)?),
        other => Ok(other?),
    }
}
