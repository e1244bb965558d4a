//! Clocks: what a controller said about time, how much of it a move may use, when to stop early.

use std::time::Duration;

/// How time is given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClockRule {
    /// No limit.
    Unlimited,
    /// The same time for every move; what is left over is lost.
    PerMove(Duration),
    /// One amount for all moves.
    Absolute {
        /// For all moves.
        main: Duration,
    },
    /// Main time, then `stones` moves in every `period`; the clock is set again when they are made.
    Canadian {
        /// Before the first period.
        main: Duration,
        /// For so many moves.
        period: Duration,
        /// Moves in a period, at least 1.
        stones: u32,
    },
    /// Main time, then periods of which one is lost when it is used up.
    Byoyomi {
        /// Before the first period.
        main: Duration,
        /// For one move.
        period: Duration,
        /// Number of periods, at least 1.
        periods: u32,
    },
    /// Main time, and an increment after every move.
    Fischer {
        /// At the start.
        main: Duration,
        /// Added after every move.
        increment: Duration,
        /// The clock is never filled above this.
        main_limit: Option<Duration>,
        /// No move may take longer.
        max_per_move: Option<Duration>,
    },
}

/// How long a search may think, counted from the moment its request was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// What the move is worth. Used up to a few times over if the search is undecided.
    pub soft: Duration,
    /// After this the answer has to be out.
    pub hard: Duration,
    /// Time that is not used is lost, so there is no reason to stop early.
    pub use_all: bool,
}

impl TimeBudget {
    /// Exactly this long.
    pub const fn fixed(time: Duration) -> Self {
        Self {
            soft: time,
            hard: time,
            use_all: true,
        }
    }
}

/// How many moves a side still has to make, the present one included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovesToGo {
    /// In a usual game; at least 1.
    pub expected: f32,
    /// In a game that goes on until the board is full.
    pub most: u32,
}

/// One side's clock: the rule, and the time that is left of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    rule: ClockRule,
    /// In the present phase (main time, period).
    left: Duration,
    /// Canadian: moves to make in the present period. Byo-yomi: periods left. 0 in main time.
    stones: u32,
}

impl Clock {
    /// A clock before the first move.
    pub fn new(rule: ClockRule) -> Self {
        let mut clock = Self {
            rule,
            left: Duration::ZERO,
            stones: 0,
        };
        match rule {
            ClockRule::Unlimited => {}
            ClockRule::PerMove(time) => clock.left = time,
            ClockRule::Absolute { main } | ClockRule::Fischer { main, .. } => clock.left = main,
            ClockRule::Canadian { main, .. } | ClockRule::Byoyomi { main, .. } => {
                clock.left = main;
                if main.is_zero() {
                    clock.enter_overtime();
                }
            }
        }
        clock
    }

    /// The rule.
    pub fn rule(&self) -> ClockRule {
        self.rule
    }

    /// Time left in the present phase.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// Moves (Canadian) or periods (byo-yomi) left in overtime; 0 in main time.
    pub fn stones(&self) -> u32 {
        self.stones
    }

    /// How long the next move may take before the flag falls; `None` without a limit.
    ///
    /// As [`Clock::spend`] has it, a Canadian period begins in full after the move that uses up the
    /// main time.
    pub fn time_to_flag(&self) -> Option<Duration> {
        Some(match self.rule {
            ClockRule::Unlimited => return None,
            ClockRule::PerMove(time) => time,
            ClockRule::Absolute { .. } => self.left,
            ClockRule::Fischer { max_per_move, .. } => {
                max_per_move.map_or(self.left, |most| self.left.min(most))
            }
            ClockRule::Canadian { period, .. } if self.stones == 0 => {
                self.left.saturating_add(period)
            }
            ClockRule::Canadian { .. } => self.left,
            ClockRule::Byoyomi {
                period, periods, ..
            } if self.stones == 0 => self.left.saturating_add(period.saturating_mul(periods)),
            ClockRule::Byoyomi { period, .. } => {
                let later = period.saturating_mul(self.stones.saturating_sub(1));
                self.left.saturating_add(later)
            }
        })
    }

    fn enter_overtime(&mut self) {
        match self.rule {
            ClockRule::Canadian { period, stones, .. } => {
                (self.left, self.stones) = (period, stones);
            }
            ClockRule::Byoyomi {
                period, periods, ..
            } => {
                (self.left, self.stones) = (period, periods);
            }
            _ => {}
        }
    }

    /// What the controller says is left. `stones` 0 means main time.
    pub fn set(&mut self, left: Duration, stones: u32) {
        // A controller that keeps a clock plays by one, even if it never said which.
        if self.rule == ClockRule::Unlimited {
            self.rule = if stones == 0 {
                ClockRule::Absolute { main: left }
            } else {
                ClockRule::Canadian {
                    main: Duration::ZERO,
                    period: left,
                    stones,
                }
            };
        }
        (self.left, self.stones) = (left, stones);
    }

    /// Takes the time of a move off the clock, for controllers that never say what is left.
    pub fn spend(&mut self, used: Duration) {
        match self.rule {
            ClockRule::Unlimited | ClockRule::PerMove(_) => {}
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
            ClockRule::Canadian { period, stones, .. } => {
                if self.stones == 0 {
                    if used < self.left {
                        self.left -= used;
                        return;
                    }
                    self.enter_overtime();
                    return;
                }
                self.left = self.left.saturating_sub(used);
                self.stones -= 1;
                if self.stones == 0 {
                    (self.left, self.stones) = (period, stones);
                }
            }
            ClockRule::Byoyomi { period, .. } => {
                let mut used = used;
                if self.stones == 0 {
                    if used < self.left {
                        self.left -= used;
                        return;
                    }
                    used -= self.left;
                    self.enter_overtime();
                }
                while used > period && self.stones > 1 {
                    used -= period;
                    self.stones -= 1;
                }
                self.left = period;
            }
        }
    }

    /// How long the next move may take, or `None` without a limit.
    ///
    /// `overhead` is the time between the controller's clock and ours; the allotment ends that much
    /// before the time does, or after three quarters of it where that is later. Where a fiftieth of the
    /// time is more, that is kept back instead, up to ten times the overhead. Of time that never comes
    /// back, twice the overhead is kept for every move until the board is full, at most 95 %. The
    /// allotment can be zero: a search then answers with what it sees at first sight.
    pub fn budget(&self, to_go: MovesToGo, overhead: Duration) -> Option<TimeBudget> {
        let moves = f64::from(to_go.expected.max(1.0));
        // A machine with more games than cores may leave an engine without one for a tenth of a second.
        // Who has seconds for a move can afford to be ready for that.
        let safe = |time: Duration| {
            let kept = overhead.max((time / 50).min(overhead * 10));
            time.saturating_sub(kept).max(time.mul_f64(0.75))
        };
        // A clock that has to last for several moves pays the overhead on each of them.
        let shared = |time: Duration| {
            time.saturating_sub(overhead.mul_f64(moves.min(20.0)))
                .max(time.mul_f64(0.5))
        };
        // What never comes back has to last for games much longer than expected, in which every move costs
        // at least the way to the controller.
        let finite = |turn: Duration| {
            let lasting = self
                .left
                .saturating_sub(overhead * 2 * to_go.most)
                .max(self.left.mul_f64(0.05));
            bounded(lasting.div_f64(moves), share(lasting, moves), safe(turn))
        };
        let budget = match self.rule {
            ClockRule::Unlimited => return None,
            ClockRule::PerMove(time) => TimeBudget::fixed(safe(time)),
            ClockRule::Absolute { .. } => finite(self.left),
            ClockRule::Fischer {
                increment: Duration::ZERO,
                max_per_move,
                ..
            } => finite(max_per_move.map_or(self.left, |most| most.min(self.left))),
            ClockRule::Fischer {
                increment,
                max_per_move,
                ..
            } => {
                let soft = shared(self.left).div_f64(moves) + safe(increment).mul_f64(0.9);
                // Half of it stays in hand, and the increment brings it back: on a machine that is slow for
                // once, every move would otherwise come closer to the flag.
                let mut most = self.left.mul_f64(0.5);
                if let Some(limit) = max_per_move {
                    most = most.min(safe(limit));
                }
                bounded(soft, share(self.left, moves).max(soft), most)
            }
            ClockRule::Canadian { period, stones, .. } if self.stones == 0 => {
                let later = safe(period).div_f64(f64::from(stones.max(1)));
                let soft = shared(self.left).div_f64(moves) + later;
                // Running out of main time is no loss: a whole period follows.
                bounded(
                    soft,
                    share(self.left, moves).max(soft),
                    safe(self.left) + later,
                )
            }
            ClockRule::Canadian { .. } => {
                let stones = f64::from(self.stones);
                let soft = shared(self.left).div_f64(stones);
                let mut time = bounded(soft, soft.mul_f64(2.0), safe(self.left));
                time.use_all = self.stones == 1;
                time
            }
            ClockRule::Byoyomi { period, .. } if self.stones == 0 => {
                let soft = shared(self.left).div_f64(moves) + safe(period).mul_f64(0.8);
                bounded(
                    soft,
                    share(self.left, moves).max(soft),
                    safe(self.left) + safe(period),
                )
            }
            ClockRule::Byoyomi { period, .. } => TimeBudget::fixed(safe(self.left.min(period))),
        };
        Some(budget)
    }
}

/// The most that an undecided move may take of what is left.
fn share(left: Duration, moves: f64) -> Duration {
    left.div_f64((moves / 4.0).max(2.0))
}

fn bounded(soft: Duration, stretch: Duration, safe: Duration) -> TimeBudget {
    let hard = stretch.min(safe);
    TimeBudget {
        soft: soft.min(hard),
        hard,
        use_all: false,
    }
}

/// Decides between two iterations whether to begin another one.
#[derive(Clone, Debug)]
pub(crate) struct TimeManager {
    time: Option<TimeBudget>,
    best: Option<crate::game::Move>,
    best_lead: f32,
    /// Iterations since the best move changed.
    stable: u32,
    changes: f64,
    fall: f32,
}

impl TimeManager {
    pub(crate) fn new(time: Option<TimeBudget>) -> Self {
        Self {
            time,
            best: None,
            best_lead: 0.0,
            stable: 0,
            changes: 0.0,
            fall: 0.0,
        }
    }

    /// Takes note of a completed iteration; `lead` in discs or evaluation units.
    pub(crate) fn note(&mut self, best: crate::game::Move, lead: f32) {
        self.changes *= 0.5;
        if self.best == Some(best) {
            self.stable += 1;
        } else {
            if self.best.is_some() {
                self.changes += 1.0;
            }
            self.stable = 0;
        }
        self.fall = if self.best.is_some() {
            (self.best_lead - lead).max(0.0)
        } else {
            0.0
        };
        self.best = Some(best);
        self.best_lead = lead;
    }

    /// Whether another iteration is not worth its time. `single`: there is only one legal move.
    pub(crate) fn is_enough(&self, elapsed: Duration, single: bool) -> bool {
        let Some(time) = self.time else {
            return false;
        };
        if single {
            return true;
        }
        if time.use_all {
            return false;
        }
        // A move that keeps changing or a falling value is worth up to twice the soft limit; a move that
        // has been best for many iterations less than that. The next iteration usually takes
        // about as long as all before it, so it is begun only in the first 60 % of the time.
        let calm = 1.0 / (1.0 + f64::from(self.stable.min(10)) * 0.06);
        let trouble = 1.0 + self.changes.min(1.0) * 0.6 + f64::from(self.fall.min(4.0)) * 0.15;
        elapsed >= time.soft.mul_f64(calm * trouble * 0.6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;
    const OVERHEAD: Duration = Duration::from_millis(10);

    /// Exactly so many moves.
    fn go(moves: u32) -> MovesToGo {
        MovesToGo {
            expected: moves as f32,
            most: moves,
        }
    }

    /// Plays moves that each take all of the hard limit, and asserts that the flag never falls.
    fn survives(rule: ClockRule, moves: u32) {
        let mut clock = Clock::new(rule);
        for mv in 0..moves {
            let time = clock.budget(go(moves - mv), OVERHEAD).unwrap();
            assert!(time.soft <= time.hard, "{rule:?} {time:?}");
            let limit = match rule {
                ClockRule::PerMove(limit) => limit,
                ClockRule::Canadian { period, .. } | ClockRule::Byoyomi { period, .. }
                    if clock.stones() == 0 =>
                {
                    clock.left() + period
                }
                _ => clock.left(),
            };
            assert!(
                time.hard < limit,
                "{rule:?} move {mv}: {time:?} of {limit:?}"
            );
            clock.spend(time.hard);
        }
    }

    #[test]
    fn no_rule_ever_runs_out() {
        for main in [MS(50), MS(1000), MS(300_000)] {
            survives(ClockRule::PerMove(main), 60);
            survives(ClockRule::Absolute { main }, 12);
            for increment in [MS(20), MS(100), MS(2000)] {
                survives(
                    ClockRule::Fischer {
                        main,
                        increment,
                        main_limit: None,
                        max_per_move: None,
                    },
                    200,
                );
                survives(
                    ClockRule::Canadian {
                        main,
                        period: increment,
                        stones: 1,
                    },
                    100,
                );
                survives(
                    ClockRule::Canadian {
                        main,
                        period: increment * 25,
                        stones: 25,
                    },
                    100,
                );
                survives(
                    ClockRule::Byoyomi {
                        main,
                        period: increment,
                        periods: 3,
                    },
                    100,
                );
            }
        }
    }

    #[test]
    fn tiny_times_leave_a_margin() {
        let time = Clock::new(ClockRule::PerMove(MS(10)))
            .budget(go(30), OVERHEAD)
            .unwrap();
        assert_eq!(time.hard, Duration::from_micros(7500));
        let empty = Clock::new(ClockRule::Absolute { main: MS(0) })
            .budget(go(30), OVERHEAD)
            .unwrap();
        assert_eq!(empty.hard, MS(0));
    }

    #[test]
    fn a_clock_without_increments_outlasts_a_long_game() {
        let rules = [
            ClockRule::Absolute { main: MS(120_000) },
            ClockRule::Fischer {
                main: MS(120_000),
                increment: MS(0),
                main_limit: None,
                max_per_move: Some(MS(5000)),
            },
        ];
        for rule in rules {
            let mut clock = Clock::new(rule);
            // On a full board of 15x15, when each of the first 30 moves was undecided.
            for mv in 0..113 {
                let to_go = MovesToGo {
                    expected: (25.0 - mv as f32).max(10.0),
                    most: 113 - mv,
                };
                let time = clock.budget(to_go, OVERHEAD).unwrap();
                let used = if mv < 30 { time.hard } else { time.soft };
                let late = used + OVERHEAD;
                assert!(late < clock.left(), "{rule:?} move {mv}: {time:?}");
                clock.spend(late);
            }
        }
    }

    #[test]
    fn long_turns_leave_a_larger_margin() {
        let maximum = |turn, overhead| {
            let clock = Clock::new(ClockRule::PerMove(turn));
            clock.budget(go(30), overhead).unwrap().hard
        };
        assert_eq!(maximum(MS(200), OVERHEAD), MS(190));
        assert_eq!(maximum(MS(5000), OVERHEAD), MS(4900));
        assert_eq!(maximum(MS(60_000), OVERHEAD), MS(59_900));
        assert_eq!(maximum(MS(5000), MS(0)), MS(5000));
        // The limit of a turn under a clock for the game.
        let clock = Clock::new(ClockRule::Fischer {
            main: MS(120_000),
            increment: MS(0),
            main_limit: None,
            max_per_move: Some(MS(5000)),
        });
        assert!(clock.budget(go(4), OVERHEAD).unwrap().hard <= MS(4900));
    }

    #[test]
    fn increments_outlast_a_machine_that_is_always_late() {
        let late = MS(40);
        let mut clock = Clock::new(ClockRule::Fischer {
            main: MS(10_000),
            increment: MS(100),
            main_limit: None,
            max_per_move: None,
        });
        for n in 0..300 {
            let used = clock.budget(go(10), OVERHEAD).unwrap().hard + late;
            assert!(used < clock.left(), "move {n}: {used:?} of {clock:?}");
            clock.spend(used);
        }
    }

    #[test]
    fn canadian_periods_start_again() {
        let rule = ClockRule::Canadian {
            main: MS(100),
            period: MS(500),
            stones: 2,
        };
        let mut clock = Clock::new(rule);
        clock.spend(MS(150));
        assert_eq!((clock.left(), clock.stones()), (MS(500), 2));
        clock.spend(MS(400));
        assert_eq!((clock.left(), clock.stones()), (MS(100), 1));
        clock.spend(MS(50));
        assert_eq!((clock.left(), clock.stones()), (MS(500), 2));
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
        assert_eq!((clock.left(), clock.stones()), (MS(10), 0));
        clock.spend(MS(1100));
        assert_eq!((clock.left(), clock.stones()), (MS(500), 1));
    }

    #[test]
    fn the_flag_falls_when_everything_is_used_up() {
        let flag = |rule| Clock::new(rule).time_to_flag();
        assert_eq!(flag(ClockRule::Unlimited), None);
        assert_eq!(flag(ClockRule::PerMove(MS(5))), Some(MS(5)));
        assert_eq!(flag(ClockRule::Absolute { main: MS(7) }), Some(MS(7)));
        let mut gomocup = Clock::new(ClockRule::Fischer {
            main: MS(100),
            increment: MS(0),
            main_limit: None,
            max_per_move: Some(MS(30)),
        });
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
    fn an_unlimited_clock_obeys_time_left() {
        let mut clock = Clock::new(ClockRule::Unlimited);
        assert_eq!(clock.budget(go(20), OVERHEAD), None);
        clock.set(MS(60_000), 0);
        let time = clock.budget(go(20), OVERHEAD).unwrap();
        assert!(time.soft > MS(1000) && time.hard <= MS(12_000), "{time:?}");
    }
}
