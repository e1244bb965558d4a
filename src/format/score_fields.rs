//! Values as the fields of JSON objects, with the same names in `best`, `analyze` and `analysis`.

use crate::engine::Variant;
use crate::game::{Outcome, Side};
use crate::search::{Score, Value};
use serde::{Deserialize, Serialize};

/// A result from the view of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Decided {
    /// The side wins.
    Win,
    /// The side loses.
    Loss,
    /// Neither side wins.
    Draw,
}

/// A value from the view of one side. Serialized, it has the fields of the JSON outputs (`docs/json.md`).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScoreFields {
    /// The expected result, 0 to 1.
    pub winrate: f64,
    /// Othello: the expected final difference in discs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score_lead: Option<f64>,
    /// The result, if it is proven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proven: Option<Decided>,
    /// The result, if the search saw it but pruned by rules that may err.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed: Option<Decided>,
    /// Gomoku: plies to the end of the game, if the result is proven or claimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies_to_end: Option<u32>,
}

impl ScoreFields {
    /// The fields of a score.
    pub fn new(score: Score, variant: Variant) -> Self {
        let (decided, is_proven, plies_to_end) = match score.value {
            Value::Estimate(_) => (None, false, None),
            Value::Exact(discs) => (Some(result_of(discs)), true, None),
            Value::WinIn { plies, proven } => (Some(Decided::Win), proven, Some(plies)),
            Value::LossIn { plies, proven } => (Some(Decided::Loss), proven, Some(plies)),
        };
        Self {
            winrate: rounded(score.win_rate.clamp(0.0, 1.0).into(), 1e6),
            score_lead: (variant == Variant::Othello).then(|| rounded(score.lead().into(), 1e2)),
            proven: decided.filter(|_| is_proven),
            claimed: decided.filter(|_| !is_proven),
            plies_to_end,
        }
    }

    /// The result, proven or claimed.
    pub fn decided(&self) -> Option<Decided> {
        self.proven.or(self.claimed)
    }
}

fn result_of(lead: i32) -> Decided {
    match lead {
        1.. => Decided::Win,
        0 => Decided::Draw,
        _ => Decided::Loss,
    }
}

/// The score of a finished game for a side.
pub(crate) fn score_of_outcome(outcome: Outcome, variant: Variant, side: Side) -> Score {
    let margin = i32::from(outcome.margin);
    let (plies, proven) = (0, true);
    let (lead, win_rate, won) = match outcome.winner {
        Some(winner) if winner == side => (margin, 1.0, Value::WinIn { plies, proven }),
        Some(_) => (-margin, 0.0, Value::LossIn { plies, proven }),
        None => (0, 0.5, Value::Exact(0)),
    };
    let value = match variant {
        Variant::Othello => Value::Exact(lead),
        Variant::Gomoku(_) => won,
    };
    Score::new(value, win_rate)
}

/// A number without the digits that mean nothing.
pub(crate) fn rounded(number: f64, steps: f64) -> f64 {
    // Adding 0 turns -0 into 0.
    (number * steps).round() / steps + 0.0
}
