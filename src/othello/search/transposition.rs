//! Cut-offs from the transposition table.

use crate::othello::Board;
use crate::othello::rules::flip::{FewChildren, Kernel};
use crate::othello::search::endgame::SHALLOW;
use crate::othello::search::observer::{Observer, Table};
use crate::othello::search::tt_entry::{self, TtEntry};
use crate::othello::search::{move_list::MoveList, worker::Worker};

impl<K: Kernel, O: Observer> Worker<'_, K, O> {
    /// The entry of a node in the shared table.
    #[inline(always)]
    pub(super) fn probe_table(&mut self, key: u64) -> Option<TtEntry> {
        let entry = self.table.probe(key);
        self.observer.look_up(Table::Shared, entry.is_some());
        entry
    }

    /// Whether an entry comes from a search at least as deep and as certain as the present one.
    #[inline(always)]
    pub(super) fn applies(&self, entry: TtEntry, depth: u32) -> bool {
        u32::from(entry.depth) >= depth && entry.selectivity >= self.selectivity.index()
    }

    /// The bound that ends a node with the null window (`alpha`, `alpha + 1`), if one of its bounds does.
    #[inline(always)]
    pub(super) fn null_window_cutoff(
        &mut self,
        table: Table,
        (lower, upper): (i32, i32),
        alpha: i32,
        empties: u32,
    ) -> Option<i32> {
        let bound = if lower > alpha {
            lower
        } else if upper <= alpha {
            upper
        } else {
            return None;
        };
        self.observer.table_cutoff(table, empties);
        Some(bound)
    }

    /// The same for an open window. Equal bounds are the value.
    #[inline(always)]
    pub(super) fn pv_cutoff(
        &mut self,
        (lower, upper): (i32, i32),
        (alpha, beta): (i32, i32),
        empties: u32,
    ) -> Option<i32> {
        let bound = if lower >= beta || lower == upper {
            lower
        } else if upper <= alpha {
            upper
        } else {
            return None;
        };
        self.observer.table_cutoff(Table::Shared, empties);
        Some(bound)
    }

    /// Prefetches the table entries of all children.
    #[inline(always)]
    pub(super) fn prefetch_children(&self, list: &MoveList) {
        for candidate in list.iter() {
            self.table.prefetch(tt_entry::key(candidate.child));
        }
    }

    /// Enhanced transposition cut-off (ETC; Schaeffer and Plaat 1996, "New advances in alpha-beta
    /// searching"): a value greater than `alpha`, in centi-discs, if the table has an upper bound for
    /// some child that proves it.
    #[inline(always)]
    pub(super) fn etc(
        &mut self,
        list: &MoveList,
        depth: u32,
        empties: u32,
        alpha: i32,
    ) -> Option<i32> {
        for candidate in list.iter() {
            let entry = self.table.probe(tt_entry::key(candidate.child));
            self.observer.etc_look_up(Table::Shared, entry.is_some());
            if let Some(entry) = entry
                && self.applies(entry, depth - 1)
                && -i32::from(entry.upper) > alpha
            {
                self.observer.etc_cutoff(Table::Shared, empties);
                return Some(-i32::from(entry.upper));
            }
        }
        None
    }

    /// The same in the worker's own caches: a lower bound greater than `alpha`, in discs, from the first sixteen of `number`
    /// children.
    #[inline(always)]
    pub(super) fn cached_etc(
        &mut self,
        board: Board,
        children: &FewChildren,
        number: usize,
        empties: u32,
        alpha: i32,
    ) -> Option<i32> {
        let in_thread_cache = empties > SHALLOW + 1;
        let selectivity = self.selectivity_at(empties);
        let table = if in_thread_cache {
            Table::Thread
        } else {
            Table::L1
        };
        for index in 0..number.min(16) {
            let key = tt_entry::key(board.play(children.squares[index], children.flips[index]));
            let upper = if in_thread_cache {
                let known = self.thread_cache.get(key);
                known.map(|known| (i32::from(known.upper), known.selectivity >= selectivity))
            } else {
                self.l1_cache.get(key).map(|known| (known.upper, true))
            };
            self.observer.etc_look_up(table, upper.is_some());
            if let Some((upper, true)) = upper
                && -upper > alpha
            {
                self.observer.etc_cutoff(table, empties);
                return Some(-upper);
            }
        }
        None
    }
}
