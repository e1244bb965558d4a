//! Stop tokens of jobs, and cancellation of parts of a job.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// A flag that can only be raised. Every job has its own token. A stop that arrives before the search starts
/// counts, and a late one cannot stop the next job.
#[derive(Clone, Debug, Default)]
pub struct StopToken(Arc<Stop>);

#[derive(Debug, Default)]
struct Stop {
    is_raised: AtomicBool,
    at: OnceLock<Instant>,
}

impl StopToken {
    /// A token that has not been raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the job as soon as possible. Any thread may call it, any number of times.
    pub fn raise(&self) {
        self.0.at.get_or_init(Instant::now);
        // Whoever sees the flag finds the time as well.
        self.0.is_raised.store(true, Ordering::Release);
    }

    /// Whether the job has to stop.
    pub fn is_raised(&self) -> bool {
        self.0.is_raised.load(Ordering::Acquire)
    }

    /// When it was raised first, if it was.
    pub fn raised_at(&self) -> Option<Instant> {
        self.0.at.get().copied()
    }
}

/// A cancellation token of a part of a job: the part can be cancelled without stopping the job. Parts can be nested.
#[derive(Clone, Debug, Default)]
pub(crate) struct CancelToken(Arc<Cancel>);

#[derive(Debug, Default)]
struct Cancel {
    is_cancelled: AtomicBool,
    parent: Option<CancelToken>,
}

impl CancelToken {
    /// A token of a part of the job that lies within no other part.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// A token of a part within this one.
    pub(crate) fn child(&self) -> Self {
        Self(Arc::new(Cancel {
            is_cancelled: AtomicBool::new(false),
            parent: Some(self.clone()),
        }))
    }

    /// Cancels this part and all parts within it.
    pub(crate) fn cancel(&self) {
        self.0.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether this part or one around it was cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.ancestors()
            .any(|token| token.0.is_cancelled.load(Ordering::Relaxed))
    }

    /// Whether this part is that of `outer` or lies within it.
    pub(crate) fn is_within(&self, outer: &CancelToken) -> bool {
        self.ancestors()
            .any(|token| Arc::ptr_eq(&token.0, &outer.0))
    }

    /// This token, that of the part around it, and so on.
    fn ancestors(&self) -> impl Iterator<Item = &CancelToken> {
        std::iter::successors(Some(self), |token| token.0.parent.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancelling_a_part_cancels_the_parts_within_it_only() {
        let whole = CancelToken::new();
        let [first, second] = [(); 2].map(|()| whole.child());
        assert!(first.is_within(&whole) && !whole.is_within(&first) && !first.is_within(&second));
        first.cancel();
        assert!(first.is_cancelled() && !second.is_cancelled() && !whole.is_cancelled());
        whole.cancel();
        assert!(second.is_cancelled());
    }

    #[test]
    fn clones_share_the_flag_and_tokens_do_not() {
        let (first, second) = (StopToken::new(), StopToken::new());
        let copy = first.clone();
        copy.raise();
        let raised = first.raised_at();
        copy.raise();
        assert!(first.is_raised() && raised.is_some() && first.raised_at() == raised);
        assert!(!second.is_raised() && second.raised_at().is_none());
    }
}
