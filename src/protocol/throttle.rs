//! Limits how often the iterations of a search are shown.

use crate::search::Report;
use std::time::{Duration, Instant};

/// Lets a protocol show the iterations of a search at most once in each interval. An iteration that comes too soon is held
/// until the interval is over, unless a newer one replaces it.
#[derive(Debug)]
pub(crate) struct Throttle {
    interval: Duration,
    /// When the next iteration may be shown; `None` for at once.
    due: Option<Instant>,
    held: Option<Report>,
    has_shown: bool,
}

impl Throttle {
    /// A throttle for a search that begins. It admits the first iteration at once.
    pub(crate) fn new(interval: Duration) -> Self {
        Self {
            interval,
            due: None,
            held: None,
            has_shown: false,
        }
    }

    /// A throttle for a search that begins now. It holds the iterations of the first interval, too.
    pub(crate) fn holding_first(interval: Duration, now: Instant) -> Self {
        Self {
            due: Some(now + interval),
            ..Self::new(interval)
        }
    }

    /// Whether to show a completed iteration now. If not, it is held.
    pub(crate) fn admits(&mut self, report: &Report, now: Instant) -> bool {
        let is_soon = self.due.is_some_and(|due| now < due);
        self.held = is_soon.then(|| report.clone());
        if !is_soon {
            self.note_shown(now);
        }
        !is_soon
    }

    /// When [`take_due`](Self::take_due) gives the held iteration.
    pub(crate) fn wake_at(&self) -> Option<Instant> {
        self.due.filter(|_| self.held.is_some())
    }

    /// The held iteration, if it is to be shown now.
    pub(crate) fn take_due(&mut self, now: Instant) -> Option<Report> {
        self.wake_at().filter(|&due| due <= now)?;
        self.note_shown(now);
        self.held.take()
    }

    fn note_shown(&mut self, now: Instant) {
        self.due = Some(now + self.interval);
        self.has_shown = true;
    }

    /// Whether an iteration has been shown.
    pub(crate) fn has_shown(&self) -> bool {
        self.has_shown
    }

    /// The held iteration at the end of the search.
    pub(crate) fn into_held(self) -> Option<Report> {
        self.held
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(depth: u32) -> Report {
        Report {
            depth,
            selectivity: 100,
            lines: Vec::new(),
            nodes: 1,
            elapsed: Duration::ZERO,
            hashfull: 0,
        }
    }

    #[test]
    fn the_newest_of_the_iterations_that_come_too_soon_is_shown_after_the_interval() {
        let begin = Instant::now();
        let at = |ms| begin + Duration::from_millis(ms);
        let mut throttle = Throttle::new(Duration::from_millis(50));
        assert!(!throttle.has_shown());
        assert!(throttle.admits(&report(1), at(0)) && throttle.has_shown());
        assert_eq!(throttle.wake_at(), None);
        assert!(!throttle.admits(&report(2), at(10)) && !throttle.admits(&report(3), at(49)));
        assert_eq!(throttle.wake_at(), Some(at(50)));
        assert_eq!(throttle.take_due(at(49)), None);
        assert_eq!(throttle.take_due(at(50)), Some(report(3)));
        // The next interval begins there, and nothing is held.
        assert_eq!(
            (throttle.take_due(at(51)), throttle.wake_at()),
            (None, None)
        );
        assert!(!throttle.admits(&report(4), at(99)));
        assert_eq!(throttle.wake_at(), Some(at(100)));
        // An iteration that may be shown replaces the held one, too.
        assert!(throttle.admits(&report(5), at(100)));
        assert_eq!(throttle.wake_at(), None);
        assert!(!throttle.admits(&report(6), at(101)));
        assert_eq!(throttle.into_held(), Some(report(6)));
    }

    #[test]
    fn the_first_iteration_may_have_to_wait_too() {
        let begin = Instant::now();
        let at = |ms| begin + Duration::from_millis(ms);
        let mut throttle = Throttle::holding_first(Duration::from_millis(50), begin);
        assert!(!throttle.admits(&report(1), at(1)) && !throttle.has_shown());
        assert_eq!(throttle.take_due(at(50)), Some(report(1)));
        assert!(throttle.has_shown());
    }
}
