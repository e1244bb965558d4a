//! Which iterations a search goes through: depths, then the exact solution.

use super::probcut::FULL_WIDTH;
use crate::search::{Limits, Meter};
use std::time::Duration;

/// One iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// To so many plies.
    Depth(u32),
    /// To the last disc, with an index into [`super::probcut::LEVELS`].
    Solve(u8),
}

/// Deepest iteration before the end of the game has to be solved.
const DEEPEST: u32 = 60;

/// Nodes that an exact solution takes, for the smallest number of empties in [`cost`] and for every
/// empty square above.
const COST: (f64, f64) = (1.2e3, 1.95);

/// Endgame nodes that take as long as one midgame node.
const ENDGAME_SPEED: f64 = 4.0;

/// Expected nodes of an exact solution.
fn cost(empties: u32) -> f64 {
    COST.0 * COST.1.powi(empties as i32 - 8)
}

/// The sequence of iterations for one position and one set of limits.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    empties: u32,
    depth: u32,
    /// The position is solved at once with so many empties or fewer, whatever it costs.
    solve_from: Option<u32>,
}

impl Plan {
    /// The plan for a full-strength search.
    pub fn new(empties: u32, limits: &Limits) -> Self {
        Self {
            empties,
            depth: limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST),
            solve_from: None,
        }
    }

    /// The plan of a player that looks so many plies ahead, and to the end when there are few empty
    /// squares.
    pub fn fixed(empties: u32, depth: u32, solve_from: u32) -> Self {
        Self {
            empties,
            depth: depth.clamp(1, DEEPEST),
            solve_from: Some(solve_from),
        }
    }

    /// The shallowest iteration.
    pub fn first(&self) -> Step {
        if self.empties <= 1 {
            Step::Solve(FULL_WIDTH)
        } else {
            Step::Depth(1)
        }
    }

    /// The iteration after `done`.
    pub fn next(&self, done: Step, meter: &Meter) -> Option<Step> {
        let Step::Depth(depth) = done else {
            return None;
        };
        let solve = Some(Step::Solve(FULL_WIDTH));
        let deeper = (depth < self.depth).then_some(Step::Depth(depth + 1));
        if let Some(from) = self.solve_from {
            if self.empties <= from.max(self.depth) {
                // A few iterations put the moves in order.
                return if depth + 8 >= self.empties {
                    solve
                } else {
                    Some(Step::Depth(depth + 1))
                };
            }
            return deeper;
        }
        if self.depth < self.empties {
            return deeper;
        }
        let nearly_there = depth + 10 >= self.empties;
        if !nearly_there && depth + 16 < self.empties {
            return deeper;
        }
        let limits = meter.control().limits();
        let mut affordable = nearly_there;
        if let Some(nodes) = limits.nodes {
            let left = nodes.saturating_sub(meter.total_nodes()) as f64;
            affordable = depth + 12 >= self.empties && cost(self.empties) < left;
        }
        if let Some(time) = limits.time {
            let elapsed = meter.control().elapsed();
            let left = time
                .maximum
                .saturating_sub(elapsed)
                .min(time.target.mul_f64(2.0));
            let speed =
                meter.total_nodes() as f64 / elapsed.max(Duration::from_micros(50)).as_secs_f64();
            affordable &= cost(self.empties) / (speed * ENDGAME_SPEED) < left.as_secs_f64();
        }
        // A depth this close to the end costs about as much as the end itself.
        if affordable || depth + 5 >= self.empties {
            solve
        } else {
            deeper
        }
    }
}
