//! Moves, points and results as GTP replies write them.

use crate::game::{ColumnLetters, Move, Outcome, Side, Vertex};
use std::borrow::Borrow;

/// The name of a move, in upper case.
pub(crate) fn name(mv: Move) -> String {
    mv.vertex().map_or_else(|| "PASS".into(), point)
}

/// The name of a move, with a pass in lower case, as some hosts require it.
pub(crate) fn name_lower_pass(mv: Move) -> String {
    ColumnLetters::SkipI.move_name(mv)
}

/// The name of a point.
pub(crate) fn point(vertex: Vertex) -> String {
    ColumnLetters::SkipI.name(vertex)
}

/// The names of points, separated by spaces.
pub(crate) fn points(vertices: &[Vertex]) -> String {
    words(vertices.iter().copied().map(point))
}

/// Joins texts with spaces.
pub(crate) fn words<T: Borrow<str>>(texts: impl IntoIterator<Item = T>) -> String {
    texts.into_iter().collect::<Vec<_>>().join(" ")
}

/// Joins texts with line feeds.
pub(crate) fn lines<T: Borrow<str>>(texts: impl IntoIterator<Item = T>) -> String {
    texts.into_iter().collect::<Vec<_>>().join("\n")
}

/// The result in the notation of SGF: `B+10`, `W+1`, `0`.
pub(crate) fn score(outcome: Outcome) -> String {
    match outcome.winner {
        Some(Side::Black) => format!("B+{}", outcome.margin),
        Some(Side::White) => format!("W+{}", outcome.margin),
        None => "0".into(),
    }
}
