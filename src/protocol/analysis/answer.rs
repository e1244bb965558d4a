//! Answers as lines of JSON.

use crate::engine::Variant;
use crate::format::{ScoreFields, rounded, score_of_outcome};
use crate::game::{Outcome, Side};
use crate::protocol::analysis::game::point_name;
use crate::protocol::analysis::query::{Query, QueryError, Turn, Warning};
use crate::protocol::analysis::settings::ReportAs;
use crate::search::{PvLine, Report, Score};
use serde::Serialize;

/// What an answer says about the search of a position.
#[derive(Clone, Copy)]
pub(super) enum Finding<'a> {
    /// A completed iteration; the flag says whether the search goes on.
    Report(&'a Report, bool),
    /// The game is over.
    GameOver(Outcome),
    /// The search was terminated before it found anything.
    Nothing,
}

/// The line about a position.
pub(super) fn answer(query: &Query, turn: &Turn, finding: Finding<'_>, view: ReportAs) -> String {
    let mut answer = Answer {
        id: &query.id,
        turn_number: turn.number,
        is_during_search: matches!(finding, Finding::Report(_, true)),
        no_results: None,
        move_infos: None,
        root_info: None,
    };
    match finding {
        Finding::Nothing => answer.no_results = Some(true),
        Finding::GameOver(outcome) => {
            answer.move_infos = Some(Vec::new());
            let score = score_of_outcome(outcome, query.variant, turn.side);
            answer.root_info = Some(RootInfo {
                current_player: player(turn.side),
                visits: 0,
                depth: 0,
                selectivity: None,
                time: 0.0,
                game_over: Some(true),
                value: ValueFields::new(view.view(score, turn.side), query.variant),
            });
        }
        Finding::Report(report, _) => {
            let value =
                |line: &PvLine| ValueFields::new(view.view(line.score, turn.side), query.variant);
            let infos = report
                .lines
                .iter()
                .enumerate()
                .map(|(order, line)| MoveInfo {
                    mv: point_name(line.moves[0]),
                    order,
                    visits: line.nodes,
                    depth: line.depth,
                    value: value(line),
                    pv: line.moves.iter().copied().map(point_name).collect(),
                });
            answer.move_infos = Some(infos.collect());
            answer.root_info = report.lines.first().map(|best| RootInfo {
                current_player: player(turn.side),
                visits: report.nodes,
                depth: report.depth,
                selectivity: (report.selectivity < 100).then_some(report.selectivity),
                time: rounded(report.elapsed.as_secs_f64(), 1e3),
                game_over: None,
                value: value(best),
            });
        }
    }
    line(&answer)
}

/// The line about a search that failed.
pub(super) fn failure(id: &str, turn: usize, message: &str) -> String {
    line(&Failure {
        error: message,
        id,
        turn_number: turn,
    })
}

/// The line about a line that cannot be used.
pub(super) fn error(error: &QueryError) -> String {
    line(&ErrorLine {
        error: &error.message,
        field: error.field,
        id: error.id.as_deref(),
    })
}

/// The line about a field without effect.
pub(super) fn warning(id: &str, warning: &Warning) -> String {
    line(&WarningLine {
        warning: &warning.message,
        field: &warning.field,
        id,
    })
}

/// A value in one line.
pub(super) fn line(value: &impl Serialize) -> String {
    // Maps with texts as keys and finite numbers always become JSON.
    serde_json::to_string(value).unwrap_or_default()
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    id: &'a str,
    turn_number: usize,
    is_during_search: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_results: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    move_infos: Option<Vec<MoveInfo>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    root_info: Option<RootInfo>,
}

#[derive(Serialize)]
struct MoveInfo {
    #[serde(rename = "move")]
    mv: String,
    order: usize,
    visits: u64,
    #[serde(flatten)]
    value: ValueFields,
    depth: u32,
    pv: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo {
    current_player: char,
    visits: u64,
    #[serde(flatten)]
    value: ValueFields,
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    selectivity: Option<u8>,
    /// In seconds.
    time: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    game_over: Option<bool>,
}

/// A value from the view of one side.
#[derive(Serialize)]
struct ValueFields {
    #[serde(flatten)]
    score: ScoreFields,
    utility: f64,
    /// Other engines give a lower bound here; this search has none.
    lcb: f64,
}

impl ValueFields {
    fn new(score: Score, variant: Variant) -> Self {
        let score = ScoreFields::new(score, variant);
        Self {
            utility: rounded(2.0 * score.winrate - 1.0, 1e6),
            lcb: score.winrate,
            score,
        }
    }
}

#[derive(Serialize)]
struct ErrorLine<'a> {
    error: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Failure<'a> {
    error: &'a str,
    id: &'a str,
    turn_number: usize,
}

#[derive(Serialize)]
struct WarningLine<'a> {
    warning: &'a str,
    field: &'a str,
    id: &'a str,
}

fn player(side: Side) -> char {
    side.letter().to_ascii_uppercase()
}
