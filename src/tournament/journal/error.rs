//! What may be wrong with a journal.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// An error of a journal.
#[derive(Debug, thiserror::Error)]
#[error("{}{kind}", path.display())]
pub struct JournalError {
    /// The journal.
    pub path: PathBuf,
    /// What is wrong.
    pub kind: JournalErrorKind,
}

/// What is wrong with a journal. The text follows the name of the file.
#[derive(Debug, thiserror::Error)]
pub enum JournalErrorKind {
    /// Reading or writing failed.
    #[error(": {0}")]
    Io(io::Error),
    /// The journal exists, but `--resume` was not given.
    #[error(" exists; give --resume to continue that match, or another --journal")]
    Exists,
    /// Another process is writing the journal.
    #[error(" is in use by another match; wait for its end, or give another --journal")]
    InUse,
    /// There is no journal to merge into it.
    #[error(": no journals to merge; expected at least one")]
    NothingToMerge,
    /// The file does not begin with a header, for this reason.
    #[error(" is not the journal of a match: {0}")]
    NotAJournal(String),
    /// The journal belongs to another match, with these differences.
    #[error(" is the journal of another match: {0}")]
    OtherMatch(String),
    /// The engines were other programs, with these differences.
    #[error(" was played by other programs: {0}; give --force-resume to continue it with these")]
    OtherBuild(String),
    /// The engines of a shard were other programs than those of the first one, with these differences.
    #[error(
        " was played by other programs than the first journal: {0}; give --force to merge them"
    )]
    OtherShardBuild(String),
    /// The line with this number, from 1, is not a game, for this reason.
    #[error(":{0}: {1}")]
    Line(usize, String),
    /// The file to write holds a result of a game, whose number counts from 0, that none of the journals to merge has.
    #[error(
        " holds game {} (\"game\":{number}) with a result that none of the journals to merge has; give another name, or \
         delete it",
        number.saturating_add(1)
    )]
    WouldLose {
        /// The number.
        number: u32,
    },
    /// A game, whose number counts from 0, has two different results.
    #[error(": game {} (\"game\":{number}) has two different results", number.saturating_add(1))]
    Twice {
        /// The number.
        number: u32,
    },
}

impl JournalErrorKind {
    /// The error of this journal.
    pub(super) fn of(self, path: &Path) -> JournalError {
        JournalError {
            path: path.to_owned(),
            kind: self,
        }
    }
}

/// Turns errors of reading and writing a journal into its errors.
pub(super) fn io_error(path: &Path) -> impl Fn(io::Error) -> JournalError + '_ {
    |source| JournalErrorKind::Io(source).of(path)
}

/// Turns errors of opening and locking a journal into its errors.
pub(super) fn lock_error(path: &Path) -> impl Fn(io::Error) -> JournalError + '_ {
    |error| match error.kind() {
        ErrorKind::ResourceBusy => JournalErrorKind::InUse.of(path),
        _ => io_error(path)(error),
    }
}
