//! Lazy SMP: several threads search the same position and share the transposition table.

use crate::search::SearchControl;

/// Stack of a helper in bytes. The searches recurse deeper than the default of 2 MB allows.
const STACK_SIZE: usize = 64 << 20;

/// Runs `main` on the calling thread and `helper(index)` on other threads, with indices 1 to `threads - 1`.
/// When `main` returns, the helpers are stopped.
pub fn lazy_smp<R: Send>(
    threads: usize,
    control: &SearchControl,
    main: impl FnOnce() -> R,
    helper: impl Fn(usize) -> R + Sync,
) -> (R, Vec<R>) {
    std::thread::scope(|scope| {
        let helper = &helper;
        let others: Vec<_> = (1..threads)
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
        let own = main();
        drop(guard);
        // A panic of a helper fails the job; the engine reports it as an error.
        let results = others
            .into_iter()
            .map(|handle| {
                handle
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect();
        (own, results)
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

    #[test]
    fn helpers_end_with_the_main_worker() {
        let control = SearchControl::new(Limits::none(), StopToken::new());
        let (own, others) = lazy_smp(
            3,
            &control,
            || 0,
            |index| {
                let mut counter = NodeCounter::new(&control);
                while !counter.check_stop() {}
                index
            },
        );
        assert_eq!((own, others), (0, vec![1, 2]));
    }
}
