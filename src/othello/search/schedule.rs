//! The iterations of a search: depths, then the exact solution.

use crate::othello::search::selectivity::Selectivity;
use crate::search::{Limits, NodeCounter, helper_depths};
use std::time::Duration;

/// What a search without limits is to find out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveMode {
    /// The proven final score: the value is [`crate::search::Value::Exact`].
    Exact,
    /// The proven winner (WLD), which is cheaper: the value is an estimate of +100, 0 or -100.
    WinLossDraw,
    /// The value of a search to a fixed depth; the final score if the position has no more empty squares
    /// than that.
    Depth {
        /// Depth of the last iteration, at least 1.
        plies: u32,
        /// Selectivity of all iterations.
        selectivity: Selectivity,
    },
}

impl SolveMode {
    /// Whether the result is proven.
    pub const fn is_proven(self) -> bool {
        !matches!(self, Self::Depth { .. })
    }
}

/// One iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A midgame search to this depth in plies.
    Depth(u32),
    /// An endgame search.
    Solve(Selectivity),
}

/// Greatest depth of an iteration.
const MAX_DEPTH: u32 = 60;

/// Selectivities of the endgame searches that precede the exact one. Their scores are good estimates,
/// and they order the moves.
const SELECTIVE: [Selectivity; 2] = [Selectivity::LEAST_CERTAIN, Selectivity::PERCENT_95];

/// The same where a limit may end the search before the exact score. The steps are smaller than those of [`SELECTIVE`], since a
/// step can take many times as long as all searches before it (`docs/notes/othello.md`).
const SELECTIVE_WITH_LIMITS: [Selectivity; 4] = [
    Selectivity::LEAST_CERTAIN,
    Selectivity::PERCENT_87,
    Selectivity::PERCENT_95,
    Selectivity::PERCENT_99,
];

/// Least number of empties with which selective endgame searches precede the exact one.
const SELECTIVE_EMPTIES: u32 = 17;

/// Nodes of an endgame search with 20 empties by selectivity, on average over the FForum suite. They were
/// measured before Multi-ProbCut began at 10 empties. Lower ones did not find better moves
/// (`docs/notes/othello.md`).
const COST: [f64; Selectivity::COUNT] = [3e5, 6e5, 1.2e6, 2e6, 4e6];

/// Factor of the nodes of an endgame search for each further empty square.
pub(in crate::othello) const ENDGAME_GROWTH: f64 = 1.8;

/// Endgame nodes that take as long as one midgame node.
const ENDGAME_SPEED: f64 = 3.0;

/// An endgame search may follow when the iterations have come this close to the end of the game.
const MAX_PLIES_TO_END: u32 = 12;

/// Without any limit, an endgame search may take at most this many times as long as all iterations before it. Reports
/// come only after an iteration, and an analysis or the thinking of the opponent may end before.
const MAX_COST: f64 = 8.0;

/// Expected nodes of an endgame search.
fn cost(empties: u32, selectivity: Selectivity) -> f64 {
    COST[usize::from(selectivity.index())] * ENDGAME_GROWTH.powi(empties as i32 - 20)
}

/// The sequence of iterations for one position and one set of limits.
#[derive(Clone, Debug)]
pub(in crate::othello) struct Schedule {
    empties: u32,
    depth: u32,
    /// With this many empties or fewer the position is solved, whatever that costs.
    solve_from: Option<u32>,
    /// Selectivity of the midgame iterations.
    pub midgame: Selectivity,
    /// Selectivities of the endgame searches before the last one.
    selective: &'static [Selectivity],
    /// Selectivity of the last endgame search.
    last: Selectivity,
    /// Whether endgame searches only find out who wins.
    pub wld_only: bool,
    /// Whether the search has no limit, but may be stopped at any time.
    is_open_ended: bool,
    /// Number of lines (multi-PV).
    lines: u32,
}

impl Schedule {
    /// The schedule of a full-strength search.
    pub(crate) fn new(empties: u32, limits: &Limits) -> Self {
        Self {
            empties,
            depth: limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
            solve_from: None,
            midgame: Selectivity::LEAST_CERTAIN,
            selective: if limits.time.is_some() || limits.nodes.is_some() {
                &SELECTIVE_WITH_LIMITS
            } else {
                &SELECTIVE
            },
            last: Selectivity::NONE,
            wld_only: false,
            is_open_ended: limits.depth.is_none()
                && limits.nodes.is_none()
                && limits.time.is_none(),
            lines: 1,
        }
    }

    /// The same schedule for this number of lines, at least 1.
    pub(super) fn with_lines(self, lines: usize) -> Self {
        Self {
            lines: lines as u32,
            ..self
        }
    }

    /// The schedule of a solver, without limits.
    pub(crate) fn for_mode(empties: u32, mode: SolveMode) -> Self {
        let mut schedule = Self {
            is_open_ended: false,
            ..Self::new(empties, &Limits::none())
        };
        match mode {
            SolveMode::Exact => {}
            SolveMode::WinLossDraw => schedule.wld_only = true,
            SolveMode::Depth { plies, selectivity } => {
                schedule.depth = plies.clamp(1, MAX_DEPTH);
                schedule.midgame = selectivity;
                schedule.last = selectivity;
            }
        }
        schedule
    }

    /// The schedule of a player with a fixed depth, which solves positions with `solve_from` empties or
    /// fewer.
    pub(crate) fn fixed(empties: u32, depth: u32, solve_from: u32) -> Self {
        Self {
            depth: depth.clamp(1, MAX_DEPTH),
            solve_from: Some(solve_from),
            ..Self::new(empties, &Limits::none())
        }
    }

    /// The depths of the midgame iterations of a helper of Lazy SMP.
    pub(super) fn helper_depths(&self, helper: usize) -> impl Iterator<Item = u32> + use<> {
        // With one empty square less than its depth, an iteration would be an endgame search.
        helper_depths(helper, self.depth.min(self.empties.saturating_sub(1)))
    }

    /// The first iteration.
    pub(super) fn first(&self) -> Step {
        if self.empties <= 1 {
            Step::Solve(self.last)
        } else {
            Step::Depth(1)
        }
    }

    /// The iteration after `done`.
    pub(super) fn next(&self, done: Step, counter: &NodeCounter) -> Option<Step> {
        match done {
            Step::Depth(depth) => {
                let deeper = (depth < self.depth).then_some(Step::Depth(depth + 1));
                if self.solves_after(depth, counter) {
                    Some(Step::Solve(self.first_selectivity()))
                } else {
                    deeper
                }
            }
            Step::Solve(selectivity) => {
                let between = |&next: &Selectivity| selectivity < next && next < self.last;
                let next = self
                    .selective
                    .iter()
                    .copied()
                    .find(between)
                    .unwrap_or(self.last);
                (selectivity < self.last).then_some(Step::Solve(next))
            }
        }
    }

    /// Selectivity of the first endgame search.
    fn first_selectivity(&self) -> Selectivity {
        if self.empties < SELECTIVE_EMPTIES {
            self.last
        } else {
            self.selective[0].min(self.last)
        }
    }

    /// Whether an endgame search follows an iteration to `depth`.
    fn solves_after(&self, depth: u32, counter: &NodeCounter) -> bool {
        if let Some(from) = self.solve_from {
            // A few iterations order the moves, as far as the depth allows them.
            return self.empties <= from.max(self.depth)
                && (depth + 8 >= self.empties || depth == self.depth);
        }
        if self.depth < self.empties {
            return false;
        }
        // An iteration this close to the end costs about as much as the exact solution.
        if depth + 6 >= self.empties {
            return true;
        }
        if depth + MAX_PLIES_TO_END < self.empties {
            return false;
        }
        let limits = counter.control().limits();
        let cost = cost(self.empties, self.first_selectivity());
        let spent = counter.total_nodes() as f64;
        // A report comes after all lines of an iteration.
        let before_report = f64::from(self.lines) * cost / ENDGAME_SPEED;
        let mut is_affordable = !self.is_open_ended || before_report < MAX_COST * spent;
        if let Some(nodes) = limits.nodes {
            is_affordable &= cost < nodes as f64 - spent;
        }
        if let Some(time) = limits.time {
            let elapsed = counter.control().elapsed();
            let left = time
                .hard
                .saturating_sub(elapsed)
                .min(time.soft.saturating_mul(2));
            let speed = spent / elapsed.max(Duration::from_micros(50)).as_secs_f64();
            is_affordable &= cost / (speed * ENDGAME_SPEED) < left.as_secs_f64();
        }
        is_affordable
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{SearchControl, StopToken};
    use std::time::Instant;

    /// The selectivities of the endgame searches of a schedule in percent.
    fn passes(schedule: &Schedule) -> Vec<u8> {
        let control = SearchControl::new(Limits::none(), StopToken::new());
        let counter = NodeCounter::new(&control);
        let first = Step::Solve(schedule.first_selectivity());
        std::iter::successors(Some(first), |&done| schedule.next(done, &counter))
            .map(|step| match step {
                Step::Solve(selectivity) => selectivity.percent(),
                Step::Depth(_) => panic!("{step:?} follows an endgame search"),
            })
            .collect()
    }

    /// The iteration after one to `depth` of a search that has had `nodes` nodes.
    fn after(schedule: &Schedule, depth: u32, nodes: u64) -> Option<Step> {
        let control = SearchControl::new(Limits::none(), StopToken::new());
        let mut counter = NodeCounter::new(&control);
        (0..nodes).for_each(|_| counter.count());
        schedule.next(Step::Depth(depth), &counter)
    }

    #[test]
    fn players_of_a_fixed_depth_solve_all_they_shall() {
        for (depth, solve_from) in [(1, 16), (3, 8), (6, 16), (8, 16)] {
            for empties in 2..=solve_from {
                let schedule = Schedule::fixed(empties, depth, solve_from);
                let solves = (1..=depth)
                    .any(|done| matches!(after(&schedule, done, 0), Some(Step::Solve(_))));
                assert!(solves, "depth {depth}, {empties} of {solve_from} empties");
            }
            let schedule = Schedule::fixed(solve_from + 1, depth, solve_from);
            assert_eq!(after(&schedule, depth, 0), None);
        }
    }

    #[test]
    fn an_unlimited_search_begins_no_endgame_far_beyond_its_work() {
        let schedule = Schedule::new(40, &Limits::none());
        assert_eq!(after(&schedule, 28, 1_000_000), Some(Step::Depth(29)));
        assert!(matches!(after(&schedule, 34, 0), Some(Step::Solve(_))));
        // About a million nodes of the endgame.
        let schedule = Schedule::new(22, &Limits::none());
        assert_eq!(after(&schedule, 10, 10_000), Some(Step::Depth(11)));
        assert!(matches!(
            after(&schedule, 10, 100_000),
            Some(Step::Solve(_))
        ));
        // Each line costs as much.
        let schedule = schedule.with_lines(5);
        assert_eq!(after(&schedule, 10, 100_000), Some(Step::Depth(11)));
        // A solver has been asked for nothing else.
        let schedule = Schedule::for_mode(40, SolveMode::Exact);
        assert!(matches!(after(&schedule, 28, 0), Some(Step::Solve(_))));
    }

    #[test]
    fn searches_with_limits_approach_the_exact_score_in_smaller_steps() {
        let limits = Limits {
            nodes: Some(1000),
            ..Limits::none()
        };
        assert_eq!(passes(&Schedule::new(20, &limits)), [73, 87, 95, 99, 100]);
        assert_eq!(passes(&Schedule::new(16, &limits)), [100]);
        assert_eq!(passes(&Schedule::new(20, &Limits::none())), [73, 95, 100]);
        assert_eq!(
            passes(&Schedule::for_mode(20, SolveMode::Exact)),
            [73, 95, 100]
        );
        let mode = SolveMode::Depth {
            plies: 20,
            selectivity: Selectivity::PERCENT_95,
        };
        assert_eq!(passes(&Schedule::for_mode(20, mode)), [73, 95]);
        assert_eq!(passes(&Schedule::fixed(20, 8, 20)), [73, 95, 100]);
    }

    #[test]
    fn an_endgame_search_begins_if_it_fits_into_the_limit() {
        let next = |limits: Limits| {
            let control = SearchControl::new(limits, StopToken::new());
            let mut counter = NodeCounter::new(&control);
            (0..100_000).for_each(|_| counter.count());
            Schedule::new(22, &limits).next(Step::Depth(10), &counter)
        };
        let is_solve = |step| matches!(step, Some(Step::Solve(_)));
        // It costs 972,000 nodes.
        assert_eq!(next(Limits::nodes(1_000_000)), Some(Step::Depth(11)));
        assert!(is_solve(next(Limits::nodes(1_200_000))));
        // After a second of 100,000 nodes it takes 3.2 s.
        let received = Instant::now().checked_sub(Duration::from_secs(1)).unwrap();
        let within = |seconds| {
            next(Limits {
                received,
                ..Limits::time(Duration::from_secs(seconds))
            })
        };
        assert_eq!(within(3), Some(Step::Depth(11)));
        assert!(is_solve(within(10)));
    }
}
