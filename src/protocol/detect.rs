//! Detects the protocol from the first line, so that a GUI can start the executable without arguments.

use crate::protocol::kind::ProtocolKind;
use crate::protocol::{Context, Pondering, Protocol, Schedule};
use crate::search::Report;
use crate::session::{FinishedSearch, RunningSearch};
use std::fmt;
use std::time::Instant;

/// A protocol that selects the actual protocol by the first line of the input. It writes nothing before.
pub struct Detector {
    game_chosen: bool,
    detected: Option<Box<dyn Protocol>>,
}

impl fmt::Debug for Detector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Detector")
            .field("game_chosen", &self.game_chosen)
            .finish_non_exhaustive()
    }
}

impl Detector {
    /// Waits for the first line, unless the protocol is `forced`. If `game_chosen` is true, the user has
    /// chosen the game by name, and a board size does not change it.
    pub fn new(forced: Option<ProtocolKind>, game_chosen: bool) -> Self {
        Self {
            game_chosen,
            detected: forced.map(|kind| kind.protocol(game_chosen)),
        }
    }
}

impl Protocol for Detector {
    fn schedule(&mut self, line: &[u8], received: Instant, running: RunningSearch) -> Schedule {
        match &mut self.detected {
            Some(protocol) => protocol.schedule(line, received, running),
            None => Schedule::Queue,
        }
    }

    fn may_ponder(&self) -> bool {
        self.detected
            .as_ref()
            .is_none_or(|protocol| protocol.may_ponder())
    }

    fn pondering(&self, line: &[u8]) -> Pondering {
        match &self.detected {
            Some(protocol) => protocol.pondering(line),
            None => Pondering::Interrupt,
        }
    }

    fn execute(&mut self, line: &[u8], context: &mut Context<'_>) {
        if self.detected.is_none() {
            self.detected = ProtocolKind::detect(line).map(|kind| {
                log::debug!("detected protocol: {}", kind.name());
                kind.protocol(self.game_chosen)
            });
        }
        if let Some(protocol) = &mut self.detected {
            protocol.execute(line, context);
        }
    }

    fn progress(&mut self, report: &Report, context: &mut Context<'_>) {
        if let Some(protocol) = &mut self.detected {
            protocol.progress(report, context);
        }
    }

    fn finished(&mut self, finished: FinishedSearch, context: &mut Context<'_>) {
        if let Some(protocol) = &mut self.detected {
            protocol.finished(finished, context);
        }
    }

    fn failed(&mut self, text: &str, context: &mut Context<'_>) {
        if let Some(protocol) = &mut self.detected {
            protocol.failed(text, context);
        }
    }

    fn wake_at(&self) -> Option<Instant> {
        self.detected.as_ref()?.wake_at()
    }

    fn wake(&mut self, context: &mut Context<'_>) {
        if let Some(protocol) = &mut self.detected {
            protocol.wake(context);
        }
    }

    fn close(&mut self, context: &mut Context<'_>) {
        if let Some(protocol) = &mut self.detected {
            protocol.close(context);
        }
    }
}
