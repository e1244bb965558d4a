//! Whether an engine does what its protocol asks of it, tried one thing at a time.
//!
//! Every check has a fresh process, so that one failure does not spoil the next check. Moves are held to
//! our own rules. Times have a generous margin: this is about engines that ignore clocks, not about
//! milliseconds.

mod gomocup;
mod gtp;
mod nboard;

use crate::engine::Variant;
use crate::engines::process::{EngineProcess, Line};
use crate::engines::spec::EngineSpec;
use crate::engines::termination::EngineError;
use crate::game::{DynRecord, Move, Side};
use crate::protocol::ProtocolKind;
use std::time::{Duration, Instant};

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// As it should be.
    Passed,
    /// The engine does not have it, and does not have to.
    Missing(String),
    /// Something is wrong.
    Failed(String),
}

/// A check that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// What should be so.
    pub name: &'static str,
    /// Whether it is.
    pub finding: Finding,
}

/// Why a check did not pass.
enum Trouble {
    Missing(String),
    Failed(String),
}

impl From<EngineError> for Trouble {
    fn from(fault: EngineError) -> Self {
        Trouble::Failed(fault.message)
    }
}

type Outcome = Result<(), Trouble>;

fn failed<T>(text: impl Into<String>) -> Result<T, Trouble> {
    Err(Trouble::Failed(text.into()))
}

fn missing<T>(text: impl Into<String>) -> Result<T, Trouble> {
    Err(Trouble::Missing(text.into()))
}

/// What should be so, and how it is found out.
struct Check {
    name: &'static str,
    run: fn(&mut Bench) -> Outcome,
}

/// How long an engine may take to think when it was given a second or less.
const SOON: Duration = Duration::from_millis(2500);

/// How long an engine may take to end.
const FAREWELL: Duration = Duration::from_secs(3);

/// A line that no protocol has a meaning for, with bytes that are no text.
const GARBAGE: &[u8] = b"\xff\xfe\x00 \x1b[31m qwertz 4294967296 -1 \xc3\x28 ((((\n";

/// Plies of the games that engines play with themselves.
const PLIES: usize = 6;

/// An engine on the bench.
struct Bench {
    process: EngineProcess,
    variant: Variant,
    size: u8,
    patience: Duration,
}

impl Bench {
    fn send(&mut self, line: &str) -> Result<Instant, Trouble> {
        Ok(self.process.send(line)?)
    }

    fn send_bytes(&mut self, bytes: &[u8]) -> Result<Instant, Trouble> {
        Ok(self.process.send_bytes(bytes.to_vec())?)
    }

    /// The next line up to a moment.
    fn line(&mut self, deadline: Instant) -> Result<Option<Line>, Trouble> {
        Ok(self.process.line(deadline)?)
    }

    /// Waits for a line that a function understands.
    fn wait<T>(
        &mut self,
        what: &str,
        patience: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Trouble> {
        let deadline = Instant::now() + patience;
        let mut last = None;
        while let Some(line) = self.line(deadline)? {
            if let Some(found) = wanted(&line.text) {
                return Ok(found);
            }
            last = Some(line.text);
        }
        let seconds = patience.as_secs_f64();
        let last = last.map_or(String::new(), |last| {
            format!("; the last line was {last:?}")
        });
        failed(format!("no {what} within {seconds:.1} s{last}"))
    }

    /// The program ends by itself.
    fn ends(&mut self, why: &str) -> Outcome {
        match self.process.close(FAREWELL) {
            Some(_) => Ok(()),
            None => failed(format!("did not end within {FAREWELL:?} after {why}")),
        }
    }

    fn new_record(&self) -> Result<Box<dyn DynRecord>, Trouble> {
        let record = self.variant.new_record(self.size);
        record.ok_or_else(|| Trouble::Failed("the board has no such size".into()))
    }

    /// A Gomoku board without letters and rows that look alike from two sides.
    fn opening(&self) -> &'static [(u8, u8)] {
        match self.variant {
            Variant::Othello => &[],
            Variant::Gomoku(_) => &[(7, 7), (8, 8), (6, 9)],
        }
    }
}

/// Plays a move if the rules allow it.
fn play(record: &mut dyn DynRecord, side: Side, mv: Move) -> Outcome {
    record.play(side, mv).or_else(|illegal| {
        let name = mv.to_string();
        failed(format!(
            "{side} plays {name} after {}: {illegal}",
            moves(record)
        ))
    })
}

/// The moves so far, for a message.
fn moves(record: &dyn DynRecord) -> String {
    let moves = record.moves();
    if moves.is_empty() {
        return "no moves".into();
    }
    let names: Vec<_> = moves.iter().map(|&(_, mv)| mv.to_string()).collect();
    names.join(" ")
}

/// Makes the checks of a protocol on an engine whose names are wanted, and tells each as it is done. The
/// game is Othello unless another one is given, for Gomocup's protocol Gomoku.
///
/// # Errors
///
/// The game cannot be played in this protocol, or the engine cannot be started.
pub fn run(
    spec: &EngineSpec,
    kind: ProtocolKind,
    variant: Option<Variant>,
    wanted: impl Fn(&str) -> bool,
    mut told: impl FnMut(&Checked),
) -> Result<Vec<Checked>, EngineError> {
    use crate::engines::Termination;
    let usual = if kind == ProtocolKind::Gomocup {
        Variant::Gomoku(crate::gomoku::Rule::Freestyle)
    } else {
        Variant::Othello
    };
    let variant = variant.unwrap_or(usual);
    let fits = match kind {
        ProtocolKind::Gtp => true,
        ProtocolKind::Gomocup => variant != Variant::Othello,
        ProtocolKind::NBoard => variant == Variant::Othello,
    };
    if !fits {
        let text = format!("{} has no {variant}", kind.title());
        return Err(EngineError::new(Termination::Refused, text));
    }
    let checks = match kind {
        ProtocolKind::Gtp => gtp::CHECKS,
        ProtocolKind::Gomocup => gomocup::CHECKS,
        ProtocolKind::NBoard => nboard::CHECKS,
    };
    let mut all = Vec::new();
    for check in checks.iter().filter(|check| wanted(check.name)) {
        let mut bench = Bench {
            process: EngineProcess::start(spec)?,
            variant,
            size: variant.default_size(),
            patience: spec.startup_timeout(),
        };
        let finding = match (check.run)(&mut bench) {
            Ok(()) => Finding::Passed,
            Err(Trouble::Missing(text)) => Finding::Missing(text),
            Err(Trouble::Failed(text)) => Finding::Failed(text),
        };
        let checked = Checked {
            name: check.name,
            finding,
        };
        told(&checked);
        all.push(checked);
    }
    Ok(all)
}
