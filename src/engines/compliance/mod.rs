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

/// Runs the checks of a protocol whose names `selected` accepts, and reports each result as it comes.
///
/// The default game is Othello, in Gomocup's protocol freestyle Gomoku.
///
/// # Errors
///
/// The protocol does not have the game, the engine has keys that the checks do not send, or it cannot be started.
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
    let not_sent = [
        ("init", !spec.init.is_empty()),
        ("option", !spec.options.is_empty()),
        ("level", spec.level.is_some()),
        ("depth", spec.depth.is_some()),
        ("nodes", spec.nodes.is_some()),
        ("memory", spec.memory.is_some()),
        ("threads", spec.threads.is_some()),
        ("ponder", spec.ponders()),
    ];
    if let Some((key, _)) = not_sent.into_iter().find(|(_, is_given)| *is_given) {
        let message = format!("the checks do not send {key}; set it in cmd=COMMAND");
        return Err(EngineError::new(Termination::Refused, message));
    }
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
