//! Detects the protocol from the first line, so that a GUI can start the executable without arguments.

use crate::protocol::kind::ProtocolKind;
use crate::protocol::{Context, Pondering, Protocol, RunningCommand, Schedule};
use crate::search::Report;
use crate::session::FinishedSearch;
use std::fmt;
use std::time::Instant;

/// A protocol that selects the actual protocol by the first line of the input. It writes nothing before.
pub struct Detector {
    game_chosen: bool,
    /// GTP until a line selects one. Lines that select none are comments and empty lines, to which GTP says nothing.
    protocol: Box<dyn Protocol>,
    is_selected: bool,
}

impl fmt::Debug for Detector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Detector")
            .field("game_chosen", &self.game_chosen)
            .field("is_selected", &self.is_selected)
            .finish_non_exhaustive()
    }
}

impl Detector {
    /// Waits for the first line, unless the protocol is `forced`. If `game_chosen` is true, the user has
    /// chosen the game by name, and a board size does not change it.
    pub fn new(forced: Option<ProtocolKind>, game_chosen: bool) -> Self {
        let kind = forced.unwrap_or(ProtocolKind::Gtp);
        Self {
            game_chosen,
            protocol: kind.protocol(game_chosen),
            is_selected: forced.is_some(),
        }
    }
}

impl Protocol for Detector {
    fn is_payload(&mut self, line: &[u8]) -> bool {
        if !self.is_selected
            && let Some(kind) = ProtocolKind::detect(line)
        {
            log::debug!("detected protocol: {}", kind.name());
            self.protocol = kind.protocol(self.game_chosen);
            self.is_selected = true;
        }
        self.protocol.is_payload(line)
    }

    fn schedule(&mut self, line: &[u8], received: Instant, running: RunningCommand) -> Schedule {
        self.protocol.schedule(line, received, running)
    }

    fn may_ponder(&self) -> bool {
        self.protocol.may_ponder()
    }

    fn pondering(&self, line: &[u8]) -> Pondering {
        self.protocol.pondering(line)
    }

    fn execute(&mut self, line: &[u8], context: &mut Context<'_>) {
        self.protocol.execute(line, context);
    }

    fn progress(&mut self, report: &Report, context: &mut Context<'_>) {
        self.protocol.progress(report, context);
    }

    fn finished(&mut self, finished: FinishedSearch, context: &mut Context<'_>) {
        self.protocol.finished(finished, context);
    }

    fn failed(&mut self, text: &str, context: &mut Context<'_>) {
        self.protocol.failed(text, context);
    }

    fn wake_at(&self) -> Option<Instant> {
        self.protocol.wake_at()
    }

    fn wake(&mut self, context: &mut Context<'_>) {
        self.protocol.wake(context);
    }

    fn close(&mut self, context: &mut Context<'_>) {
        self.protocol.close(context);
    }
}
