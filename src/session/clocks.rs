//! What the controller said about time, and what follows from it for the next move.

use crate::engine::Options;
use crate::game::Side;
use crate::search::{Clock, ClockRule, MovesToGo, TimeBudget};

/// The clocks of both sides.
#[derive(Clone, Debug)]
pub struct Clocks {
    rule: ClockRule,
    clocks: [Clock; 2],
}

impl Default for Clocks {
    fn default() -> Self {
        let rule = ClockRule::Unlimited;
        Self {
            rule,
            clocks: [Clock::new(rule), Clock::new(rule)],
        }
    }
}

impl Clocks {
    /// Gives both sides a full clock.
    pub fn set_rule(&mut self, rule: ClockRule) {
        self.rule = rule;
        self.restart();
    }

    /// Fills both clocks again, for a new game under the same rule.
    pub fn restart(&mut self) {
        self.clocks = [Clock::new(self.rule), Clock::new(self.rule)];
    }

    /// A side's clock.
    pub fn clock(&self, side: Side) -> &Clock {
        &self.clocks[side.index()]
    }

    /// A side's clock, to be set or run.
    pub fn clock_mut(&mut self, side: Side) -> &mut Clock {
        &mut self.clocks[side.index()]
    }

    /// How long `side` may think about its next move.
    ///
    /// A clock decides if there is one. Without a clock a depth or node limit is enough
    /// (`bounded`); without either the option `move-time` applies.
    pub fn time_budget(
        &self,
        side: Side,
        to_go: MovesToGo,
        options: &Options,
        bounded: bool,
    ) -> Option<TimeBudget> {
        self.clock(side)
            .budget(to_go, options.overhead)
            .or_else(|| {
                // The same margin as for a clock: whoever sets the time may well be watching it.
                let clock = Clock::new(ClockRule::PerMove(options.move_time));
                (!bounded).then(|| clock.budget(to_go, options.overhead))?
            })
    }
}
