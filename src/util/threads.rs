//! Work that several threads share.

use std::panic::resume_unwind;
use std::thread::Builder;

/// Runs `work` on up to `count` threads and returns the result of each. `work` takes its parts from a common queue
/// until none is left. If the system refuses a thread, those before it do the work; without any thread, the calling
/// one does it. A panic of a thread goes on in the calling one.
pub(crate) fn on_threads<T: Send>(count: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let start = |number| {
            let started = Builder::new().spawn_scoped(scope, &work);
            let warn = |error: &_| {
                log::warn!("only {number} of {count} threads can be started: {error}");
            };
            started.inspect_err(warn).ok()
        };
        let threads: Vec<_> = (0..count).map_while(start).collect();
        if threads.is_empty() {
            return vec![work()];
        }
        let results = threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        results.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn threads_share_the_work() {
        for count in [0, 1, 3] {
            let parts = Mutex::new(0..100);
            let next = || parts.lock().unwrap().next();
            let sums = on_threads(count, || std::iter::from_fn(next).sum::<u32>());
            assert_eq!((sums.len(), sums.iter().sum()), (count.max(1), 4950));
        }
    }

    #[test]
    #[should_panic = "a task failed"]
    fn a_panic_is_not_lost() {
        on_threads::<()>(2, || panic!("a task failed"));
    }
}
