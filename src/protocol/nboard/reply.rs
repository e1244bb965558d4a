//! The replies of the engine: search lines, values, moves and the status line.

use crate::format::{AnnotatedMove, ggf};
use crate::game::{Move, Side};
use crate::protocol::shorten;
use crate::search::{PvLine, Report, Score, Value};
use std::fmt::Write;
use std::time::Duration;

/// The maximum number of characters in a status line.
const MAX_STATUS_LENGTH: usize = 200;

/// Sets the status line of the GUI. An empty text clears it.
pub(crate) fn status(text: &str) -> String {
    // The text may be any error message; the reply must stay one line.
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let text = shorten(text.trim(), MAX_STATUS_LENGTH);
    format!("status {text}").trim_end().to_owned() + "\n"
}

/// The number of nodes and the time of a search.
pub(crate) fn node_stats(report: &Report) -> String {
    let seconds = report.elapsed.as_secs_f64();
    format!("nodestats {} {seconds:.2}\n", report.nodes)
}

/// A value in discs for `side`, the side to move. `contempt` is the value of a draw for Black in
/// hundredths of a disc.
pub(crate) fn value(score: &Score, side: Side, contempt: i32) -> f64 {
    match score.value {
        Value::Exact(0) => draw(side, contempt),
        _ => f64::from(score.lead()),
    }
}

/// The value of a draw for `side`, in discs.
///
/// It is at most one disc. The narrowest win is two discs, so the order of the moves stays the same.
pub(crate) fn draw(side: Side, contempt: i32) -> f64 {
    let black = f64::from(contempt) / 100.0;
    match side {
        Side::Black => black,
        Side::White => -black,
    }
}

/// The depth of a line: plies, or the confidence in percent if the search has reached the end of the game.
fn depth(report: &Report, line: &PvLine, empties: u32) -> String {
    match line.score.value {
        Value::Exact(_) => "100%".into(),
        _ if report.depth < empties => report.depth.to_string(),
        _ if report.selectivity < 100 => format!("{}%", report.selectivity),
        // A stopped solution gives a lower bound, here the proof of a win.
        Value::Estimate(bound) if bound > 0 => "100%W".into(),
        _ => report.depth.to_string(),
    }
}

/// A `search` line for each of the best moves, and a `nodestats` line.
pub(crate) fn search(report: &Report, side: Side, empties: u32, contempt: i32) -> String {
    let mut text = String::new();
    for line in &report.lines {
        let variation: String = line.moves.iter().map(|&mv| ggf::move_name(mv)).collect();
        let value = ggf::discs(value(&line.score, side, contempt));
        let depth = depth(report, line, empties);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "search {variation} {value} 0 {depth}");
    }
    text + &node_stats(report)
}

/// The chosen move. `searched` has its value and the time of the search, if there was a search.
pub(crate) fn best_move(side: Side, mv: Move, searched: Option<(f64, Duration)>) -> String {
    let played = AnnotatedMove {
        value: searched.map(|(value, _)| value),
        time: searched.map(|(_, time)| time),
        ..AnnotatedMove::new(side, mv)
    };
    format!("=== {}\n", ggf::write_move(&played))
}

/// The value of the position after this number of moves, for Black.
pub(crate) fn analysis(moves: usize, value: f64) -> String {
    format!("analysis {moves} {}\n", ggf::discs(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Vertex;

    fn at(name: &str) -> Move {
        let bytes = name.as_bytes();
        Move::Place(Vertex::new(bytes[0] - b'a', bytes[1] - b'1'))
    }

    fn report(depth: u32, selectivity: u8, value: Value) -> Report {
        let line = PvLine {
            score: Score::new(value, 0.5),
            depth,
            nodes: 7,
            moves: vec![at("f5"), Move::Pass, at("h1")],
        };
        Report {
            depth,
            selectivity,
            lines: vec![line],
            nodes: 35_805,
            elapsed: Duration::from_millis(123),
            hashfull: 0,
        }
    }

    #[test]
    fn lines_of_a_search() {
        for (report, line) in [
            (report(14, 73, Value::Estimate(124)), "1.24 0 14"),
            (report(14, 100, Value::Estimate(-50)), "-0.50 0 14"),
            (report(20, 73, Value::Estimate(0)), "0.00 0 73%"),
            (report(20, 95, Value::Estimate(-200)), "-2.00 0 95%"),
            (report(20, 100, Value::Exact(-12)), "-12.00 0 100%"),
            (report(20, 100, Value::Exact(0)), "-0.30 0 100%"),
            (report(20, 100, Value::Estimate(200)), "2.00 0 100%W"),
            (report(20, 100, Value::Estimate(0)), "0.00 0 20"),
        ] {
            let text = search(&report, Side::White, 20, 30);
            let expected = format!("search F5PAH1 {line}\nnodestats 35805 0.12\n");
            assert_eq!(text, expected, "{report:?}");
        }
    }

    #[test]
    fn moves_with_and_without_a_search() {
        let searched = Some((1.236, Duration::from_millis(500)));
        assert_eq!(
            best_move(Side::Black, at("f5"), searched),
            "=== F5/1.24/0.5\n"
        );
        assert_eq!(best_move(Side::Black, Move::Pass, None), "=== PA\n");
        assert_eq!(analysis(60, -2.0), "analysis 60 -2.00\n");
    }

    #[test]
    fn a_status_is_one_line() {
        assert_eq!(status("a\nb\r\n"), "status a b\n");
        assert_eq!(status(""), "status\n");
        let long = "é".repeat(201);
        let half = "é".repeat(98);
        assert_eq!(status(&long), format!("status {half}...{half}\n"));
    }
}
