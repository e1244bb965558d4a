//! The moves of a game.

use crate::engine::Variant;
use crate::game::{DynRecord, Illegal, Move, Setup, Side};

/// A game: its start and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The game and its rule.
    pub variant: Variant,
    /// The position before the first move.
    pub start: Setup,
    /// The moves with the side that made them. Forced passes may be missing.
    pub moves: Vec<(Side, Move)>,
}

/// Plays a recorded move. A forbidden point of Renju is accepted: the move is part of the game, and
/// loses it.
///
/// # Errors
///
/// The move is illegal for another reason.
pub fn replay(record: &mut dyn DynRecord, side: Side, mv: Move) -> Result<(), Illegal> {
    match record.play(side, mv) {
        Err(Illegal::Forbidden(_)) => record.play_foul(side, mv),
        other => other,
    }
}

/// Plays a ply of a list that holds every ply, and so the passes that a record implies: the only ones of Gomoku.
///
/// # Errors
///
/// The move is illegal for another reason.
pub(crate) fn replay_ply(record: &mut dyn DynRecord, side: Side, mv: Move) -> Result<(), Illegal> {
    match replay(record, side, mv) {
        Err(error @ Illegal::PassNotAllowed) => record.pass_to(side.other()).map_err(|_| error),
        other => other,
    }
}
