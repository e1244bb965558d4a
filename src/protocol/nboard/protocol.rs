//! The NBoard side of a conversation.

use crate::engine::Variant;
use crate::protocol::nboard::call::{Call, Failure, State};
use crate::protocol::nboard::commands::TABLE;
use crate::protocol::nboard::line::{clean, find};
use crate::protocol::nboard::request::{self, Request};
use crate::protocol::nboard::{analysis, reply};
use crate::protocol::{Action, Context, Protocol, RunningCommand, SCRIPT_GAP, Schedule};
use crate::search::Report;
use crate::session::{FinishedSearch, SearchMode};
use std::time::Instant;

/// The NBoard protocol.
#[derive(Default)]
pub(crate) struct NBoard {
    state: State,
    /// Whether a line that waits for the running search has stopped it.
    stopping: bool,
    /// `quit` has stopped a search, and stops those that wait before it, too.
    quitting: bool,
}

impl Protocol for NBoard {
    fn schedule(&mut self, line: &[u8], received: Instant, running: RunningCommand) -> Schedule {
        let line = clean(line);
        let Some((command, arguments)) = find(&line) else {
            return Schedule::Ignore;
        };
        if !command.spec.accepts(arguments) {
            // The line only leads to an error message, which must not stop a search.
            return Schedule::Queue;
        }
        // Every well-formed command stops hints, because they have no time limit.
        let stops = running.mode == SearchMode::Analyze
            || match command.spec.name {
                "ping" => true,
                "quit" => {
                    self.quitting |=
                        received.saturating_duration_since(running.received) >= SCRIPT_GAP;
                    self.quitting
                }
                _ => false,
            };
        if !stops {
            return Schedule::Queue;
        }
        self.stopping = true;
        Schedule::StopAndQueue
    }

    fn execute(&mut self, line: &[u8], context: &mut Context<'_>) {
        let line = clean(line);
        let Some((command, arguments)) = find(&line) else {
            if !line.is_empty() {
                log::debug!("ignored unknown line: {line}");
            }
            return;
        };
        if context.session.variant() != Variant::Othello
            && command.spec.name != "quit"
            && let Err(error) = context.session.set_game(Variant::Othello)
        {
            log::error!("{error}");
            context.write(reply::status(&error.to_string()));
            return;
        }
        let mut call = Call::new(context, &mut self.state, &TABLE);
        match (command.run)(&mut call, arguments) {
            Ok(()) => {}
            Err(Failure::Usage) => {
                log::debug!("malformed arguments: {line}");
                call.write(reply::status(&format!(
                    "Expected: {}",
                    command.spec.usage()
                )));
            }
            Err(Failure::Text(text)) => {
                let status = reply::status(&text);
                log::warn!("{}: {}", command.spec.name, status.trim_end());
                call.write(status);
            }
        }
    }

    fn progress(&mut self, report: &Report, context: &mut Context<'_>) {
        let contempt = self.state.contempt;
        let request = self.state.request.as_mut();
        let text =
            request.and_then(|request| request::progress(request, report, contempt, context));
        context.actions.extend(text.map(Action::Write));
    }

    fn finished(&mut self, finished: FinishedSearch, context: &mut Context<'_>) {
        let stopped = std::mem::take(&mut self.stopping);
        let contempt = self.state.contempt;
        let text = match self.state.request.take() {
            None => return,
            Some(Request::Hint(throttle)) => {
                request::end_of_hints(throttle, context.session, contempt)
            }
            Some(Request::Go(asked, _)) => {
                let time = context.now.saturating_duration_since(asked);
                request::end_of_go(&finished, time, contempt)
            }
            Some(Request::Analysis(_)) if stopped => reply::status(""),
            Some(Request::Analysis(analysis)) => {
                self.state.request = analysis::proceed(analysis, &finished, contempt, context);
                return;
            }
        };
        context.write(text);
    }

    fn failed(&mut self, text: &str, context: &mut Context<'_>) {
        self.stopping = false;
        if let Some(request) = self.state.request.take() {
            log::error!("{text}");
            context.write(request::search_failed(&request, text, context.session));
        }
    }

    fn wake_at(&self) -> Option<Instant> {
        self.state.request.as_ref().and_then(Request::wake_at)
    }

    fn wake(&mut self, context: &mut Context<'_>) {
        let contempt = self.state.contempt;
        let request = self.state.request.as_mut();
        let text = request.and_then(|request| request::due(request, contempt, context));
        context.actions.extend(text.map(Action::Write));
    }
}
