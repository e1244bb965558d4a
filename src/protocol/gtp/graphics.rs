//! Live graphics: the principal variation on GoGui's board during a search.
//!
//! GoGui reads them from stderr, on lines that begin with `gogui-gfx:`.

use crate::engine::LiveGraphics;
use crate::engine::Options;
use crate::game::Side;
use crate::protocol::Action;
use crate::protocol::gtp::call::State;
use crate::protocol::gtp::commands::advice::{summary, variation};
use crate::search::Report;
use std::time::Duration;

/// The minimum time between two pictures; the first iterations take almost no time.
const MIN_INTERVAL: Duration = Duration::from_millis(100);

/// The number of moves of the principal variation in a picture.
const MOVES: usize = 12;

/// The live graphics of a search.
#[derive(Debug, Default)]
pub(crate) struct Graphics {
    enabled: bool,
    /// The search time of the last picture.
    last: Option<Duration>,
}

impl Graphics {
    /// Starts a search.
    pub(crate) fn begin(&mut self, state: &State, options: &Options) {
        self.last = None;
        self.enabled = match options.graphics {
            LiveGraphics::Auto => state.is_gogui,
            LiveGraphics::On => true,
            LiveGraphics::Off => false,
        };
    }

    /// Draws a completed iteration.
    pub(crate) fn show(&mut self, report: &Report, side: Side, actions: &mut Vec<Action>) {
        let soon = self
            .last
            .is_some_and(|last| report.elapsed.saturating_sub(last) < MIN_INTERVAL);
        if !self.enabled || soon {
            return;
        }
        self.last = Some(report.elapsed);
        let mut text = String::from("gogui-gfx:\n");
        if let Some(best) = report.lines.first() {
            let moves = &best.moves[..best.moves.len().min(MOVES)];
            text += &format!("VAR {}\n", variation(moves, side));
        }
        text += &format!("{}\n\n", summary(report, side));
        actions.push(Action::Graphics(text));
    }

    /// Removes the picture. The reply to the search follows.
    pub(crate) fn clear(&mut self, actions: &mut Vec<Action>) {
        if self.last.take().is_some() {
            actions.push(Action::Graphics("gogui-gfx: CLEAR\n".into()));
        }
    }
}
