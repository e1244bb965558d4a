//! The moves of a game.

use crate::engine::Variant;
pub use crate::game::replay;
pub(crate) use crate::game::replay_ply;
use crate::game::{DynRecord, Move, Setup, Side};

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

impl GameRecord {
    /// The game of a record.
    pub fn of(variant: Variant, record: &dyn DynRecord) -> Self {
        Self {
            variant,
            start: record.start(),
            moves: record.moves(),
        }
    }
}
