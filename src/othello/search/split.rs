//! Work splitting: several workers solve the endings below one node together.
//!
//! Lazy SMP, which the midgame uses, wastes much of an exact search: all of the tree has to be
//! covered, and workers that start at the same root cover the same parts. So the moves of a node are
//! shared out as soon as the first of them has failed to settle it ("young brothers wait": Feldmann
//! 1993, "Game tree search on massively parallel systems"), provided that a worker has nothing to do.
//! Whoever settles the node calls the others off. A worker that has to wait for the others at its
//! node helps them meanwhile, with nodes below its own only: so it never waits for itself.

use crate::othello::Square;
use crate::othello::rules::flip::Kernel;
use crate::othello::search::move_ordering::Candidate;
use crate::othello::search::worker::Worker;
use crate::search::{SearchControl, SplitTask};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// With fewer empties a node is not worth sharing.
pub(super) const FROM: u32 = 14;

/// How often a worker without work looks for some before it goes to sleep: about 20 microseconds.
/// Waking up takes longer than that.
const LOOKS: u32 = 500;

/// A sleeping worker looks up at least so often, should nobody wake it.
const NAP: Duration = Duration::from_millis(20);

/// A node with the moves that are left to be searched, in a null window.
struct Split {
    /// Called off when one of the moves has settled the node.
    part: SplitTask,
    /// In discs.
    alpha: i32,
    empties: u32,
    parity: u32,
    selectivity: u8,
    moves: Vec<Candidate>,
    /// Index of the next move to search.
    next: AtomicUsize,
    best: Mutex<Best>,
    /// Helpers at it. Changes only while the pool is locked.
    helpers: AtomicUsize,
}

/// The best value so far with its move.
pub(super) type Best = (i32, Option<Square>);

impl Split {
    /// Whether a helper finds something to do.
    fn has_work(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.moves.len() && !self.part.is_cancelled()
    }
}

/// The nodes that wait for help.
#[derive(Default)]
pub(super) struct Pool {
    open: Mutex<Vec<Arc<Split>>>,
    /// A node was opened, or a helper has left one.
    changed: Condvar,
    /// Length of `open`.
    offers: AtomicUsize,
    /// Workers without work.
    idle: AtomicUsize,
    over: AtomicBool,
}

impl Pool {
    /// Whether somebody has nothing to do.
    #[inline(always)]
    pub fn is_wanted(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Sends the helpers home.
    pub fn close(&self) {
        self.over.store(true, Ordering::Relaxed);
        // Whoever was about to fall asleep does so first, and is woken.
        drop(self.lock());
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Split>>> {
        // A worker that panicked ends the whole job; the list itself is never half-way changed.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn offer(&self, split: Arc<Split>) {
        let mut open = self.lock();
        open.push(split);
        self.offers.store(open.len(), Ordering::Relaxed);
        drop(open);
        self.changed.notify_all();
    }

    fn withdraw(&self, split: &Arc<Split>) {
        let mut open = self.lock();
        open.retain(|other| !Arc::ptr_eq(other, split));
        self.offers.store(open.len(), Ordering::Relaxed);
    }

    /// Joins the oldest node with work, which is the largest one as a rule: one below `within`, if
    /// that is given.
    fn join(open: &[Arc<Split>], within: Option<&SplitTask>) -> Option<Arc<Split>> {
        let split = open.iter().find(|split| {
            split.has_work() && within.is_none_or(|whole| split.part.is_within(whole))
        })?;
        split.helpers.fetch_add(1, Ordering::Relaxed);
        Some(split.clone())
    }

    /// Waits until there is a node to help at. `None` when the job is over.
    fn next(&self, control: &SearchControl) -> Option<Arc<Split>> {
        let is_over = || self.over.load(Ordering::Relaxed) || control.should_stop();
        self.idle.fetch_add(1, Ordering::Relaxed);
        let found = loop {
            if is_over() {
                break None;
            }
            for _ in 0..LOOKS {
                if self.offers.load(Ordering::Relaxed) > 0 {
                    break;
                }
                std::hint::spin_loop();
            }
            let open = self.lock();
            if let Some(split) = Self::join(&open, None) {
                break Some(split);
            }
            if !is_over() {
                drop(self.changed.wait_timeout(open, NAP));
            }
        };
        self.idle.fetch_sub(1, Ordering::Relaxed);
        found
    }

    /// Waits until the helpers have left a node, or there is one below it to help at.
    fn next_within(&self, split: &Split) -> Option<Arc<Split>> {
        let mut open = self.lock();
        while split.helpers.load(Ordering::Relaxed) > 0 {
            if let Some(inner) = Self::join(&open, Some(&split.part)) {
                return Some(inner);
            }
            // Idle, so that the helpers share what they are at.
            self.idle.fetch_add(1, Ordering::Relaxed);
            open = match self.changed.wait_timeout(open, NAP) {
                Ok((open, _)) => open,
                Err(poisoned) => poisoned.into_inner().0,
            };
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
        None
    }
}

/// A helper at a node. It leaves the node even if it panics: the panic ends the job as soon as the other
/// workers have ended, and they would wait for it.
struct Helping<'a>(&'a Pool, &'a Split);

impl Drop for Helping<'_> {
    fn drop(&mut self) {
        let Self(pool, split) = self;
        let open = pool.lock();
        split.helpers.fetch_sub(1, Ordering::Relaxed);
        drop(open);
        pool.changed.notify_all();
    }
}

/// What is shared out at a node.
pub(super) struct Rest {
    /// The moves that were not searched yet, likeliest first.
    pub moves: Vec<Candidate>,
    /// In discs.
    pub alpha: i32,
    pub empties: u32,
    /// Of the node, before any of the moves.
    pub parity: u32,
}

impl<K: Kernel> Worker<'_, K> {
    /// Searches the rest of a node's moves together with whoever has time. Returns the better of
    /// `best` and what was found; meaningless if the meter says stopped.
    #[cold]
    #[inline(never)]
    pub(super) fn share(&mut self, pool: &Pool, rest: Rest, best: Best) -> Best {
        let split = Arc::new(Split {
            part: SplitTask::of(self.counter.part().cloned()),
            alpha: rest.alpha,
            empties: rest.empties,
            parity: rest.parity,
            selectivity: self.selectivity,
            moves: rest.moves,
            next: AtomicUsize::new(0),
            best: Mutex::new(best),
            helpers: AtomicUsize::new(0),
        });
        pool.offer(split.clone());
        self.work_at(&split);
        pool.withdraw(&split);
        while let Some(inner) = pool.next_within(&split) {
            let _helping = Helping(pool, &inner);
            self.work_at(&inner);
        }
        // The node's own fate may have changed meanwhile.
        let part = self.counter.part().cloned();
        self.counter.switch_task(part);
        *split.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Helps wherever help is wanted, until the job is over.
    pub(super) fn serve(&mut self, pool: &Pool) {
        self.counter.switch_task(None);
        self.prepare();
        while let Some(split) = pool.next(self.counter.control()) {
            let _helping = Helping(pool, &split);
            self.work_at(&split);
        }
    }

    /// Searches moves of a node until none is left or the node is settled.
    fn work_at(&mut self, split: &Split) {
        let before = self.counter.switch_task(Some(split.part.clone()));
        let selectivity = std::mem::replace(&mut self.selectivity, split.selectivity);
        while !self.counter.stopped() && !split.part.is_cancelled() {
            let index = split.next.fetch_add(1, Ordering::Relaxed);
            let Some(&candidate) = split.moves.get(index) else {
                break;
            };
            let value = self.child_score(candidate, split.alpha, split.empties, split.parity);
            if self.counter.stopped() {
                break;
            }
            let mut best = split.best.lock().unwrap_or_else(PoisonError::into_inner);
            if value > best.0 {
                *best = (value, Some(candidate.square));
                if value > split.alpha {
                    split.part.cancel();
                }
            }
        }
        self.selectivity = selectivity;
        self.counter.switch_task(before);
    }
}
