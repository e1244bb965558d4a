//! Errors of a session.

use crate::engine::options::OptionError;
use crate::game::{Illegal, SetupError};

/// Why a request was refused. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionError {
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
