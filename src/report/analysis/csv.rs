//! Analysed games as comma-separated values (RFC 4180): one row for each move.

use crate::analysis::MoveAnalysis;
use crate::format::ScoreFields;
use crate::report::analysis::AnalyzedGame;
use crate::report::csv::{or_empty, quoted, text};

/// A column: its name and its cell in the row of a move. docs/analysis.md describes the columns.
type Column = (&'static str, fn(&AnalyzedGame<'_>, &MoveAnalysis) -> String);

const COLUMNS: [Column; 22] = [
    ("file", |game, _| text(game.file)),
    ("game", |game, _| game.number.to_string()),
    ("ply", |_, played| played.ply.to_string()),
    ("player", |_, played| played.player.to_string()),
    ("move", |_, played| played.played.clone()),
    ("legal", |_, played| played.legal.to_string()),
    ("phase", |_, played| played.phase.to_string()),
    ("winrate", |_, played| played.value.winrate.to_string()),
    ("score_lead", |_, played| or_empty(played.value.score_lead)),
    ("result", |_, played| result(&played.value)),
    ("plies_to_end", |_, played| {
        or_empty(played.value.plies_to_end)
    }),
    ("best", |_, played| played.best.clone()),
    ("best_winrate", |_, played| {
        played.best_value.winrate.to_string()
    }),
    ("best_score_lead", |_, played| {
        or_empty(played.best_value.score_lead)
    }),
    ("best_result", |_, played| result(&played.best_value)),
    ("best_plies_to_end", |_, played| {
        or_empty(played.best_value.plies_to_end)
    }),
    ("loss", |_, played| played.loss.to_string()),
    ("loss_discs", |_, played| or_empty(played.loss_discs)),
    ("mark", |_, played| or_empty(played.mark)),
    ("depth", |_, played| played.depth.to_string()),
    ("nodes", |_, played| played.nodes.to_string()),
    ("remarks", |_, played| played.remarks().join("; ")),
];

/// The row with the names of the columns.
pub(crate) fn header() -> String {
    COLUMNS.map(|(name, _)| name).join(",") + "\r\n"
}

/// The rows of a game.
pub(crate) fn rows(game: &AnalyzedGame<'_>) -> String {
    let row = |played| {
        COLUMNS
            .map(|(_, cell)| quoted(&cell(game, played)))
            .join(",")
            + "\r\n"
    };
    game.analysis.moves.iter().map(row).collect()
}

/// `win`, `loss (claimed)`; empty for an estimate.
fn result(value: &ScoreFields) -> String {
    match (value.proven, value.claimed) {
        (Some(decided), _) => decided.to_string(),
        (None, Some(decided)) => format!("{decided} (claimed)"),
        (None, None) => String::new(),
    }
}
