//! Clocks in the terms of protocols that know only time left, increment and time for a move.

use crate::engines::client::connection::warn_once;
use crate::search::{Clock, ClockRule};
use std::time::Duration;

/// A clock in simple terms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RemainingTime {
    /// For all remaining moves; `None` without such a limit.
    pub left: Option<Duration>,
    /// Added after every move.
    pub increment: Duration,
    /// For this move; `None` without such a limit.
    pub per_move: Option<Duration>,
}

impl RemainingTime {
    /// The nearest description that never promises more time than the clock has, provided that the engine
    /// gets a new one before every move.
    pub(crate) fn of(clock: &Clock) -> Self {
        let left = Some(clock.left());
        let unlimited = Self::default();
        match clock.rule() {
            ClockRule::Unlimited => unlimited,
            ClockRule::PerMove(time) => Self {
                per_move: Some(time),
                ..unlimited
            },
            ClockRule::Absolute { .. } => Self { left, ..unlimited },
            ClockRule::Fischer {
                increment,
                max_per_move,
                ..
            } => Self {
                left,
                increment,
                per_move: max_per_move,
            },
            // During main time, overtime counts as an increment: the time that it gives to one move.
            ClockRule::Canadian { period, stones, .. } if clock.stones_or_periods() == 0 => Self {
                left,
                increment: period / stones.max(1),
                ..unlimited
            },
            ClockRule::Canadian { .. } => Self {
                per_move: Some(clock.left() / clock.stones_or_periods().max(1)),
                ..unlimited
            },
            ClockRule::Byoyomi { period, .. } if clock.stones_or_periods() == 0 => Self {
                left,
                increment: period,
                ..unlimited
            },
            ClockRule::Byoyomi { .. } => Self {
                per_move: left,
                ..unlimited
            },
        }
    }

    /// The longest time that the next move can take; `None` without a limit.
    pub(crate) fn max_for_move(&self) -> Option<Duration> {
        match (self.left, self.per_move) {
            (Some(left), Some(per_move)) => Some(left.min(per_move)),
            (left, per_move) => left.or(per_move),
        }
    }
}

/// Warns of a limit for each move that an engine does not learn.
pub(super) fn warn_of_unknown_limit(engine: &str, rule: ClockRule) {
    if let ClockRule::Fischer {
        max_per_move: Some(limit),
        ..
    } = rule
    {
        let limit = seconds(limit);
        warn_once(format!(
            "{engine} does not get the limit of {limit} s for each move, and loses on time if it thinks longer: \
             NBoard cannot state it besides a time for all moves, and GTP only by kata-time_settings"
        ));
    }
}

/// Seconds with up to three decimals and no trailing zeros: `0.25`, `60`.
pub(super) fn seconds(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn every_clock_rule_in_simple_terms() {
        let remaining = |rule| RemainingTime::of(&Clock::new(rule));
        let of = |left: Option<u64>, increment, per_move: Option<u64>| RemainingTime {
            left: left.map(MS),
            increment: MS(increment),
            per_move: per_move.map(MS),
        };
        assert_eq!(remaining(ClockRule::Unlimited), of(None, 0, None));
        assert_eq!(remaining(ClockRule::PerMove(MS(5))), of(None, 0, Some(5)));
        assert_eq!(
            remaining(ClockRule::Absolute { main: MS(9) }),
            of(Some(9), 0, None)
        );
        let fischer = ClockRule::fischer(MS(9), MS(2), Some(MS(4)));
        assert_eq!(remaining(fischer), of(Some(9), 2, Some(4)));
        assert_eq!(remaining(fischer).max_for_move(), Some(MS(4)));
        let canadian = |main| ClockRule::Canadian {
            main: MS(main),
            period: MS(30),
            stones: 10,
        };
        assert_eq!(remaining(canadian(7)), of(Some(7), 3, None));
        assert_eq!(remaining(canadian(0)), of(None, 0, Some(3)));
        let byoyomi = |main| ClockRule::Byoyomi {
            main: MS(main),
            period: MS(3),
            periods: 5,
        };
        assert_eq!(remaining(byoyomi(7)), of(Some(7), 3, None));
        assert_eq!(remaining(byoyomi(0)), of(None, 0, Some(3)));
    }

    #[test]
    fn seconds_are_short() {
        for (ms, text) in [(0, "0"), (250, "0.25"), (60_000, "60"), (1, "0.001")] {
            assert_eq!(seconds(MS(ms)), text);
        }
    }
}
