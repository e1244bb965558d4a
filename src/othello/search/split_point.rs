//! Split points: nodes whose remaining moves several workers search together.

use crate::othello::Square;
use crate::othello::search::{move_list::Candidate, selectivity::Selectivity};
use crate::search::{CancelToken, SearchControl};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Least number of empties at a split point. Smaller nodes cost less than sharing them.
pub(super) const MIN_EMPTIES: u32 = 14;

/// How often an idle worker polls for a split point before it sleeps: about 20 microseconds, less than
/// waking up takes.
const POLLS: u32 = 500;

/// Longest sleep of an idle worker, in case a wake-up is missed.
const SLEEP: Duration = Duration::from_millis(20);

/// A counter that many workers write, apart from its neighbours in memory: a write takes the cache line from the other
/// workers, with all that stands in it. The alignment is that of two lines of 64 bytes, since many processors fetch lines in
/// pairs, and of one line of the processors whose lines have 128 bytes.
#[derive(Default)]
#[repr(align(128))]
struct OwnCacheLine(AtomicUsize);

/// The moves of a node that are shared out.
pub(super) struct RemainingMoves {
    /// The moves that were not searched yet, in order.
    pub moves: Vec<Candidate>,
    /// The null window is (`alpha`, `alpha + 1`), in discs.
    pub alpha: i32,
    /// Empty squares of the node.
    pub empties: u32,
    /// Parity word of the node, before any of the moves.
    pub parity: u32,
}

/// The best value so far with its move.
pub(super) type Best = (i32, Option<Square>);

/// A node that several workers search together.
pub(super) struct SplitPoint {
    /// Cancelled when one of the moves has caused a cut-off.
    pub cancel: CancelToken,
    pub node: RemainingMoves,
    pub selectivity: Selectivity,
    /// Index of the next move to search. All workers write it, so it has a cache line of its own.
    next: OwnCacheLine,
    best: Mutex<Best>,
    /// Helpers at this node. Changes only while the pool is locked.
    helpers: AtomicUsize,
}

impl SplitPoint {
    /// A split point below `parent`, if the worker is at one.
    pub(crate) fn new(
        parent: Option<&CancelToken>,
        node: RemainingMoves,
        selectivity: Selectivity,
        best: Best,
    ) -> Self {
        Self {
            cancel: parent.map(CancelToken::child).unwrap_or_default(),
            node,
            selectivity,
            next: OwnCacheLine::default(),
            best: Mutex::new(best),
            helpers: AtomicUsize::new(0),
        }
    }

    /// Takes the next move; `None` if none is left.
    pub(crate) fn take_move(&self) -> Option<Candidate> {
        let index = self.next.0.fetch_add(1, Ordering::Relaxed);
        self.node.moves.get(index).copied()
    }

    /// Enters the value of a move. A cut-off cancels the other workers.
    pub(crate) fn update(&self, value: i32, square: Square) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if value > best.0 {
            *best = (value, Some(square));
            if value > self.node.alpha {
                self.cancel.cancel();
            }
        }
    }

    /// The best value so far.
    pub(crate) fn best(&self) -> Best {
        *self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a helper would find a move to search.
    fn has_work(&self) -> bool {
        self.next.0.load(Ordering::Relaxed) < self.node.moves.len() && !self.cancel.is_cancelled()
    }
}

/// The open split points of a search.
#[derive(Default)]
pub(super) struct SplitPool {
    open: Mutex<Vec<Arc<SplitPoint>>>,
    /// Signals a new split point, and a helper that has left one.
    changed: Condvar,
    /// Length of `open`, for polling without the lock.
    open_count: OwnCacheLine,
    /// Workers without work. Read at every node that may be split.
    idle: OwnCacheLine,
    is_closed: AtomicBool,
}

impl SplitPool {
    /// Whether a worker is idle.
    #[inline(always)]
    pub(crate) fn has_idle_worker(&self) -> bool {
        self.idle.0.load(Ordering::Relaxed) > 0
    }

    /// Ends the helpers' wait for split points.
    pub(crate) fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        // A helper that has checked the flag and not yet gone to sleep holds the lock.
        drop(self.lock());
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<SplitPoint>>> {
        // A panic of a worker ends the whole search. The list is valid whenever the lock is free.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Offers a split point to the helpers.
    pub(crate) fn open(&self, split: Arc<SplitPoint>) {
        let mut open = self.lock();
        open.push(split);
        self.open_count.0.store(open.len(), Ordering::Relaxed);
        drop(open);
        self.changed.notify_all();
    }

    /// Withdraws a split point.
    pub(crate) fn remove(&self, split: &Arc<SplitPoint>) {
        let mut open = self.lock();
        open.retain(|other| !Arc::ptr_eq(other, split));
        self.open_count.0.store(open.len(), Ordering::Relaxed);
    }

    /// Joins the oldest split point with work, usually the largest one. With `within`, only a split point
    /// below the one with that token.
    fn join(open: &[Arc<SplitPoint>], within: Option<&CancelToken>) -> Option<Arc<SplitPoint>> {
        let split = open.iter().find(|split| {
            split.has_work() && within.is_none_or(|outer| split.cancel.is_within(outer))
        })?;
        split.helpers.fetch_add(1, Ordering::Relaxed);
        Some(split.clone())
    }

    /// Waits for a split point to help at. `None` when the search is over.
    pub(crate) fn wait(&self, control: &SearchControl) -> Option<Helper<'_>> {
        let is_over = || self.is_closed.load(Ordering::Relaxed) || control.should_stop();
        self.idle.0.fetch_add(1, Ordering::Relaxed);
        let found = loop {
            if is_over() {
                break None;
            }
            for _ in 0..POLLS {
                if self.open_count.0.load(Ordering::Relaxed) > 0 {
                    break;
                }
                std::hint::spin_loop();
            }
            let open = self.lock();
            if let Some(split) = Self::join(&open, None) {
                break Some(split);
            }
            if !is_over() {
                drop(self.changed.wait_timeout(open, SLEEP));
            }
        };
        self.idle.0.fetch_sub(1, Ordering::Relaxed);
        found.map(|split| Helper { pool: self, split })
    }

    /// Waits until the helpers have left `split`, or until there is a split point below it to help at.
    pub(crate) fn wait_within(&self, split: &SplitPoint) -> Option<Helper<'_>> {
        let mut open = self.lock();
        while split.helpers.load(Ordering::Relaxed) > 0 {
            if let Some(split) = Self::join(&open, Some(&split.cancel)) {
                return Some(Helper { pool: self, split });
            }
            // Counts as idle, so that the helpers split their nodes.
            self.idle.0.fetch_add(1, Ordering::Relaxed);
            open = match self.changed.wait_timeout(open, SLEEP) {
                Ok((open, _)) => open,
                Err(poisoned) => poisoned.into_inner().0,
            };
            self.idle.0.fetch_sub(1, Ordering::Relaxed);
        }
        None
    }
}

/// A helper at a split point. It leaves when it is dropped, also by a panic: the other workers wait for
/// it before the panic can end the search.
pub(super) struct Helper<'a> {
    pool: &'a SplitPool,
    pub split: Arc<SplitPoint>,
}

impl Drop for Helper<'_> {
    fn drop(&mut self) {
        let open = self.pool.lock();
        self.split.helpers.fetch_sub(1, Ordering::Relaxed);
        drop(open);
        self.pool.changed.notify_all();
    }
}
