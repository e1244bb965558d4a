//! The games of a match in the formats of other programs.
//!
//! Every module makes a text out of the games, and all of them leave out what their format cannot hold
//! (a game of Gomoku in GGF, say) instead of failing: what was played has been played. The journal
//! itself is the JSON lines.

pub mod ggf;
pub mod pgn;
pub mod psq;
pub mod sgf;
#[cfg(test)]
mod tests;

use crate::engine::Variant;
use crate::tournament::Ply;

/// A file format for played games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// A collection of games in Smart Game Format.
    Sgf,
    /// Generic Game Format, one game of Othello per line.
    Ggf,
    /// Piskvork's records, one file per game of Gomoku.
    Psq,
    /// JSON lines, as in the journal.
    Jsonl,
    /// Comma-separated values, one row per game.
    Csv,
    /// Portable Game Notation, for programs that compute ratings.
    Pgn,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 6] = [
        Format::Sgf,
        Format::Ggf,
        Format::Psq,
        Format::Jsonl,
        Format::Csv,
        Format::Pgn,
    ];

    /// The name, which is also how the names of such files end.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Ggf => "ggf",
            Format::Psq => "psq",
            Format::Jsonl => "jsonl",
            Format::Csv => "csv",
            Format::Pgn => "pgn",
        }
    }

    /// Whether the format can hold such a game.
    pub const fn holds(self, variant: Variant) -> bool {
        match self {
            Format::Ggf => matches!(variant, Variant::Othello),
            Format::Psq => matches!(variant, Variant::Gomoku(_)),
            _ => true,
        }
    }
}

/// A value without needless zeros: at most two decimals, and no sign on a zero.
pub(super) fn short(value: f64) -> String {
    let text = format!("{:.2}", (value * 100.0).round() / 100.0 + 0.0);
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// A time in milliseconds, whole from 10 ms on.
pub(super) fn milliseconds(ms: f64) -> String {
    if ms < 10.0 {
        short(ms)
    } else {
        format!("{ms:.0}")
    }
}

/// What an engine said about its move, and the time it took: `value 2.5, depth 12, 31000 nodes, 120 ms`.
pub(super) fn thought(ply: &Ply) -> String {
    let said = &ply.thought;
    let mut parts = Vec::new();
    if let Some(value) = said.value {
        parts.push(format!("value {}", short(value)));
    }
    match said.mate {
        Some(plies) if plies < 0 => parts.push(format!("loses in {}", plies.unsigned_abs())),
        Some(plies) => parts.push(format!("wins in {plies}")),
        None => {}
    }
    if let Some(depth) = said.depth {
        parts.push(format!("depth {depth}"));
    }
    if let Some(nodes) = said.nodes {
        parts.push(format!("{nodes} nodes"));
    }
    parts.push(format!("{} ms", milliseconds(ply.ms)));
    parts.join(", ")
}
