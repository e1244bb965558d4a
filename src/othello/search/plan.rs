//! Which iterations a search goes through: depths, then the exact solution.

use crate::othello::search::Question;
use crate::othello::search::probcut::FULL_WIDTH;
use crate::search::{Limits, NodeCounter};
use std::time::Duration;

/// One iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// To so many plies.
    Depth(u32),
    /// To the last disc, with an index into [`crate::othello::search::probcut::LEVELS`].
    Solve(u8),
}

/// Deepest iteration before the end of the game has to be solved.
const DEEPEST: u32 = 60;

/// Selectivity of the iterations before the end, an index into [`crate::othello::search::probcut::LEVELS`].
const MIDGAME: u8 = 0;

/// Selectivities with which a position is solved, one after the other, before it is solved exactly:
/// the selective solutions are good estimates, and they put the moves in order.
const SELECTIVE: [u8; 2] = [0, 2];

/// With fewer empties a position is solved exactly at once.
const SOLVED_AT_ONCE: u32 = 17;

/// Nodes that a solution at each level of [`crate::othello::search::probcut::LEVELS`] takes with 20 empties, on
/// average over the positions of the FForum suite.
const COST: [f64; 5] = [3e5, 6e5, 1.2e6, 2e6, 4e6];

/// How much more every further empty square takes.
const GROWTH: f64 = 1.8;

/// Endgame nodes that take as long as one midgame node.
const ENDGAME_SPEED: f64 = 3.0;

/// Expected nodes of a solution.
fn cost(empties: u32, level: u8) -> f64 {
    COST[usize::from(level)] * GROWTH.powi(empties as i32 - 20)
}

/// The sequence of iterations for one position and one set of limits.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    empties: u32,
    depth: u32,
    /// The position is solved at once with so many empties or fewer, whatever it costs.
    solve_from: Option<u32>,
    /// Selectivity of the iterations before the end.
    pub midgame: u8,
    /// Selectivity of the last solution.
    last: u8,
    /// Whether solutions only have to tell who wins.
    pub outcome_only: bool,
}

impl Plan {
    /// The plan for a full-strength search.
    pub fn new(empties: u32, limits: &Limits) -> Self {
        Self {
            empties,
            depth: limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST),
            solve_from: None,
            midgame: MIDGAME,
            last: FULL_WIDTH,
            outcome_only: false,
        }
    }

    /// The plan that answers a question, however long it takes.
    pub fn for_question(empties: u32, question: Question) -> Self {
        let mut plan = Self::new(empties, &Limits::none());
        match question {
            Question::Score => {}
            Question::Outcome => plan.outcome_only = true,
            Question::Estimate { plies, selectivity } => {
                plan.depth = plies.clamp(1, DEEPEST);
                plan.midgame = selectivity.index();
                plan.last = selectivity.index();
            }
        }
        plan
    }

    /// The plan of a player that looks so many plies ahead, and to the end when there are few empty
    /// squares.
    pub fn fixed(empties: u32, depth: u32, solve_from: u32) -> Self {
        Self {
            depth: depth.clamp(1, DEEPEST),
            solve_from: Some(solve_from),
            ..Self::new(empties, &Limits::none())
        }
    }

    /// The shallowest iteration.
    pub fn first(&self) -> Step {
        if self.empties <= 1 {
            Step::Solve(self.last)
        } else {
            Step::Depth(1)
        }
    }

    /// The iteration after `done`.
    pub fn next(&self, done: Step, counter: &NodeCounter) -> Option<Step> {
        match done {
            Step::Depth(depth) => {
                let deeper = (depth < self.depth).then_some(Step::Depth(depth + 1));
                if self.solves_after(depth, counter) {
                    Some(Step::Solve(self.first_solution()))
                } else {
                    deeper
                }
            }
            Step::Solve(level) => {
                let between = |&next: &u8| level < next && next < self.last;
                let next = SELECTIVE.into_iter().find(between).unwrap_or(self.last);
                (level < self.last).then_some(Step::Solve(next))
            }
        }
    }

    fn first_solution(&self) -> u8 {
        if self.empties < SOLVED_AT_ONCE {
            self.last
        } else {
            SELECTIVE[0].min(self.last)
        }
    }

    /// Whether the end of the game comes next after an iteration to `depth`.
    fn solves_after(&self, depth: u32, counter: &NodeCounter) -> bool {
        if let Some(from) = self.solve_from {
            // A few iterations put the moves in order.
            return self.empties <= from.max(self.depth) && depth + 8 >= self.empties;
        }
        if self.depth < self.empties {
            return false;
        }
        // An iteration this close to the end costs about as much as the end itself.
        if depth + 6 >= self.empties {
            return true;
        }
        if depth + EARLIEST < self.empties {
            return false;
        }
        let limits = counter.control().limits();
        let level = self.first_solution();
        let spent = counter.total_nodes() as f64;
        let mut affordable = true;
        if let Some(nodes) = limits.nodes {
            affordable &= cost(self.empties, level) < nodes as f64 - spent;
        }
        if let Some(time) = limits.time {
            let elapsed = counter.control().elapsed();
            let left = time
                .hard
                .saturating_sub(elapsed)
                .min(time.soft.mul_f64(2.0));
            let speed = spent / elapsed.max(Duration::from_micros(50)).as_secs_f64();
            affordable &= cost(self.empties, level) / (speed * ENDGAME_SPEED) < left.as_secs_f64();
        }
        affordable
    }
}

/// The end is not looked at before the iterations have come so close to it.
const EARLIEST: u32 = 12;
