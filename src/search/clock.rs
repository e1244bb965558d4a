//! The clock of a side: its rule, the time left, and when the flag falls.

use std::time::Duration;

/// A rule of the clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClockRule {
    /// No limit.
    Unlimited,
    /// The same time for every move; unused time is lost.
    PerMove(Duration),
    /// One amount of time for all moves.
    Absolute {
        /// Time for all moves.
        main: Duration,
    },
    /// Main time, then `stones` moves in every `period`. After these moves the next period begins in full.
    Canadian {
        /// Time before the first period.
        main: Duration,
        /// Time for `stones` moves.
        period: Duration,
        /// Moves in a period, at least 1.
        stones: u32,
    },
    /// Main time, then periods. A move that exceeds its period loses it.
    Byoyomi {
        /// Time before the first period.
        main: Duration,
        /// Time for one move.
        period: Duration,
        /// Number of periods, at least 1.
        periods: u32,
    },
    /// Main time, and an increment after every move.
    Fischer {
        /// Time at the start.
        main: Duration,
        /// Added after every move.
        increment: Duration,
        /// Upper limit of the clock.
        main_limit: Option<Duration>,
        /// Upper limit of each move.
        max_per_move: Option<Duration>,
    },
}

impl ClockRule {
    /// Fischer time without an upper limit of the clock.
    pub const fn fischer(
        main: Duration,
        increment: Duration,
        max_per_move: Option<Duration>,
    ) -> Self {
        Self::Fischer {
            main,
            increment,
            main_limit: None,
            max_per_move,
        }
    }
}

/// The clock of one side: the rule and the time left.
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    rule: ClockRule,
    /// Time left in the current phase (main time or period).
    left: Duration,
    /// Canadian: moves left in the period. Byo-yomi: periods left. 0 in main time.
    stones_or_periods: u32,
}

impl Clock {
    /// A clock before the first move.
    pub fn new(rule: ClockRule) -> Self {
        let left = match rule {
            ClockRule::Unlimited => Duration::ZERO,
            ClockRule::PerMove(time) => time,
            ClockRule::Absolute { main }
            | ClockRule::Fischer { main, .. }
            | ClockRule::Canadian { main, .. }
            | ClockRule::Byoyomi { main, .. } => main,
        };
        let mut clock = Self {
            rule,
            left,
            stones_or_periods: 0,
        };
        if left.is_zero() {
            clock.enter_overtime();
        }
        clock
    }

    /// The rule.
    pub fn rule(&self) -> ClockRule {
        self.rule
    }

    /// Time left in the current phase.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// Moves (Canadian) or periods (byo-yomi) left in overtime; 0 in main time.
    pub fn stones_or_periods(&self) -> u32 {
        self.stones_or_periods
    }

    /// The time until the flag falls if no move is made; `None` without a limit.
    ///
    /// A Canadian period begins in full after the move that uses up the main time, as in [`Clock::spend`].
    pub fn time_to_flag(&self) -> Option<Duration> {
        Some(match self.rule {
            ClockRule::Unlimited => return None,
            ClockRule::PerMove(time) => self.left.min(time),
            ClockRule::Fischer { max_per_move, .. } => {
                max_per_move.map_or(self.left, |most| self.left.min(most))
            }
            ClockRule::Canadian { period, .. } if self.stones_or_periods == 0 => {
                self.left.saturating_add(period)
            }
            ClockRule::Absolute { .. } | ClockRule::Canadian { .. } => self.left,
            ClockRule::Byoyomi {
                period, periods, ..
            } => {
                let later = self.stones_or_periods.checked_sub(1).unwrap_or(periods);
                self.left.saturating_add(period.saturating_mul(later))
            }
        })
    }

    /// Begins the first period, if the rule has periods.
    fn enter_overtime(&mut self) {
        if let ClockRule::Canadian {
            period,
            stones: number,
            ..
        }
        | ClockRule::Byoyomi {
            period,
            periods: number,
            ..
        } = self.rule
        {
            (self.left, self.stones_or_periods) = (period, number);
        }
    }

    /// Sets the time that the controller reports; 0 stones or periods mean main time. Without a rule, the number is taken for
    /// the stones of a Canadian period.
    pub fn set(&mut self, left: Duration, stones_or_periods: u32) {
        // The controller keeps a clock but has not sent its rule.
        if self.rule == ClockRule::Unlimited {
            self.rule = if stones_or_periods == 0 {
                ClockRule::Absolute { main: left }
            } else {
                ClockRule::Canadian {
                    main: Duration::ZERO,
                    period: left,
                    stones: stones_or_periods,
                }
            };
        }
        (self.left, self.stones_or_periods) = (left, stones_or_periods);
    }

    /// Subtracts the time of a move, for controllers that do not report the time left.
    pub fn spend(&mut self, used: Duration) {
        match self.rule {
            ClockRule::Unlimited => {}
            ClockRule::PerMove(time) => self.left = time,
            ClockRule::Absolute { .. } => self.left = self.left.saturating_sub(used),
            ClockRule::Fischer {
                increment,
                main_limit,
                ..
            } => {
                self.left = self.left.saturating_sub(used).saturating_add(increment);
                if let Some(limit) = main_limit {
                    self.left = self.left.min(limit);
                }
            }
            ClockRule::Canadian { .. } | ClockRule::Byoyomi { .. }
                if self.stones_or_periods == 0 && used < self.left =>
            {
                self.left -= used;
            }
            ClockRule::Canadian { .. } if self.stones_or_periods > 1 => {
                self.left = self.left.saturating_sub(used);
                self.stones_or_periods -= 1;
            }
            ClockRule::Canadian { .. } => self.enter_overtime(),
            ClockRule::Byoyomi { period, .. } => {
                let mut used = used;
                if self.stones_or_periods == 0 {
                    used -= self.left;
                    self.enter_overtime();
                }
                while used > period && self.stones_or_periods > 1 {
                    used -= period;
                    self.stones_or_periods -= 1;
                }
                self.left = period;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn canadian_periods_start_again() {
        let rule = ClockRule::Canadian {
            main: MS(100),
            period: MS(500),
            stones: 2,
        };
        let mut clock = Clock::new(rule);
        clock.spend(MS(150));
        assert_eq!((clock.left(), clock.stones_or_periods()), (MS(500), 2));
        clock.spend(MS(400));
        assert_eq!((clock.left(), clock.stones_or_periods()), (MS(100), 1));
        clock.spend(MS(50));
        assert_eq!((clock.left(), clock.stones_or_periods()), (MS(500), 2));
    }

    #[test]
    fn byoyomi_loses_periods() {
        let rule = ClockRule::Byoyomi {
            main: MS(100),
            period: MS(500),
            periods: 3,
        };
        let mut clock = Clock::new(rule);
        clock.spend(MS(90));
        assert_eq!((clock.left(), clock.stones_or_periods()), (MS(10), 0));
        clock.spend(MS(1100));
        assert_eq!((clock.left(), clock.stones_or_periods()), (MS(500), 1));
    }

    #[test]
    fn the_flag_falls_when_everything_is_used_up() {
        let flag = |rule| Clock::new(rule).time_to_flag();
        assert_eq!(flag(ClockRule::Unlimited), None);
        let mut per_move = Clock::new(ClockRule::PerMove(MS(5)));
        assert_eq!(per_move.time_to_flag(), Some(MS(5)));
        per_move.set(MS(2), 0);
        assert_eq!(per_move.time_to_flag(), Some(MS(2)));
        per_move.spend(MS(1));
        assert_eq!(per_move.time_to_flag(), Some(MS(5)));
        assert_eq!(flag(ClockRule::Absolute { main: MS(7) }), Some(MS(7)));
        let mut gomocup = Clock::new(ClockRule::fischer(MS(100), MS(0), Some(MS(30))));
        assert_eq!(gomocup.time_to_flag(), Some(MS(30)));
        gomocup.spend(MS(80));
        assert_eq!(gomocup.time_to_flag(), Some(MS(20)));
        let (main, period) = (MS(100), MS(40));
        let stones = 2;
        let mut canadian = Clock::new(ClockRule::Canadian {
            main,
            period,
            stones,
        });
        assert_eq!(canadian.time_to_flag(), Some(MS(140)));
        canadian.spend(MS(120));
        canadian.spend(MS(30));
        assert_eq!(canadian.time_to_flag(), Some(MS(10)));
        let periods = 3;
        let mut byoyomi = Clock::new(ClockRule::Byoyomi {
            main,
            period,
            periods,
        });
        assert_eq!(byoyomi.time_to_flag(), Some(MS(220)));
        byoyomi.spend(MS(150));
        assert_eq!(byoyomi.time_to_flag(), Some(MS(80)));
    }

    #[test]
    fn a_capped_clock_gains_no_more_than_its_limit() {
        let mut clock = Clock::new(ClockRule::Fischer {
            main: MS(60),
            increment: MS(10),
            main_limit: Some(MS(65)),
            max_per_move: None,
        });
        clock.spend(MS(30));
        assert_eq!(clock.left(), MS(40));
        for left in [50, 60, 65, 65] {
            clock.spend(MS(0));
            assert_eq!(clock.left(), MS(left));
        }
    }
}
