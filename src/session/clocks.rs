//! The clocks of a game, and the time budget of the next move.

use crate::engine::Options;
use crate::game::Side;
use crate::search::{Clock, ClockRule, MovesToGo, TimeBudget};

/// The clocks of both sides.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
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
    /// Sets a time control and fills both clocks.
    pub(crate) fn set_rule(&mut self, rule: ClockRule) {
        self.rule = rule;
        self.restart();
    }

    /// Fills both clocks for a new game.
    pub(crate) fn restart(&mut self) {
        self.clocks = [Clock::new(self.rule), Clock::new(self.rule)];
    }

    /// The clock of a side.
    pub(crate) fn clock(&self, side: Side) -> &Clock {
        &self.clocks[side.index()]
    }

    /// The clock of a side, to change it.
    pub(crate) fn clock_mut(&mut self, side: Side) -> &mut Clock {
        &mut self.clocks[side.index()]
    }

    /// The time budget of `side` for its next move.
    ///
    /// The clock determines it. Without a clock, a depth or node limit (`bounded`) means no time limit,
    /// and the option `move-time` applies otherwise.
    pub(crate) fn time_budget(
        &self,
        side: Side,
        to_go: MovesToGo,
        options: &Options,
        bounded: bool,
    ) -> Option<TimeBudget> {
        self.clock(side)
            .budget(to_go, options.overhead)
            .or_else(|| {
                // The overhead applies too: the controller may measure the time.
                let clock = Clock::new(ClockRule::PerMove(options.move_time));
                (!bounded).then(|| clock.budget(to_go, options.overhead))?
            })
    }
}
