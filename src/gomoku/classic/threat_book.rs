//! The threat book: answers the strongest pattern of a library, one move deep.

use crate::game::{Move, Side};
use crate::gomoku::random::rng_for;
use crate::gomoku::rules::{Cell, Cells, DIRECTIONS, Point, Position};
use crate::gomoku::search::points_of;
use crate::search::SearchRequest;
use crate::util::rng::Rng;

/// How much of its library the threat book uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ThreatBook {
    /// Whether it sees rows with a gap as well as unbroken ones.
    pub split_rows: bool,
    /// The share of the patterns on diagonals that it sees, in percent.
    pub diagonals: u64,
    /// The share of the opponent's patterns that it sees, in percent.
    pub opponent: u64,
}

/// The library: patterns with their values. `x` is a stone of the side that threatens, `.` an empty
/// cell, `*` the empty cell that answers the threat (and completes it), `o` a stone of the other
/// side or the edge. Patterns are matched in both directions.
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

/// The most by which an own pattern counts for more than the same pattern of the opponent: the side
/// to move is one step ahead.
const OWN_BONUS: i32 = 60;

impl ThreatBook {
    /// The move for the side to move: one of those that the request allows, or any legal one if it
    /// allows none.
    pub(crate) fn best_move(self, position: &Position, request: &SearchRequest) -> Option<Move> {
        let size = position.rules().size();
        let [only, avoid] = [&request.only, &request.avoid].map(|moves| points_of(moves, size));
        let allowed = |point: Point| {
            (request.only.is_empty() || only.contains(point)) && !avoid.contains(point)
        };
        let mut rng = rng_for(position, request.seed);
        self.choose(position, allowed, &mut rng)
            .or_else(|| self.choose(position, |_| true, &mut rng))
            .map(|point| Move::Place(point.into()))
    }

    /// The answer to the strongest threat, chosen with `rng` among equal ones. Only legal cells that
    /// are allowed.
    fn choose(
        self,
        position: &Position,
        allowed: impl Fn(Point) -> bool,
        rng: &mut Rng,
    ) -> Option<Point> {
        let own = position.side();
        let allowed = |point: Point| {
            position.at(point) == Cell::Empty
                && allowed(point)
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
                if direction > 1 && rng.below(100) >= self.diagonals
                    || side != own && rng.below(100) >= self.opponent
                {
                    continue;
                }
                for (pattern, value) in LIBRARY {
                    if !self.split_rows && pattern.trim_matches(['.', 'o']).contains("*x") {
                        continue;
                    }
                    let value = value + if side == own { value.min(OWN_BONUS) } else { 0 };
                    if value < best {
                        continue;
                    }
                    for answer in answers(&line, pattern.as_bytes(), side) {
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
            // No stone, or no allowed cell near one: as close to the centre as possible.
            let middle = i32::from(position.rules().size()) - 1;
            let off = |n: usize| (2 * n as i32 - middle).abs();
            let free = position.points().filter(|point| allowed(*point));
            return free.min_by_key(|point| (off(point.col()).max(off(point.row())), *point));
        }
        Some(choice[rng.below(choice.len() as u64) as usize])
    }
}

/// The indices of the cells of a line that answer a pattern of `side`, for every place where the
/// pattern covers the line's centre.
fn answers(line: &[Cell; 11], pattern: &[u8], side: Side) -> Vec<usize> {
    let fits = |cell: Cell, sign: u8| match sign {
        b'x' => cell.is(side),
        b'.' | b'*' => cell == Cell::Empty,
        _ => cell == Cell::Off || cell.is(side.other()),
    };
    let length = pattern.len();
    let mut found = Vec::new();
    // The centre is cell 5. `*` alone fits next to it.
    let starts = if length == 1 {
        4..=6
    } else {
        (6 - length.min(6))..=5
    };
    for start in starts {
        for reversed in [false, true] {
            let sign = |n: usize| pattern[if reversed { length - 1 - n } else { n }];
            if start + length <= line.len() && (0..length).all(|n| fits(line[start + n], sign(n))) {
                let answers = (0..length).filter(|n| sign(*n) == b'*');
                found.extend(answers.map(|n| start + n));
            }
        }
    }
    found
}
