//! File formats of openings.

use crate::engine::Variant;
use crate::format::game_file::FileFormat;
use clap::ValueEnum;
use std::path::Path;

/// The file format of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OpeningFormat {
    /// Gomoku, one opening a line: offsets from the centre, rightwards and downwards (Piskvork, Gomocup).
    Offset,
    /// Gomoku, one opening a line, row 1 at the bottom (Renju, Yixin).
    Pos,
    /// Gomoku, one opening a line, row 1 at the top (c-gomoku-cli).
    PosTop,
    /// Othello, one opening a line; passes may be omitted.
    Transcript,
    /// Othello, one opening a line: a position with the side to move.
    Obf,
    /// Othello: all games of a GGF file.
    Ggf,
    /// The main lines of all games of an SGF file.
    Sgf,
}

impl OpeningFormat {
    /// The name on the command line.
    pub(crate) fn name(self) -> String {
        self.to_possible_value()
            .map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// The format with this name, in any case.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::from_str(name, true).ok()
    }

    /// The names of the formats of a game, for error messages.
    pub(crate) fn names(variant: Variant) -> String {
        let suiting = Self::value_variants()
            .iter()
            .filter(|format| format.suits(variant))
            .map(|format| format.name());
        suiting.collect::<Vec<_>>().join(", ")
    }

    /// Guesses the format of a file from its name or its first line.
    pub(super) fn guess(path: &Path, first_line: &str, variant: Variant) -> Self {
        let by_name = FileFormat::from_path(path);
        let first = first_line;
        // Numbers before moves are no offsets: `1. h8`.
        let is_offset = first.starts_with(|c: char| c.is_ascii_digit() || c == '-')
            && !first.contains(|c: char| c.is_ascii_alphabetic());
        let is_board = first.len() >= 64 && !first.chars().take(8).any(|c| c.is_ascii_digit());
        match (by_name, variant) {
            (Some(FileFormat::Sgf), _) => OpeningFormat::Sgf,
            (_, Variant::Othello) if first.contains("(;GM[Othello]") => OpeningFormat::Ggf,
            _ if first.starts_with("(;") => OpeningFormat::Sgf,
            (Some(FileFormat::Obf), Variant::Othello) => OpeningFormat::Obf,
            (Some(FileFormat::Ggf), Variant::Othello) => OpeningFormat::Ggf,
            (_, Variant::Othello) if is_board => OpeningFormat::Obf,
            (_, Variant::Othello) => OpeningFormat::Transcript,
            (Some(FileFormat::Pos), Variant::Gomoku(_)) => OpeningFormat::Pos,
            (_, Variant::Gomoku(_)) if is_offset => OpeningFormat::Offset,
            (_, Variant::Gomoku(_)) => OpeningFormat::Pos,
        }
    }

    /// Whether the format describes openings of this game.
    pub(super) const fn suits(self, variant: Variant) -> bool {
        match self {
            OpeningFormat::Sgf => true,
            OpeningFormat::Transcript | OpeningFormat::Obf | OpeningFormat::Ggf => {
                matches!(variant, Variant::Othello)
            }
            OpeningFormat::Offset | OpeningFormat::Pos | OpeningFormat::PosTop => {
                matches!(variant, Variant::Gomoku(_))
            }
        }
    }
}
