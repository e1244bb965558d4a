//! Games as text in the formats of other programs.

pub mod ggf;
pub mod obf;
pub mod position;
pub mod puzzle;
pub mod sgf;
pub mod suite;

use crate::engine::Variant;
use crate::game::{DynRecord, Illegal, Move, Setup, Side};
use std::fmt;

/// A game as a file holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The game and its rule.
    pub variant: Variant,
    /// The position before the first move.
    pub start: Setup,
    /// The moves with who made them. Forced passes may be missing.
    pub moves: Vec<(Side, Move)>,
}

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// Counted from 1.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub text: String,
}

impl FormatError {
    /// An error at a byte of a text.
    fn at(text: &str, offset: usize, what: impl Into<String>) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |feed| feed + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            text: what.into(),
        }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.text
        )
    }
}

impl std::error::Error for FormatError {}

/// Plays a move of a record: a forbidden move is part of the game, and loses it.
pub fn replay(record: &mut dyn DynRecord, side: Side, mv: Move) -> Result<(), Illegal> {
    match record.play(side, mv) {
        Err(Illegal::Forbidden(_)) => record.play_foul(side, mv),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_where() {
        let error = FormatError::at("ab\ncé[x", 7, "odd");
        assert_eq!(error.to_string(), "line 2, column 4: odd");
        assert_eq!(FormatError::at("", 9, "x").line, 1);
    }
}
