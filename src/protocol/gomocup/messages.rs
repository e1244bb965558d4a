//! Messages about a search, for the log of the manager and the board of the GUI.

use crate::format::short_score;
use crate::game::Move;
use crate::protocol::gomocup::coordinates::Coordinates;
use crate::search::{PvLine, Report, Score, Value};
use std::time::Duration;

/// The minimum time between the messages about two iterations, and before the first of them. Without it, the short first
/// iterations would flood the log.
pub(crate) const MIN_INTERVAL: Duration = Duration::from_millis(100);

/// The maximum number of moves that a message shows of a principal variation.
const MAX_PV_MOVES: usize = 16;

/// A value as one number: hundredths of an evaluation unit, or 10,000 minus the plies for a win, proven or
/// claimed.
fn number(score: &Score) -> i64 {
    match score.value {
        Value::Estimate(hundredths) => i64::from(hundredths).clamp(-9_000, 9_000),
        Value::Exact(discs) => i64::from(discs) * 100,
        Value::WinIn { plies, .. } => 10_000 - i64::from(plies.min(999)),
        Value::LossIn { plies, .. } => i64::from(plies.min(999)) - 10_000,
    }
}

/// A value for Yixin-Board's `INFO EVAL`: `+M5` and `-M4` for a win and a loss, proven or claimed, or hundredths of
/// an evaluation unit.
fn eval(score: &Score) -> String {
    match score.value {
        Value::WinIn { plies, .. } => format!("+M{plies}"),
        Value::LossIn { plies, .. } => format!("-M{plies}"),
        Value::Estimate(_) | Value::Exact(_) => number(score).to_string(),
    }
}

/// The points of a principal variation in the notation of answers: `7,7 6,8`.
fn points(line: &PvLine, coordinates: Coordinates) -> String {
    let vertices = line.moves.iter().take(MAX_PV_MOVES);
    let points: Vec<_> = vertices
        .filter_map(|mv| Some(coordinates.text(mv.vertex()?)))
        .collect();
    points.join(" ")
}

fn variation(line: &PvLine) -> String {
    let moves = line.moves.iter().take(MAX_PV_MOVES);
    moves.map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// A message for each of the first `shown` lines of an iteration.
pub(crate) fn summary(report: &Report, shown: usize) -> Vec<String> {
    let many = shown > 1;
    report
        .lines
        .iter()
        .take(shown)
        .enumerate()
        .map(|(n, line)| {
            let rank = if many {
                format!("{}. ", n + 1)
            } else {
                String::new()
            };
            format!(
                "MESSAGE {rank}depth {} evaluation {} ({:.1} %) time {} ms nodes {} speed {} bestline {}",
                line.depth,
                short_score(&line.score),
                f64::from(line.score.win_rate.clamp(0.0, 1.0)) * 100.0,
                report.elapsed.as_millis(),
                report.nodes,
                report.nps(),
                variation(line)
            )
        })
        .collect()
}

/// Yixin-Board's live lines: the best move, its value, its principal variation, and the moves that are proven
/// losses.
pub(crate) fn realtime(report: &Report, coordinates: Coordinates) -> Vec<String> {
    let mut lines = Vec::new();
    let Some(best) = report.lines.first() else {
        return lines;
    };
    if let Some(vertex) = best.moves[0].vertex() {
        lines.push(format!(
            "MESSAGE REALTIME BEST {}",
            coordinates.text(vertex)
        ));
    }
    lines.push(format!("MESSAGE REALTIME VAL {}", number(&best.score)));
    lines.push(format!("MESSAGE REALTIME PV {}", variation(best)));
    lines.extend(report.lines.iter().filter_map(|line| {
        let lost = matches!(line.score.value, Value::LossIn { proven: true, .. });
        let vertex = line.moves[0].vertex().filter(|_| lost)?;
        Some(format!(
            "MESSAGE REALTIME LOSE {}",
            coordinates.text(vertex)
        ))
    }));
    lines
}

/// The `INFO` lines of `show_detail` 2 and 3. Yixin-Board 3.0 marks the first point of `BESTLINE` with the value.
pub(crate) fn detail(report: &Report, coordinates: Coordinates) -> Vec<String> {
    let mut lines = Vec::new();
    for (n, line) in report.lines.iter().enumerate() {
        lines.extend([
            format!("INFO PV {n}"),
            // As Rapfi writes it: some clients drop it before the first variation.
            format!("INFO NUMPV {}", report.lines.len()),
            format!("INFO DEPTH {}", line.depth),
            format!("INFO NODES {}", line.nodes),
            format!("INFO TOTALNODES {}", report.nodes),
            format!("INFO TOTALTIME {}", report.elapsed.as_millis()),
            format!("INFO SPEED {}", report.nps()),
            format!("INFO EVAL {}", eval(&line.score)),
            format!("INFO WINRATE {:.4}", line.score.win_rate.clamp(0.0, 1.0)),
            format!("INFO BESTLINE {}", points(line, coordinates)),
            "INFO PV DONE".into(),
        ]);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Vertex;

    fn report(value: Value) -> Report {
        let line = PvLine {
            score: Score::new(value, 0.5),
            depth: 7,
            nodes: 900,
            moves: vec![
                Move::Place(Vertex::new(7, 7)),
                Move::Place(Vertex::new(8, 6)),
            ],
        };
        Report {
            depth: 7,
            selectivity: 100,
            lines: vec![line],
            nodes: 1000,
            elapsed: Duration::from_millis(10),
            hashfull: 0,
        }
    }

    #[test]
    fn lines_for_people_and_for_boards() {
        assert_eq!(
            summary(&report(Value::Estimate(-5)), 1),
            [
                "MESSAGE depth 7 evaluation -0.05 (50.0 %) time 10 ms nodes 1000 speed 100000 bestline h8 i7"
            ]
        );
        let loss = |proven| Value::LossIn { plies: 4, proven };
        let coordinates = Coordinates {
            size: 15,
            row_first: true,
        };
        assert_eq!(
            realtime(&report(loss(true)), coordinates),
            [
                "MESSAGE REALTIME BEST 7,7",
                "MESSAGE REALTIME VAL -9996",
                "MESSAGE REALTIME PV h8 i7",
                "MESSAGE REALTIME LOSE 7,7"
            ]
        );
        // Boards have no word for a claim, and a claimed loss may still be the best move.
        let claimed = realtime(&report(loss(false)), coordinates);
        assert_eq!(claimed[1], "MESSAGE REALTIME VAL -9996");
        assert_eq!(claimed.len(), 3, "{claimed:?}");
        let win = |proven| Score::new(Value::WinIn { plies: 3, proven }, 1.0);
        for proven in [true, false] {
            assert_eq!(number(&win(proven)), 9997);
        }
    }

    /// Yixin-Board 3.0 reads `INFO BESTLINE` as `%d,%d`, the row first, and `INFO EVAL` as `+M%d`, `-M%d` or else as a
    /// value without a mate.
    #[test]
    fn yixin_board_reads_points_and_mates_in_details() {
        let coordinates = Coordinates {
            size: 15,
            row_first: true,
        };
        let win = |proven| Value::WinIn { plies: 3, proven };
        let loss = |proven| Value::LossIn { plies: 4, proven };
        for (value, eval) in [
            (Value::Estimate(-5), "-5"),
            (win(true), "+M3"),
            (win(false), "+M3"),
            (loss(true), "-M4"),
            (loss(false), "-M4"),
        ] {
            assert_eq!(
                detail(&report(value), coordinates),
                [
                    "INFO PV 0",
                    "INFO NUMPV 1",
                    "INFO DEPTH 7",
                    "INFO NODES 900",
                    "INFO TOTALNODES 1000",
                    "INFO TOTALTIME 10",
                    "INFO SPEED 100000",
                    &format!("INFO EVAL {eval}"),
                    "INFO WINRATE 0.5000",
                    "INFO BESTLINE 7,7 8,8",
                    "INFO PV DONE"
                ]
            );
        }
    }
}
