//! Time management: the time limits of a move, and when to stop between iterations.

use crate::game::Move;
use crate::search::{Clock, ClockRule};
use std::time::Duration;

/// The time limits of a search, counted from the moment its request was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// Soft limit: the time of a typical move. The time manager lengthens or shortens it between iterations.
    pub soft: Duration,
    /// Hard limit: the search stops at this time.
    pub hard: Duration,
    /// Time saved on this move cannot be used later, so the search does not stop early.
    pub use_all: bool,
    /// With a single move to choose from, the search stops after a twentieth of `soft` and at most 250 ms; with `use_all` after
    /// a second.
    pub stop_if_single: bool,
}

impl TimeBudget {
    /// Exactly this time.
    pub const fn fixed(time: Duration) -> Self {
        Self {
            soft: time,
            hard: time,
            use_all: true,
            stop_if_single: true,
        }
    }

    /// Exactly this time, for a value that is wanted of a single move, too.
    pub const fn for_analysis(time: Duration) -> Self {
        Self {
            stop_if_single: false,
            ..Self::fixed(time)
        }
    }
}

/// The number of moves that a side still has to make, including the next one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovesToGo {
    /// In a typical game; at least 1.
    pub expected: f32,
    /// In a game that lasts until the board is full.
    pub most: u32,
}

impl Clock {
    /// The time limits of the next move, or `None` without a limit.
    ///
    /// `overhead` is the expected communication delay of a move. For a time `t`, the hard limit is at most
    /// `max(t - r, 0.75 t)`, where the reserve `r` is 2 % of `t`, but at least `overhead` and at most `10 * overhead`.
    /// Without an increment, `2 * overhead` is also reserved for each move until the board is full, at most a quarter of
    /// the main time. The limits can be zero: the search then plays its first move.
    pub fn budget(&self, to_go: MovesToGo, overhead: Duration) -> Option<TimeBudget> {
        let moves = f64::from(to_go.expected.max(1.0));
        let left = self.left();
        // With more games than cores, an engine may have to wait a tenth of a second for a core. Moves of
        // seconds keep a reserve for that.
        let safe = |time: Duration| {
            let kept = overhead.max((time / 50).min(overhead.saturating_mul(10)));
            time.saturating_sub(kept).max(time.mul_f64(0.75))
        };
        // On a clock for several moves, each of them costs the overhead.
        let shared = |time: Duration, moves: f64| {
            time.saturating_sub(overhead.mul_f64(moves.min(20.0)))
                .max(time.mul_f64(0.5))
        };
        // Without an increment, the clock has to last for the longest game, in which every move costs at
        // least the communication delay. On a short clock the configured delays of that game may exceed the
        // clock; reserving more than a quarter of it for a rare game would leave the usual game without time.
        let finite = |main: Duration, turn: Duration| {
            let reserve = overhead
                .saturating_mul(2)
                .saturating_mul(to_go.most)
                .min(main / 4);
            let lasting = left.saturating_sub(reserve).max(left.mul_f64(0.05));
            let usual = lasting.div_f64(moves);
            let mut time = bounded(usual, share(lasting, moves), safe(turn));
            time.use_all = usual > turn.saturating_mul(2);
            time
        };
        // A usual move takes its share of the main time and `extra`, which comes back after the move.
        let renewed = |extra: Duration, most: Duration| {
            let soft = shared(left, moves).div_f64(moves).saturating_add(extra);
            bounded(soft, share(left, moves).max(soft), most)
        };
        // `use_all`: where a limit of a move is far below its share of the clock, the clock would be left over if moves
        // stopped early.
        let budget = match self.rule() {
            ClockRule::Unlimited => return None,
            ClockRule::PerMove(time) => TimeBudget::fixed(safe(left.min(time))),
            ClockRule::Absolute { main } => finite(main, left),
            ClockRule::Fischer {
                main,
                increment: Duration::ZERO,
                max_per_move,
                ..
            } => finite(main, max_per_move.map_or(left, |most| most.min(left))),
            ClockRule::Fischer {
                increment,
                max_per_move,
                ..
            } => {
                // Half of the clock stays in reserve, and the increment restores it. Otherwise every move on a
                // slow machine would come closer to the flag.
                let mut most = left.mul_f64(0.5);
                if let Some(limit) = max_per_move {
                    most = most.min(safe(limit));
                }
                let extra = safe(increment).mul_f64(0.9);
                let usual = shared(left, moves).div_f64(moves).saturating_add(extra);
                let mut time = renewed(extra, most);
                time.use_all = max_per_move.is_some_and(|limit| usual > limit.saturating_mul(2));
                time
            }
            ClockRule::Canadian { period, stones, .. } if self.stones_or_periods() == 0 => {
                let later = safe(period).div_f64(f64::from(stones.max(1)));
                // Using up the main time loses nothing: a whole period follows.
                renewed(later, safe(left).saturating_add(later))
            }
            ClockRule::Canadian { .. } => {
                let stones = f64::from(self.stones_or_periods());
                let soft = shared(left, stones).div_f64(stones);
                let mut time = bounded(soft, soft.saturating_mul(2), safe(left));
                time.use_all = self.stones_or_periods() == 1;
                time
            }
            ClockRule::Byoyomi { period, .. } if self.stones_or_periods() == 0 => renewed(
                safe(period).mul_f64(0.8),
                safe(left).saturating_add(safe(period)),
            ),
            ClockRule::Byoyomi { period, .. } => TimeBudget::fixed(safe(left.min(period))),
        };
        Some(budget)
    }
}

/// The largest part of the clock that an undecided move may take.
fn share(left: Duration, moves: f64) -> Duration {
    left.div_f64((moves / 4.0).max(2.0))
}

fn bounded(soft: Duration, stretch: Duration, safe: Duration) -> TimeBudget {
    let hard = stretch.min(safe);
    TimeBudget {
        soft: soft.min(hard),
        hard,
        use_all: false,
        stop_if_single: true,
    }
}

/// The part of the usual time after which a search of a single move begins no further iteration, unless unused time is
/// lost. Such a search decides nothing, but its value may show that the game is lost, and the next search finds its
/// results in the transposition table.
const SINGLE_MOVE_PART: u32 = 20;
/// The most time of such a search; nobody likes to wait for a forced move.
const MAX_SINGLE_MOVE_TIME: Duration = Duration::from_millis(250);
/// The same where unused time is lost.
const MAX_LOST_SINGLE_MOVE_TIME: Duration = Duration::from_secs(1);

/// Decides between two iterations whether another one is worth its time.
#[derive(Clone, Debug)]
pub(crate) struct TimeManager {
    time: Option<TimeBudget>,
    best: Option<Move>,
    /// Iterations since the best move changed.
    stable: u32,
    /// Recent changes of the best move; each iteration halves it.
    instability: f64,
    /// How much the value fell in the last iteration, in discs or evaluation units.
    fall: f32,
}

impl TimeManager {
    pub(crate) fn new(time: Option<TimeBudget>) -> Self {
        Self {
            time,
            best: None,
            stable: 0,
            instability: 0.0,
            fall: 0.0,
        }
    }

    /// Records a completed iteration; `fall` is how much its value is below that of a similar iteration, in
    /// discs or evaluation units.
    pub(crate) fn record(&mut self, best: Move, fall: f32) {
        self.instability *= 0.5;
        if let Some(before) = self.best {
            self.stable += 1;
            if before != best {
                self.instability += 1.0;
                self.stable = 0;
            }
        }
        self.fall = fall.max(0.0);
        self.best = Some(best);
    }

    /// Whether the search should end before another iteration. `single`: there is only one move to choose from.
    pub(crate) fn should_stop(&self, elapsed: Duration, single: bool) -> bool {
        let Some(time) = self.time else {
            return false;
        };
        if single && time.stop_if_single {
            let most = match time.use_all {
                true => time.soft.min(MAX_LOST_SINGLE_MOVE_TIME),
                false => (time.soft / SINGLE_MOVE_PART).min(MAX_SINGLE_MOVE_TIME),
            };
            return elapsed >= most;
        }
        if time.use_all {
            return false;
        }
        // An unstable best move or a falling value extends the soft limit up to 2.2-fold; a best move that is
        // stable over many iterations shortens it. The next iteration usually takes as long as all before
        // it, so it begins only in the first 60 % of the time.
        let stability = 1.0 / (1.0 + f64::from(self.stable.min(10)) * 0.06);
        let trouble = 1.0 + self.instability.min(1.0) * 0.6 + f64::from(self.fall.min(4.0)) * 0.15;
        elapsed.as_secs_f64() >= time.soft.as_secs_f64() * (stability * trouble * 0.6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Vertex;

    const MS: fn(u64) -> Duration = Duration::from_millis;
    const OVERHEAD: Duration = Duration::from_millis(10);

    /// A game of exactly this many moves.
    fn go(moves: u32) -> MovesToGo {
        MovesToGo {
            expected: moves as f32,
            most: moves,
        }
    }

    #[test]
    fn a_canadian_period_reserves_overhead_for_its_own_moves() {
        let mut clock = Clock::new(ClockRule::Canadian {
            main: MS(0),
            period: MS(1000),
            stones: 40,
        });
        clock.set(MS(1000), 2);
        assert_eq!(clock.budget(go(30), OVERHEAD).unwrap().soft, MS(490));
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
                    if clock.stones_or_periods() == 0 =>
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
                survives(ClockRule::fischer(main, increment, None), 200);
                for stones in [1, 25] {
                    let period = increment * stones;
                    let rule = ClockRule::Canadian {
                        main,
                        period,
                        stones,
                    };
                    survives(rule, 100);
                }
                let (period, periods) = (increment, 3);
                let rule = ClockRule::Byoyomi {
                    main,
                    period,
                    periods,
                };
                survives(rule, 100);
            }
        }
    }

    #[test]
    fn tiny_times_leave_a_margin() {
        let hard = |rule| Clock::new(rule).budget(go(30), OVERHEAD).unwrap().hard;
        assert_eq!(
            hard(ClockRule::PerMove(MS(10))),
            Duration::from_micros(7500)
        );
        assert_eq!(hard(ClockRule::Absolute { main: MS(0) }), MS(0));
    }

    /// The moves to go in Gomoku on 15x15 cells, after this number of own moves.
    fn gomoku(mv: u32) -> MovesToGo {
        MovesToGo {
            expected: (25.0 - mv as f32 / 1.5).max(10.0).min((113 - mv) as f32),
            most: 113 - mv,
        }
    }

    /// Clocks without increments.
    fn finite_clocks() -> Vec<(Duration, Clock)> {
        let mains = [300, 1000, 5000, 60_000, 120_000].map(MS);
        let rules = mains.into_iter().flat_map(|main| {
            let limited = ClockRule::fischer(main, MS(0), Some(main / 10));
            [(main, ClockRule::Absolute { main }), (main, limited)]
        });
        rules.map(|(main, rule)| (main, Clock::new(rule))).collect()
    }

    #[test]
    fn a_clock_without_increments_outlasts_a_long_game() {
        for (main, mut clock) in finite_clocks() {
            let delay = OVERHEAD.min(main / 700);
            // On a full board of 15x15, when each of the first 30 moves was undecided.
            for mv in 0..113 {
                let time = clock.budget(gomoku(mv), OVERHEAD).unwrap();
                let used = if mv < 30 { time.hard } else { time.soft };
                let late = used + delay;
                assert!(late < clock.left(), "{clock:?} move {mv}: {time:?}");
                clock.spend(late);
            }
        }
    }

    #[test]
    fn a_usual_game_spends_most_of_a_clock_without_increments() {
        for (main, mut clock) in finite_clocks() {
            for mv in 0..40 {
                clock.spend(clock.budget(gomoku(mv), OVERHEAD).unwrap().soft);
            }
            assert!(clock.left() < main.mul_f64(0.36), "{clock:?}");
        }
    }

    #[test]
    fn a_limit_of_a_move_far_below_its_share_of_the_clock_is_used_up() {
        let time = |main, most| {
            let rule = ClockRule::fischer(MS(main), MS(0), Some(MS(most)));
            Clock::new(rule).budget(gomoku(0), OVERHEAD).unwrap()
        };
        let limited = time(180_000, 2000);
        assert!(limited.use_all && limited.hard == MS(1960), "{limited:?}");
        assert!(!time(180_000, 30_000).use_all);
        // With an increment, too.
        let rule = ClockRule::fischer(MS(180_000), MS(100), Some(MS(2000)));
        let limited = Clock::new(rule).budget(gomoku(0), OVERHEAD).unwrap();
        assert!(limited.use_all && limited.hard == MS(1960), "{limited:?}");
    }

    #[test]
    fn a_single_move_takes_a_small_part_of_the_time_unless_the_rest_is_lost() {
        let stops = |budget, elapsed| TimeManager::new(Some(budget)).should_stop(elapsed, true);
        let clock = |main| Clock::new(ClockRule::fischer(main, MS(0), None));
        let budget = |main| clock(main).budget(go(30), OVERHEAD).unwrap();
        for main in [MS(30_000), MS(600_000)] {
            let part = (budget(main).soft / 20).min(MS(250));
            assert!(!stops(budget(main), part / 2) && stops(budget(main), part));
        }
        // Time that would be lost otherwise.
        let tenth = TimeBudget::fixed(MS(100));
        assert!(!stops(tenth, MS(90)) && stops(tenth, MS(100)));
        let minute = TimeBudget::fixed(MS(60_000));
        assert!(!stops(minute, MS(900)) && stops(minute, MS(1000)));
        assert!(!TimeManager::new(None).should_stop(MS(1000), true));
        assert!(!stops(TimeBudget::for_analysis(MS(1000)), MS(900)));
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
        let clock = Clock::new(ClockRule::fischer(MS(120_000), MS(0), Some(MS(5000))));
        assert!(clock.budget(go(4), OVERHEAD).unwrap().hard <= MS(4900));
    }

    #[test]
    fn increments_outlast_a_machine_that_is_always_late() {
        let late = MS(40);
        let mut clock = Clock::new(ClockRule::fischer(MS(10_000), MS(100), None));
        for n in 0..300 {
            let used = clock.budget(go(10), OVERHEAD).unwrap().hard + late;
            assert!(used < clock.left(), "move {n}: {used:?} of {clock:?}");
            clock.spend(used);
        }
    }

    #[test]
    fn an_unlimited_clock_obeys_time_left() {
        let mut clock = Clock::new(ClockRule::Unlimited);
        assert_eq!(clock.budget(go(20), OVERHEAD), None);
        clock.set(MS(60_000), 0);
        let time = clock.budget(go(20), OVERHEAD).unwrap();
        assert!(time.soft > MS(1000) && time.hard <= MS(12_000), "{time:?}");
    }

    #[test]
    fn a_limit_for_each_move_obeys_time_left() {
        let mut clock = Clock::new(ClockRule::PerMove(MS(3000)));
        let mut hard = |left| {
            clock.set(left, 0);
            clock.budget(go(20), OVERHEAD).unwrap().hard
        };
        assert_eq!(hard(MS(1000)), MS(980));
        assert_eq!(hard(MS(9000)), MS(2940));
        clock.spend(MS(1000));
        assert_eq!(clock.budget(go(20), OVERHEAD).unwrap().hard, MS(2940));
    }

    #[test]
    fn doubt_takes_time_and_certainty_saves_it() {
        let [a, b] = [7, 8].map(|col| Move::Place(Vertex::new(col, 7)));
        let end = |budget, iterations: &[(Move, f32)]| {
            let mut manager = TimeManager::new(Some(budget));
            for &(best, fall) in iterations {
                manager.record(best, fall);
            }
            (0..4000).find(|&ms| manager.should_stop(MS(ms), false))
        };
        let budget = TimeBudget {
            soft: MS(1000),
            hard: MS(4000),
            use_all: false,
            stop_if_single: true,
        };
        let calm = end(budget, &[(a, 0.0)]);
        assert_eq!(calm, Some(600));
        assert!(end(budget, &[(a, 0.0); 8]) < calm, "a stable move");
        assert!(end(budget, &[(a, 0.0), (b, 0.0)]) > calm, "a new move");
        assert!(end(budget, &[(a, 2.0)]) > calm, "a falling value");
        assert_eq!(end(budget, &[(a, -2.0)]), calm, "a rising value");
        let fixed = TimeBudget::fixed(MS(1000));
        assert_eq!(end(fixed, &[(a, 0.0); 8]), None);
    }
}
