//! Results of a search.

use crate::game::Move;
use std::time::Duration;

/// A value of a position, with its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// An estimate in hundredths: of a disc (Othello) or of an evaluation unit (Gomoku).
    Estimate(i32),
    /// A proven result that is counted: in Othello the final difference in discs, -64 to 64; in Gomoku 0, a draw.
    Exact(i32),
    /// Gomoku: an announced win.
    WinIn {
        /// Plies to the end of the game, including the winning move.
        plies: u32,
        /// A proof; otherwise a claim: the search saw the win, but pruned defences by rules that may err.
        proven: bool,
    },
    /// Gomoku: an announced loss.
    LossIn {
        /// Plies to the end of the game.
        plies: u32,
        /// A proof; otherwise a claim.
        proven: bool,
    },
}

/// A value for the side to move at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The value.
    pub value: Value,
    /// The expected result, 0 (lost) to 1 (won).
    pub win_rate: f32,
}

impl Score {
    /// A value with the result that it lets expect.
    pub const fn new(value: Value, win_rate: f32) -> Self {
        Self { value, win_rate }
    }

    /// The score for the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self {
            value: match self.value {
                Value::Estimate(hundredths) => Value::Estimate(-hundredths),
                Value::Exact(discs) => Value::Exact(-discs),
                Value::WinIn { plies, proven } => Value::LossIn { plies, proven },
                Value::LossIn { plies, proven } => Value::WinIn { plies, proven },
            },
            win_rate: 1.0 - self.win_rate,
        }
    }

    /// Whether the value is proven.
    pub const fn is_proven(&self) -> bool {
        match self.value {
            Value::Estimate(_) => false,
            Value::Exact(_) => true,
            Value::WinIn { proven, .. } | Value::LossIn { proven, .. } => proven,
        }
    }

    /// Whether the value is a result: proven or claimed.
    pub const fn is_decided(&self) -> bool {
        !matches!(self.value, Value::Estimate(_))
    }

    /// The value as one number in hundredths of a disc or of an evaluation unit, for comparisons. A win in Gomoku counts as
    /// `decided`, a loss as `-decided`, proven or claimed.
    pub(crate) const fn hundredths(&self, decided: i32) -> i32 {
        match self.value {
            Value::Estimate(hundredths) => hundredths,
            Value::Exact(discs) => discs.saturating_mul(100),
            Value::WinIn { .. } => decided,
            Value::LossIn { .. } => -decided,
        }
    }

    /// Expected final lead in discs or evaluation units; a proven Gomoku win counts as 100, a claimed one as
    /// 99.
    pub fn lead(&self) -> f32 {
        match self.value {
            Value::Estimate(hundredths) => hundredths as f32 / 100.0,
            Value::Exact(discs) => discs as f32,
            Value::WinIn { proven, .. } => announced_lead(proven),
            Value::LossIn { proven, .. } => -announced_lead(proven),
        }
    }
}

fn announced_lead(proven: bool) -> f32 {
    if proven { 100.0 } else { 99.0 }
}

/// A principal variation (PV): one of the best moves and the expected continuation.
#[derive(Clone, Debug, PartialEq)]
pub struct PvLine {
    /// Value of the line.
    pub score: Score,
    /// Depth to which this line was completed, in plies.
    pub depth: u32,
    /// Nodes searched for this line.
    pub nodes: u64,
    /// The moves, the best move first; never empty. Passes are written out.
    pub moves: Vec<Move>,
}

/// The state of a search after a completed iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Nominal depth of the iteration, in plies.
    pub depth: u32,
    /// Confidence in percent when the iteration was selective, else 100.
    pub selectivity: u8,
    /// The best lines, best first; never empty.
    pub lines: Vec<PvLine>,
    /// Nodes of all workers.
    pub nodes: u64,
    /// Time since the request was received.
    pub elapsed: Duration,
    /// Fill of the transposition table in thousandths.
    pub hashfull: u16,
}

impl Report {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-6)) as u64
    }
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// The move to play; `None` if the game is over.
    pub best: Option<Move>,
    /// The last completed iteration; `None` if the move needed no search.
    pub report: Option<Report>,
}

impl SearchResult {
    /// A move that needed no search.
    pub(crate) fn of_move(best: Move) -> Self {
        Self {
            best: Some(best),
            report: None,
        }
    }

    /// The best move of the last completed iteration, or `first` if there is none.
    pub(crate) fn of_search(report: Option<Report>, first: Move) -> Self {
        let best = report
            .as_ref()
            .map_or(first, |report| report.lines[0].moves[0]);
        Self {
            best: Some(best),
            report,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_decided_but_not_proven() {
        let proof = Score::new(
            Value::WinIn {
                plies: 9,
                proven: true,
            },
            1.0,
        );
        let claim = Score::new(
            Value::WinIn {
                plies: 3,
                proven: false,
            },
            0.999,
        );
        let estimate = Score::new(Value::Estimate(6000), 0.99);
        let facts = |score: Score| (score.is_proven(), score.is_decided());
        assert_eq!(facts(proof), (true, true));
        assert_eq!(facts(claim), (false, true));
        assert_eq!(facts(estimate), (false, false));
        assert_eq!(facts(Score::new(Value::Exact(2), 1.0)), (true, true));
        assert!(proof.lead() > claim.lead() && claim.lead() > estimate.lead());
        let loss = claim.reversed();
        assert_eq!(
            loss.value,
            Value::LossIn {
                plies: 3,
                proven: false
            }
        );
        assert_eq!((facts(loss), loss.lead()), ((false, true), -claim.lead()));
        assert_eq!(loss.reversed().value, claim.value);
        assert_eq!(claim.hundredths(i32::MAX), i32::MAX);
        assert_eq!(loss.hundredths(1_000_000), -1_000_000);
        assert_eq!(estimate.hundredths(i32::MAX), 6000);
        assert_eq!(Score::new(Value::Exact(-2), 0.0).hundredths(1), -200);
    }
}
