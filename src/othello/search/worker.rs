//! What one thread of the search carries along.

use crate::othello::rules::flip::Kernel;
use crate::othello::search::endgame_cache::Local;
use crate::othello::search::probcut::{ERRORS, Errors};
use crate::othello::search::split::Pool;
use crate::othello::search::tt_entry::TtEntry;
use crate::search::{NodeCounter, TranspositionTable};

/// The recursion's companion: the shared table, the thread's counter, the conditions.
pub(crate) struct Worker<'a, K> {
    /// The board operations.
    pub kernel: K,
    /// Shared by all workers of a job and kept between jobs.
    pub table: &'a TranspositionTable<TtEntry>,
    /// Endings with few empties: 768 kB.
    pub(super) local: Local<{ 1 << 16 }>,
    /// Endings with five or six: 12 kB, so that they stay in the first-level cache.
    pub(super) tiny: Local<{ 1 << 10 }>,
    /// Counts nodes; says when to end.
    pub counter: NodeCounter<'a>,
    /// Index into [`crate::othello::search::probcut::LEVELS`] of the present iteration.
    pub selectivity: u8,
    /// How well such searches do.
    pub(super) errors: &'static Errors,
    /// Where endings are shared with other workers, if there are any.
    pub(super) pool: Option<&'a Pool>,
}

impl<'a, K: Kernel> Worker<'a, K> {
    /// A worker that searches full width.
    pub fn new(
        kernel: K,
        table: &'a TranspositionTable<TtEntry>,
        counter: NodeCounter<'a>,
    ) -> Self {
        Self {
            kernel,
            table,
            local: Local::default(),
            tiny: Local::default(),
            counter,
            selectivity: crate::othello::search::probcut::FULL_WIDTH,
            errors: &ERRORS,
            pool: None,
        }
    }

    /// Takes the memory for the caches of endings, before the first of them is searched.
    pub(super) fn prepare(&mut self) {
        self.local.prepare();
        self.tiny.prepare();
    }
}
