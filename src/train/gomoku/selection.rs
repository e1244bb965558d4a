//! Which games of a collection are trained on: copies are left out, and the games of some openings are held out.

use crate::gomoku::rules::{Point, Rule};
use crate::train::gomoku::games::Game;
use crate::util::rng::mix;
use std::collections::HashSet;

/// Games with the same first stones up to symmetry and shift are all held out or all fitted.
const OPENING: usize = 7;

/// One in this many openings is held out.
const HELD_OUT_INTERVAL: u64 = 16;

/// A hash of stones that is the same for their symmetric and shifted images.
fn shape_hash(moves: &[Point]) -> u64 {
    let image = |symmetry: usize| {
        let mut stones: Vec<(usize, usize, usize)> = moves
            .iter()
            .enumerate()
            .map(|(n, point)| {
                let (mut col, mut row) = (point.grid_col(), point.grid_row());
                if symmetry & 1 != 0 {
                    col = 64 - col;
                }
                if symmetry & 2 != 0 {
                    row = 64 - row;
                }
                if symmetry & 4 != 0 {
                    (col, row) = (row, col);
                }
                (col, row, n % 2)
            })
            .collect();
        let first_col = stones.iter().map(|stone| stone.0).min().unwrap_or(0);
        let first_row = stones.iter().map(|stone| stone.1).min().unwrap_or(0);
        for (col, row, _) in &mut stones {
            *col -= first_col;
            *row -= first_row;
        }
        stones.sort_unstable();
        stones.iter().fold(0, |hash, &(col, row, side)| {
            mix(hash ^ ((col * 64 + row) * 2 + side) as u64)
        })
    };
    (0..8).map(image).min().unwrap_or(0)
}

/// Chooses the games under one rule, and those under another one to fit to as well.
pub(crate) struct Selection {
    rule: Rule,
    also: Option<Rule>,
    /// Hashes of the games, to find copies.
    hashes: HashSet<u64>,
    /// Games left out since they are copies of others.
    pub copies: usize,
}

/// What a game is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// The fit.
    Fitted,
    /// The measurement of the result.
    HeldOut,
}

impl Selection {
    /// No games yet.
    pub(crate) fn new(rule: Rule, also: Option<Rule>) -> Self {
        Self {
            rule,
            also,
            hashes: HashSet::new(),
            copies: 0,
        }
    }

    /// The rule that is measured.
    pub(crate) const fn rule(&self) -> Rule {
        self.rule
    }

    /// What a game is for, with its moves. `None` if it has another rule, is a copy of an earlier one (different
    /// openings often lead to the same game by another order of moves), or has a held-out opening under the second rule.
    pub(crate) fn choose(&mut self, game: &Game) -> Option<(Use, Vec<Point>)> {
        let rule = game.rules.rule();
        if rule != self.rule && Some(rule) != self.also {
            return None;
        }
        let moves: Vec<Point> = game.moves.iter().copied().map(Point::from).collect();
        // The same moves under another rule are another game.
        if !self.hashes.insert(shape_hash(&moves) ^ rule.index() as u64) {
            self.copies += 1;
            return None;
        }
        let opening = shape_hash(&moves[..moves.len().min(OPENING)]);
        let held_out = opening.is_multiple_of(HELD_OUT_INTERVAL);
        match (held_out, rule == self.rule) {
            (false, _) => Some((Use::Fitted, moves)),
            (true, true) => Some((Use::HeldOut, moves)),
            (true, false) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_of_a_shape_have_one_hash() {
        let points = |list: &[(usize, usize)]| -> Vec<Point> {
            list.iter()
                .map(|&(col, row)| Point::new(col, row))
                .collect()
        };
        let shape = [(3, 4), (5, 4), (4, 6), (9, 1)];
        let hash = shape_hash(&points(&shape));
        let turned = shape.map(|(col, row)| (12 - row, col + 1));
        let mirrored = shape.map(|(col, row)| (col + 2, 9 - row));
        // Black's stones in another order.
        let reordered = [shape[2], shape[1], shape[0], shape[3]];
        for image in [turned, mirrored, reordered] {
            assert_eq!(shape_hash(&points(&image)), hash, "{image:?}");
        }
        let other_side = [shape[1], shape[0], shape[2], shape[3]];
        assert_ne!(shape_hash(&points(&other_side)), hash);
    }
}
