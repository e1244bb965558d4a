//! What a match needs of an engine, whatever protocol the engine speaks.

use crate::engine::Variant;
use crate::engines::{EngineContext, EngineError, Termination};
use crate::game::{Move, Setup, Side, Vertex};
use crate::gomoku::OpeningRule;
use crate::search::Clock;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Which game is played, on which board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSpec {
    /// The game and its rule.
    pub variant: Variant,
    /// Board size: cells in a row and in a column.
    pub size: u8,
}

/// The decision of an engine that was asked for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BestMove {
    /// A move or a pass. Nothing has checked yet whether it is legal.
    Move(Move),
    /// The engine resigns.
    Resign,
}

/// The reply of an engine that was asked for a move.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineReply {
    /// The decision.
    pub best_move: BestMove,
    /// The decision in the engine's own words: `8,2`.
    pub text: String,
    /// Wall-clock time from the request to the reply.
    pub elapsed: Duration,
    /// What the engine reported about its search.
    pub info: MoveInfo,
}

impl EngineReply {
    /// The decision, with the engine's own words if they are others: `i13 (answered "8,2")`.
    pub fn describe(&self) -> String {
        let name = match self.best_move {
            BestMove::Move(mv) => mv.to_string(),
            BestMove::Resign => "resignation".into(),
        };
        if self.text.is_empty() || self.text.eq_ignore_ascii_case(&name) {
            name
        } else {
            format!("{name} (answered {:?})", self.text)
        }
    }
}

/// The decision of an engine in a step of an opening rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningChoice {
    /// Takes Black.
    Swap,
    /// Stones of alternating sides: the three of the first player; or the next one, with which the engine
    /// takes White; or the next two, which leave the choice to the first player. Nothing has checked yet
    /// whether they are legal.
    Stones(Vec<Vertex>),
}

/// The reply of an engine to a step of an opening rule.
#[derive(Clone, Debug, PartialEq)]
pub struct OpeningReply {
    /// The decision.
    pub choice: OpeningChoice,
    /// Wall-clock time from the request to the reply.
    pub elapsed: Duration,
    /// What the engine reported about its search.
    pub info: MoveInfo,
}

/// What an engine reported about the search for a move. A field is `None` if the engine did not report it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveInfo {
    /// Score for the engine's side: discs in Othello, the engine's own unit in Gomoku.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Announced result in plies: positive if the engine's side wins, negative if it loses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// Whether the engine marked the announced result as a claim. Without a mark it counts as a proof.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub claimed: bool,
    /// Search depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Expected result of the engine's side, from 0 to 1. Journals do not keep it.
    #[serde(skip)]
    pub win_rate: Option<f64>,
    /// The best line. Nothing has checked yet whether its moves are legal, or whether it begins with the move that was
    /// played. Journals do not keep it.
    #[serde(skip)]
    pub line: Vec<Move>,
}

impl MoveInfo {
    /// What a journal holds of it: neither the win rate nor the best line, and no score that is infinite or not a number, which
    /// JSON cannot represent.
    #[must_use]
    pub(crate) fn for_journal(self) -> Self {
        Self {
            value: self.value.filter(|value| value.is_finite()),
            win_rate: None,
            line: Vec::new(),
            ..self
        }
    }
}

/// What an engine says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineIdentity {
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

/// An engine that plays games. Any call may fail; after a failure only [`EngineClient::quit`] is useful.
///
/// The caller sends an engine every move that the engine did not choose itself, in the order of play:
/// the moves of the opening, the opponent's moves, and forced passes.
pub trait EngineClient: Send {
    /// Sets what the runner and the engine share from the next game on.
    ///
    /// The default implementation ignores it, for engines that run in this process.
    fn set_context(&mut self, context: EngineContext) {
        let _ = context;
    }

    /// Starts a game in which both sides have this clock. Starts the program if it is not running.
    fn new_game(&mut self, game: GameSpec, clock: &Clock) -> Result<(), EngineError>;

    /// Whether the program had ended by itself since the last game, so that [`EngineClient::new_game`] started it again.
    ///
    /// The default implementation says no, for engines that run in this process.
    fn was_restarted(&self) -> bool {
        false
    }

    /// Sets the position before the first move. Only valid directly after [`EngineClient::new_game`].
    ///
    /// The default implementation refuses, for protocols that cannot set a position.
    fn set_position(&mut self, start: &Setup) -> Result<(), EngineError> {
        let _ = start;
        Err(EngineError::new(
            Termination::Refused,
            "cannot start from a given position",
        ))
    }

    /// Name and version of the program. Only valid after [`EngineClient::new_game`].
    fn identity(&mut self) -> Result<EngineIdentity, EngineError> {
        Ok(EngineIdentity::default())
    }

    /// Sends a move that the engine did not choose itself.
    fn play_move(&mut self, side: Side, mv: Move) -> Result<(), EngineError>;

    /// Asks for a move of `side`. `clocks` are the current clocks of Black and White.
    ///
    /// Fails with [`Termination::Hang`] if no reply arrives within `timeout`. A reply that exceeds the
    /// clock but not the timeout is a reply; the caller decides about a loss on time.
    fn go(
        &mut self,
        side: Side,
        clocks: &[Clock; 2],
        timeout: Duration,
    ) -> Result<EngineReply, EngineError>;

    /// The longest time of a command since the last call of this method. No clock counts it, so requests for a move are
    /// left out.
    ///
    /// The default implementation says zero, for protocols that ask for nothing but moves during a game.
    fn take_longest_command(&mut self) -> Duration {
        Duration::ZERO
    }

    /// Asks for a step of an opening rule. `stones` are those on the board, Black's first; `clock` is the
    /// engine's. The caller then sends all stones by [`EngineClient::play_move`], the engine's own, too.
    ///
    /// The default implementation refuses, for protocols without opening rules.
    fn choose_opening(
        &mut self,
        rule: OpeningRule,
        stones: &[Vertex],
        clock: &Clock,
        timeout: Duration,
    ) -> Result<OpeningReply, EngineError> {
        let _ = (stones, clock, timeout);
        let message = format!("cannot play {rule}: only Gomocup's protocol has opening rules");
        Err(EngineError::new(Termination::Refused, message))
    }

    /// Ends the game. The engine keeps running for the next one unless it is to be restarted.
    fn end_game(&mut self) -> Result<(), EngineError>;

    /// Ends the program: asks it to quit, then kills it.
    fn quit(&mut self);
}
