//! Several searches of the same position that help each other through the shared table (Lazy SMP).

use crate::search::node_counter::SearchControl;

/// Stack of a helper: the searches recurse deeply, and threads get 2 MB unless told otherwise.
const STACK: usize = 64 << 20;

/// Runs `main` on the calling thread and `helper(index)` with indices 1 to `threads - 1` on others.
/// When `main` returns, the control is finished, so that the helpers return too.
pub fn run<R: Send>(
    threads: usize,
    control: &SearchControl,
    main: impl FnOnce() -> R,
    helper: impl Fn(usize) -> R + Sync,
) -> (R, Vec<R>) {
    std::thread::scope(|scope| {
        let helper = &helper;
        let others: Vec<_> = (1..threads)
            .filter_map(|index| {
                // With fewer helpers than asked for the search is slower, not wrong.
                std::thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, move || helper(index))
                    .inspect_err(|error| log::warn!("cannot start search thread {index}: {error}"))
                    .ok()
            })
            .collect();
        // Helpers must not outlive a panic of the main worker: `scope` joins them on the way out.
        let guard = FinishOnDrop(control);
        let own = main();
        drop(guard);
        // A helper that panicked takes the job down with it; the engine turns that into an error.
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
        let (own, others) = run(
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
