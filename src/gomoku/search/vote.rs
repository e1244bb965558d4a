//! Thread voting: which worker's report is the result of a Lazy SMP search.

use crate::game::Move;
use crate::search::{Report, Score, Value};
use std::cmp::Reverse;

/// Offset of the value in a worker's vote, in evaluation units.
const BASE_VOTE: f32 = 0.15;

/// A search that is more than this many plies deeper than a claimed win and does not share it has refuted it.
const REFUTED_AFTER: u32 = 2;

/// Thread voting, as in Stockfish's `get_best_thread`. `reports` are the last reports of the workers, the main worker's
/// first. Claimed wins that a deeper search does not share are removed. Wins come first: proven before claimed, then the
/// shortest. Otherwise each worker votes for its best move with the weight
/// `(value - lowest value + BASE_VOTE) * depth`.
pub(crate) fn vote(mut reports: Vec<Report>) -> Option<Report> {
    remove_refuted_claims(&mut reports);
    let score = |report: &Report| report.lines[0].score;
    let best_move = |report: &Report| report.lines[0].moves[0];
    let lowest = reports.iter().map(|report| score(report).lead());
    let lowest = lowest.fold(f32::INFINITY, f32::min);
    let weight =
        |report: &Report| (score(report).lead() - lowest + BASE_VOTE) * report.depth as f32;
    let votes = |mv: Move| -> f32 {
        let supporters = reports.iter().filter(|report| best_move(report) == mv);
        supporters.map(weight).sum()
    };
    let rank = |report: &Report| (win_rank(score(report)), votes(best_move(report)));
    let chosen = reports.iter().enumerate().reduce(|best, next| {
        // Of equal ones the first, which is the main worker's.
        if rank(next.1) > rank(best.1) {
            next
        } else {
            best
        }
    });
    let (index, _) = chosen?;
    reports.into_iter().nth(index)
}

/// Removes the reports of claimed wins that a deeper search does not share.
fn remove_refuted_claims(reports: &mut Vec<Report>) {
    let value = |report: &Report| report.lines[0].score.value;
    let is_win = |report: &Report| matches!(value(report), Value::WinIn { .. });
    let deepest = reports
        .iter()
        .filter(|report| !is_win(report))
        .map(|report| report.depth)
        .max()
        .unwrap_or_default();
    reports.retain(|report| {
        let is_claim = matches!(value(report), Value::WinIn { proven: false, .. });
        !is_claim || report.depth + REFUTED_AFTER >= deepest
    });
}

/// Orders announced wins: proofs before claims, then by length. `None`, the lowest, for other scores.
fn win_rank(score: Score) -> Option<(bool, Reverse<u32>)> {
    match score.value {
        Value::WinIn { plies, proven } => Some((proven, Reverse(plies))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Vertex;
    use crate::search::PvLine;

    /// A report of a worker whose best move is in column `col`.
    fn report(col: u8, value: Value, depth: u32) -> Report {
        let line = PvLine {
            score: Score::new(value, 0.5),
            depth,
            nodes: 0,
            moves: vec![Move::Place(Vertex::new(col, 0))],
        };
        Report {
            depth,
            selectivity: 100,
            lines: vec![line],
            nodes: 0,
            elapsed: std::time::Duration::ZERO,
            hashfull: 0,
        }
    }

    #[test]
    fn workers_vote_by_depth_and_value() {
        let estimate = |col, value, depth| report(col, Value::Estimate(value), depth);
        let chosen = |reports: &[Report]| vote(reports.to_vec());
        assert_eq!(chosen(&[]), None);
        let main = estimate(0, 20, 12);
        // The main worker decides between equals, the deeper worker among different ones.
        assert_eq!(
            chosen(&[main.clone(), estimate(1, 20, 12)]),
            Some(main.clone())
        );
        let deeper = estimate(1, 20, 13);
        assert_eq!(
            chosen(&[main.clone(), deeper.clone()]),
            Some(deeper.clone())
        );
        // Two against one.
        let third = estimate(0, 20, 11);
        assert_eq!(chosen(&[main.clone(), deeper, third]), Some(main.clone()));
        // Nobody wants a loss.
        let loss = |plies| Value::LossIn {
            plies,
            proven: true,
        };
        assert_eq!(
            chosen(&[report(1, loss(8), 14), main.clone()]),
            Some(main.clone())
        );
        // The surest win, then the shortest.
        let win = |plies, proven| report(2, Value::WinIn { plies, proven }, 9);
        let won = [main.clone(), win(5, false), win(11, true), win(9, true)];
        assert_eq!(chosen(&won), Some(win(9, true)));
        // A claim at depth 9, which depth 11 may only have missed, but depth 12 has refuted.
        let other = estimate(0, 20, 11);
        assert_eq!(chosen(&[other, win(5, false)]), Some(win(5, false)));
        assert_eq!(chosen(&[main.clone(), win(5, false)]), Some(main.clone()));
        assert_eq!(chosen(&[main, win(5, true)]), Some(win(5, true)));
    }
}
