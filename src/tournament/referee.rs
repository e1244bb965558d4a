//! One game: the referee has the board, the rules and the clocks, the engines have only their moves.

use crate::engine::Variant;
use crate::engines::{BestMove, EngineClient, EngineError, EngineReply, GameSpec};
use crate::engines::{MoveInfo, Termination};
use crate::format::position::write_position;
use crate::game;
use crate::game::{DynRecord, Illegal, Move, Outcome, Side};
use crate::search::{Clock, ClockRule, StopToken};
use crate::tournament::adjudication::{Adjudication, Adjudicator, EndgameSolver};
use crate::tournament::game_result::{GameResult, Ply, Winner};
use crate::tournament::openings::Opening;
use std::time::{Duration, Instant, SystemTime};

/// What all games of a match have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conditions {
    /// The game.
    pub spec: GameSpec,
    /// A move may be late by so much before the game is lost.
    pub margin: Duration,
    /// Beyond its time and the margin, an engine is waited for so long before it counts as hanging.
    pub patience: Duration,
    /// How long a move may take where there is no clock.
    pub longest_move: Duration,
    /// After so many moves in all, the opening's included, the game is a draw.
    pub max_moves: Option<u32>,
    /// Which games are decided before they end.
    pub adjudication: Adjudication,
}

/// One side of a game.
pub struct Seat<'a> {
    /// The engine's name.
    pub name: &'a str,
    /// The engine.
    pub player: &'a mut dyn EngineClient,
    /// Its time.
    pub clock: ClockRule,
}

/// Which game of the schedule it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// Its number.
    pub game: u32,
    /// The number of its pair.
    pub pair: u32,
}

/// What has come out of [`play`].
pub struct Finished {
    /// The game; `None` if it was stopped.
    pub played: Option<GameResult>,
    /// Whether the engines of Black and White can be used again. If not, nothing more than
    /// [`EngineClient::quit`] should be asked of them.
    pub fit: [bool; 2],
}

/// Plays one game. `stop` is looked at between moves; a game that is stopped has no result.
///
/// Every move in the result is legal, except a last one of Black on a forbidden point (Renju). A move
/// that came too late or that the rules do not have is named in the sentence about the ending only.
pub fn play(
    conditions: &Conditions,
    label: Label,
    opening: &Opening,
    black: Seat<'_>,
    white: Seat<'_>,
    solver: &mut EndgameSolver,
    stop: &StopToken,
) -> Finished {
    let began = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |time| time.as_millis() as u64);
    let start = Instant::now();
    let names = [black.name.to_owned(), white.name.to_owned()];
    let spec = conditions.spec;
    let mut played = GameResult {
        game: label.game,
        pair: label.pair,
        black: names[0].clone(),
        white: names[1].clone(),
        variant: spec.variant.name().into(),
        size: spec.size,
        opening: opening.name.clone(),
        start: opening.start.as_ref().and_then(write_position),
        opening_moves: opening.moves.iter().map(|&mv| mv.to_string()).collect(),
        plies: Vec::new(),
        winner: None,
        discs: None,
        ending: Termination::Refused,
        detail: String::new(),
        began,
        took: 0,
    };
    let mut fit = [true; 2];
    let end = match opening.record(spec) {
        Ok(record) => {
            let clocks = [Clock::new(black.clock), Clock::new(white.clock)];
            let mut referee = Referee {
                conditions,
                record,
                players: [black.player, white.player],
                clocks,
                plies: Vec::new(),
                listener: Adjudicator::new(conditions.adjudication),
                solver,
                stop,
                fit: [true; 2],
            };
            let end = match referee.run(opening) {
                Ok(never) => match never {},
                Err(end) => end,
            };
            referee.dismiss();
            fit = referee.fit;
            played.plies = referee.plies;
            end
        }
        // Openings are checked when they are read; if one is wrong all the same, nobody is to blame.
        Err(text) => End::Game(Result {
            winner: None,
            ending: Termination::Refused,
            detail: format!("the opening cannot be played: {text}"),
            discs: None,
        }),
    };
    let End::Game(result) = end else {
        return Finished { played: None, fit };
    };
    played.winner = result.winner.map(Winner::from);
    played.discs = result.discs;
    played.ending = result.ending;
    played.detail = result.detail;
    played.took = start.elapsed().as_millis() as u64;
    Finished {
        played: Some(played),
        fit,
    }
}

/// The result of a game.
struct Result {
    winner: Option<Side>,
    ending: Termination,
    detail: String,
    discs: Option<i32>,
}

/// Why a game does not go on.
enum End {
    Game(Result),
    Stopped,
}

/// A game goes on until it ends.
enum Never {}

impl End {
    fn new(winner: Option<Side>, ending: Termination, detail: impl Into<String>) -> Self {
        End::Game(Result {
            winner,
            ending,
            detail: detail.into(),
            discs: None,
        })
    }

    /// Lost for `side`.
    fn lost(side: Side, ending: Termination, what: impl std::fmt::Display) -> Self {
        Self::new(Some(side.other()), ending, format!("{side} {what}"))
    }
}

struct Referee<'a> {
    conditions: &'a Conditions,
    record: Box<dyn DynRecord>,
    players: [&'a mut dyn EngineClient; 2],
    clocks: [Clock; 2],
    plies: Vec<Ply>,
    listener: Adjudicator,
    solver: &'a mut EndgameSolver,
    stop: &'a StopToken,
    fit: [bool; 2],
}

impl Referee<'_> {
    fn run(&mut self, opening: &Opening) -> std::result::Result<Never, End> {
        self.begin(opening)?;
        loop {
            if self.stop.is_raised() {
                return Err(End::Stopped);
            }
            self.solve()?;
            self.turn()?;
        }
    }

    /// The end of the game by the fault of an engine, which is not used again.
    fn fault(&mut self, side: Side, fault: &EngineError) -> End {
        self.fit[side.index()] = false;
        End::lost(side, fault.termination, &fault.message)
    }

    fn begin(&mut self, opening: &Opening) -> std::result::Result<(), End> {
        let spec = self.conditions.spec;
        let mut faults = [None, None];
        for side in Side::ALL {
            let player = &mut self.players[side.index()];
            let mut begun = player.new_game(spec, &self.clocks[side.index()]);
            if let (Ok(()), Some(start)) = (&begun, &opening.start) {
                begun = player.set_position(start);
            }
            faults[side.index()] = begun.err();
        }
        match faults {
            [None, None] => {}
            [Some(fault), None] => return Err(self.fault(Side::Black, &fault)),
            [None, Some(fault)] => return Err(self.fault(Side::White, &fault)),
            [Some(black), Some(white)] => {
                self.fit = [false; 2];
                let detail = format!("black {}; white {}", black.message, white.message);
                return Err(End::new(None, black.termination, detail));
            }
        }
        let first = opening
            .start
            .as_ref()
            .map_or(Side::Black, |start| start.to_move);
        let mut side = first;
        for &mv in &opening.moves {
            self.tell(Side::Black, side, mv)?;
            self.tell(Side::White, side, mv)?;
            side = side.other();
        }
        Ok(())
    }

    fn tell(&mut self, listener: Side, side: Side, mv: Move) -> std::result::Result<(), End> {
        self.players[listener.index()]
            .play_move(side, mv)
            .map_err(|fault| self.fault(listener, &fault))
    }

    /// Ends an Othello game whose result can be calculated.
    fn solve(&mut self) -> std::result::Result<(), End> {
        let (Some(most), Variant::Othello) = (
            self.conditions.adjudication.solve,
            self.conditions.spec.variant,
        ) else {
            return Ok(());
        };
        let now = self.record.now();
        let empties = now.cells.iter().filter(|cell| cell.is_none()).count();
        if empties > usize::from(most) {
            return Ok(());
        }
        let Some(discs) = self.solver.solve(&now, self.stop) else {
            return Err(End::Stopped);
        };
        Err(End::Game(Result {
            winner: leader(discs),
            ending: Termination::Adjudicated,
            detail: format!("solved with {empties} empty squares: {}", counted(discs)),
            discs: Some(discs),
        }))
    }

    /// One move, asked for or forced.
    fn turn(&mut self) -> std::result::Result<(), End> {
        let side = self.record.side();
        if self.conditions.spec.variant == Variant::Othello && self.record.legal() == [Move::Pass] {
            return self.pass(side);
        }
        let flag = self.clocks[side.index()].time_to_flag();
        let patience = flag.map_or(self.conditions.longest_move, |flag| {
            flag.saturating_add(self.conditions.margin)
                .saturating_add(self.conditions.patience)
        });
        let turn = self.players[side.index()]
            .go(side, &self.clocks, patience)
            .map_err(|fault| self.fault(side, &fault))?;
        if let Some(flag) = flag {
            self.check_time(side, &turn, flag)?;
        }
        self.clocks[side.index()].spend(turn.elapsed);
        let mv = match turn.best_move {
            BestMove::Move(mv) => mv,
            BestMove::Resign => return Err(End::lost(side, Termination::Resign, "resigned")),
        };
        self.answer(side, mv, turn)
    }

    /// A side that cannot move is not asked. Both engines are told.
    fn pass(&mut self, side: Side) -> std::result::Result<(), End> {
        if let Err(reason) = self.record.play(side, Move::Pass) {
            return Err(End::new(
                None,
                Termination::Refused,
                format!("the forced pass: {reason}"),
            ));
        }
        self.plies.push(Ply {
            name: Move::Pass.to_string(),
            ms: 0.0,
            thought: MoveInfo::default(),
        });
        self.tell(Side::Black, side, Move::Pass)?;
        self.tell(Side::White, side, Move::Pass)
    }

    fn check_time(
        &self,
        side: Side,
        turn: &EngineReply,
        flag: Duration,
    ) -> std::result::Result<(), End> {
        let over = turn.elapsed.saturating_sub(flag);
        if over <= self.conditions.margin {
            return Ok(());
        }
        let what = match turn.best_move {
            BestMove::Move(mv) => mv.to_string(),
            BestMove::Resign => "resignation".into(),
        };
        Err(End::lost(
            side,
            Termination::Time,
            format_args!(
                "overstepped the time by {} ms ({what} after {} ms)",
                tenths(over),
                tenths(turn.elapsed)
            ),
        ))
    }

    /// Puts an engine's move on the board.
    fn answer(&mut self, side: Side, mv: Move, turn: EngineReply) -> std::result::Result<(), End> {
        let foul = match self.record.play(side, mv) {
            Ok(()) => None,
            Err(Illegal::Forbidden(foul)) if self.record.play_foul(side, mv).is_ok() => Some(foul),
            Err(reason) => {
                let what = format!("played {mv}: {reason}");
                return Err(End::lost(side, Termination::Illegal, what));
            }
        };
        let thought = tidy(turn.info);
        self.plies.push(Ply {
            name: mv.to_string(),
            ms: (turn.elapsed.as_secs_f64() * 1e6).round() / 1e3,
            thought: thought.clone(),
        });
        if let Some(foul) = foul {
            let what = format!("played the forbidden point {mv} ({foul})");
            return Err(End::lost(side, Termination::Foul, what));
        }
        if let Some(outcome) = self.record.outcome() {
            return Err(over(outcome));
        }
        let moves = u32::try_from(self.record.undoable()).unwrap_or(u32::MAX);
        if let Some(agreed) = self.listener.note(side, &thought, moves) {
            return Err(End::new(
                agreed.winner,
                Termination::Adjudicated,
                agreed.text,
            ));
        }
        if self.conditions.max_moves.is_some_and(|most| moves >= most) {
            let detail = format!("no result after {moves} moves");
            return Err(End::new(None, Termination::MoveLimit, detail));
        }
        self.tell(side.other(), side, mv)
    }

    /// Tells both engines that the game has ended.
    fn dismiss(&mut self) {
        for side in Side::ALL {
            let fit = &mut self.fit[side.index()];
            if *fit && let Err(fault) = self.players[side.index()].end_game() {
                log::info!("after the game {side} {}", fault.message);
                *fit = false;
            }
        }
    }
}

/// A finished game, by the rules.
fn over(outcome: Outcome) -> End {
    let winner = outcome.winner;
    match outcome.ending {
        game::Ending::Counted => {
            let margin = i32::from(outcome.margin);
            let discs = match winner {
                Some(Side::White) => -margin,
                _ => margin,
            };
            End::Game(Result {
                winner,
                ending: Termination::Finished,
                detail: counted(discs),
                discs: Some(discs),
            })
        }
        game::Ending::Five => {
            let detail = match winner {
                Some(side) => format!("{side} has five in a row"),
                None => "five in a row".into(),
            };
            End::new(winner, Termination::Five, detail)
        }
        game::Ending::Foul => End::new(winner, Termination::Foul, "a forbidden point was played"),
        game::Ending::Full => End::new(winner, Termination::Full, "the board is full"),
    }
}

fn leader(discs: i32) -> Option<Side> {
    match discs.signum() {
        1 => Some(Side::Black),
        -1 => Some(Side::White),
        _ => None,
    }
}

/// The result of counting, empty squares being the winner's: `black wins 40-24`.
fn counted(discs: i32) -> String {
    let (more, less) = ((64 + discs.abs()) / 2, (64 - discs.abs()) / 2);
    leader(discs).map_or_else(
        || format!("draw {more}-{less}"),
        |side| format!("{side} wins {more}-{less}"),
    )
}

/// Milliseconds with one digit after the point.
fn tenths(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e4).round() / 10.0
}

/// What an engine said, without numbers that the journal has no way to write.
fn tidy(mut thought: MoveInfo) -> MoveInfo {
    thought.value = thought.value.filter(|value| value.is_finite());
    thought
}

#[cfg(test)]
pub(in crate::tournament) mod tests;
