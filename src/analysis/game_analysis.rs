//! What is found out about a game.

use crate::analysis::move_analysis::MoveAnalysis;
use crate::analysis::summary::PlayerSummary;
use crate::engine::Variant;
use crate::game::{Move, Side};

/// A game with all its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct GameAnalysis {
    /// The game and its rule.
    pub variant: Variant,
    /// Number of ranks of the board, which is the number of files.
    pub size: u8,
    /// Every ply of the game.
    pub plies: Vec<(Side, Move)>,
    /// What is found out about each of them.
    pub moves: Vec<MoveAnalysis>,
    /// Black's and White's summary.
    pub players: [PlayerSummary; 2],
}

impl GameAnalysis {
    pub(crate) fn new(
        variant: Variant,
        size: u8,
        plies: Vec<(Side, Move)>,
        moves: Vec<MoveAnalysis>,
    ) -> Self {
        Self {
            variant,
            size,
            plies,
            players: Side::ALL.map(|side| PlayerSummary::of(&moves, side)),
            moves,
        }
    }
}
