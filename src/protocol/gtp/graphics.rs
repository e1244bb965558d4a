//! Live graphics: what the engine is thinking, drawn on GoGui's board while it thinks.
//!
//! GoGui reads them from stderr, on lines that begin with `gogui-gfx:`.

use crate::engine::Options;
use crate::engine::options::LiveGraphics;
use crate::game::Side;
use crate::protocol::gtp::commands::advice::{summary, variation};
use crate::protocol::gtp::state::State;
use crate::protocol::interface::Action;
use crate::search::Report;
use std::time::Duration;

/// Pictures come at most so often; the first iterations of a search are over in no time.
const GAP: Duration = Duration::from_millis(100);

/// Moves of the expected line that are drawn.
const MOVES: usize = 12;

/// The pictures of one search.
#[derive(Debug, Default)]
pub struct Graphics {
    enabled: bool,
    /// How long the search had been going on at the last picture.
    last: Option<Duration>,
}

impl Graphics {
    /// A search begins.
    pub fn begin(&mut self, state: &State, options: &Options) {
        self.last = None;
        self.enabled = match options.graphics {
            LiveGraphics::Auto => state.gogui_version.is_some(),
            LiveGraphics::On => true,
            LiveGraphics::Off => false,
        };
    }

    /// An iteration was completed.
    pub fn show(&mut self, report: &Report, side: Side, actions: &mut Vec<Action>) {
        let soon = self
            .last
            .is_some_and(|last| report.elapsed.saturating_sub(last) < GAP);
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

    /// The search is over and its reply comes next: takes the picture away.
    pub fn clear(&mut self, actions: &mut Vec<Action>) {
        if self.last.take().is_some() {
            actions.push(Action::Graphics("gogui-gfx: CLEAR\n".into()));
        }
    }
}
