//! The stop token of one job.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that can only go up. Every job gets a token of its own, so a stop that arrives before the
/// worker starts still counts, and one that arrives late cannot hit the next job.
#[derive(Clone, Debug, Default)]
pub struct StopToken(Arc<AtomicBool>);

impl StopToken {
    /// A token that has not been raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the job to end as soon as it can. Any number of times, from any thread.
    pub fn raise(&self) {
        // The flag guards no other memory, so the order of this store with others does not matter.
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the job was asked to end.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A part of a job that can be called off without ending the job; parts can have parts.
#[derive(Clone, Debug, Default)]
pub struct SplitTask(Arc<Link>);

#[derive(Debug, Default)]
struct Link {
    flag: AtomicBool,
    whole: Option<SplitTask>,
}

impl SplitTask {
    /// A part of `whole`, or of the job itself.
    pub fn of(whole: Option<SplitTask>) -> Self {
        Self(Arc::new(Link {
            flag: AtomicBool::new(false),
            whole,
        }))
    }

    /// Calls this part off, and all parts of it.
    pub fn cancel(&self) {
        self.0.flag.store(true, Ordering::Relaxed);
    }

    /// Whether this part, or a part that it belongs to, was called off.
    pub fn is_cancelled(&self) -> bool {
        self.lineage()
            .any(|part| part.0.flag.load(Ordering::Relaxed))
    }

    /// Whether this is `whole` or lies within it.
    pub fn is_within(&self, whole: &SplitTask) -> bool {
        self.lineage().any(|part| Arc::ptr_eq(&part.0, &whole.0))
    }

    /// This part, the part that it belongs to, and so on.
    fn lineage(&self) -> impl Iterator<Item = &SplitTask> {
        std::iter::successors(Some(self), |part| part.0.whole.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_ends_with_the_whole_and_not_the_other_way_round() {
        let whole = SplitTask::of(None);
        let (first, second) = (
            SplitTask::of(Some(whole.clone())),
            SplitTask::of(Some(whole.clone())),
        );
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
        copy.raise();
        assert!(first.is_raised());
        assert!(!second.is_raised());
    }
}
