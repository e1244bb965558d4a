//! Prunings and reductions of the main search. They may leave a claimed win or loss, never a proven
//! one.
//!
//! The selection of prunings follows the ablation that Rapfi's author published
//! (`search/ab/search.cpp`); the numbers are our own.

use crate::gomoku::patterns::Pattern4;
use crate::gomoku::rules::{Point, RuleType};
use crate::gomoku::search::node::{Node, exceeds_four, is_quiet};
use crate::gomoku::search::score::{CLAIMED, INFINITE};
use crate::gomoku::search::{depth::Depth, searcher::Searcher};

/// What late move reductions look at in a move.
#[derive(Clone, Copy)]
pub(super) struct LateMove {
    /// The cell.
    pub point: Point,
    /// The pattern of the cell for the side to move.
    pub mine: Pattern4,
    /// Whether it neither makes nor stops an open three or more.
    pub quiet: bool,
    /// Whether it only delays the answer to an open four.
    pub delays: bool,
    /// Moves tried before it.
    pub tried: usize,
    /// By how much its rank is below the highest one of the moves so far.
    pub behind: i32,
    /// Whether a move before it raised alpha.
    pub raised: bool,
}

impl<R: RuleType> Searcher<'_, R> {
    /// Reverse futility pruning (static null move): the node fails high without a search if its
    /// value exceeds beta by a margin that grows with the depth.
    #[inline(always)]
    pub(super) fn reverse_futility(&self, node: &Node, alpha: i32, beta: i32) -> bool {
        let tunables = &self.tunables;
        let Node { depth, tt_eval, .. } = *node;
        if !node.can_be_pruned(alpha, beta) || depth >= tunables.reverse_depth {
            return false;
        }
        let less = if node.improving {
            tunables.reverse_improving
        } else {
            0
        };
        let margin = depth.margin(tunables.reverse_margin) - less;
        tt_eval - margin >= beta
    }

    /// Fail-high reduction: a node whose value is above beta, but not far enough for reverse
    /// futility pruning, is searched less deeply.
    #[inline(always)]
    pub(super) fn fail_high_reduction(&self, node: &Node, alpha: i32, beta: i32) -> Depth {
        let tunables = &self.tunables;
        let fails_high = node.can_be_pruned(alpha, beta)
            && node.depth >= tunables.fail_high_depth
            && node.tt_eval - node.depth.margin(tunables.fail_high_margin) >= beta;
        if fails_high {
            tunables.fail_high_reduction
        } else {
            Depth::ZERO
        }
    }

    /// Razoring: at low depth, only the search for a win by fours is tried if the value is below
    /// alpha by a margin.
    #[inline(always)]
    pub(super) fn razor(&self, node: &Node, alpha: i32, beta: i32) -> bool {
        let tunables = &self.tunables;
        node.can_be_pruned(alpha, beta)
            && node.depth < tunables.razor_depth
            && node.tt_eval + tunables.razor_base + node.depth.margin(tunables.razor_slope) <= alpha
    }

    /// Prunings of single moves: move-count pruning, futility pruning, and the skipping of fours that only delay. `None`:
    /// search the move. Otherwise an upper bound of the pruned move, at most `alpha` (`-INFINITE` if the pruning knows
    /// none). It counts in the value of the node: without it, a node whose searched moves all lose would be stored as lost.
    ///
    /// The first argument after the node are the patterns of the cell for the side to move and for the opponent. `tried`
    /// moves were searched before, and `best` is their best value. The rest of the list, from the index `next` on, loses
    /// the moves that the same pruning would skip.
    #[inline(always)]
    pub(super) fn skips_move(
        &mut self,
        node: &Node,
        [mine, theirs]: [Pattern4; 2],
        tried: usize,
        best: i32,
        next: usize,
        alpha: i32,
    ) -> Option<i32> {
        // These prunings do not look at the value.
        let unknown = -INFINITE;
        if !node.is_unrestricted() {
            // Far from the leaves, such a four may change what the answer is worth. And if no answer helps, its stone may
            // stand in the way of the opponent's win.
            let skips = node.is_delayed_by(mine, theirs)
                && node.depth < self.tunables.delaying_depth
                && best >= -CLAIMED;
            return skips.then_some(unknown);
        }
        if self.move_count_pruning(node, tried, best) && !exceeds_four(mine, theirs) {
            self.retain_moves(next, exceeds_four);
            return Some(unknown);
        }
        let most = self.futility(node, alpha)?;
        if !is_quiet(mine, theirs) {
            return None;
        }
        self.retain_moves(next, |mine, theirs| !is_quiet(mine, theirs));
        Some(most)
    }

    /// Move-count pruning (late move pruning): whether enough moves were tried for the depth, half
    /// as many if the evaluation is not improving. PV nodes try twice as many as others with an improving evaluation, and
    /// all if these lose.
    #[inline(always)]
    fn move_count_pruning(&self, node: &Node, tried: usize, best: i32) -> bool {
        let enough = self.move_counts[node.depth_index()];
        if node.pv {
            tried >= 2 * enough && best >= -CLAIMED
        } else {
            tried >= enough >> usize::from(!node.improving)
        }
    }

    /// Futility pruning: the highest value that a quiet move can reach at this depth, if the node's value is so far below
    /// alpha that this is not above alpha either.
    #[inline(always)]
    fn futility(&self, node: &Node, alpha: i32) -> Option<i32> {
        let tunables = &self.tunables;
        if node.pv || node.depth >= tunables.futility_depth {
            return None;
        }
        let margin = tunables.futility_base + node.depth.margin(tunables.futility_slope);
        let most = node.tt_eval + margin;
        (most <= alpha).then_some(most)
    }

    /// Late move reductions (LMR): by how much shallower the first, null-window search of a move is,
    /// since the ordering rarely puts the best move late.
    #[inline(always)]
    pub(super) fn late_move_reduction(&self, node: &Node, mv: LateMove) -> Depth {
        let LateMove {
            point,
            mine,
            quiet,
            delays,
            tried,
            behind,
            raised,
        } = mv;
        let most = node.depth - Depth::from_plies(2);
        if delays {
            return self.tunables.delaying_reduction.min(most).max(Depth::ZERO);
        }
        let full_depth_moves = usize::from(node.pv) + 1;
        if !node.is_unrestricted()
            || node.depth < Depth::from_plies(2)
            || tried <= full_depth_moves
            || mine > Pattern4::Four
        {
            return Depth::ZERO;
        }
        let mut reduction = i32::from(self.reductions[node.depth_index()][tried.min(63)]);
        if !quiet {
            reduction = reduction * self.tunables.reduction_threat / 4;
        }
        if node.pv {
            reduction -= Depth::PLY.sixteenths();
        }
        if !node.improving {
            reduction += self.tunables.reduction_not_improving.sixteenths();
        }
        reduction -= self.history.score(self.state.side(), point) / self.tunables.reduction_history;
        // The ranks are scores of the move ordering: the further a move is behind the best one, the more it is reduced.
        let doubt = Depth::from_sixteenths(behind * self.tunables.reduction_rank / 64);
        let doubt = doubt.min(self.tunables.max_rank_reduction) - self.tunables.reduction_best_rank;
        reduction += doubt.sixteenths();
        if raised {
            reduction += self.tunables.reduction_raised.sixteenths();
        }
        Depth::from_sixteenths(reduction).clamp(Depth::ZERO, most)
    }

    /// Late move reductions of the root, for quiet moves only: half a ply less than elsewhere.
    pub(crate) fn root_reduction(&self, point: Point, depth: Depth, tried: usize) -> Depth {
        let own = self.state.side();
        let mine = self.state.pattern4(own, point);
        let theirs = self.state.pattern4(own.other(), point);
        if depth < Depth::from_plies(2) || tried < 3 || !is_quiet(mine, theirs) {
            return Depth::ZERO;
        }
        let plies = depth.plies().min(63) as usize;
        let reduction = i32::from(self.reductions[plies][tried.min(63)]);
        let reduction = Depth::from_sixteenths(reduction) - Depth::from_sixteenths(8);
        reduction.clamp(Depth::ZERO, depth - Depth::PLY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;
    use crate::gomoku::rules::Freestyle;
    use crate::gomoku::search::tunables::Tunables;
    use crate::gomoku::state::{ForcedReply, State, StaticEval};
    use crate::search::{Limits, NodeCounter, SearchControl, StopToken, TranspositionTable};

    #[test]
    fn a_quiet_move_that_futility_pruning_skips_is_worth_no_claimed_loss() {
        let control = SearchControl::new(Limits::none(), StopToken::new());
        let table = TranspositionTable::new(1);
        let state = State::<Freestyle>::new(15, [], Side::Black);
        let counter = NodeCounter::new(&control);
        let mut searcher = Searcher::new(state, &table, counter, Tunables::default());
        let tt_eval = -500;
        let mut skipped = |plies, pattern4, alpha| {
            let node = Node {
                ply: 3,
                depth: Depth::from_plies(plies),
                forced_reply: ForcedReply::Free,
                pv: false,
                eval: StaticEval {
                    value: tt_eval,
                    complete: true,
                },
                tt_eval,
                improving: true,
            };
            // The first move lost.
            searcher.skips_move(&node, [pattern4; 2], 1, -CLAIMED - 1, 0, alpha)
        };
        let most = skipped(2, Pattern4::None, 100).unwrap();
        assert!(tt_eval < most && most < 100, "{most}");
        assert_eq!(skipped(2, Pattern4::None, most), Some(most));
        assert_eq!(skipped(2, Pattern4::None, most - 1), None);
        assert_eq!(skipped(2, Pattern4::OpenThree, 100), None);
        assert_eq!(skipped(9, Pattern4::None, 100), None);
    }
}
