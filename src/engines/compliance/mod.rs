//! Tests whether an engine follows its protocol.
//!
//! Every check runs in a fresh process, so that one failure does not affect the next check. Moves are
//! checked against Flipfive's own rules. Time limits are generous: the checks find engines that ignore
//! their clock, not those that are a few milliseconds late.
//!
//! ```no_run
//! use flipfive::engines::{EngineSpec, compliance, detect_protocol};
//!
//! let spec: EngineSpec = "./pbrain-rapfi".parse()?;
//! let protocol = detect_protocol(&spec)?;
//! for result in compliance::run(&spec, protocol, None, |_| true, |_| {})? {
//!     println!("{}: {:?}", result.name, result.status);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod gomocup;
mod gtp;
mod nboard;

pub use check::{CheckResult, Status};

use crate::engine::Variant;
use crate::engines::process::EngineProcess;
use crate::engines::{EngineContext, EngineError, EngineSpec, Termination};
use crate::protocol::ProtocolKind;
use check::{Problem, Subject};

/// Keys of an engine that hold limits and settings, which the checks do not send.
const UNSENT_KEYS: [&str; 8] = [
    "init", "option", "level", "depth", "nodes", "memory", "threads", "ponder",
];

/// Keys of an engine about the games of a match. The checks have clocks of their own, and start the engine for each check.
const MATCH_KEYS: [&str; 5] = ["tc", "timemargin", "timeodds", "restart", "analysis"];

/// The keys of an engine that the checks refuse.
pub(crate) fn refused_keys() -> Vec<&'static str> {
    [&UNSENT_KEYS[..], &MATCH_KEYS].concat()
}

/// Checks that a description of an engine has only keys that the checks use.
///
/// # Errors
/// The first other key, and what to do instead.
pub(crate) fn check_keys(spec: &EngineSpec) -> Result<(), String> {
    if let Some(key) = spec.first_given(&UNSENT_KEYS) {
        return Err(format!(
            "the checks do not send {key}; set it in cmd=COMMAND"
        ));
    }
    match spec.first_given(&MATCH_KEYS) {
        None => Ok(()),
        Some(key) => Err(format!(
            "{key} belongs to a match and has no effect on the checks; leave it out"
        )),
    }
}

/// Runs the checks of a protocol whose names `selected` accepts, and reports each result as it comes.
///
/// The default game is Othello, in Gomocup's protocol freestyle Gomoku.
///
/// # Errors
///
/// The protocol does not have the game, the engine has keys that the checks do not use, or it cannot be started.
pub fn run(
    spec: &EngineSpec,
    protocol: ProtocolKind,
    variant: Option<Variant>,
    selected: impl Fn(&str) -> bool,
    mut report: impl FnMut(&CheckResult),
) -> Result<Vec<CheckResult>, EngineError> {
    let variant = variant.unwrap_or(protocol.default_game());
    let checks = match protocol {
        ProtocolKind::Gtp => gtp::CHECKS,
        ProtocolKind::Gomocup => gomocup::CHECKS,
        ProtocolKind::NBoard => nboard::CHECKS,
    };
    if !protocol.has_game(variant) {
        let message = format!("cannot play {variant}: not a game of {}", protocol.title());
        return Err(EngineError::new(Termination::Refused, message));
    }
    check_keys(spec).map_err(|text| EngineError::new(Termination::Refused, text))?;
    let mut results = Vec::new();
    for check in checks.iter().filter(|check| selected(check.name)) {
        let mut subject = Subject {
            process: EngineProcess::start(spec, &EngineContext::default())?,
            variant,
            size: variant.default_size(),
            timeout: spec.startup_timeout(),
        };
        let status = match (check.run)(&mut subject) {
            Ok(()) => Status::Passed,
            Err(Problem::Missing(message)) => Status::Missing(message),
            Err(Problem::Failed(message)) => Status::Failed(message),
        };
        let result = CheckResult {
            name: check.name,
            status,
        };
        report(&result);
        results.push(result);
    }
    Ok(results)
}
