//! Move ordering: the scores of moves, and the picker that hands them out in stages, best first.

use crate::game::Side;
use crate::gomoku::eval::{RANK_PARTS, with_kernel};
use crate::gomoku::patterns::{PATTERN4_CODES, Pattern4, PointSet};
use crate::gomoku::rules::{Point, RuleType};
use crate::gomoku::search::score::INFINITE;
use crate::gomoku::search::searcher::{ScoredMove, Searcher};

/// Distance between the tiers of moves that almost decide the game. Pattern scores, the policy, killers
/// and history together stay below it.
const TIER: i32 = 1 << 16;

/// What the threats that a move makes add to its score.
const OWN_TIERS: [i32; PATTERN4_CODES] = {
    let mut tiers = [0; PATTERN4_CODES];
    tiers[Pattern4::FourThree as usize] = 4 * TIER;
    tiers[Pattern4::DoubleThree as usize] = 2 * TIER;
    tiers
};

/// What the threats of the opponent that it stops add.
const THEIR_TIERS: [i32; PATTERN4_CODES] = {
    let mut tiers = [0; PATTERN4_CODES];
    tiers[Pattern4::FourThree as usize] = 3 * TIER;
    tiers[Pattern4::DoubleThree as usize] = TIER;
    tiers
};

/// The moves of a node that are still to come: the hash move, then the node's cells, and, if none of
/// these is legal, the rest of the board.
pub(crate) struct MovePicker {
    /// Index of the next move in the list of moves.
    pub next: usize,
    ply: usize,
    /// Cells that are not scored yet.
    unscored: Option<PointSet>,
    /// Whether the cells far from all stones need not be added any more.
    complete: bool,
    /// Whether the policy takes part in the scores.
    use_policy: bool,
}

impl MovePicker {
    /// A picker for `cells` that begins with the hash move, if it is one of them. `restricted`: no
    /// other cell of the board has to be tried. `use_policy`: the policy takes part in the scores.
    #[inline(always)]
    pub(crate) fn new<R: RuleType>(
        searcher: &mut Searcher<'_, R>,
        ply: usize,
        cells: PointSet,
        hash_move: Option<Point>,
        restricted: bool,
        use_policy: bool,
    ) -> Self {
        let mut picker = Self {
            next: searcher.moves.len(),
            ply,
            unscored: Some(cells),
            complete: restricted,
            use_policy,
        };
        // The other moves are scored only after the hash move has failed to cut off.
        if let Some(point) = hash_move.filter(|point| cells.contains(*point)) {
            searcher.moves.push(ScoredMove::first(point));
            let mut others = cells;
            others.toggle(point);
            picker.unscored = Some(others);
        }
        picker
    }

    /// The next legal move. `best` is the best value of the node so far.
    #[inline(always)]
    pub(crate) fn next<R: RuleType>(
        &mut self,
        searcher: &mut Searcher<'_, R>,
        best: i32,
    ) -> Option<Point> {
        loop {
            if self.next < searcher.moves.len() {
                let point = searcher.select_best(self.next);
                self.next += 1;
                if !searcher.state.is_foul(searcher.state.side(), point) {
                    return Some(point);
                }
            } else if let Some(cells) = self.unscored.take() {
                let start = searcher.moves.len();
                searcher.score_moves(&cells, self.ply);
                if self.use_policy {
                    searcher.add_policy(start);
                }
            } else if self.complete || best > -INFINITE {
                return None;
            } else {
                // No cell near the stones is legal.
                self.complete = true;
                let rest = searcher.state.empty().without(&searcher.state.candidates());
                searcher.score_moves(&rest, self.ply);
            }
        }
    }
}

impl<R: RuleType> Searcher<'_, R> {
    /// Appends cells to the list of moves, scored by tier of threat, pattern, distance from the last
    /// stones, killer moves and history.
    pub(super) fn score_moves(&mut self, cells: &PointSet, ply: usize) {
        match self.state.side() {
            Side::Black => self.score_moves_of::<0>(cells, ply),
            Side::White => self.score_moves_of::<1>(cells, ply),
        }
    }

    /// [`Searcher::score_moves`] of the side with this index.
    #[inline(always)]
    fn score_moves_of<const OWN: usize>(&mut self, cells: &PointSet, ply: usize) {
        let [own, other] = [Side::ALL[OWN], Side::ALL[1 - OWN]];
        let last = [own, other].map(|side| self.state.last_stone(side));
        let proximity = self.state.proximity(last);
        // In the table, so that the loop need not compare each cell with the killers.
        let bonus = self.tunables.order_killer;
        self.history.raise_killers(OWN, ply, bonus);
        let order = self.history.order(OWN);
        for point in cells.iter() {
            let info = self.state.cell_info(point);
            let (mine, theirs) = (info.of(OWN), info.of(1 - OWN));
            let near = proximity.score(point);
            let mut score = RANK_PARTS * (mine.attack() + theirs.defence() + near);
            score += i32::from(order[point.index()]);
            score += OWN_TIERS[mine.code()] + THEIR_TIERS[theirs.code()];
            self.moves.push(ScoredMove::new(point, score));
        }
        self.history.raise_killers(OWN, ply, -bonus);
    }

    /// Adds the policy to the scores of the moves from `start` on.
    fn add_policy(&mut self, start: usize) {
        if let Some(policy) = self.state.policy() {
            let weight = self.tunables.order_policy;
            let moves = &mut self.moves[start..];
            with_kernel!(kernel => {
                for scored in moves {
                    let logit = policy.logit_by(kernel, scored.point());
                    *scored = scored.raised_by(logit * weight / 64);
                }
            });
        }
    }

    /// Swaps the best of the moves from `next` on to that place and returns it.
    pub(super) fn select_best(&mut self, next: usize) -> Point {
        let moves = &mut self.moves[next..];
        if let [only] = moves {
            return only.point();
        }
        let numbers = bytemuck::must_cast_slice(moves);
        let place = with_kernel!(kernel => kernel.argmax(numbers));
        moves.swap(0, place);
        moves[0].point()
    }

    /// Drops those of the moves from `next` on that `keep` refuses, given the patterns of their
    /// cells for the side to move and for the opponent.
    pub(super) fn retain_moves(&mut self, next: usize, keep: impl Fn(Pattern4, Pattern4) -> bool) {
        let (own, other) = (self.state.side(), self.state.side().other());
        let mut kept = next;
        for n in next..self.moves.len() {
            let point = self.moves[n].point();
            if keep(
                self.state.pattern4(own, point),
                self.state.pattern4(other, point),
            ) {
                self.moves[kept] = self.moves[n];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }
}
