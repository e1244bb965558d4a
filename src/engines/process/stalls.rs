//! Times at which this process did not run.

use std::time::{Duration, Instant};

/// A wait that takes this much longer than asked is a stall. A busy machine delays a wait by less.
const MIN_STALL: Duration = Duration::from_secs(1);

/// The time for which this process did not run while it waited for an engine: it was suspended, or its container was
/// paused. It does not count for the engine, so the clock of the engine stands still.
#[derive(Default)]
pub(super) struct Stalls {
    total: Duration,
}

impl Stalls {
    /// Notes that a wait took some time. Returns the length of the stall, if it was one.
    pub(super) fn note(&mut self, asked: Duration, took: Duration) -> Option<Duration> {
        let stall = took.saturating_sub(asked);
        if stall < MIN_STALL {
            return None;
        }
        self.total += stall;
        Some(stall)
    }

    /// The time of the engine's clock at a moment.
    pub(super) fn engine_time(&self, moment: Instant) -> Instant {
        moment.checked_sub(self.total).unwrap_or(moment)
    }

    /// The moment at which the engine's clock reaches a time.
    pub(super) fn moment(&self, engine_time: Instant) -> Instant {
        engine_time + self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn the_clock_of_an_engine_stands_still_during_a_stall() {
        let mut stalls = Stalls::default();
        let sent = Instant::now();
        let deadline = sent + MS(500);
        assert_eq!(stalls.engine_time(sent), sent);
        assert_eq!(stalls.moment(deadline), deadline);
        // Waits of a busy machine.
        assert_eq!(stalls.note(MS(50), MS(50)), None);
        assert_eq!(stalls.note(MS(50), MS(1000)), None);
        assert_eq!(stalls.note(MS(50), MS(20)), None);
        assert_eq!(stalls.moment(deadline), deadline);
        // The process was suspended for a minute.
        assert_eq!(stalls.note(MS(50), MS(60_050)), Some(MS(60_000)));
        assert_eq!(stalls.moment(deadline), deadline + MS(60_000));
        let reply = sent + MS(60_300);
        assert_eq!(stalls.engine_time(reply) - sent, MS(300));
        // A request after it counts from its own time, also if there is another stall.
        let next = stalls.engine_time(sent + MS(70_000));
        assert_eq!(stalls.note(MS(10), MS(5010)), Some(MS(5000)));
        let reply = stalls.engine_time(sent + MS(75_100));
        assert_eq!(reply - next, MS(100));
    }
}
