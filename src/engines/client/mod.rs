//! Engines of every protocol behind one trait.
//!
//! Each client starts its engine with the first game, keeps it between games and tells it what
//! [`EngineSpec`] says. All of them share what a fault is: an engine that does not start or does not take
//! the game is [`Termination::Refused`], one whose output ends is [`Termination::Crash`], one that does not answer
//! in time is [`Termination::Hang`], and one that answers with something else is [`Termination::Garbage`].

pub mod engine_client;
pub mod gomocup;
pub mod gtp;
pub mod nboard;

mod clock;
mod messages;

use crate::engines::client::engine_client::EngineClient;
use crate::engines::process::{EngineProcess, Line};
use crate::engines::spec::EngineSpec;
use crate::engines::termination::{EngineError, Termination};
use crate::protocol::ProtocolKind;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long an engine may take to show that it speaks a protocol.
const PROBE: Duration = Duration::from_secs(3);

/// How long an engine may take to end after it was told to.
const FAREWELL: Duration = Duration::from_secs(1);

/// An engine that is ready for its first game; it is started then.
///
/// If nothing says what it speaks, it is found out. A program whose file name begins with `pbrain-`
/// speaks Gomocup's protocol, as in the Piskvork manager. Any other one is started up to three times,
/// for up to three seconds each (or the patience of its description, if that is less): it speaks GTP if it answers `protocol_version` with a line that begins with
/// `=` or `?`, else Gomocup's protocol if it answers `ABOUT` with a line in which `name` stands with an
/// equals sign, else NBoard's if it answers `ping 1` with `pong 1`.
///
/// # Errors
///
/// [`Termination::Refused`] if it cannot be started or speaks none of them.
pub fn open(spec: &EngineSpec) -> Result<Box<dyn EngineClient>, EngineError> {
    let kind = match spec.protocol {
        Some(kind) => kind,
        None => recognise(spec)?,
    };
    Ok(match kind {
        ProtocolKind::Gtp => Box::new(gtp::Client::new(spec.clone())),
        ProtocolKind::Gomocup => Box::new(gomocup::Client::new(spec.clone())),
        ProtocolKind::NBoard => Box::new(nboard::Client::new(spec.clone())),
    })
}

/// Finds out what an engine speaks, as [`open`] says.
///
/// # Errors
///
/// [`Termination::Refused`] if it cannot be started or speaks none of the protocols.
pub fn recognise(spec: &EngineSpec) -> Result<ProtocolKind, EngineError> {
    let words = spec
        .argv()
        .map_err(|error| EngineError::new(Termination::Refused, error.to_string()))?;
    let file = Path::new(&words[0]).file_name().unwrap_or_default();
    let file = file.to_string_lossy().to_ascii_lowercase();
    if file.starts_with("pbrain-") {
        return Ok(ProtocolKind::Gomocup);
    }
    for kind in [
        ProtocolKind::Gtp,
        ProtocolKind::Gomocup,
        ProtocolKind::NBoard,
    ] {
        if speaks(spec, kind)? {
            log::info!("{} speaks {}", spec.name, kind.title());
            return Ok(kind);
        }
    }
    let text = "speaks none of the protocols gtp, gomocup and nboard; if it only starts slowly, say \
                which one it is: protocol=NAME";
    Err(EngineError::new(Termination::Refused, text))
}

fn speaks(spec: &EngineSpec, kind: ProtocolKind) -> Result<bool, EngineError> {
    let mut process = EngineProcess::start(spec)?;
    let (questions, is_answer): (&[&str], fn(&str) -> bool) = match kind {
        ProtocolKind::Gtp => (&["protocol_version"], |line| line.starts_with(['=', '?'])),
        ProtocolKind::Gomocup => (&["ABOUT"], gomocup::is_about),
        ProtocolKind::NBoard => (&["nboard 2", "ping 1"], |line| line == "pong 1"),
    };
    for question in questions {
        if process.send(question).is_err() {
            return Ok(false);
        }
    }
    let deadline = Instant::now() + PROBE.min(spec.startup_timeout());
    loop {
        match process.line(deadline) {
            Ok(Some(line)) if is_answer(&line.text) => return Ok(true),
            // An engine that says so does not have to be waited for.
            Ok(Some(line)) if line.text.starts_with("UNKNOWN") => return Ok(false),
            Ok(Some(_)) => {}
            Ok(None) | Err(_) => return Ok(false),
        }
    }
}

/// A sentence about an engine that was silent for too long.
fn silent(process: &EngineProcess, question: &str, patience: Duration) -> String {
    let seconds = patience.as_secs_f64();
    format!(
        "did not answer {question:?} within {seconds:.1} s{}",
        process.hint()
    )
}

/// Reads lines until one of them is what was waited for.
fn wait_for<T>(
    process: &mut EngineProcess,
    question: &str,
    patience: Duration,
    mut wanted: impl FnMut(&Line) -> Option<T>,
) -> Result<T, EngineError> {
    let deadline = Instant::now() + patience;
    while let Some(line) = process.line(deadline)? {
        if let Some(found) = wanted(&line) {
            return Ok(found);
        }
    }
    Err(EngineError::new(
        Termination::Hang,
        silent(process, question, patience),
    ))
}

/// Whatever goes wrong at a start but the end of the program is a refusal.
fn at_start(fault: EngineError) -> EngineError {
    match fault.termination {
        Termination::Hang | Termination::Garbage => {
            EngineError::new(Termination::Refused, fault.message)
        }
        _ => fault,
    }
}

/// A line for a message: not longer than a screen is wide.
fn quoted(line: &str) -> String {
    const LONGEST: usize = 80;
    let mut short: String = line.chars().take(LONGEST).collect();
    if short.len() < line.len() {
        short += "...";
    }
    format!("{short:?}")
}
