//! The marks of moves, and the phases of a game.

use crate::engine::Variant;
use serde::{Deserialize, Serialize};

/// A move that loses part of the expected result.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, strum::Display,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Mark {
    /// A loss of at least 0.05.
    Inaccuracy,
    /// A loss of at least 0.1.
    Mistake,
    /// A loss of at least 0.2; between estimates, of at least 0.3.
    Blunder,
}

impl Mark {
    /// The marks with the least loss of the expected result (0 to 1) that earns each, gravest first.
    pub const THRESHOLDS: [(Mark, f64); 3] = [
        (Mark::Blunder, 0.2),
        (Mark::Mistake, 0.1),
        (Mark::Inaccuracy, 0.05),
    ];

    /// The least loss of a blunder between values that are estimates. A smaller one would often turn out to be
    /// no blunder in a deeper search.
    pub const ESTIMATED_BLUNDER: f64 = 0.3;

    /// The mark of a loss between values that are decided, or between estimates.
    pub(super) fn of(loss: f64, is_decided: bool) -> Option<Self> {
        let is_doubtful = !is_decided && loss < Self::ESTIMATED_BLUNDER;
        match Self::of_loss(loss)? {
            Mark::Blunder if is_doubtful => Some(Mark::Mistake),
            mark => Some(mark),
        }
    }

    /// The mark of a loss by the table.
    pub(super) fn of_loss(loss: f64) -> Option<Self> {
        let found = Self::THRESHOLDS.iter().find(|(_, least)| loss >= *least);
        found.map(|(mark, _)| *mark)
    }

    /// The sign of chess notation: `?!`, `?`, `??`.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Phase {
    /// Othello: fewer than 24 discs. Gomoku: fewer than 10 stones.
    Opening,
    /// Fewer than 44 discs, or 30 stones.
    Middlegame,
    /// The rest of the game.
    Endgame,
}

impl Phase {
    /// All phases in their order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];

    /// The phase of a position with this number of stones.
    pub(super) fn of(variant: Variant, stones: usize) -> Self {
        let (middlegame, endgame) = match variant {
            Variant::Othello => (24, 44),
            Variant::Gomoku(_) => (10, 30),
        };
        match stones {
            stones if stones < middlegame => Phase::Opening,
            stones if stones < endgame => Phase::Middlegame,
            _ => Phase::Endgame,
        }
    }
}
