//! The state of one search thread.

use crate::othello::rules::flip::Kernel;
use crate::othello::search::observer::{NoObserver, Observer};
use crate::othello::search::probcut_model::{PROBCUT_MODEL, ProbcutModel};
use crate::othello::search::{
    endgame_cache::{BoundsCache, EndgameCache},
    selectivity::Selectivity,
    split_point::SplitPool,
    tt_entry::TtEntry,
};
use crate::search::{NodeCounter, TranspositionTable};

/// One search thread: its caches and its counter, and what it shares with other threads.
pub(crate) struct Worker<'a, K, O = NoObserver> {
    /// The board operations.
    pub kernel: K,
    /// Shared by all workers of a search and kept between searches.
    pub table: &'a TranspositionTable<TtEntry>,
    /// For 7 to 13 empties: 640 kB, so that look-ups stay in the second-level cache.
    pub(super) thread_cache: EndgameCache<{ 1 << 16 }>,
    /// For 5 and 6 empties: 8 kB, so that it stays in the first-level cache.
    pub(super) l1_cache: BoundsCache<{ 1 << 10 }>,
    /// For 4 empties: 4 kB.
    pub(super) last_four: BoundsCache<{ 1 << 9 }>,
    /// Counts nodes and checks the limits.
    pub counter: NodeCounter<'a>,
    /// Selectivity of the present iteration.
    pub selectivity: Selectivity,
    /// The statistics of Multi-ProbCut.
    pub(super) probcut_model: &'static ProbcutModel,
    /// Where endgame nodes are split, if there are other workers.
    pub(super) pool: Option<&'a SplitPool>,
    /// Hears of the events of the search.
    pub(super) observer: O,
}

impl<'a, K: Kernel> Worker<'a, K> {
    /// A worker that searches full width.
    pub(crate) fn new(
        kernel: K,
        table: &'a TranspositionTable<TtEntry>,
        counter: NodeCounter<'a>,
    ) -> Self {
        Self::with_observer(kernel, table, counter, NoObserver)
    }
}

impl<'a, K: Kernel, O: Observer> Worker<'a, K, O> {
    /// A worker with an observer.
    pub(super) fn with_observer(
        kernel: K,
        table: &'a TranspositionTable<TtEntry>,
        counter: NodeCounter<'a>,
        observer: O,
    ) -> Self {
        Self {
            kernel,
            table,
            thread_cache: EndgameCache::default(),
            l1_cache: BoundsCache::default(),
            last_four: BoundsCache::default(),
            counter,
            selectivity: Selectivity::NONE,
            probcut_model: &PROBCUT_MODEL,
            pool: None,
            observer,
        }
    }

    /// Allocates the endgame caches, before the first endgame search.
    pub(super) fn prepare(&mut self) {
        self.thread_cache.prepare();
        self.l1_cache.prepare();
        self.last_four.prepare();
    }

    /// Counts a node. Returns true if the search has to stop.
    #[inline(always)]
    pub(super) fn check_stop(&mut self, empties: u32) -> bool {
        let before = self.counter.nodes();
        let stopped = self.counter.check_stop();
        self.observer.count(empties, self.counter.nodes() - before);
        stopped
    }

    /// Counts a node of the last squares; see [`NodeCounter::count`].
    #[inline(always)]
    pub(super) fn count(&mut self, empties: u32) {
        self.counter.count();
        self.observer.count(empties, 1);
    }

    /// The legal moves of the side to move.
    #[inline(always)]
    pub(super) fn moves(&self, board: crate::othello::Board) -> u64 {
        self.kernel.moves(board.player, board.opponent)
    }
}
