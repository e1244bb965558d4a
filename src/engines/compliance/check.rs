//! What the checks of all protocols share.

use crate::engine::Variant;
use crate::engines::EngineError;
use crate::engines::process::{EngineProcess, Line};
use crate::game::{DynRecord, Move};
use std::time::{Duration, Instant};

/// The outcome of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// The engine follows the protocol.
    Passed,
    /// The engine lacks something optional.
    Missing(String),
    /// The engine violates the protocol.
    Failed(String),
}

/// A check that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckResult {
    /// What was checked.
    pub name: &'static str,
    /// The outcome.
    pub status: Status,
}

/// Why a check did not pass.
pub(super) enum Problem {
    Missing(String),
    Failed(String),
}

impl From<EngineError> for Problem {
    fn from(error: EngineError) -> Self {
        Problem::Failed(error.message)
    }
}

pub(super) type Outcome = Result<(), Problem>;

pub(super) fn failed<T>(message: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::Failed(message.into()))
}

pub(super) fn missing<T>(message: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::Missing(message.into()))
}

/// A requirement of a protocol, and how to test it.
pub(super) struct Check {
    pub name: &'static str,
    pub run: fn(&mut Subject) -> Outcome,
}

impl Check {
    pub(crate) const fn new(name: &'static str, run: fn(&mut Subject) -> Outcome) -> Self {
        Self { name, run }
    }
}

/// Time for a move where the engine was given a second or less.
pub(super) const MOVE_TIMEOUT: Duration = Duration::from_millis(2500);

/// Time for an engine to end.
pub(super) const QUIT_TIMEOUT: Duration = Duration::from_secs(3);

/// A line that means nothing in any protocol, with bytes that are not text.
pub(super) const GARBAGE: &[u8] = b"\xff\xfe\x00 \x1b[31m qwertz 4294967296 -1 \xc3\x28 ((((\n";

/// Plies of the games that an engine plays with itself.
pub(super) const PLIES: usize = 6;

/// The engine under test.
pub(super) struct Subject {
    pub process: EngineProcess,
    pub variant: Variant,
    pub size: u8,
    /// Time for everything that is not a search.
    pub timeout: Duration,
}

impl Subject {
    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) -> Result<Instant, Problem> {
        Ok(self.process.send(line)?)
    }

    /// Sends bytes unchanged.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) -> Result<Instant, Problem> {
        Ok(self.process.send_bytes(bytes.to_vec())?)
    }

    /// The next line before a deadline.
    pub(crate) fn line(&mut self, deadline: Instant) -> Result<Option<Line>, Problem> {
        Ok(self.process.line(deadline)?)
    }

    /// Waits for a line that `wanted` accepts; `what` names it in the error message.
    pub(crate) fn wait_for<T>(
        &mut self,
        what: &str,
        timeout: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Problem> {
        let deadline = self.process.now() + timeout;
        let mut last = None;
        while let Some(line) = self.line(deadline)? {
            if let Some(found) = wanted(&line.text) {
                return Ok(found);
            }
            last = Some(line.text);
        }
        let seconds = timeout.as_secs_f64();
        let last = last.map_or(String::new(), |last| format!("; last line: {last:?}"));
        failed(format!("no {what} within {seconds:.1} s{last}"))
    }

    /// Waits for exactly this line.
    pub(crate) fn expect_line(&mut self, expected: &str) -> Outcome {
        self.wait_for(expected, self.timeout, |line| {
            (line == expected).then_some(())
        })
    }

    /// Expects the program to end while its input is open.
    pub(crate) fn expect_exit(&mut self, reason: &str) -> Outcome {
        match self.process.wait(QUIT_TIMEOUT) {
            Some(_) => Ok(()),
            None => failed(format!(
                "did not end within {QUIT_TIMEOUT:?} after {reason}"
            )),
        }
    }

    /// Closes the input and expects the program to end.
    pub(crate) fn expect_end(&mut self, reason: &str) -> Outcome {
        match self.process.close(QUIT_TIMEOUT) {
            Some(_) => Ok(()),
            None => failed(format!(
                "did not end within {QUIT_TIMEOUT:?} after {reason}"
            )),
        }
    }

    /// Fails if more than [`MOVE_TIMEOUT`] has passed since `begin` by the engine's clock; `what` names the action.
    pub(crate) fn expect_fast(&self, begin: Instant, what: &str) -> Outcome {
        match self.process.now().saturating_duration_since(begin) {
            took if took > MOVE_TIMEOUT => failed(format!("took {took:.1?} {what}")),
            _ => Ok(()),
        }
    }

    /// A game from the starting position.
    pub(crate) fn new_record(&self) -> Result<Box<dyn DynRecord>, Problem> {
        let record = self.variant.new_record(self.size);
        record.ok_or_else(|| Problem::Failed("the board size is not supported".into()))
    }

    /// An opening that is not symmetric, so that a mirrored board shows.
    pub(crate) fn opening(&self) -> &'static [(u8, u8)] {
        match self.variant {
            Variant::Othello => &[],
            Variant::Gomoku(_) => &[(7, 7), (8, 8), (6, 9)],
        }
    }
}

/// Plays a move of the side to move and fails if it is illegal.
pub(super) fn play(record: &mut dyn DynRecord, mv: Move) -> Outcome {
    let side = record.side();
    record.play(side, mv).or_else(|illegal| {
        let played = record.moves();
        let played: Vec<_> = played.iter().map(|(_, mv)| mv.to_string()).collect();
        let before = match &played[..] {
            [] => "as the first move".into(),
            played => format!("after {}", played.join(" ")),
        };
        failed(format!("{side} plays {mv} {before}: {illegal}"))
    })
}
