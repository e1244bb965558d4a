//! How long a match waits after an engine has failed.

use crate::search::StopToken;
use std::time::{Duration, Instant};

/// Interval between checks whether a wait was stopped.
const STOP_INTERVAL: Duration = Duration::from_millis(10);

/// The longest pause after games that never began.
const MAX_PAUSE: Duration = Duration::from_secs(60);

/// How long a match waits after an engine has failed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FailureDelays {
    /// The end of an engine counts only if the match is not stopped within this time. Whoever ends the runner may signal its
    /// engines, too, and their end may be seen before the runner's own signal is handled.
    pub stop: Duration,
    /// The first pause after a game that never began. It doubles from one such game to the next, so that a short outage does
    /// not use up the schedule.
    pub void: Duration,
}

impl Default for FailureDelays {
    fn default() -> Self {
        Self {
            stop: Duration::from_millis(300),
            void: Duration::from_secs(1),
        }
    }
}

impl FailureDelays {
    /// The pause after a game that never began. `last` is the pause before that game, or zero.
    pub(crate) fn next_pause(self, last: Duration) -> Duration {
        (last * 2).max(self.void).min(MAX_PAUSE)
    }
}

/// Waits until the match is stopped, but not longer than `timeout`. Returns whether it is stopped.
pub(crate) fn is_stopped_within(stop: &StopToken, timeout: Duration) -> bool {
    let began = Instant::now();
    while !stop.is_raised() {
        let rest = timeout.saturating_sub(began.elapsed());
        if rest.is_zero() {
            return false;
        }
        std::thread::sleep(rest.min(STOP_INTERVAL));
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_a_minute() {
        let delays = FailureDelays::default();
        let mut pause = Duration::ZERO;
        let pauses = [(); 8].map(|()| {
            pause = delays.next_pause(pause);
            pause.as_secs()
        });
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 60, 60]);
    }

    #[test]
    fn a_wait_ends_by_the_stop_or_by_its_time() {
        let stop = StopToken::new();
        assert!(!is_stopped_within(&stop, Duration::ZERO));
        assert!(!is_stopped_within(&stop, Duration::from_millis(20)));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| is_stopped_within(&stop, Duration::from_secs(600)));
            std::thread::sleep(Duration::from_millis(30));
            stop.raise();
            assert!(waiting.join().unwrap());
        });
        assert!(is_stopped_within(&stop, Duration::ZERO));
    }
}
