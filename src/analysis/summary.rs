//! How the players did: mean losses and accuracies.

use crate::analysis::marks::{Mark, Phase};
use crate::analysis::move_analysis::MoveAnalysis;
use crate::format::rounded;
use crate::game::Side;
use serde::{Deserialize, Serialize};

/// Numbers about several moves of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tally {
    /// Moves with a choice.
    pub moves: usize,
    /// The mean of `100 * exp(-5 * loss)`; `None` without moves.
    pub accuracy: Option<f64>,
    /// Mean loss of the expected result.
    pub mean_loss: Option<f64>,
    /// Othello: mean loss in discs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_loss_discs: Option<f64>,
    /// Moves with [`Mark::Inaccuracy`].
    pub inaccuracies: usize,
    /// Moves with [`Mark::Mistake`].
    pub mistakes: usize,
    /// Moves with [`Mark::Blunder`].
    pub blunders: usize,
}

impl Tally {
    /// The numbers about moves; forced ones do not count, nor do passes of Gomoku.
    pub(super) fn of<'a>(moves: impl Iterator<Item = &'a MoveAnalysis>) -> Self {
        let moves: Vec<&MoveAnalysis> = moves.filter(|played| played.has_choice()).collect();
        let mean = |values: Vec<f64>| {
            let sum: f64 = values.iter().sum();
            (!values.is_empty()).then(|| rounded(sum / values.len() as f64, 1e6))
        };
        let marked = |mark| {
            moves
                .iter()
                .filter(|played| played.mark == Some(mark))
                .count()
        };
        Self {
            moves: moves.len(),
            accuracy: mean(
                moves
                    .iter()
                    .map(|played| 100.0 * (-5.0 * played.loss).exp())
                    .collect(),
            ),
            mean_loss: mean(moves.iter().map(|played| played.loss).collect()),
            mean_loss_discs: mean(
                moves
                    .iter()
                    .filter_map(|played| played.loss_discs)
                    .collect(),
            ),
            inaccuracies: marked(Mark::Inaccuracy),
            mistakes: marked(Mark::Mistake),
            blunders: marked(Mark::Blunder),
        }
    }
}

/// How a player did in a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerSummary {
    /// The whole game.
    #[serde(flatten)]
    pub all: Tally,
    /// By [`Phase::ALL`].
    pub phases: [Tally; 3],
}

impl PlayerSummary {
    /// The summary of a side.
    pub(super) fn of(moves: &[MoveAnalysis], side: Side) -> Self {
        let own = || moves.iter().filter(move |played| played.player == side);
        Self {
            all: Tally::of(own()),
            phases: Phase::ALL.map(|phase| Tally::of(own().filter(|played| played.phase == phase))),
        }
    }
}
