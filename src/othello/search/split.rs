//! Work splitting in the endgame by the Young Brothers Wait Concept (YBWC).
//!
//! An exact search has to cover its whole tree. Lazy SMP, which the midgame uses, wastes much of that
//! work, because workers that start at the same root cover the same parts. So a node shares out its
//! remaining moves as soon as its first move has failed to cause a cut-off (Feldmann 1993, "Game tree
//! search on massively parallel systems"), provided that a worker is idle. A worker that finds a cut-off
//! cancels the others. The owner of a split point waits for its helpers and meanwhile helps only below
//! its own node, so it never waits for itself.

use crate::othello::search::observer::Observer;
use crate::othello::search::split_point::{Best, RemainingMoves, SplitPoint, SplitPool};
use crate::othello::{rules::flip::Kernel, search::worker::Worker};
use std::sync::Arc;

impl<K: Kernel, O: Observer> Worker<'_, K, O> {
    /// Searches the remaining moves of a node together with idle workers. Returns the better of `best`
    /// and the result, which has no meaning if the counter is stopped.
    #[cold]
    #[inline(never)]
    pub(super) fn split(&mut self, pool: &SplitPool, node: RemainingMoves, best: Best) -> Best {
        let parent = self.counter.part().cloned();
        let split = Arc::new(SplitPoint::new(
            parent.as_ref(),
            node,
            self.selectivity,
            best,
        ));
        pool.open(split.clone());
        self.search_moves(&split);
        pool.remove(&split);
        while let Some(helper) = pool.wait_within(&split) {
            self.search_moves(&helper.split);
        }
        // The part of this node may have been cancelled meanwhile.
        self.counter.switch_part(parent);
        split.best()
    }

    /// Helps at split points until the search is over.
    pub(super) fn help_at_split_points(&mut self, pool: &SplitPool) {
        self.counter.switch_part(None);
        self.prepare();
        while let Some(helper) = pool.wait(self.counter.control()) {
            self.search_moves(&helper.split);
        }
    }

    /// Searches moves of a split point until none is left or the node is cut.
    fn search_moves(&mut self, split: &SplitPoint) {
        let before = self.counter.switch_part(Some(split.cancel.clone()));
        let selectivity = std::mem::replace(&mut self.selectivity, split.selectivity);
        let node = &split.node;
        while !self.counter.stopped()
            && !split.cancel.is_cancelled()
            && let Some(candidate) = split.take_move()
        {
            let value = self.child_score(candidate, node.alpha, node.empties, node.parity);
            if self.counter.stopped() {
                break;
            }
            split.update(value, candidate.square);
        }
        self.selectivity = selectivity;
        self.counter.switch_part(before);
    }
}
