//! An analysed game as a table for people.

use crate::analysis::{Mark, MoveAnalysis, Phase, PlayerSummary, Tally, value_text};
use crate::report::analysis::AnalyzedGame;
use std::fmt::Write;

/// The game: a heading, a line for each move, and how the players did.
pub(crate) fn game(analyzed: &AnalyzedGame<'_>) -> String {
    let analysis = analyzed.analysis;
    let [black, white] = analyzed.players();
    let (variant, size) = (analysis.variant, analysis.size);
    let mut text = format!(
        "{}, game {}: {black} – {white}, {variant} {size}x{size}",
        analyzed.file, analyzed.number
    );
    let result = analyzed.result();
    if !result.is_empty() {
        text += &format!(", {result}");
    }
    text.push('\n');
    text += " ply    move   value        best   value            loss        line\n";
    for played in &analysis.moves {
        text += &move_line(played);
    }
    let width = black.chars().count().max(white.chars().count());
    for (name, summary) in [black, white].into_iter().zip(&analysis.players) {
        text += &summary_line(name, width, summary);
    }
    text
}

fn move_line(played: &MoveAnalysis) -> String {
    let player = played.player.letter().to_ascii_uppercase();
    let loss = match (played.loss_discs, played.loss) {
        (Some(discs), _) if discs >= 0.05 => format!("{discs:.1}"),
        (None, loss) if loss >= 0.0005 => format!("{:.1} %", 100.0 * loss),
        _ => String::new(),
    };
    let mark = played.mark.map_or("", Mark::sign);
    let line = played.lines.first().map_or(&[][..], |line| &line.pv);
    let shown: Vec<&str> = line.iter().take(8).map(String::as_str).collect();
    let mut text = format!(
        "{:>4} {player}  {:<6} {:<12} {:<6} {:<16} {loss:>7} {mark:<3} {}",
        played.ply,
        played.played,
        value_text(&played.value),
        played.best,
        value_text(&played.best_value),
        shown.join(" "),
    );
    text.truncate(text.trim_end().len());
    text.push('\n');
    let remarks = played.remarks();
    if !remarks.is_empty() {
        let _ = writeln!(text, "        {}", remarks.join("; "));
    }
    text
}

fn summary_line(name: &str, width: usize, summary: &PlayerSummary) -> String {
    let all = &summary.all;
    let Some(accuracy) = all.accuracy else {
        return format!("{name:<width$}  no moves with a choice\n");
    };
    let mut text = format!("{name:<width$}  accuracy {accuracy:.1}, {}", mean_loss(all));
    for (count, one, many) in [
        (all.inaccuracies, "inaccuracy", "inaccuracies"),
        (all.mistakes, "mistake", "mistakes"),
        (all.blunders, "blunder", "blunders"),
    ] {
        let _ = write!(text, ", {count} {}", if count == 1 { one } else { many });
    }
    let phases = Phase::ALL.iter().zip(&summary.phases);
    let phases: Vec<String> = phases
        .filter_map(|(phase, tally)| {
            Some(format!(
                "{phase} {:.1} ({})",
                tally.accuracy?,
                mean_loss(tally)
            ))
        })
        .collect();
    let _ = writeln!(text, "\n{:width$}  {}", "", phases.join(", "));
    text
}

fn mean_loss(tally: &Tally) -> String {
    let loss = 100.0 * tally.mean_loss.unwrap_or_default();
    match tally.mean_loss_discs {
        Some(discs) => format!("mean loss {loss:.1} %, {discs:.2} discs"),
        None => format!("mean loss {loss:.1} %"),
    }
}
