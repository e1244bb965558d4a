//! What the clients of all protocols share: a process that is started when it is needed, waiting for a
//! line, and error messages.

use crate::engines::process::{EngineProcess, Line};
use crate::engines::{EngineContext, EngineError, EngineSpec, Termination};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// An engine that is started when it is needed.
pub(super) struct Connection {
    /// How the engine is started.
    pub spec: EngineSpec,
    process: Option<EngineProcess>,
    /// Whether the engine had ended by itself when the last game began.
    had_ended: bool,
    /// The longest time of a command since it was taken last. Requests for a move do not count.
    longest_command: Duration,
    context: EngineContext,
    commands: EndCommands,
}

/// The commands that end a search and the program.
pub(super) struct EndCommands {
    pub stop: &'static str,
    pub quit: &'static str,
}

impl Connection {
    /// A connection to an engine that has not been started yet.
    pub(crate) fn new(spec: EngineSpec, commands: EndCommands) -> Self {
        Self {
            spec,
            process: None,
            had_ended: false,
            longest_command: Duration::ZERO,
            context: EngineContext::default(),
            commands,
        }
    }

    /// Sets what the runner and the engine share.
    pub(crate) fn set_context(&mut self, context: EngineContext) {
        if let Some(process) = &mut self.process {
            process.set_context(&context);
        }
        self.context = context;
    }

    /// Whether the engine loses if it exceeds its clock.
    pub(crate) fn judges_clocks(&self) -> bool {
        self.context.judges_clocks
    }

    /// Begins a game. Returns whether the engine has to be started. One that has ended by itself since the last game has, with
    /// a warning: an engine that crashes after its last move loses no game.
    pub(crate) fn needs_start(&mut self) -> bool {
        self.had_ended = false;
        if let Some(process) = &mut self.process
            && let Some(status) = process.exit()
        {
            let name = &self.spec.name;
            log::warn!("{name} ended between two games: {status}; it is started again");
            self.process = None;
            self.had_ended = true;
        }
        self.process.is_none()
    }

    /// Whether the engine had ended by itself when [`Connection::needs_start`] was called last.
    pub(crate) fn was_restarted(&self) -> bool {
        self.had_ended
    }

    /// Starts the engine. A process that was still there is killed.
    pub(crate) fn start(&mut self) -> Result<(), EngineError> {
        self.process = None;
        self.process = Some(EngineProcess::start(&self.spec, &self.context)?);
        Ok(())
    }

    /// The running engine.
    pub(crate) fn process(&mut self) -> Result<&mut EngineProcess, EngineError> {
        self.process
            .as_mut()
            .ok_or_else(|| refused("is not running"))
    }

    /// Notes the time from a command to the end of its reply.
    pub(crate) fn note_command(&mut self, took: Duration) {
        self.longest_command = self.longest_command.max(took);
    }

    /// The longest time of a command since the last call.
    pub(crate) fn take_longest_command(&mut self) -> Duration {
        std::mem::take(&mut self.longest_command)
    }

    /// Ends a game: quits if the engine is to be restarted for every game.
    pub(crate) fn end_game(&mut self) {
        if self.spec.is_restarted() {
            self.quit();
        }
    }

    /// Sends the quit command, waits until the engine ends, at most for its `quit-timeout`, and kills it. The timeout of an
    /// interrupted engine begins with the interrupt, and a tenth of it is kept for killing.
    pub(crate) fn quit(&mut self) {
        let Some(mut process) = self.process.take() else {
            return;
        };
        let mut timeout = self.spec.quit_timeout();
        if let Some(interrupt) = self.context.stop.raised_at() {
            timeout = (timeout * 9 / 10).saturating_sub(interrupt.elapsed());
            // It may be searching.
            process.send_later(self.commands.stop);
        }
        // An engine that does not take the command is killed by `close`.
        let _ = process.send(self.commands.quit);
        process.close(timeout);
    }
}

/// Counts the lines that an engine writes instead of a reply. An engine that does not stop fails at once.
#[derive(Default)]
pub(super) struct SkippedLines(u32);

impl SkippedLines {
    /// More lines than any engine writes about one move.
    const MAX: u32 = 10_000;

    /// Counts a line.
    ///
    /// # Errors
    ///
    /// [`Termination::Garbage`] after too many lines.
    pub(crate) fn add(&mut self, request: &str, line: &str) -> Result<(), EngineError> {
        log::debug!("skipped while waiting for a reply to {request:?}: {line}");
        self.0 += 1;
        if self.0 < Self::MAX {
            return Ok(());
        }
        let (lines, line) = (self.0, quoted(line));
        let message = format!(
            "wrote {lines} lines instead of a reply to {request:?}, the last of them {line}"
        );
        Err(EngineError::new(Termination::Garbage, message))
    }
}

/// The end of a wait that begins at `start`. A wait of more than a year ends after one: a clock has an end.
pub(super) fn end_of_wait(start: Instant, timeout: Duration) -> Instant {
    const YEAR: Duration = Duration::from_secs(366 * 24 * 3600);
    start + timeout.min(YEAR)
}

/// Reads lines until `wanted` accepts one.
pub(super) fn wait_for<T>(
    process: &mut EngineProcess,
    request: &str,
    timeout: Duration,
    mut wanted: impl FnMut(&Line) -> Option<T>,
) -> Result<T, EngineError> {
    let deadline = end_of_wait(process.now(), timeout);
    let mut skipped = SkippedLines::default();
    while let Some(line) = process.line(deadline)? {
        if let Some(found) = wanted(&line) {
            return Ok(found);
        }
        skipped.add(request, &line.text)?;
    }
    Err(no_reply(process, request, timeout))
}

/// Logs a warning, unless the same one was logged before: an engine may play thousands of games.
pub(super) fn warn_once(warning: String) {
    warn_once_about(&warning, &warning);
}

/// Logs a warning, unless one with this key was logged before.
pub(crate) fn warn_once_about(key: &str, warning: &str) {
    static LOGGED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut logged = LOGGED.lock().unwrap_or_else(PoisonError::into_inner);
    if !logged.contains(key) {
        log::warn!("{warning}");
        logged.insert(key.to_owned());
    }
}

/// The engine or its protocol cannot do what was asked for.
pub(super) fn refused(message: impl Into<String>) -> EngineError {
    EngineError::new(Termination::Refused, message)
}

/// The engine was silent for too long.
pub(super) fn no_reply(
    process: &mut EngineProcess,
    request: &str,
    timeout: Duration,
) -> EngineError {
    let seconds = timeout.as_secs_f64();
    process.gave_no_reply(format!("did not answer {request:?} within {seconds:.1} s"))
}

/// The engine replied with something that is not a move.
pub(super) fn not_a_move(reply: &str) -> EngineError {
    let message = format!("answered {}, which is not a move", quoted(reply));
    EngineError::new(Termination::Garbage, message)
}

/// The engine played a move off the board.
pub(super) fn off_board(reply: &str) -> EngineError {
    let message = format!("played {}, which is not on the board", quoted(reply));
    EngineError::new(Termination::Illegal, message)
}

/// Turns an error at the start of a game into a refusal, unless the engine has ended.
pub(super) fn at_start(error: EngineError) -> EngineError {
    match error.termination {
        Termination::Hang | Termination::Garbage => refused(error.message),
        _ => error,
    }
}

/// A line of an engine for a message, cut at the width of a screen.
pub(super) fn quoted(line: &str) -> String {
    const MAX_CHARS: usize = 80;
    let mut short: String = line.chars().take(MAX_CHARS).collect();
    if short.len() < line.len() {
        short += "...";
    }
    format!("{short:?}")
}
