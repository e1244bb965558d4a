//! The formats of game files and how to tell them apart.

use crate::engine::Variant;
use crate::format::puzzle;
use crate::game::Game;
use crate::gomoku::Rules;
use crate::gomoku::rules::notation::{self, FirstRow};
use crate::othello::rules::notation::parse_moves;
use crate::othello::{Othello, Position};
use std::path::Path;
use strum::VariantNames;

/// A format of game files.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantNames,
)]
#[strum(serialize_all = "kebab-case", ascii_case_insensitive)]
pub enum FileFormat {
    /// Smart Game Format: both games, with variations and comments.
    Sgf,
    /// SGF as a game of Go, since GoGui opens no others.
    Gogui,
    /// Generic Game Format: Othello, with values and times.
    Ggf,
    /// WTHOR, the binary databases of Othello games.
    Wthor,
    /// Othello: the moves of a game on each line, `f5d6c3`.
    Transcript,
    /// Othello: a position with known scores on each line.
    Obf,
    /// Piskvork's record of a Gomoku game.
    Psq,
    /// Gomoku: the moves of a game on each line, `h8i9`, row 1 at the bottom.
    Pos,
    /// Gomoku: the same with row 1 at the top, as c-gomoku-cli has it.
    PosTop,
    /// Gomoku: rule, board size, and moves or stones on each line, `renju 15 moves h8 i9`.
    Puzzle,
    /// Portable Game Notation, for programs that compute ratings. It is only written.
    Pgn,
}

impl FileFormat {
    /// The name on command lines.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The format with this name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }

    /// All names, for messages.
    pub fn names() -> String {
        Self::VARIANTS.join(", ")
    }

    /// The names of the formats that are read, for messages.
    pub(crate) fn names_of_read() -> String {
        let is_read = |name: &&&str| Self::from_name(name).is_some_and(Self::is_read);
        let names: Vec<_> = Self::VARIANTS.iter().filter(is_read).copied().collect();
        names.join(", ")
    }

    /// Whether files of the format are read; otherwise they are only written.
    pub(crate) const fn is_read(self) -> bool {
        !matches!(self, FileFormat::Pgn)
    }

    /// The format that a file name stands for; `None` for `.txt` and other endings that say nothing.
    pub fn from_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match ending.as_str() {
            "sgf" => FileFormat::Sgf,
            "ggf" | "ggs" => FileFormat::Ggf,
            "wtb" => FileFormat::Wthor,
            "transcript" => FileFormat::Transcript,
            "obf" => FileFormat::Obf,
            "psq" => FileFormat::Psq,
            "pos" => FileFormat::Pos,
            "pgn" => FileFormat::Pgn,
            _ => return None,
        })
    }

    /// Whether the format holds positions with what is known about them.
    pub(crate) const fn is_suite(self) -> bool {
        matches!(self, FileFormat::Obf | FileFormat::Puzzle)
    }

    /// Whether the format can hold this game.
    pub const fn suits(self, variant: Variant) -> bool {
        match self {
            FileFormat::Sgf | FileFormat::Gogui | FileFormat::Pgn => true,
            FileFormat::Ggf | FileFormat::Wthor | FileFormat::Transcript | FileFormat::Obf => {
                matches!(variant, Variant::Othello)
            }
            FileFormat::Psq | FileFormat::Pos | FileFormat::PosTop | FileFormat::Puzzle => {
                matches!(variant, Variant::Gomoku(_))
            }
        }
    }

    /// Guesses the format of a file from its first bytes. `variant` is the game, if it is known.
    pub(super) fn guess(head: &[u8], variant: Option<Variant>) -> Self {
        let text = String::from_utf8_lossy(head);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        // A header of WTHOR begins with a date, whose bytes are no text: the century, the year, the month, the day.
        let is_date = |date: &[u8]| {
            matches!(date[0], 19 | 20) || date[0] < 32 && date.iter().any(|&byte| byte < 9)
        };
        if head.len() >= 16 && is_date(&head[..4]) {
            return FileFormat::Wthor;
        }
        let numbered = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
        let inside = numbered.strip_prefix('(').map(str::trim_start);
        if inside.is_some_and(|inside| inside.starts_with(';')) {
            let upper = numbered.to_ascii_uppercase();
            let is_ggf = upper.contains("GM[OTHELLO]") || upper.contains("GM[REVERSI]");
            return if is_ggf {
                FileFormat::Ggf
            } else {
                FileFormat::Sgf
            };
        }
        if text.starts_with("Piskvorky") {
            return FileFormat::Psq;
        }
        // PGN begins with a tag, such as [Event "?"].
        let first = text.lines().next().unwrap_or_default().trim_end();
        if first.starts_with('[') && first.ends_with("\"]") {
            return FileFormat::Pgn;
        }
        // Files that were joined have several byte order marks.
        let lines = text.lines();
        let mut lines = lines.map(|line| line.trim_start_matches('\u{feff}').trim());
        let line = lines.find(|line| !line.is_empty() && !line.starts_with(['#', '%']));
        Self::guess_line(line.unwrap_or_default(), variant)
    }

    fn guess_line(line: &str, variant: Option<Variant>) -> Self {
        if puzzle::is_suite(line) {
            return FileFormat::Puzzle;
        }
        let squares = line.chars().filter(|c| !c.is_whitespace()).take(64);
        let is_board =
            line.len() >= 64 && squares.filter(|c| "XxOo0*@BbWw-._".contains(*c)).count() == 64;
        if is_board {
            return match line.split_once(';') {
                Some((_, moves)) if is_moves(moves) => FileFormat::Transcript,
                _ => FileFormat::Obf,
            };
        }
        match variant {
            Some(Variant::Othello) => FileFormat::Transcript,
            Some(Variant::Gomoku(_)) => FileFormat::Pos,
            None if is_othello(line) => FileFormat::Transcript,
            None if is_gomoku(line) => FileFormat::Pos,
            None if line.contains('(') => FileFormat::Sgf,
            None => FileFormat::Transcript,
        }
    }
}

/// Whether the part of a line after a board is a list of moves, not of scores.
fn is_moves(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && !text.contains(':')
}

/// Whether a line is a list of squares, the first of which can be played.
fn is_othello(line: &str) -> bool {
    let moves = parse_moves(line).unwrap_or_default();
    let legal = |mv| Othello::check(&Position::START, mv).is_ok();
    moves.first().is_some_and(|&(_, mv)| legal(mv))
}

fn is_gomoku(line: &str) -> bool {
    let rules = Rules::new(22, crate::gomoku::Rule::Freestyle);
    rules.is_ok_and(|rules| {
        let moves = notation::parse_moves(line, rules, FirstRow::Bottom);
        moves.is_ok_and(|moves| !moves.is_empty())
    })
}
