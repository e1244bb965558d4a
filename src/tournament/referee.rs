//! Plays one game: the referee keeps the board, the rules and the clocks; the engines only send moves.

pub(crate) mod adjudication;
pub(crate) mod clock;
pub(crate) mod endgame_solver;
mod opening_rule;

use crate::engine::Variant;
use crate::engines::{
    BestMove, EngineClient, EngineError, EngineReply, GameSpec, MoveInfo, OpeningReply,
    Termination, warn_once_about,
};
use crate::format::position::write_position;
use crate::game::{self, DynRecord, Illegal, Move, Outcome, Side, Vertex};
use crate::gomoku::OpeningRule;
use crate::search::{Clock, ClockRule, StopToken};
use crate::tournament::openings::Opening;
use crate::tournament::referee::adjudication::{Adjudicator, Verdict};
use crate::tournament::referee::clock::TimeLimits;
use crate::tournament::referee::endgame_solver::EndgameSolver;
use crate::tournament::referee::opening_rule::OpeningFault;
use crate::tournament::results::game_result::journal_ms;
use crate::tournament::{Adjudication, GameResult, OpeningStep, Ply, ScheduledGame};
use std::convert::Infallible;
use std::time::{Duration, Instant, SystemTime};

/// The settings that all games of a match share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameSettings {
    /// The game and the board size.
    pub spec: GameSpec,
    /// The time limits.
    pub limits: TimeLimits,
    /// The game is drawn after this many moves, including those of the opening.
    pub max_moves: Option<u32>,
    /// The rules of adjudication.
    pub adjudication: Adjudication,
    /// The opening rule, by which the engines place the first stones and choose their colours (Gomoku).
    pub opening_rule: Option<OpeningRule>,
}

/// One side of a game.
pub(crate) struct GamePlayer<'a> {
    /// The engine's name.
    pub name: &'a str,
    /// The engine.
    pub engine: &'a mut dyn EngineClient,
    /// The clock's rule.
    pub clock: ClockRule,
    /// The margin by which it may exceed its clock, if it is not that of the match.
    pub margin: Option<Duration>,
}

/// What [`play`] returns.
pub(crate) struct PlayedGame {
    /// The result; `None` if the game was stopped.
    pub result: Option<GameResult>,
    /// Whether the first and the second player can play another game. If not, only
    /// [`EngineClient::quit`] may be called. Without an opening rule the first player has Black.
    pub reusable: [bool; 2],
}

/// The result of a game that never began.
pub(crate) fn void_game(
    spec: GameSpec,
    game: &ScheduledGame,
    opening: &Opening,
    [black, white]: [&str; 2],
    detail: String,
) -> GameResult {
    let began = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    GameResult {
        game: game.game,
        pair: game.pair,
        black: black.to_owned(),
        white: white.to_owned(),
        variant: spec.variant.name().into(),
        size: spec.size,
        opening: opening.name.clone(),
        start: opening.start.as_ref().and_then(write_position),
        opening_moves: opening.moves.iter().map(|&mv| mv.to_string()).collect(),
        opening_steps: Vec::new(),
        plies: Vec::new(),
        winner: None,
        discs: None,
        ending: Termination::Void,
        detail,
        began: began.map_or(0, |time| time.as_millis() as u64),
        took: 0,
        restarted: Vec::new(),
    }
}

/// Plays one game. `stop` is checked between moves; a stopped game has no result.
///
/// Every move of the result is legal, except a last move of Black on a forbidden point (Renju). A move
/// that is illegal or too late appears only in [`GameResult::detail`].
pub(crate) fn play(
    settings: &GameSettings,
    game: &ScheduledGame,
    opening: &Opening,
    [black, white]: [GamePlayer<'_>; 2],
    solver: &mut EndgameSolver,
    stop: &StopToken,
) -> PlayedGame {
    let start = Instant::now();
    let spec = settings.spec;
    let names = [black.name, white.name];
    let mut result = void_game(spec, game, opening, names, String::new());
    let mut reusable = [true; 2];
    let end = match opening.record(spec) {
        Ok(record) => {
            let mut referee = Referee {
                settings,
                record,
                names: [black.name, white.name],
                engines: [black.engine, white.engine],
                clocks: [Clock::new(black.clock), Clock::new(white.clock)],
                limits: [black.margin, white.margin].map(|margin| TimeLimits {
                    margin: margin.unwrap_or(settings.limits.margin),
                    ..settings.limits
                }),
                opening_steps: Vec::new(),
                is_swapped: false,
                plies: Vec::new(),
                adjudicator: Adjudicator::new(settings.adjudication),
                solver,
                stop,
                reusable,
                moved: [false; 2],
                restarted: Vec::new(),
            };
            let Err(end) = referee.run(opening);
            // Without the time that engines take to end if they are restarted for every game.
            result.took = start.elapsed().as_millis() as u64;
            referee.end_game();
            reusable = referee.reusable;
            [result.black, result.white] = referee.names.map(str::to_owned);
            if let (Some(rule), false) = (settings.opening_rule, referee.opening_steps.is_empty()) {
                let before = referee.record.moves().len() - referee.plies.len();
                let stones = referee.record.moves().into_iter().take(before);
                result.opening = rule.to_string();
                result.opening_moves = stones.map(|(_, mv)| mv.to_string()).collect();
                result.opening_steps = referee.opening_steps;
            }
            if referee.is_swapped {
                reusable.reverse();
            }
            result.plies = referee.plies;
            result.restarted = referee.restarted;
            end
        }
        // Openings are checked when they are read. If one is wrong nevertheless, no engine is to blame.
        Err(text) => GameEnd::void(format!("the opening cannot be played: {text}")),
    };
    let GameEnd::Decided(decision) = end else {
        return PlayedGame {
            result: None,
            reusable,
        };
    };
    result.winner = decision.winner;
    result.discs = decision.discs;
    result.ending = decision.termination;
    result.detail = decision.detail;
    PlayedGame {
        result: Some(result),
        reusable,
    }
}

/// How a game was decided.
pub(crate) struct Decision {
    pub winner: Option<Side>,
    pub termination: Termination,
    pub detail: String,
    pub discs: Option<i32>,
}

/// Why a game does not go on.
enum GameEnd {
    Decided(Decision),
    Stopped,
}

impl GameEnd {
    fn new(winner: Option<Side>, termination: Termination, detail: impl Into<String>) -> Self {
        GameEnd::Decided(Decision {
            winner,
            termination,
            detail: detail.into(),
            discs: None,
        })
    }

    /// A game that never began.
    fn void(detail: String) -> Self {
        Self::new(None, Termination::Void, detail)
    }

    /// A loss of `side`.
    fn lost(side: Side, termination: Termination, what: impl std::fmt::Display) -> Self {
        Self::new(Some(side.other()), termination, format!("{side} {what}"))
    }
}

struct Referee<'a> {
    settings: &'a GameSettings,
    record: Box<dyn DynRecord>,
    /// The names of the engines with Black and with White, as are all pairs here.
    names: [&'a str; 2],
    engines: [&'a mut dyn EngineClient; 2],
    clocks: [Clock; 2],
    limits: [TimeLimits; 2],
    opening_steps: Vec<OpeningStep>,
    /// Whether an opening rule has exchanged the colours.
    is_swapped: bool,
    plies: Vec<Ply>,
    adjudicator: Adjudicator,
    solver: &'a mut EndgameSolver,
    stop: &'a StopToken,
    reusable: [bool; 2],
    /// Whether Black's and White's engine have replied with a move in this game.
    moved: [bool; 2],
    /// The names of the engines that had ended and were started again.
    restarted: Vec<String>,
}

impl Referee<'_> {
    fn run(&mut self, opening: &Opening) -> Result<Infallible, GameEnd> {
        self.start(opening)?;
        if let Some(rule) = self.settings.opening_rule {
            self.play_opening_rule(rule)?;
        }
        loop {
            if self.stop.is_raised() {
                return Err(GameEnd::Stopped);
            }
            self.check_move_limit()?;
            self.adjudicate_endgame()?;
            self.turn()?;
        }
    }

    /// The game is lost by an error of an engine, which must not be used again.
    fn engine_error(&mut self, side: Side, error: &EngineError) -> GameEnd {
        self.reusable[side.index()] = false;
        GameEnd::lost(side, error.termination, &error.message)
    }

    /// The end of the game after an error in place of a decision. An engine that answers its first request
    /// with an error does not play this game. Later, an error is an answer that is not a move.
    fn request_error(&mut self, side: Side, error: &EngineError) -> GameEnd {
        if error.termination != Termination::Refused {
            return self.engine_error(side, error);
        }
        self.reusable[side.index()] = false;
        match self.moved[side.index()] {
            true => GameEnd::lost(side, Termination::Garbage, &error.message),
            false => GameEnd::void(format!("{side} {}", error.message)),
        }
    }

    /// Starts a game in both engines and plays the opening.
    fn start(&mut self, opening: &Opening) -> Result<(), GameEnd> {
        let spec = self.settings.spec;
        let mut errors = Vec::new();
        for side in Side::ALL {
            let engine = &mut *self.engines[side.index()];
            let started = start_game(engine, spec, &self.clocks[side.index()], opening);
            // Engines may take their time before the first move.
            engine.take_longest_command();
            if engine.was_restarted() {
                self.restarted.push(self.names[side.index()].to_owned());
            }
            if let Err(error) = started {
                self.reusable[side.index()] = false;
                errors.push(format!("{side} {}", error.message));
            }
        }
        match errors.is_empty() {
            true => Ok(()),
            false => Err(GameEnd::void(errors.join("; "))),
        }
    }

    /// Plays an opening rule. Until the players have agreed, the first one has Black.
    fn play_opening_rule(&mut self, rule: OpeningRule) -> Result<(), GameEnd> {
        let (spec, names) = (self.settings.spec, self.names);
        let (opening, agreed) =
            opening_rule::play_opening_rule(rule, spec, names, |player, stones| {
                self.choose_opening(rule, player, stones)
            });
        self.opening_steps = opening.steps;
        let agreed = match agreed {
            Ok(agreed) => agreed,
            Err(fault) => return Err(self.break_off(opening.stones, fault)),
        };
        if agreed.is_swapped {
            self.is_swapped = true;
            self.names.reverse();
            self.engines.reverse();
            self.clocks.reverse();
            self.limits.reverse();
            self.reusable.reverse();
            self.moved.reverse();
        }
        for stone in opening.stones {
            let (side, mv) = (self.record.side(), Move::Place(stone));
            if let Err(reason) = self.record.play(side, mv) {
                return Err(GameEnd::lost(side, Termination::Illegal, reason));
            }
            self.send_move(Side::Black, side, mv)?;
            self.send_move(Side::White, side, mv)?;
        }
        if let Some(reply) = agreed.reply
            && let BestMove::Move(mv) = reply.best_move
        {
            self.send_move(Side::White, Side::White, mv)?;
            self.play_reply(Side::White, mv, reply)?;
        }
        Ok(())
    }

    /// Keeps the stones of an opening rule that a player has broken. Returns the end of the game.
    fn break_off(&mut self, stones: Vec<Vertex>, fault: OpeningFault<GameEnd>) -> GameEnd {
        for stone in stones {
            let (side, mv) = (self.record.side(), Move::Place(stone));
            // A stone that does not fit ends the list; the fault stays the reason.
            if self.record.play(side, mv).is_err() {
                break;
            }
        }
        match fault {
            OpeningFault::Unanswered(end) => end,
            OpeningFault::Illegal(player, what) => {
                GameEnd::lost(player, Termination::Illegal, what)
            }
        }
    }

    /// Asks a player for a step of an opening rule.
    fn choose_opening(
        &mut self,
        rule: OpeningRule,
        player: Side,
        stones: &[Vertex],
    ) -> Result<OpeningReply, GameEnd> {
        if self.stop.is_raised() {
            return Err(GameEnd::Stopped);
        }
        let index = player.index();
        let (limits, clock) = (self.limits[index], &self.clocks[index]);
        let timeout = limits.reply_timeout(clock);
        let reply = self.engines[index]
            .choose_opening(rule, stones, clock, timeout)
            .map_err(|error| self.request_error(player, &error))?;
        self.moved[index] = true;
        let spent = limits.spend(&mut self.clocks[index], reply.elapsed);
        match spent {
            Ok(()) => Ok(reply),
            Err(excess) => {
                let [excess, elapsed] = [excess, reply.elapsed].map(milliseconds);
                let what =
                    format!("exceeded its clock by {excess} ms in the opening ({elapsed} ms)");
                Err(GameEnd::lost(player, Termination::Time, what))
            }
        }
    }

    /// Sends a move of `side` to the engine of `receiver`.
    fn send_move(&mut self, receiver: Side, side: Side, mv: Move) -> Result<(), GameEnd> {
        self.engines[receiver.index()]
            .play_move(side, mv)
            .map_err(|error| self.engine_error(receiver, &error))?;
        self.check_commands(receiver);
        Ok(())
    }

    /// Warns, once for each engine, of a command that took long.
    fn check_commands(&mut self, side: Side) {
        let (index, name) = (side.index(), self.names[side.index()]);
        let longest = self.engines[index].take_longest_command();
        if let Some(what) = self.limits[index].command_warning(&self.clocks[index], longest) {
            warn_once_about(&format!("commands of {name}"), &format!("{name} {what}"));
        }
    }

    /// Adjudicates an Othello endgame that is small enough to be solved.
    fn adjudicate_endgame(&mut self) -> Result<(), GameEnd> {
        let (Some(most), Variant::Othello) =
            (self.settings.adjudication.solve, self.settings.spec.variant)
        else {
            return Ok(());
        };
        let now = self.record.current();
        let empties = now.empties();
        if empties > usize::from(most) {
            return Ok(());
        }
        let Some(discs) = self.solver.solve(&now, self.stop) else {
            return Err(GameEnd::Stopped);
        };
        Err(GameEnd::Decided(Decision {
            winner: leader(discs),
            termination: Termination::Adjudicated,
            detail: format!("solved with {empties} empty squares: {}", disc_count(discs)),
            discs: Some(discs),
        }))
    }

    /// Plays one move: a forced pass, or the move of an engine.
    fn turn(&mut self) -> Result<(), GameEnd> {
        let side = self.record.side();
        if self.settings.spec.variant == Variant::Othello && self.record.legal() == [Move::Pass] {
            return self.pass(side);
        }
        let limits = self.limits[side.index()];
        let timeout = limits.reply_timeout(&self.clocks[side.index()]);
        let reply = self.engines[side.index()]
            .go(side, &self.clocks, timeout)
            .map_err(|error| self.request_error(side, &error))?;
        self.moved[side.index()] = true;
        self.check_commands(side);
        limits
            .spend(&mut self.clocks[side.index()], reply.elapsed)
            .map_err(|excess| lost_on_time(side, &reply, excess))?;
        match reply.best_move {
            BestMove::Move(mv) => self.play_reply(side, mv, reply),
            BestMove::Resign => Err(GameEnd::lost(side, Termination::Resign, "resigned")),
        }
    }

    /// Plays a forced pass without asking the engine, and sends it to both engines.
    fn pass(&mut self, side: Side) -> Result<(), GameEnd> {
        if let Err(reason) = self.record.play(side, Move::Pass) {
            let detail = format!("the forced pass: {reason}");
            return Err(GameEnd::new(None, Termination::Refused, detail));
        }
        self.plies.push(Ply {
            name: Move::Pass.to_string(),
            ms: 0.0,
            info: MoveInfo::default(),
        });
        self.send_move(Side::Black, side, Move::Pass)?;
        self.send_move(Side::White, side, Move::Pass)
    }

    /// Plays an engine's move on the board, and sends it to the opponent unless the game ends.
    fn play_reply(&mut self, side: Side, mv: Move, reply: EngineReply) -> Result<(), GameEnd> {
        let foul = match self.record.play(side, mv) {
            Ok(()) => None,
            Err(Illegal::Forbidden(foul)) if self.record.play_foul(side, mv).is_ok() => Some(foul),
            Err(reason) => {
                let what = format!("played {}: {reason}", reply.describe());
                return Err(GameEnd::lost(side, Termination::Illegal, what));
            }
        };
        let foul = foul.map(|foul| format!("{} ({foul})", reply.describe()));
        let info = reply.info.for_journal();
        self.plies.push(Ply {
            name: mv.to_string(),
            ms: journal_ms(reply.elapsed),
            info: info.clone(),
        });
        if let Some(foul) = foul {
            let what = format!("played the forbidden point {foul}");
            return Err(GameEnd::lost(side, Termination::Foul, what));
        }
        if let Some(outcome) = self.record.outcome() {
            return Err(GameEnd::Decided(game_over(outcome)));
        }
        if let Some(verdict) = self.adjudicator.add_move(side, &info, self.moves()) {
            let Verdict { winner, reason } = verdict;
            return Err(GameEnd::new(winner, Termination::Adjudicated, reason));
        }
        // The opponent does not get the last move.
        self.check_move_limit()?;
        self.send_move(side.other(), side, mv)
    }

    /// The number of moves, those of the opening and forced passes included.
    fn moves(&self) -> u32 {
        u32::try_from(self.record.undoable()).unwrap_or(u32::MAX)
    }

    /// Draws a game that has reached the limit of moves, by a move, a forced pass, or the opening.
    fn check_move_limit(&self) -> Result<(), GameEnd> {
        let moves = self.moves();
        if self.settings.max_moves.is_some_and(|limit| moves >= limit) {
            let detail = format!("no result after {moves} moves");
            return Err(GameEnd::new(None, Termination::MoveLimit, detail));
        }
        Ok(())
    }

    /// Ends the game in both engines.
    fn end_game(&mut self) {
        for side in Side::ALL {
            let reusable = &mut self.reusable[side.index()];
            if *reusable && let Err(error) = self.engines[side.index()].end_game() {
                log::info!("after the game {side} {}", error.message);
                *reusable = false;
            }
        }
    }
}

/// Starts a game in an engine and sets up the opening.
///
/// # Errors
/// The engine does not start, or refuses the game or the opening.
pub(crate) fn start_game(
    engine: &mut dyn EngineClient,
    spec: GameSpec,
    clock: &Clock,
    opening: &Opening,
) -> Result<(), EngineError> {
    engine.new_game(spec, clock)?;
    if let Some(start) = &opening.start {
        engine.set_position(start)?;
    }
    let mut side = opening
        .start
        .as_ref()
        .map_or(Side::Black, |start| start.to_move);
    for &mv in &opening.moves {
        engine.play_move(side, mv)?;
        side = side.other();
    }
    Ok(())
}

/// The end of a game by its rules.
pub(crate) fn game_over(outcome: Outcome) -> Decision {
    let winner = outcome.winner;
    let mut discs = None;
    let (termination, detail) = match outcome.ending {
        game::Ending::Counted => {
            let sign = if winner == Some(Side::White) { -1 } else { 1 };
            let lead = sign * i32::from(outcome.margin);
            discs = Some(lead);
            (Termination::Finished, disc_count(lead))
        }
        game::Ending::Five => {
            let row = "five in a row";
            let detail = winner.map_or_else(|| row.into(), |side| format!("{side} has {row}"));
            (Termination::Five, detail)
        }
        game::Ending::Foul => (Termination::Foul, "a forbidden point was played".into()),
        game::Ending::Full => (Termination::Full, "the board is full".into()),
    };
    Decision {
        winner,
        termination,
        detail,
        discs,
    }
}

fn lost_on_time(side: Side, reply: &EngineReply, excess: Duration) -> GameEnd {
    let what = reply.describe();
    let [excess, elapsed] = [excess, reply.elapsed].map(milliseconds);
    let what = format!("exceeded its clock by {excess} ms ({what} after {elapsed} ms)");
    GameEnd::lost(side, Termination::Time, what)
}

fn leader(discs: i32) -> Option<Side> {
    match discs.signum() {
        1 => Some(Side::Black),
        -1 => Some(Side::White),
        _ => None,
    }
}

/// The disc count, empty squares counted for the winner: `black wins 40-24`.
fn disc_count(discs: i32) -> String {
    let (more, less) = ((64 + discs.abs()) / 2, (64 - discs.abs()) / 2);
    leader(discs).map_or_else(
        || format!("draw {more}-{less}"),
        |side| format!("{side} wins {more}-{less}"),
    )
}

/// Milliseconds, rounded to one decimal.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e4).round() / 10.0
}

#[cfg(test)]
mod tests;
