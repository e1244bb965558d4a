//! How a game ends, and how an engine fails.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// How a game ended.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Termination {
    /// Othello: neither side can move.
    Finished,
    /// Gomoku: a winning row.
    Five,
    /// Gomoku: the board is full.
    Full,
    /// Renju: Black played a forbidden point and lost.
    Foul,
    /// An engine resigned.
    Resign,
    /// An engine exceeded its clock by more than the margin.
    Time,
    /// An engine played an illegal move.
    Illegal,
    /// An engine exited or closed its output.
    Crash,
    /// An engine ended since it may not use more memory.
    Memory,
    /// An engine did not reply before the timeout, or stopped reading its input.
    Hang,
    /// An engine replied with something that is not a move.
    Garbage,
    /// An engine did not start, or refused the game, the board size or the rule.
    Refused,
    /// The match runner decided the game: by score, by proof, or by a solved endgame.
    Adjudicated,
    /// The game reached the limit of moves.
    MoveLimit,
    /// The game never began: an engine did not start or refused the game. It counts for nobody.
    Void,
}

impl Termination {
    /// All terminations.
    pub const ALL: &[Termination] = Termination::VARIANTS;

    /// The name in journals and reports.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Whether an engine misbehaved, so that the result says nothing about its strength.
    pub const fn is_fault(self) -> bool {
        use Termination::{Crash, Garbage, Hang, Illegal, Memory, Refused, Time};
        matches!(
            self,
            Time | Illegal | Crash | Memory | Hang | Garbage | Refused
        )
    }
}

/// An engine failed: it loses its game, or the game never begins.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct EngineError {
    /// One of the terminations for which [`Termination::is_fault`] holds.
    pub termination: Termination,
    /// What the engine did, as a sentence that begins after its name: `closed its output (exit code 3)`.
    pub message: String,
}

impl EngineError {
    /// An error with its message.
    pub fn new(termination: Termination, message: impl Into<String>) -> Self {
        Self {
            termination,
            message: message.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_endings_are_those_of_the_journal() {
        for &ending in Termination::ALL {
            let json = serde_json::to_string(&ending).unwrap();
            assert_eq!(json, format!("{:?}", ending.name()));
        }
    }
}
