//! Two classic players, each a complete small program of its own.
//!
//! [`threat_book`] matches a library of line patterns around every stone and plays the answer to the
//! strongest; it looks one move deep. [`LineCounter`] counts rows of every kind on all lines and
//! searches a few plies over its best cells. Both designs have been written many times; the first is
//! that of a Gomoku program with a threat library, the second that of a tablet game with free and
//! forbidden-move rules. Neither knows more about the rule in force than which cells it may use and
//! (the second one) which rows win.

use crate::game::{Move, Side};
use crate::gomoku::patterns::point_set::PointSet;
use crate::gomoku::patterns::state::{Ruleset, State};
use crate::gomoku::patterns::tables::{Pattern, Pattern4};
use crate::gomoku::rules::board::Position;
use crate::gomoku::rules::cells::{Cell, Cells};
use crate::gomoku::rules::point::{DIRECTIONS, MARGIN, Point};
use crate::gomoku::search::{move_of, score_of};
use crate::search::{Line, NodeCounter, Report};
use crate::util::rng::Rng;

/// How much of its library the threat book uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// Rows with a gap as well as unbroken ones.
    pub split: bool,
    /// Of a hundred patterns on the diagonals, so many are seen.
    pub diagonals: u64,
    /// Of a hundred patterns of the opponent, so many are seen.
    pub enemy: u64,
}

impl Sight {
    /// All of it.
    pub const FULL: Self = Self {
        split: true,
        diagonals: 100,
        enemy: 100,
    };
}

/// A pattern of the library: `x` a stone of the side that threatens, `.` an empty cell, `*` the
/// empty cell that answers it (and that the threatening side would take itself), `o` a stone of the
/// other side or the edge. Read in both directions.
const LIBRARY: [(&str, i32); 19] = [
    ("xxxx*", 1000),
    ("xxx*x", 1000),
    ("xx*xx", 1000),
    (".xxx*.", 400),
    (".xx*x.", 390),
    ("oxxx*.", 120),
    ("oxxx.*", 100),
    ("oxx*x.", 110),
    ("ox*xx.", 110),
    ("xx*.x", 90),
    ("..xx*.", 60),
    (".x*x.", 55),
    (".x*.x.", 40),
    ("oxx*..", 20),
    ("ox*x..", 18),
    ("..x*.", 8),
    ("..x.*", 6),
    ("ox*...", 3),
    ("*", 1),
];

/// What an own pattern counts more than the same one of the opponent: with the move, one's own
/// threat is one step ahead.
const OWN_BONUS: i32 = 60;

/// The move of the threat book for the side to move, among legal cells (of which `only` are wanted,
/// unless it is empty). Equal threats are chosen from with `rng`. None if there is no such cell.
pub fn threat_book(
    position: &Position,
    only: &[Point],
    sight: Sight,
    rng: &mut Rng,
) -> Option<Point> {
    let own = position.side();
    let allowed = |point: Point| {
        position.at(point) == Cell::Empty
            && (only.is_empty() || only.contains(&point))
            && position.foul_of_mover(point).is_none()
    };
    let mut best = 0;
    let mut choice: Vec<Point> = Vec::new();
    for centre in position.points() {
        let Some(side) = position.at(centre).stone() else {
            continue;
        };
        for direction in 0..DIRECTIONS {
            let line: [Cell; 11] =
                std::array::from_fn(|n| position.at(centre.along(direction, n as i16 - 5)));
            if direction > 1 && rng.below(100) >= sight.diagonals
                || side != own && rng.below(100) >= sight.enemy
            {
                continue;
            }
            for (pattern, value) in LIBRARY {
                if !sight.split && pattern.trim_matches(['.', 'o']).contains("*x") {
                    continue;
                }
                let value = value + if side == own { value.min(OWN_BONUS) } else { 0 };
                if value < best {
                    continue;
                }
                for answer in matches(&line, pattern.as_bytes(), side) {
                    let point = centre.along(direction, answer as i16 - 5);
                    if !allowed(point) {
                        continue;
                    }
                    if value > best {
                        best = value;
                        choice.clear();
                    }
                    if !choice.contains(&point) {
                        choice.push(point);
                    }
                }
            }
        }
    }
    if choice.is_empty() {
        // No stone yet, or nothing near one: as close to the middle as possible.
        let middle = i32::from(position.rules().size()) - 1;
        let off = |n: usize| (2 * n as i32 - middle).abs();
        let free = position.points().filter(|point| allowed(*point));
        return free.min_by_key(|point| (off(point.col()).max(off(point.row())), *point));
    }
    Some(choice[rng.below(choice.len() as u64) as usize])
}

/// Where the answers of a pattern lie in a line, wherever the pattern covers its centre.
fn matches(line: &[Cell; 11], pattern: &[u8], side: Side) -> impl Iterator<Item = usize> {
    let fits = |cell: Cell, sign: u8| match sign {
        b'x' => cell.is(side),
        b'.' | b'*' => cell == Cell::Empty,
        _ => cell == Cell::Off || cell.is(side.other()),
    };
    let length = pattern.len();
    let mut found = [None; 24];
    let mut count = 0;
    // The centre of the line is stone number 5; `*` alone stands next to it.
    let starts = if length == 1 {
        4..=6
    } else {
        (6 - length.min(6))..=5
    };
    for start in starts {
        for reversed in [false, true] {
            let sign = |n: usize| pattern[if reversed { length - 1 - n } else { n }];
            if start + length <= line.len() && (0..length).all(|n| fits(line[start + n], sign(n))) {
                for n in (0..length).filter(|n| sign(*n) == b'*') {
                    if count < found.len() {
                        found[count] = Some(start + n);
                        count += 1;
                    }
                }
            }
        }
    }
    found.into_iter().flatten()
}

/// Values of the terms: five, open four, four, open three, closed three, open two, closed two.
const TERMS: [i32; 7] = [100_000, 70_000, 30_000, 20_000, 4_000, 1_500, 300];
const OPEN_FOUR: usize = 1;
const FOUR: usize = 2;
const OPEN_THREE: usize = 3;
/// For each own stone that touches a stone of the opponent.
const TOUCH: i32 = 5;
/// Value of a finished row; values beyond the half of it are decided.
const WON: i32 = 10_000_000;

/// Depth and width of the line counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Plies.
    pub depth: u32,
    /// Cells that are tried at every node.
    pub width: usize,
    /// The value is blurred by up to so much, for variety; in the units of `TERMS`.
    pub blur: u64,
}

/// How often each term occurs, by side.
type Counts = [[i32; TERMS.len()]; 2];

/// The line counter's search.
pub struct LineCounter<'a, R> {
    state: State<R>,
    counter: NodeCounter<'a>,
    scope: Scope,
    seed: u64,
}

impl<'a, R: Ruleset> LineCounter<'a, R> {
    /// A search of a position.
    pub fn new(state: State<R>, counter: NodeCounter<'a>, scope: Scope, seed: u64) -> Self {
        Self {
            state,
            counter,
            scope,
            seed,
        }
    }

    /// Searches one ply, two plies and so on to the depth of the scope, over these root cells; the
    /// best one of the last iteration that was completed. Reports go to `sink`.
    pub fn think(&mut self, cells: &PointSet, sink: &mut dyn FnMut(Report)) -> Option<Report> {
        let mut last = None;
        for depth in 1..=self.scope.depth {
            let (value, line) = self.search(-WON * 2, WON * 2, depth, 0, Some(cells));
            if self.counter.stopped() || line.is_empty() {
                break;
            }
            // The table of terms is coarse; a hundredth of it is near the engine's units.
            let estimate = (value / 20).clamp(-3000, 3000);
            let control = self.counter.control();
            let report = Report {
                depth,
                selectivity: 100,
                lines: vec![Line {
                    score: score_of(estimate),
                    depth,
                    nodes: self.counter.nodes(),
                    moves: line.into_iter().rev().map(move_of).collect::<Vec<Move>>(),
                }],
                nodes: self.counter.total_nodes(),
                elapsed: control.elapsed(),
                table_full: 0,
            };
            sink(report.clone());
            last = Some(report);
            if value.abs() > WON / 2 {
                break;
            }
        }
        last
    }

    /// Negamax with alpha-beta over the best cells. The line is in reverse order.
    fn search(
        &mut self,
        mut alpha: i32,
        beta: i32,
        depth: u32,
        ply: i32,
        cells: Option<&PointSet>,
    ) -> (i32, Vec<Point>) {
        if self.counter.check_stop() {
            return (0, Vec::new());
        }
        if self.state.empties() == 0 {
            return (0, Vec::new());
        }
        if depth == 0 {
            return (self.value(), Vec::new());
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
            if self.state.class(own, point) == Pattern4::Five {
                return (WON - ply, vec![point]);
            }
            self.state.make(point);
            let value = -self.value();
            self.state.undo();
            moves.push((value, point));
        }
        moves.sort_by_key(|(value, point)| (-value, *point));
        moves.truncate(self.scope.width.max(1));
        let mut best = -WON * 3;
        let mut line = Vec::new();
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
            if value > best {
                best = value;
                line = below;
                line.push(point);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        if best == -WON * 3 {
            return (0, Vec::new());
        }
        (best, line)
    }

    /// The evaluation for the side to move.
    fn value(&self) -> i32 {
        let own = self.state.side();
        let (counts, places) = count(&self.state);
        let [mine, theirs] = [counts[own.index()], counts[own.other().index()]];
        // Decisive cases, so that many small terms never outweigh them. A four of the side to move
        // is a five with the next stone.
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
        let total = |counts: [i32; TERMS.len()]| -> i32 {
            counts
                .iter()
                .zip(TERMS)
                .map(|(count, value)| count * value)
                .sum()
        };
        let noise = if self.scope.blur > 0 {
            let mut rng = Rng::new(self.state.key() ^ self.seed);
            rng.below(self.scope.blur) as i32
        } else {
            0
        };
        total(mine) - total(theirs) + places[own.index()] - places[own.other().index()] + noise
    }
}

/// The terms on every row, column and diagonal, and the values of the stones by their places.
fn count<R: Ruleset>(state: &State<R>) -> (Counts, [i32; 2]) {
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
                // Every term needs two stones.
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
        1 if n < size => Some(point(0, n)),
        2 if n < size => Some(point(0, n)),
        2 => Some(point(n - last, 0)),
        3 if n < size => Some(point(0, n)),
        3 => Some(point(n - last, last)),
        _ => None,
    })
}

/// Adds the terms of one side on a line. Between two stones of the opponent one term is counted, the
/// strongest one.
fn count_line<R: Ruleset>(
    state: &State<R>,
    start: Point,
    direction: usize,
    side: Side,
    counts: &mut [i32; TERMS.len()],
) {
    let mut point = start;
    let mut seen = [0; 14];
    let mut stones = 0;
    loop {
        let stone = state.stone(point);
        let outside = !state.is_on_board(point);
        if outside || stone == Some(side.other()) {
            if stones > 1 {
                let open_threes =
                    seen[Pattern::OpenThree as usize] + seen[Pattern::OpenThreeBest as usize];
                let term = match () {
                    () if seen[Pattern::Five as usize] > 1 => Some(OPEN_FOUR),
                    () if seen[Pattern::Five as usize] > 0 => Some(FOUR),
                    () if seen[Pattern::OpenFour as usize] > 0 => Some(OPEN_THREE),
                    () if seen[Pattern::Four as usize] > 0 => Some(4),
                    () if open_threes > 0 => Some(5),
                    () if seen[Pattern::BlockedThree as usize] > 0 => Some(6),
                    () => None,
                };
                if let Some(term) = term {
                    counts[term] += 1;
                }
            }
            if outside {
                return;
            }
            (seen, stones) = ([0; 14], 0);
        } else if stone.is_some() {
            stones += 1;
        } else {
            seen[state.pattern(side, point, direction) as usize] += 1;
        }
        point = point.along(direction, 1);
    }
}

const _: () = assert!(MARGIN > 0, "a step back from the board stays in the grid");
