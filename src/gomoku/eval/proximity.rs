//! Move ordering by the distance of a cell from the last stones: most moves are made near them.

use crate::game::Side;
use crate::gomoku::eval::weights::{OFFSET_CLASSES, REACH, WEIGHTS, rule_side};
use crate::gomoku::rules::{POINTS, Point, Rule, STRIDE};

/// The offset between two different cells up to reflection and rotation, `None` if they are too far
/// apart.
pub(crate) fn offset_class(a: Point, b: Point) -> Option<usize> {
    class_of(a.col().abs_diff(b.col()), a.row().abs_diff(b.row()))
}

/// The class of a distance in files and in ranks: pairs with the larger number first, in order.
const fn class_of(files: usize, ranks: usize) -> Option<usize> {
    let (far, near) = if files > ranks {
        (files, ranks)
    } else {
        (ranks, files)
    };
    if far == 0 || far > REACH {
        None
    } else {
        Some(far * (far + 1) / 2 - 1 + near)
    }
}

/// Ordering scores by the difference of the indexes of a cell and a stone, from -[`POINTS`] on.
type Scores = [i16; 2 * POINTS];

/// The scores if there is no stone.
static NONE: Scores = [0; 2 * POINTS];

/// The ordering score of a move by its offsets from the last stones, in ranks.
pub(crate) struct ProximityTable {
    /// By side to move: the scores for its own last stone, then for the opponent's.
    scores: [[Box<Scores>; 2]; 2],
}

/// The ordering scores of moves near the last stones of one position.
#[derive(Clone, Copy)]
pub(crate) struct Proximity<'a> {
    /// For each of the two stones the scores, and where those of the cell with index 0 are.
    stones: [(&'a Scores, usize); 2],
}

impl ProximityTable {
    /// Builds the table of a rule.
    pub(crate) fn of(rule: Rule) -> Self {
        let scores = |side: Side, whose: usize| {
            let weights = &WEIGHTS.cells[rule_side(rule, side)].proximity;
            let weights = &weights[whose * OFFSET_CLASSES..];
            let mut scores = Box::new(NONE);
            // Where the smallest difference is: that of a cell with both offsets `-REACH`.
            const FIRST: usize = POINTS - REACH * STRIDE - REACH;
            for row in 0..=2 * REACH {
                for col in 0..=2 * REACH {
                    if let Some(class) = class_of(col.abs_diff(REACH), row.abs_diff(REACH)) {
                        scores[FIRST + row * STRIDE + col] = weights[class];
                    }
                }
            }
            scores
        };
        Self {
            scores: Side::ALL.map(|side| [0, 1].map(|whose| scores(side, whose))),
        }
    }

    /// The scores of the moves of `side`. `last` are the last stones of the side and of the opponent.
    #[inline(always)]
    pub(crate) fn near(&self, side: Side, last: [Option<Point>; 2]) -> Proximity<'_> {
        let [own, other] = &self.scores[side.index()];
        let of = |scores, stone: Option<Point>| match stone {
            Some(stone) => (scores, POINTS - stone.index()),
            None => (&NONE, 0),
        };
        Proximity {
            stones: [of(&**own, last[0]), of(&**other, last[1])],
        }
    }
}

impl Proximity<'_> {
    /// The score of a move on `point`.
    #[inline(always)]
    pub(crate) fn score(&self, point: Point) -> i32 {
        let [own, other] = self
            .stones
            .map(|(scores, first)| i32::from(scores[(point.index() + first) % (2 * POINTS)]));
        own + other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_have_classes_up_to_symmetry() {
        let centre = Point::new(10, 10);
        let class = |col, row| offset_class(Point::new(col, row), centre);
        assert_eq!(class(10, 10), None);
        assert_eq!(class(11, 10), Some(0));
        assert_eq!(class(10, 9), Some(0));
        assert_eq!(class(9, 11), Some(1));
        assert_eq!((class(12, 11), class(9, 8)), (Some(3), Some(3)));
        assert_eq!(class(15, 5), Some(OFFSET_CLASSES - 1));
        assert_eq!(class(16, 10), None);
        let mut seen = [false; OFFSET_CLASSES];
        for col in 5..=15 {
            for row in 5..=15 {
                if let Some(class) = class(col, row) {
                    seen[class] = true;
                }
            }
        }
        assert_eq!(seen, [true; OFFSET_CLASSES]);
    }

    #[test]
    fn the_table_holds_the_weights_of_every_offset() {
        let table = ProximityTable::of(Rule::Renju);
        for side in Side::ALL {
            let weights = &WEIGHTS.cells[rule_side(Rule::Renju, side)].proximity;
            for stone in [Point::new(0, 0), Point::new(7, 7), Point::new(21, 3)] {
                for n in 0..22 * 22 {
                    let point = Point::new(n % 22, n / 22);
                    let class = offset_class(point, stone);
                    let [own, other] = [0, OFFSET_CLASSES]
                        .map(|from| class.map_or(0, |class| i32::from(weights[from + class])));
                    let score = |last| table.near(side, last).score(point);
                    assert_eq!(score([Some(stone), None]), own);
                    assert_eq!(score([None, Some(stone)]), other);
                    assert_eq!(score([Some(stone), Some(stone)]), own + other);
                    assert_eq!(score([None, None]), 0);
                }
            }
        }
    }
}
