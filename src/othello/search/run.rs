//! A search from the root on all threads.

use crate::game::Move;
use crate::othello::Board;
use crate::othello::rules::flip::{Kernel, Task};
use crate::othello::search::root::{Root, SharedWork};
use crate::othello::search::{schedule::Schedule, tt_entry::TtEntry, worker::Worker};
use crate::search::{NodeCounter, Report, SearchControl, TranspositionTable, deepen, lazy_smp};

/// All parameters of a search but the kernel.
pub(in crate::othello) struct SearchJob<'a> {
    pub board: Board,
    /// The moves that are considered: legal ones; 0 if the side to move must pass.
    pub allowed: u64,
    pub table: &'a TranspositionTable<TtEntry>,
    pub control: &'a SearchControl,
    pub schedule: Schedule,
    pub threads: usize,
    /// Number of lines (multi-PV).
    pub lines: usize,
    pub sink: &'a mut dyn FnMut(Report),
}

impl Task for SearchJob<'_> {
    /// The move to play and the last report; `None` if the game is over.
    type Output = Option<(Move, Option<Report>)>;

    fn run<K: Kernel>(self, kernel: K) -> Self::Output {
        let Self {
            table,
            control,
            schedule,
            sink,
            ..
        } = self;
        let shared = SharedWork::new();
        let root = || {
            let worker = Worker::new(kernel, table, NodeCounter::new(control));
            Root::new(worker, self.board, self.allowed, schedule.clone())
        };
        let main = || {
            let mut root = root()?;
            if self.threads > 1 {
                root.lead(&shared);
            }
            let unsearched = root.best_move();
            let report = deepen(&mut root, control, self.lines, sink);
            let best = report
                .as_ref()
                .map_or(unsearched, |report| report.lines[0].moves[0]);
            shared.pool.close();
            Some((best, report))
        };
        let helper = |index| {
            if let Some(mut root) = root() {
                root.help(index, &shared);
            }
        };
        lazy_smp(self.threads, control, main, helper)
    }
}
