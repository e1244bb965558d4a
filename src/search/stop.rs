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

/// A part of a job that can be cancelled without stopping the job. Tasks can be nested.
#[derive(Clone, Debug, Default)]
pub(crate) struct SplitTask(Arc<Task>);

#[derive(Debug, Default)]
struct Task {
    cancelled: AtomicBool,
    parent: Option<SplitTask>,
}

impl SplitTask {
    /// A task within `parent`, or within the job itself.
    pub(crate) fn new(parent: Option<SplitTask>) -> Self {
        Self(Arc::new(Task {
            cancelled: AtomicBool::new(false),
            parent,
        }))
    }

    /// Cancels this task and all tasks within it.
    pub(crate) fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether this task or one around it was cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.ancestors()
            .any(|task| task.0.cancelled.load(Ordering::Relaxed))
    }

    /// Whether this task is `outer` or lies within it.
    pub(crate) fn is_within(&self, outer: &SplitTask) -> bool {
        self.ancestors().any(|task| Arc::ptr_eq(&task.0, &outer.0))
    }

    /// This task, the task around it, and so on.
    fn ancestors(&self) -> impl Iterator<Item = &SplitTask> {
        std::iter::successors(Some(self), |task| task.0.parent.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancelling_a_task_cancels_the_tasks_within_it_only() {
        let whole = SplitTask::new(None);
        let [first, second] = [(); 2].map(|()| SplitTask::new(Some(whole.clone())));
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
