//! Clocks for protocols that know less about time than we do.

use crate::search::{Clock, ClockRule};
use std::time::Duration;

/// What there is to be told about a clock in terms of time left, increment and time for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Simple {
    /// For all moves that remain.
    pub left: Option<Duration>,
    /// Added after every move.
    pub increment: Duration,
    /// For this move.
    pub turn: Option<Duration>,
}

impl Simple {
    /// The nearest description that never promises more than there is, as long as it is given anew
    /// before every move.
    pub fn of(clock: &Clock) -> Self {
        let left = Some(clock.left());
        let none = Self::default();
        match clock.rule() {
            ClockRule::Unlimited => none,
            ClockRule::PerMove(time) => Self {
                turn: Some(time),
                ..none
            },
            ClockRule::Absolute { .. } => Self { left, ..none },
            ClockRule::Fischer {
                increment,
                max_per_move,
                ..
            } => Self {
                left,
                increment,
                turn: max_per_move,
            },
            // In main time, overtime is worth what it gives to a move.
            ClockRule::Canadian { period, stones, .. } if clock.stones() == 0 => Self {
                left,
                increment: period / stones.max(1),
                ..none
            },
            ClockRule::Canadian { .. } => Self {
                turn: Some(clock.left() / clock.stones().max(1)),
                ..none
            },
            ClockRule::Byoyomi { period, .. } if clock.stones() == 0 => Self {
                left,
                increment: period,
                ..none
            },
            ClockRule::Byoyomi { .. } => Self { turn: left, ..none },
        }
    }

    /// The most that a move may take; `None` without a limit.
    pub fn most(&self) -> Option<Duration> {
        match (self.left, self.turn) {
            (Some(left), Some(turn)) => Some(left.min(turn)),
            (left, turn) => left.or(turn),
        }
    }
}

/// Seconds with up to three decimals and no needless zeros: `0.25`, `60`.
pub(super) fn seconds(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn every_rule_in_simple_terms() {
        let simple = |rule| Simple::of(&Clock::new(rule));
        let of = |left: Option<u64>, increment, turn: Option<u64>| Simple {
            left: left.map(MS),
            increment: MS(increment),
            turn: turn.map(MS),
        };
        assert_eq!(simple(ClockRule::Unlimited), of(None, 0, None));
        assert_eq!(simple(ClockRule::PerMove(MS(5))), of(None, 0, Some(5)));
        assert_eq!(
            simple(ClockRule::Absolute { main: MS(9) }),
            of(Some(9), 0, None)
        );
        let fischer = ClockRule::Fischer {
            main: MS(9),
            increment: MS(2),
            main_limit: None,
            max_per_move: Some(MS(4)),
        };
        assert_eq!(simple(fischer), of(Some(9), 2, Some(4)));
        assert_eq!(simple(fischer).most(), Some(MS(4)));
        let canadian = |main| ClockRule::Canadian {
            main: MS(main),
            period: MS(30),
            stones: 10,
        };
        assert_eq!(simple(canadian(7)), of(Some(7), 3, None));
        assert_eq!(simple(canadian(0)), of(None, 0, Some(3)));
        let byoyomi = |main| ClockRule::Byoyomi {
            main: MS(main),
            period: MS(3),
            periods: 5,
        };
        assert_eq!(simple(byoyomi(7)), of(Some(7), 3, None));
        assert_eq!(simple(byoyomi(0)), of(None, 0, Some(3)));
    }

    #[test]
    fn seconds_are_short() {
        for (ms, text) in [(0, "0"), (250, "0.25"), (60_000, "60"), (1, "0.001")] {
            assert_eq!(seconds(MS(ms)), text);
        }
    }
}
