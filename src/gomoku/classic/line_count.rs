//! The line counter: an alpha-beta search of a few plies whose evaluation counts rows.

use crate::game::Side;
use crate::gomoku::patterns::{PATTERNS, Pattern, Pattern4, PointSet};
use crate::gomoku::rules::{DIRECTIONS, MARGIN, Point, Position, RuleType, with_rule_type};
use crate::gomoku::search::{move_of, points_of, requested_moves, root_moves, score_of};
use crate::gomoku::state::State;
use crate::search::{
    NodeCounter, PvLine, Report, SearchControl, SearchRequest, SearchResult, StopToken,
};
use crate::util::rng::Rng;

/// The line counter's limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineCount {
    /// Depth of the search in plies.
    pub depth: u32,
    /// Cells tried at each node.
    pub width: usize,
    /// Bound of the random number added to every evaluation, for variety; in the units of `VALUES`.
    pub noise: u64,
}

impl LineCount {
    /// Searches a position that is not over.
    pub(crate) fn think(
        self,
        position: &Position,
        request: &SearchRequest,
        stop: &StopToken,
        sink: &mut dyn FnMut(Report),
    ) -> SearchResult {
        let mut limits = request.limits;
        limits.depth = limits.depth.map(|depth| depth.max(1));
        let limit = limits.depth.unwrap_or(self.depth).min(self.depth);
        let control = SearchControl::new(limits, stop.clone());
        with_rule_type!(position.rules().rule(), R => {
            let state = State::<R>::from_position(position);
            let moves = requested_moves(&state, request);
            let Some(first) = moves.first().map(|point| move_of(*point)) else {
                return SearchResult::default();
            };
            let free_choice = request.only.is_empty();
            if free_choice && position.stones() == 0 {
                return SearchResult::of_move(first);
            }
            let near = state.candidates();
            let mut root = PointSet::EMPTY;
            if free_choice {
                // Every legal cell near a stone, whatever the threats demand.
                let avoid = points_of(&request.avoid, state.size());
                for point in root_moves(&state, Some(&state.empty().without(&avoid))) {
                    if near.is_empty() || near.contains(point) {
                        root.insert(point);
                    }
                }
            }
            if root.is_empty() {
                moves.into_iter().for_each(|point| root.insert(point));
            }
            let mut search = Search {
                state,
                counter: NodeCounter::new(&control),
                width: self.width,
                noise: self.noise,
                seed: request.seed,
            };
            let report = search.deepen(limit, &root, sink);
            SearchResult::of_search(report, first)
        })
    }
}

/// Values of a row: five, open four, four, open three, blocked three, open two, blocked two.
const VALUES: [i32; 7] = [100_000, 70_000, 30_000, 20_000, 4_000, 1_500, 300];
const OPEN_FOUR: usize = 1;
const FOUR: usize = 2;
const OPEN_THREE: usize = 3;
const BLOCKED_THREE: usize = 4;
const OPEN_TWO: usize = 5;
const BLOCKED_TWO: usize = 6;
/// Value of a stone that touches a stone of the opponent.
const TOUCH: i32 = 5;
/// Value of a win; values beyond half of it are decided.
const WIN: i32 = 10_000_000;

/// How often each kind of row occurs, by side.
type Counts = [[i32; VALUES.len()]; 2];

/// The line counter's search of one position.
struct Search<'a, R> {
    state: State<R>,
    counter: NodeCounter<'a>,
    width: usize,
    noise: u64,
    seed: u64,
}

impl<R: RuleType> Search<'_, R> {
    /// Iterative deepening over these root cells. Returns the last completed iteration.
    fn deepen(
        &mut self,
        max_depth: u32,
        root: &PointSet,
        sink: &mut dyn FnMut(Report),
    ) -> Option<Report> {
        let mut last = None;
        for depth in 1..=max_depth {
            let (value, line) = self.search(-WIN * 2, WIN * 2, depth, 0, Some(root));
            if self.counter.stopped() || line.is_empty() {
                break;
            }
            // A twentieth of these values is near the engine's units.
            let estimate = (value / 20).clamp(-3000, 3000);
            let report = Report {
                depth,
                selectivity: 100,
                lines: vec![PvLine {
                    score: score_of(estimate),
                    depth,
                    nodes: self.counter.nodes(),
                    moves: line.into_iter().rev().map(move_of).collect(),
                }],
                nodes: self.counter.total_nodes(),
                elapsed: self.counter.control().elapsed(),
                hashfull: 0,
            };
            sink(report.clone());
            last = Some(report);
            if value.abs() > WIN / 2 {
                break;
            }
        }
        last
    }

    /// Negamax with alpha-beta over the best cells of each node. The line is in reverse order.
    fn search(
        &mut self,
        mut alpha: i32,
        beta: i32,
        depth: u32,
        ply: i32,
        cells: Option<&PointSet>,
    ) -> (i32, Vec<Point>) {
        if self.counter.check_stop() || self.state.empties() == 0 {
            return (0, Vec::new());
        }
        if depth == 0 {
            return (self.evaluate(), Vec::new());
        }
        let own = self.state.side();
        let near = self.state.candidates();
        let set = cells.copied().unwrap_or(if near.is_empty() {
            *self.state.empty()
        } else {
            near
        });
        let mut moves: Vec<(i32, Point)> = Vec::new();
        for point in set.iter() {
            if self.state.is_foul(own, point) {
                continue;
            }
            if self.state.pattern4(own, point) == Pattern4::Five {
                return (WIN - ply, vec![point]);
            }
            // The evaluation counts the rows of the whole board.
            if self.counter.poll() {
                return (0, Vec::new());
            }
            self.state.make(point);
            let value = -self.evaluate();
            self.state.undo();
            moves.push((value, point));
        }
        moves.sort_by_key(|(value, point)| (-value, *point));
        moves.truncate(self.width.max(1));
        let mut best: Option<(i32, Vec<Point>)> = None;
        for (value, point) in moves {
            let (value, below) = if depth == 1 {
                self.counter.check_stop();
                (value, Vec::new())
            } else {
                self.state.make(point);
                let (value, below) = self.search(-beta, -alpha, depth - 1, ply + 1, None);
                self.state.undo();
                (-value, below)
            };
            if self.counter.stopped() {
                break;
            }
            if best.as_ref().is_none_or(|(best, _)| value > *best) {
                let mut line = below;
                line.push(point);
                best = Some((value, line));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best.unwrap_or_default()
    }

    /// The evaluation for the side to move.
    fn evaluate(&self) -> i32 {
        let own = self.state.side();
        let (counts, places) = count_rows(&self.state);
        let [mine, theirs] = [counts[own.index()], counts[own.other().index()]];
        // Decisive cases first, so that many small values never outweigh them. A four of the side
        // to move is a five with the next stone.
        if mine[OPEN_FOUR] + mine[FOUR] > 0 {
            return 2_000_000;
        }
        if theirs[OPEN_FOUR] > 0 || theirs[FOUR] > 1 {
            return -1_500_000;
        }
        if theirs[FOUR] > 0 && theirs[OPEN_THREE] > 0 {
            return -1_000_000;
        }
        if theirs[FOUR] == 0 && mine[OPEN_THREE] > 0 {
            return 800_000;
        }
        if theirs[FOUR] == 0 && theirs[OPEN_THREE] > 1 {
            return -500_000;
        }
        let total = |counts: [i32; VALUES.len()]| -> i32 {
            let rows = counts.iter().zip(VALUES);
            rows.map(|(count, value)| count * value).sum()
        };
        let noise = if self.noise > 0 {
            Rng::new(self.state.key() ^ self.seed).below(self.noise) as i32
        } else {
            0
        };
        total(mine) - total(theirs) + places[own.index()] - places[own.other().index()] + noise
    }
}

/// The rows of both sides on all lines, and the values of the stones by their places.
fn count_rows<R: RuleType>(state: &State<R>) -> (Counts, [i32; 2]) {
    let mut counts = Counts::default();
    let mut places = [0; 2];
    let size = i32::from(state.size());
    for row in 0..size {
        for col in 0..size {
            let point = Point::new(col as usize, row as usize);
            if let Some(side) = state.stone(point) {
                let off = (2 * row + 1 - size).abs().max((2 * col + 1 - size).abs()) / 2;
                places[side.index()] += (10 - off).max(0);
                let touches = (0..DIRECTIONS).any(|direction| {
                    [-1, 1]
                        .into_iter()
                        .any(|way| state.stone(point.along(direction, way)) == Some(side.other()))
                });
                if touches && side == state.side() {
                    places[side.index()] += TOUCH;
                }
            }
        }
    }
    for direction in 0..DIRECTIONS {
        for start in line_starts(state.size(), direction) {
            for side in Side::ALL {
                // Every row needs two stones.
                if state.stones_on_line(start, direction, side) > 1 {
                    count_line(state, start, direction, side, &mut counts[side.index()]);
                }
            }
        }
    }
    (counts, places)
}

/// The first cells of all lines in a direction.
fn line_starts(size: u8, direction: usize) -> impl Iterator<Item = Point> {
    let size = usize::from(size);
    let point = |row: usize, col: usize| Point::new(col, row);
    let last = size - 1;
    (0..2 * size - 1).filter_map(move |n| match direction {
        0 if n < size => Some(point(n, 0)),
        1..=3 if n < size => Some(point(0, n)),
        2 => Some(point(n - last, 0)),
        3 => Some(point(n - last, last)),
        _ => None,
    })
}

/// Adds the rows of one side on a line: one between two stones of the opponent, the strongest.
fn count_line<R: RuleType>(
    state: &State<R>,
    start: Point,
    direction: usize,
    side: Side,
    counts: &mut [i32; VALUES.len()],
) {
    let mut point = start;
    let mut seen = [0; PATTERNS];
    let mut stones = 0;
    loop {
        let stone = state.stone(point);
        let outside = !state.is_on_board(point);
        if outside || stone == Some(side.other()) {
            if stones > 1 {
                let has = |pattern: Pattern| seen[pattern as usize] > 0;
                let row = match () {
                    () if seen[Pattern::Five as usize] > 1 => Some(OPEN_FOUR),
                    () if has(Pattern::Five) => Some(FOUR),
                    () if has(Pattern::OpenFour) => Some(OPEN_THREE),
                    () if has(Pattern::Four) => Some(BLOCKED_THREE),
                    () if has(Pattern::OpenThree) || has(Pattern::OpenThreeBest) => Some(OPEN_TWO),
                    () if has(Pattern::BlockedThree) => Some(BLOCKED_TWO),
                    () => None,
                };
                if let Some(row) = row {
                    counts[row] += 1;
                }
            }
            if outside {
                return;
            }
            (seen, stones) = ([0; PATTERNS], 0);
        } else if stone.is_some() {
            stones += 1;
        } else {
            seen[state.pattern(side, point, direction) as usize] += 1;
        }
        point = point.along(direction, 1);
    }
}

const _: () = assert!(MARGIN > 0, "a step back from the board stays in the grid");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::rules::Freestyle;
    use crate::search::Limits;
    use std::time::Duration;

    #[test]
    fn the_expansion_of_a_node_sees_the_clock() {
        let control = SearchControl::new(Limits::time(Duration::ZERO), StopToken::new());
        let mut search = Search {
            state: State::<Freestyle>::new(15, [], Side::Black),
            counter: NodeCounter::new(&control),
            width: 8,
            noise: 0,
            seed: 0,
        };
        let found = search.search(-WIN * 2, WIN * 2, 1, 0, None);
        assert_eq!(found, (0, Vec::new()));
        assert_eq!(search.counter.nodes(), 1);
    }
}
