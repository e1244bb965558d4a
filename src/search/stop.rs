//! The stop token of one job.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that can only go up. Every job gets a token of its own, so a stop that arrives before the
/// worker starts still counts, and one that arrives late cannot hit the next job.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_the_flag_and_tokens_do_not() {
        let (first, second) = (Stop::new(), Stop::new());
        let copy = first.clone();
        copy.raise();
        copy.raise();
        assert!(first.is_raised());
        assert!(!second.is_raised());
    }
}
