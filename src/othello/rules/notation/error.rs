//! Errors of the readers.

use crate::game::Illegal;

/// A text that cannot be read. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// The text does not follow the notation.
    #[error("column {column}: expected {expected}, found {found}")]
    Syntax {
        /// The first character that does not fit.
        column: usize,
        /// What would fit.
        expected: &'static str,
        /// The character there.
        found: String,
    },
    /// A move against the rules.
    #[error("column {column}: {name} cannot be played: {reason}")]
    Illegal {
        /// Where the move begins.
        column: usize,
        /// The move.
        name: String,
        /// The rule that forbids it.
        reason: Illegal,
    },
}
