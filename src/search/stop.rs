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

/// A part of a job that can be called off without ending the job; parts can have parts.
#[derive(Clone, Debug, Default)]
pub struct Part(Arc<Link>);

#[derive(Debug, Default)]
struct Link {
    flag: AtomicBool,
    whole: Option<Part>,
}

impl Part {
    /// A part of `whole`, or of the job itself.
    pub fn of(whole: Option<Part>) -> Self {
        Self(Arc::new(Link {
            flag: AtomicBool::new(false),
            whole,
        }))
    }

    /// Calls this part off, and all parts of it.
    pub fn call_off(&self) {
        self.0.flag.store(true, Ordering::Relaxed);
    }

    /// Whether this part, or a part that it belongs to, was called off.
    pub fn is_off(&self) -> bool {
        self.lineage()
            .any(|part| part.0.flag.load(Ordering::Relaxed))
    }

    /// Whether this is `whole` or lies within it.
    pub fn is_within(&self, whole: &Part) -> bool {
        self.lineage().any(|part| Arc::ptr_eq(&part.0, &whole.0))
    }

    /// This part, the part that it belongs to, and so on.
    fn lineage(&self) -> impl Iterator<Item = &Part> {
        std::iter::successors(Some(self), |part| part.0.whole.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_ends_with_the_whole_and_not_the_other_way_round() {
        let whole = Part::of(None);
        let (first, second) = (Part::of(Some(whole.clone())), Part::of(Some(whole.clone())));
        assert!(first.is_within(&whole) && !whole.is_within(&first) && !first.is_within(&second));
        first.call_off();
        assert!(first.is_off() && !second.is_off() && !whole.is_off());
        whole.call_off();
        assert!(second.is_off());
    }

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
