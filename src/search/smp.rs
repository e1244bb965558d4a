//! Lazy SMP: several threads search the same position and share the transposition table.

use crate::search::SearchControl;

/// Stack of a helper in bytes. The searches recurse deeper than the default of 2 MB allows.
const STACK_SIZE: usize = 64 << 20;

/// Runs `main` on the calling thread and `helper(index)` on other threads, with indices 1 to `threads - 1`.
/// When `main` returns, the helpers are stopped.
pub(crate) fn lazy_smp<R>(
    threads: usize,
    control: &SearchControl,
    main: impl FnOnce() -> R,
    helper: impl Fn(usize) + Sync,
) -> R {
    std::thread::scope(|scope| {
        let helper = &helper;
        let helpers: Vec<_> = (1..threads)
            .filter_map(|index| {
                // With fewer helpers the search is slower, not wrong.
                std::thread::Builder::new()
                    .stack_size(STACK_SIZE)
                    .spawn_scoped(scope, move || helper(index))
                    .inspect_err(|error| log::warn!("cannot start search thread {index}: {error}"))
                    .ok()
            })
            .collect();
        // If the main worker panics, `scope` still joins the helpers, so they have to stop.
        let guard = FinishOnDrop(control);
        let result = main();
        drop(guard);
        // A panic of a helper fails the job; the engine reports it as an error.
        for helper in helpers {
            helper
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
        result
    })
}

struct FinishOnDrop<'a>(&'a SearchControl);

impl Drop for FinishOnDrop<'_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Limits, NodeCounter, StopToken};
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn helpers_end_with_the_main_worker() {
        let control = SearchControl::new(Limits::none(), StopToken::new());
        let ended = AtomicUsize::new(0);
        let helper = |index| {
            let mut counter = NodeCounter::new(&control);
            while !counter.check_stop() {}
            ended.fetch_add(index, Ordering::Relaxed);
        };
        assert_eq!(lazy_smp(3, &control, || 7, helper), 7);
        assert_eq!(ended.into_inner(), 1 + 2);
    }
}
