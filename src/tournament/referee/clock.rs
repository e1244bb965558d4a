//! Time control of a game: how long the referee waits for a move, and when an engine loses on time.

use crate::search::Clock;
use std::time::Duration;

/// A command that takes no longer is no news, even if an engine has no margin.
const SHORT_COMMAND: Duration = Duration::from_millis(10);

/// The time limits that all games of a match share, apart from the clocks themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimits {
    /// An engine loses on time only if it exceeds its clock by more than this margin.
    pub margin: Duration,
    /// After its clock and the margin have run out, the runner waits this long before it gives up on
    /// the engine as hung.
    pub hang_timeout: Duration,
    /// The longest time for a move of an engine without a clock.
    pub max_move_time: Duration,
}

impl TimeLimits {
    /// How long the referee waits for a move.
    pub fn reply_timeout(&self, clock: &Clock) -> Duration {
        clock.time_to_flag().map_or(self.max_move_time, |flag| {
            flag.saturating_add(self.margin)
                .saturating_add(self.hang_timeout)
        })
    }

    /// A warning about the longest command of an engine that is no request for a move; `None` if it took no longer than the
    /// margin, or there is no clock.
    pub(crate) fn command_warning(&self, clock: &Clock, longest: Duration) -> Option<String> {
        clock.time_to_flag()?;
        let [longest_ms, margin] = [longest, self.margin].map(|time| time.as_millis());
        (longest > self.margin.max(SHORT_COMMAND)).then(|| {
            format!(
                "took {longest_ms} ms for a command that is no request for a move, longer than its margin of {margin} ms; \
                 the clock does not count this time"
            )
        })
    }

    /// Takes the time of a move off the clock.
    ///
    /// # Errors
    /// The engine loses on time; the error is the time by which it exceeded its clock.
    pub fn spend(&self, clock: &mut Clock, elapsed: Duration) -> Result<(), Duration> {
        if let Some(flag) = clock.time_to_flag() {
            let excess = elapsed.saturating_sub(flag);
            if excess > self.margin {
                return Err(excess);
            }
        }
        clock.spend(elapsed);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::ClockRule;

    #[test]
    fn the_margin_and_the_hang_timeout_come_after_the_clock() {
        let [time, margin, hang_timeout, max_move_time] = [5, 2, 1, 9].map(Duration::from_secs);
        let limits = TimeLimits {
            margin,
            hang_timeout,
            max_move_time,
        };
        let mut clock = Clock::new(ClockRule::PerMove(time));
        assert_eq!(limits.reply_timeout(&clock), Duration::from_secs(8));
        let unlimited = Clock::new(ClockRule::Unlimited);
        assert_eq!(limits.reply_timeout(&unlimited), max_move_time);
        let ms = Duration::from_millis;
        let warns = |clock, took| limits.command_warning(clock, ms(took)).is_some();
        assert!(warns(&clock, 2001) && !warns(&clock, 2000) && !warns(&unlimited, 2001));
        assert_eq!(limits.spend(&mut clock, ms(7000)), Ok(()));
        assert_eq!(limits.spend(&mut clock, ms(7001)), Err(ms(2001)));
    }
}
