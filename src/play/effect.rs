//! What a game asks of its surroundings, and what it tells the person.

use crate::engine::Job;
use crate::format::FileGame;
use crate::play::scores::GameScore;
use std::path::PathBuf;

/// Something to be done outside of the model.
#[derive(Debug)]
pub(crate) enum Effect {
    /// Give this job to the engine.
    Search(Box<Job>),
    /// Stop the running search. It still reports its result, which the model may ignore.
    Stop,
    /// Write the game to a file.
    Save {
        /// The file.
        path: PathBuf,
        /// Whether a file that is there may be replaced.
        overwrite: bool,
        /// The game.
        game: Box<FileGame>,
    },
    /// Read a game from a file.
    Load(PathBuf),
    /// Add a game to the score table.
    Count(GameScore),
    /// Show the score table.
    ShowScores,
    /// End the program.
    Quit,
}

/// What a message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessageKind {
    /// A move or a choice of a player.
    Move,
    /// Something else that happened, or an answer to a command.
    Info,
    /// Something that is not possible, with the reason.
    Error,
    /// How the game ended.
    End,
}

/// A message to the person. It may have several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    /// What it is about.
    pub(crate) kind: MessageKind,
    /// The text.
    pub(crate) text: String,
}
