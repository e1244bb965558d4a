//! Null-move pruning.

use crate::gomoku::rules::RuleType;
use crate::gomoku::search::node::{Node, decided_value};
use crate::gomoku::search::quiescence::MAX_ATTACKS;
use crate::gomoku::search::score::CLAIMED;
use crate::gomoku::search::{depth::Depth, searcher::Searcher, tt_entry::TtEntry};

impl<R: RuleType> Searcher<'_, R> {
    /// Null-move pruning: the value of a node whose side to move passes, searched less deeply, if it
    /// is at least beta; beta itself if that value claims a win. A stone hardly ever hurts its owner, so a
    /// move would be worth more. The move that led to the node is made. Meaningless once the counter has
    /// stopped.
    pub(super) fn null_move_pruning(&mut self, node: &Node, alpha: i32, beta: i32) -> Option<i32> {
        let tunables = &self.tunables;
        let surplus = tunables.null_base - node.depth.margin(tunables.null_slope);
        if self.null_move_made
            || !node.can_be_pruned(alpha, beta)
            || node.depth < tunables.null_depth
            || node.tt_eval < beta + surplus
        {
            return None;
        }
        let share = node.depth.margin(tunables.null_reduction_slope);
        let reduction = tunables.null_reduction + Depth::from_sixteenths(share);
        self.state.pass();
        self.null_move_made = true;
        let value = -self.search_after_pass(beta, node.depth - reduction, node.ply + 1);
        self.null_move_made = false;
        self.state.pass();
        // A win after a pass is no proof of a win after a move, only of a good value.
        let bound = if value <= CLAIMED { value } else { beta };
        (value >= beta).then_some(bound)
    }

    /// The value for the side to move after the opponent passed, searched with a null window below
    /// `-beta + 1`.
    fn search_after_pass(&mut self, beta: i32, depth: Depth, ply: usize) -> i32 {
        let (alpha, beta) = (-beta, -beta + 1);
        let accumulator = *self.state.accumulator();
        let forced_reply = accumulator.forced_reply();
        if let Some(value) = decided_value(&accumulator, forced_reply, ply) {
            return value;
        }
        let entry = self.table.probe(self.state.key());
        let deep_enough = entry.filter(|entry| entry.depth >= depth);
        if let Some(value) = deep_enough.and_then(|entry| entry.cutoff(alpha, beta, ply)) {
            return value;
        }
        let eval = match entry {
            Some(entry) if entry.eval.holds_in(alpha, beta) => entry.eval,
            _ => self.state.evaluate(alpha, beta),
        };
        if depth <= Depth::ZERO {
            return self.quiescence_vcf(alpha, beta, ply, MAX_ATTACKS, entry, eval);
        }
        let entry = entry.map(|entry| TtEntry { eval, ..entry });
        // Nobody can tell whether the evaluation improves over a pass.
        self.evals[ply - 1] = None;
        self.evals[ply] = Some(eval.value);
        let node = Node {
            ply,
            depth,
            forced_reply,
            pv: false,
            eval,
            tt_eval: entry.map_or(eval.value, |entry| entry.tt_eval()),
            improving: false,
        };
        self.search_moves(&node, alpha, beta, entry)
    }
}
