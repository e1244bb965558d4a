//! Threads that share a piece of work.

use std::thread::Builder;

/// Calls `work` on this thread and on up to `threads - 1` others, and returns the results. `work` takes tasks from
/// a common list until none is left, so the others do those of a thread that cannot be started. A panic of a
/// thread goes on in this one.
pub(crate) fn on_threads<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let mut running = Vec::new();
        for number in 1..threads {
            match Builder::new().spawn_scoped(scope, &work) {
                Ok(thread) => running.push(thread),
                Err(error) => {
                    log::warn!("only {number} of {threads} threads can be started: {error}");
                    break;
                }
            }
        }
        let own = work();
        let others = running.into_iter().map(|thread| {
            thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        std::iter::once(own).chain(others).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn every_task_is_done_once() {
        let next = AtomicUsize::new(0);
        let work = || {
            let tasks = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            tasks.take_while(|&task| task < 100).collect::<Vec<_>>()
        };
        let done = on_threads(4, work);
        assert_eq!(done.len(), 4);
        let mut tasks = done.concat();
        tasks.sort_unstable();
        assert!(tasks.into_iter().eq(0..100));
        assert_eq!(on_threads(0, || 1), [1]);
    }

    #[test]
    #[should_panic = "a task failed"]
    fn a_panic_is_not_lost() {
        let own = std::thread::current().id();
        on_threads(2, || {
            assert!(std::thread::current().id() == own, "a task failed");
        });
    }
}
