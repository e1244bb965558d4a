//! Live graphics: the principal variation on GoGui's board during a search.
//!
//! GoGui reads them from stderr, on lines that begin with `gogui-gfx:`.

use crate::engine::LiveGraphics;
use crate::engine::Options;
use crate::protocol::gtp::call::State;
use crate::protocol::gtp::commands::advice::{summary, variation};
use crate::protocol::{Action, Context, Throttle};
use crate::search::Report;
use std::time::{Duration, Instant};

/// The minimum time between two pictures; the first iterations take almost no time.
const MIN_INTERVAL: Duration = Duration::from_millis(100);

/// The number of moves of the principal variation in a picture.
const MOVES: usize = 12;

/// The live graphics of a search.
#[derive(Debug, Default)]
pub(crate) struct Graphics {
    /// `None` without live graphics.
    throttle: Option<Throttle>,
}

impl Graphics {
    /// Starts a search.
    pub(crate) fn begin(&mut self, state: &State, options: &Options) {
        let enabled = match options.graphics {
            LiveGraphics::Auto => state.is_gogui,
            LiveGraphics::On => true,
            LiveGraphics::Off => false,
        };
        self.throttle = enabled.then(|| Throttle::new(MIN_INTERVAL));
    }

    /// Draws a completed iteration, or holds it if the last picture is too new.
    pub(crate) fn show(&mut self, report: &Report, context: &mut Context<'_>) {
        // A move of the opening book takes no nodes, and its reply follows at once.
        if report.nodes == 0 {
            return;
        }
        if let Some(throttle) = &mut self.throttle
            && throttle.admits(report, context.now)
        {
            draw(report, context);
        }
    }

    /// When [`wake`](Self::wake) is due.
    pub(crate) fn wake_at(&self) -> Option<Instant> {
        self.throttle.as_ref().and_then(Throttle::wake_at)
    }

    /// Draws the held iteration if it is due.
    pub(crate) fn wake(&mut self, context: &mut Context<'_>) {
        let throttle = self.throttle.as_mut();
        if let Some(report) = throttle.and_then(|throttle| throttle.take_due(context.now)) {
            draw(&report, context);
        }
    }

    /// Removes the picture. The reply to the search follows.
    pub(crate) fn clear(&mut self, context: &mut Context<'_>) {
        let throttle = self.throttle.take();
        if throttle.is_some_and(|throttle| throttle.has_shown()) {
            context
                .actions
                .push(Action::Graphics("gogui-gfx: CLEAR\n".into()));
        }
    }
}

/// Draws an iteration of the running search.
fn draw(report: &Report, context: &mut Context<'_>) {
    let Some(running) = context.session.running() else {
        return;
    };
    let mut text = String::from("gogui-gfx:\n");
    if let Some(best) = report.lines.first() {
        let moves = &best.moves[..best.moves.len().min(MOVES)];
        text += &format!("VAR {}\n", variation(moves, running.side));
    }
    text += &format!("{}\n\n", summary(report, running.side));
    context.actions.push(Action::Graphics(text));
}
