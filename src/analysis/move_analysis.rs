//! What is found out about a move.

use crate::analysis::marks::{Mark, Phase};
use crate::format::{Decided, ScoreFields, claimed, signed};
use crate::game::{Foul, Move, Side};
use serde::{Deserialize, Serialize};

/// A move with what the search says about it. Values are from the view of the player; points are lower-case
/// with I as one of the files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveAnalysis {
    /// Number of the ply, from 1, passes included.
    pub ply: usize,
    /// The side that played it.
    pub player: Side,
    /// The move: `f5`, `pass`.
    #[serde(rename = "move")]
    pub played: String,
    /// Number of legal moves.
    pub legal: usize,
    /// The phase of the game before it.
    pub phase: Phase,
    /// The value of the played move.
    pub value: ScoreFields,
    /// The best move.
    pub best: String,
    /// Its value.
    pub best_value: ScoreFields,
    /// How much of the expected result (0 to 1) the move lost.
    pub loss: f64,
    /// Othello: how many discs it lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss_discs: Option<f64>,
    /// The mark that the loss earns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// The best lines, best first; empty if the move was forced.
    pub lines: Vec<BestLine>,
    /// Depth of the search in plies.
    pub depth: u32,
    /// Nodes of the searches.
    pub nodes: u64,
    /// What is remarkable about it besides its loss.
    #[serde(flatten)]
    pub notes: MoveNotes,
}

impl MoveAnalysis {
    /// Whether the player chose the move: it was not the only legal one, and no pass, which Gomoku does not have.
    pub(super) fn has_choice(&self) -> bool {
        self.legal > 1 && self.played != Move::Pass.to_string()
    }
}

/// A line that the search considers best.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestLine {
    /// The moves, passes included.
    pub pv: Vec<String>,
    /// Depth of the search in plies.
    pub depth: u32,
    /// Its value.
    #[serde(flatten)]
    pub value: ScoreFields,
}

/// What is remarkable about a move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveNotes {
    /// The player had a win, and did not play one.
    #[serde(default, skip_serializing_if = "is_false")]
    pub missed_win: bool,
    /// A threat of the opponent that the move should have answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unstopped_threat: Option<Threatened>,
    /// Renju: the points that were forbidden for Black, who was to move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<NamedPoint>,
    /// Renju: the move was forbidden, and lost the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foul: Option<String>,
    /// The last move by which the loser turned a position that was not lost into a lost one.
    #[serde(default, skip_serializing_if = "is_false")]
    pub lost_the_game: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// A threat with the points that answer it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Threatened {
    /// Its kind: `four`, `open three`.
    pub kind: String,
    /// The points that answer it.
    pub answers: Vec<String>,
}

/// A forbidden point with the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedPoint {
    /// The point: `h8`.
    pub point: String,
    /// Why it is forbidden: `overline`.
    pub reason: String,
}

impl NamedPoint {
    pub(super) fn new(vertex: impl ToString, foul: Foul) -> Self {
        Self {
            point: vertex.to_string(),
            reason: foul.to_string(),
        }
    }
}

impl MoveAnalysis {
    /// The notes in words, most important first.
    pub fn remarks(&self) -> Vec<String> {
        let notes = &self.notes;
        let mut remarks = Vec::new();
        if let Some(foul) = &notes.foul {
            remarks.push(format!("forbidden: {foul}"));
        }
        if notes.lost_the_game {
            remarks.push("lost the game".into());
        }
        if notes.missed_win {
            let plies = self.best_value.plies_to_end;
            let length = plies.map_or_else(String::new, |plies| format!(" in {plies}"));
            remarks.push(format!("missed a win{length}{}", claim(&self.best_value)));
        }
        if let Some(threat) = &notes.unstopped_threat {
            let answers = match threat.answers.is_empty() {
                true => String::new(),
                false => format!(" ({})", threat.answers.join(" ")),
            };
            remarks.push(format!("did not answer the {}{answers}", threat.kind));
        }
        remarks
    }
}

/// ` (claimed)` for a value that is no proof.
fn claim(value: &ScoreFields) -> &'static str {
    claimed(value.claimed.is_none())
}

/// A value in words: `+12 exact`, `+3.4`, `wins in 7 (claimed)`, `61 %`.
pub(crate) fn value_text(value: &ScoreFields) -> String {
    match (value.decided(), value.plies_to_end, value.score_lead) {
        (Some(decided), Some(plies), _) => {
            let verb = if decided == Decided::Win {
                "wins"
            } else {
                "loses"
            };
            format!("{verb} in {plies}{}", claim(value))
        }
        (Some(_), None, Some(lead)) => format!("{} exact", signed(lead, 0)),
        (Some(decided), None, None) => format!("{decided}{}", claim(value)),
        (None, _, Some(lead)) => signed(lead, 1),
        (None, _, None) => format!("{:.0} %", 100.0 * value.winrate),
    }
}
