//! What the referee wants of an engine, whatever protocol it speaks.

use crate::engine::Variant;
use crate::engines::game_result::{MoveInfo, Termination};
use crate::game::{Move, Setup, Side};
use crate::search::Clock;
use std::time::Duration;

/// The game that is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSpec {
    /// The game and its rule.
    pub variant: Variant,
    /// Cells in a row and in a column.
    pub size: u8,
}

/// What an engine does in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Plays this, which may be a pass. Whether it is legal is for the referee to say.
    Move(Move),
    /// Gives up.
    Resign,
}

/// An engine's turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// What it does.
    pub answer: Answer,
    /// From the request to the answer, by the wall clock.
    pub took: Duration,
    /// What it said while it was thinking.
    pub thought: MoveInfo,
}

/// How an engine failed. The game is lost for it, and the engine is started anew for the next one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Fault {
    /// One of the endings that are faults.
    pub ending: Termination,
    /// A sentence about it, without the engine's name: `closed its output (exit code 3)`.
    pub text: String,
}

impl Fault {
    /// A fault in words.
    pub fn new(ending: Termination, text: impl Into<String>) -> Self {
        Self {
            ending,
            text: text.into(),
        }
    }
}

/// An engine in a game. Every call may fail, and after a failure only [`EngineClient::quit`] makes sense.
///
/// The referee tells both engines every move of the game, the opening's and each other's, in order;
/// an engine's own moves are not told to it again.
pub trait EngineClient: Send {
    /// A new game begins; both sides have this clock. The program is started here if it is not running.
    fn begin(&mut self, game: GameSpec, clock: &Clock) -> Result<(), Fault>;

    /// The game begins from this position instead of the regular one. Comes right after
    /// [`EngineClient::begin`], if at all. An engine or a protocol that has no way for it refuses.
    fn start_from(&mut self, start: &Setup) -> Result<(), Fault> {
        let _ = start;
        Err(Fault::new(
            Termination::Refused,
            "cannot begin from a described position",
        ))
    }

    /// A move that this engine did not choose itself: of the opening, of the opponent, or its own
    /// forced pass, which the referee plays for it.
    fn told(&mut self, side: Side, mv: Move) -> Result<(), Fault>;

    /// Asks for a move. `clocks` are those of Black and of White as they stand. The engine is given up
    /// on (as a [`Termination::Hang`]) after `patience`; overstepping the time is for the referee to judge.
    fn think(&mut self, side: Side, clocks: &[Clock; 2], patience: Duration)
    -> Result<Turn, Fault>;

    /// The game has ended; the engine may be used for another one.
    fn end(&mut self) -> Result<(), Fault>;

    /// Ends the program, politely at first.
    fn quit(&mut self);
}
