//! Errors of a session.

use crate::engine::OptionError;
use crate::game::{Illegal, SetupError};

/// Why a session refuses a request. The session has not changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionError {
    /// The move is illegal.
    #[error("illegal move: {0}")]
    Illegal(#[from] Illegal),
    /// The game does not have this board size.
    #[error("unacceptable size: {game} is played on {sizes}")]
    Size {
        /// The name of the game.
        game: &'static str,
        /// The sizes of the game.
        sizes: &'static str,
    },
    /// The engine cannot play the game.
    #[error("unsupported game: {engine} cannot play {game}, expected one of: {expected}")]
    Game {
        /// The name of the engine.
        engine: String,
        /// The name of the game.
        game: &'static str,
        /// The names of the games that the engine can play.
        expected: String,
    },
    /// The position is not possible.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// The game has fewer moves.
    #[error("cannot undo")]
    Undo,
    /// Fewer moves were taken back.
    #[error("cannot redo")]
    Redo,
    /// The option or its value is invalid.
    #[error("{0}")]
    Option(#[from] OptionError),
    /// The option does not reach the engine behind a bridge.
    #[error(
        "unsupported option: {option} does not reach {engine} behind the bridge, expected a setting of the engine's own, \
         such as a key of --engine"
    )]
    LostOption {
        /// The name of the engine.
        engine: String,
        /// The name of the option.
        option: String,
    },
    /// The game has no classic player of this name.
    #[error("unknown classic player {name:?}, expected none or one of: {expected}")]
    Classic {
        /// The name in the request.
        name: String,
        /// The names of the game's classic players.
        expected: String,
    },
}
