//! What the search remembers about moves for the ordering of others: butterfly history and killer moves. Answers to fives
//! are left out, for they are forced.

use crate::game::Side;
use crate::gomoku::rules::{POINTS, Point};
use crate::gomoku::search::depth::Depth;

/// Bound on the absolute value of a history score.
const MAX_SCORE: i32 = 8192;

/// One worker's move statistics.
pub(crate) struct History {
    /// Butterfly history: a score by side and cell, raised by cut-offs and lowered when a later
    /// move cut off.
    butterfly: Box<[[i16; POINTS]; 2]>,
    /// The scores of the butterfly history divided by `divisor`: what they add to the order.
    order: Box<[[i16; POINTS]; 2]>,
    divisor: i32,
    /// Killer moves: the last two different moves that cut off at each ply. [`Point::OFF`] where there were none.
    killers: Vec<[Point; 2]>,
}

impl History {
    /// Empty statistics for lines of up to `plies` plies. The order gets one part in `divisor` of the scores.
    pub(crate) fn new(plies: usize, divisor: i32) -> Self {
        Self {
            butterfly: Box::new([[0; POINTS]; 2]),
            order: Box::new([[0; POINTS]; 2]),
            divisor,
            killers: vec![[Point::OFF; 2]; plies],
        }
    }

    /// The history score of a move.
    #[inline(always)]
    pub(crate) fn score(&self, side: Side, point: Point) -> i32 {
        i32::from(self.butterfly[side.index()][point.index()])
    }

    /// What the history adds to the order of the moves of a side, by cell, and what [`History::raise_killers`] added.
    #[inline(always)]
    pub(crate) const fn order(&self, side: usize) -> &[i16; POINTS] {
        &self.order[side]
    }

    /// Adds to the order of the killer moves of a ply, whose moves are scored now; a second call takes it back.
    #[inline(always)]
    pub(crate) fn raise_killers(&mut self, side: usize, ply: usize, amount: i16) {
        debug_assert!(amount.abs() <= 1 << 13, "{amount} leaves 16 bits");
        for killer in self.killers[ply] {
            self.order[side][killer.index()] += amount;
        }
    }

    /// Clears the killer moves of a ply, so that a node does not use those of another subtree.
    pub(crate) fn clear_killers(&mut self, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply) {
            *killers = [Point::OFF; 2];
        }
    }

    /// Records a beta cut-off by `point` at `depth`: raises its score, lowers those of the quiet
    /// moves tried before it, and makes it the first killer of the ply.
    pub(crate) fn update(
        &mut self,
        side: Side,
        point: Point,
        quiets: &[Point],
        depth: Depth,
        ply: usize,
    ) {
        let plies = depth.plies() + 1;
        let bonus = (plies * plies * 4).min(400);
        let table = &mut self.butterfly[side.index()];
        let order = &mut self.order[side.index()];
        let mut add = |point: Point, amount: i32| {
            let entry = &mut table[point.index()];
            let old = i32::from(*entry);
            // Gravity: the closer a score is to its bound, the less it moves, so it never leaves
            // the range.
            let new = old + amount - old * amount.abs() / MAX_SCORE;
            *entry = new as i16;
            order[point.index()] = (new / self.divisor) as i16;
        };
        add(point, bonus);
        for other in quiets.iter().filter(|other| **other != point) {
            add(*other, -bonus);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != point {
            killers[1] = killers[0];
            killers[0] = point;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn killers_are_raised_and_lowered_again() {
        let mut history = History::new(2, 4);
        let [first, second] = [200, 300].map(Point);
        for point in [first, second] {
            history.update(Side::White, point, &[], Depth::from_plies(3), 1);
        }
        let before = *history.order(1);
        assert!(before[first.index()] > 0);
        history.raise_killers(1, 1, 100);
        for (index, (&old, &new)) in before.iter().zip(history.order(1)).enumerate() {
            let is_killer = [first.index(), second.index()].contains(&index);
            assert_eq!(new, old + if is_killer { 100 } else { 0 });
        }
        history.raise_killers(1, 1, -100);
        assert_eq!(*history.order(1), before);
        // A ply without killers, and one whose killers were forgotten.
        history.raise_killers(1, 0, 100);
        history.clear_killers(1);
        history.clear_killers(2);
        history.raise_killers(1, 1, 100);
        assert_eq!(history.order(1)[second.index()], before[second.index()]);
    }
}
