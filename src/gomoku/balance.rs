//! Balanced openings: stones after which neither side is much better, for opening rules and
//! for matches.
//!
//! Successive halving (Karnin, Koren, Somekh 2013, "Almost optimal exploration in multi-armed
//! bandits"): short searches evaluate many candidates, longer ones the better half of them, and so on
//! until the time is up.

use crate::game::{Game, Move};
use crate::gomoku::random::rng_for;
use crate::gomoku::rules::{Cell, Cells, Gomoku, Point, Position};
use crate::gomoku::search::{FullPlayer, move_of, score_of};
use crate::search::{
    Balance, Limits, PvLine, Report, SearchControl, SearchRequest, SearchResult, StopToken,
    Strength, TimeBudget, Value,
};
use crate::util::rng::Rng;

/// Candidates of the first round.
const CANDIDATES: usize = 256;
/// Fewest candidates of a round.
const FINALISTS: usize = 4;
/// Nodes for each candidate in the first round. Every round doubles them.
const FIRST_NODES: u64 = 300;
/// The most rounds.
const ROUNDS: u32 = 12;
/// The largest distance, in rows and in columns, of a new stone from the first of them or from a
/// stone on the board.
const REACH: usize = 3;
/// Distance of a proven or claimed result from balance, in hundredths of an evaluation unit: larger
/// than any estimate.
const DECIDED: i32 = 1_000_000;

/// The value of a candidate for the side to move before its stones, in hundredths.
fn value(candidate: &PvLine) -> i32 {
    candidate.score.hundredths(DECIDED)
}

fn after_stones(position: &Position, stones: &[Move]) -> Position {
    let mut after = position.clone();
    for &mv in stones {
        Gomoku::play(&mut after, mv);
    }
    after
}

/// Finds stones after which the value for the side to move now is closest to the bias of the goal.
/// The request's limits end it, at the latest the end of the last round.
pub(crate) fn think(
    player: &mut FullPlayer,
    position: &Position,
    request: &SearchRequest,
    goal: Balance,
    stop: &StopToken,
    sink: &mut dyn FnMut(Report),
) -> SearchResult {
    let mut rng = rng_for(position, request.seed);
    let openings = random_candidates(position, goal.stones, request, &mut rng);
    let candidate = |stones: Vec<Point>| PvLine {
        score: score_of(0),
        depth: 0,
        nodes: 0,
        moves: stones.into_iter().map(move_of).collect(),
    };
    let mut candidates: Vec<PvLine> = openings.into_iter().map(candidate).collect();
    let control = SearchControl::new(request.limits, stop.clone());
    let report_of = |candidates: &[PvLine], nodes: u64| Report {
        depth: candidates[0].depth,
        selectivity: 100,
        lines: candidates[..request.lines.clamp(1, candidates.len())].to_vec(),
        nodes,
        elapsed: control.elapsed(),
        hashfull: 0,
    };
    let mut spent = 0;
    let mut report = None;
    for round in 0..ROUNDS {
        let budget = FIRST_NODES << round;
        let mut evaluated = 0;
        for candidate in &mut candidates {
            if is_over(&control, spent) {
                break;
            }
            let nodes = request.limits.nodes.map_or(budget, |limit| {
                budget.min(limit.saturating_sub(spent)).max(1)
            });
            // Without a value, a candidate is not balanced, but unknown.
            let Some(nodes) = evaluate(player, position, request, nodes, stop, candidate) else {
                break;
            };
            spent += nodes;
            evaluated += 1;
        }
        // An unfinished round is no comparison and is dropped, but an unfinished first round is all
        // there is.
        if evaluated < candidates.len() {
            if round > 0 || evaluated == 0 {
                break;
            }
            candidates.truncate(evaluated);
        }
        if candidates.is_empty() {
            break;
        }
        candidates.sort_by_key(|candidate| (value(candidate) - goal.bias).abs());
        let found = report_of(&candidates, spent);
        sink(found.clone());
        report = Some(found);
        candidates.truncate(candidates.len().div_ceil(2).max(FINALISTS));
    }
    let Some(best) = candidates.first() else {
        return SearchResult::default();
    };
    SearchResult {
        best: best.moves.first().copied(),
        // Without time to evaluate any candidate, the first one has to do.
        report: report.or_else(|| Some(report_of(&candidates[..1], spent))),
    }
}

/// Whether a limit of the request is reached after `spent` nodes.
fn is_over(control: &SearchControl, spent: u64) -> bool {
    let limits = control.limits();
    control.should_stop()
        || limits.nodes.is_some_and(|limit| spent >= limit)
        || limits
            .time
            .is_some_and(|time| control.elapsed() >= time.soft)
}

/// Sets a candidate's score by a search of the position after its stones, unless its estimate comes from a less deep one
/// than the score so far: the time may end a search early. Returns the nodes of its last completed iteration, or `None` if
/// there is none.
fn evaluate(
    player: &mut FullPlayer,
    position: &Position,
    request: &SearchRequest,
    nodes: u64,
    stop: &StopToken,
    candidate: &mut PvLine,
) -> Option<u64> {
    let after = after_stones(position, &candidate.moves);
    let inner = SearchRequest {
        limits: Limits {
            nodes: Some(nodes),
            time: request
                .limits
                .time
                .map(|time| TimeBudget::for_analysis(time.hard)),
            ..request.limits
        },
        lines: 1,
        only: Vec::new(),
        avoid: Vec::new(),
        balance: None,
        strength: Strength::Full,
        threads: 1,
        ..request.clone()
    };
    let report = player.think(&after, &inner, stop, &mut |_| {}).report?;
    let score = report.lines[0].score;
    if report.depth < candidate.depth && matches!(score.value, Value::Estimate(_)) {
        return Some(report.nodes);
    }
    candidate.score = if after.side() == position.side() {
        score
    } else {
        score.reversed()
    };
    candidate.depth = report.depth;
    candidate.nodes = report.nodes;
    Some(report.nodes)
}

/// Up to [`CANDIDATES`] different ways to put this many stones. None of them ends the game or is a
/// foul. The request may restrict the first stone.
fn random_candidates(
    position: &Position,
    stones: u8,
    request: &SearchRequest,
    rng: &mut Rng,
) -> Vec<Vec<Point>> {
    let allowed = |point: &Point| {
        let mv = move_of(*point);
        (request.only.is_empty() || request.only.contains(&mv)) && !request.avoid.contains(&mv)
    };
    if stones <= 1 {
        // Every cell; a random choice of them on boards with more than `CANDIDATES` cells.
        let mut cells: Vec<Point> = cells_within(position, &[]);
        cells.retain(allowed);
        while cells.len() > CANDIDATES {
            cells.swap_remove(rng.below(cells.len() as u64) as usize);
        }
        cells.retain(|&point| {
            after_stones(position, &[move_of(point)])
                .outcome()
                .is_none()
        });
        return cells.into_iter().map(|point| vec![point]).collect();
    }
    // More tries than candidates, since some come up twice.
    let mut found: Vec<Vec<Point>> = Vec::new();
    for _ in 0..4 * CANDIDATES {
        if found.len() >= CANDIDATES {
            break;
        }
        let mut after = position.clone();
        let mut placed: Vec<Point> = Vec::new();
        for _ in 0..stones {
            let mut cells = cells_within(&after, &placed);
            if placed.is_empty() {
                cells.retain(allowed);
            }
            if cells.is_empty() {
                break;
            }
            let point = cells[rng.below(cells.len() as u64) as usize];
            after.place(point);
            placed.push(point);
        }
        if placed.len() == usize::from(stones)
            && after.outcome().is_none()
            && !found.contains(&placed)
        {
            found.push(placed);
        }
    }
    found
}

/// The legal cells near a stone. If `placed` holds the only stones on the board, near the first of
/// these. On an empty board, all cells but the outermost two rows.
fn cells_within(position: &Position, placed: &[Point]) -> Vec<Point> {
    let near = |a: Point, b: Point| {
        a.col().abs_diff(b.col()) <= REACH && a.row().abs_diff(b.row()) <= REACH
    };
    let stones: Vec<Point> = match placed.first() {
        Some(&first) if position.stones() == placed.len() => vec![first],
        _ => position
            .points()
            .filter(|&point| matches!(position.at(point), Cell::Black | Cell::White))
            .collect(),
    };
    let size = usize::from(position.rules().size());
    let inner = 2.min((size - 1) / 2)..size - 2.min((size - 1) / 2);
    position
        .legal_points()
        .filter(|&point| {
            if stones.is_empty() {
                inner.contains(&point.col()) && inner.contains(&point.row())
            } else {
                stones.iter().any(|&stone| near(stone, point))
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;
    use crate::gomoku::fixture::after;
    use crate::gomoku::rules::notation::FirstRow;
    use crate::gomoku::{Rule, Rules};
    use std::time::{Duration, Instant};

    fn solve(
        position: &Position,
        stones: u8,
        bias: i32,
        limits: Limits,
    ) -> (SearchResult, Vec<Report>) {
        let mut reports = Vec::new();
        let result = think(
            &mut FullPlayer::default(),
            position,
            &SearchRequest::new(limits),
            Balance { stones, bias },
            &StopToken::new(),
            &mut |report| reports.push(report),
        );
        (result, reports)
    }

    #[test]
    fn three_stones_on_an_empty_board_are_found_under_every_rule() {
        for rule in Rule::ALL {
            let position = Position::new(Rules::new(15, rule).unwrap());
            let (result, reports) = solve(&position, 3, 0, Limits::nodes(200_000));
            let line = &result.report.unwrap().lines[0];
            assert_eq!(line.moves.len(), 3, "{rule}");
            assert_eq!(result.best, Some(line.moves[0]));
            assert!(reports.len() >= 2, "{rule}");
            let Value::Estimate(value) = line.score.value else {
                panic!("{rule}: {:?} is not balanced", line.score)
            };
            assert!(value.abs() < 100, "{rule}: {value}");
        }
    }

    #[test]
    fn the_bias_moves_the_value() {
        let mut position = Position::new(Rules::new(15, Rule::Freestyle).unwrap());
        position.place(Point::new(7, 7));
        let value = |bias| {
            let (result, _) = solve(&position, 1, bias, Limits::nodes(100_000));
            result.report.unwrap().lines[0].score.lead()
        };
        assert!(value(-300) < value(300));
        // A search of the positions tells the same.
        let searched = |bias| {
            let (result, _) = solve(&position, 1, bias, Limits::nodes(100_000));
            let stones = &result.report.unwrap().lines[0].moves;
            let after = after_stones(&position, stones);
            let request = SearchRequest::new(Limits::nodes(20_000));
            let found =
                FullPlayer::default().think(&after, &request, &StopToken::new(), &mut |_| {});
            let score = found.report.unwrap().lines[0].score;
            score.reversed().lead()
        };
        let [low, high] = [-300, 300].map(searched);
        assert!(low + 0.5 < high, "{low} {high}");
    }

    #[test]
    fn only_evaluated_candidates_are_balanced() {
        let position = Position::new(Rules::new(15, Rule::Freestyle).unwrap());
        for nodes in 1..700 {
            let (_, reports) = solve(&position, 3, 0, Limits::nodes(nodes));
            for line in reports.iter().flat_map(|report| &report.lines) {
                assert!(line.depth > 0, "{nodes} nodes: {line:?}");
            }
        }
    }

    /// After h10, White has one reply to choose from. A move of a game would not be searched for more than a second then,
    /// and the time counts from the arrival of the whole request.
    #[test]
    fn candidates_with_a_single_reply_are_searched_as_deep_as_others() {
        let position = after(15, Rule::Freestyle, "h8h7i9g7j8g8", FirstRow::Bottom);
        let limits = Limits {
            received: Instant::now().checked_sub(Duration::from_secs(2)).unwrap(),
            nodes: Some(400_000),
            ..Limits::time(Duration::from_secs(600))
        };
        let request = SearchRequest {
            lines: CANDIDATES,
            ..SearchRequest::new(limits)
        };
        let mut reports = Vec::new();
        think(
            &mut FullPlayer::default(),
            &position,
            &request,
            Balance {
                stones: 1,
                bias: 35,
            },
            &StopToken::new(),
            &mut |report| reports.push(report),
        );
        assert!(reports.len() > 3);
        let h10 = reports[3]
            .lines
            .iter()
            .find(|line| line.moves[0].to_string() == "h10");
        assert!(h10.is_some_and(|line| line.depth > 2), "{h10:?}");
    }

    #[test]
    fn stones_are_found_without_time_and_on_full_boards() {
        let position = Position::new(Rules::new(5, Rule::Freestyle).unwrap());
        let (result, _) = solve(&position, 2, 0, Limits::nodes(0));
        assert_eq!(result.report.unwrap().lines[0].moves.len(), 2);
        let mut full = position;
        // Pairs of columns that alternate make no five.
        for (col, row) in (0..5).flat_map(|col| (0..5).map(move |row| (col, row))) {
            let side = if (col + 2 * row) % 4 < 2 {
                Side::Black
            } else {
                Side::White
            };
            if full.side() != side {
                full.pass();
            }
            full.place(Point::new(col, row));
        }
        assert!(full.outcome().is_some());
        let (result, _) = solve(&full, 1, 0, Limits::nodes(100));
        assert_eq!(result.best, None);
    }
}
