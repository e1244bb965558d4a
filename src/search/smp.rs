//! Lazy SMP: several threads search the same position and share the transposition table.

use crate::search::SearchControl;

/// Stack in bytes of a thread that searches. The searches of both games recurse once or twice per ply with frames of up to
/// a few kilobytes, and forced sequences in Gomoku exceed a hundred plies, so the default of 2 MB could be too small.
pub(crate) const STACK_SIZE: usize = 64 << 20;

/// Runs `main` on the calling thread and `helper(index)` on other threads, with indices 1 to `threads - 1`.
/// When `main` returns, the helpers are stopped. The result of `main` and those of the helpers.
pub(crate) fn lazy_smp<R, H: Send>(
    threads: usize,
    control: &SearchControl,
    main: impl FnOnce() -> R,
    helper: impl Fn(usize) -> H + Sync,
) -> (R, Vec<H>) {
    std::thread::scope(|scope| {
        let helper = &helper;
        let helpers: Vec<_> = (1..threads)
            .filter_map(|index| {
                // With fewer helpers the search is slower, not wrong. So this is no warning: Piskvork would take a line
                // on stderr for the move.
                std::thread::Builder::new()
                    .stack_size(STACK_SIZE)
                    .spawn_scoped(scope, move || helper(index))
                    .inspect_err(|error| log::info!("cannot start search thread {index}: {error}"))
                    .ok()
            })
            .collect();
        // If the main worker panics, `scope` still joins the helpers, so they have to stop.
        let guard = FinishOnDrop(control);
        let result = main();
        drop(guard);
        // A panic of a helper fails the job; the engine reports it as an error.
        let helped = helpers.into_iter().map(|helper| {
            helper
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        (result, helped.collect())
    })
}

/// The depths of a helper's iterations, up to `last`. Helpers begin at different depths, and every other one leaves out
/// every other depth, so that they are ahead of the main worker instead of repeating its work.
pub(crate) fn helper_depths(helper: usize, last: u32) -> impl Iterator<Item = u32> {
    (1 + helper as u32 % 3..=last).step_by(helper_step(helper))
}

/// The step from a helper's depth to its next one.
pub(crate) const fn helper_step(helper: usize) -> usize {
    1 + helper % 2
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
            10 * index
        };
        assert_eq!(lazy_smp(3, &control, || 7, helper), (7, vec![10, 20]));
        assert_eq!(ended.into_inner(), 1 + 2);
    }
}
