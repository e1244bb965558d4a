//! Running the checks of a protocol.

use crate::engine::Variant;
use crate::engines::compliance::check::{CheckResult, Problem, Status, Subject};
use crate::engines::compliance::{gomocup, gtp, nboard};
use crate::engines::process::EngineProcess;
use crate::engines::spec::EngineSpec;
use crate::engines::termination::{EngineError, Termination};
use crate::gomoku::Rule;
use crate::protocol::ProtocolKind;

/// Runs the checks of a protocol whose names `selected` accepts, and reports each result as it comes.
///
/// The default game is Othello, in Gomocup's protocol freestyle Gomoku.
///
/// # Errors
///
/// The protocol does not have the game, or the engine cannot be started.
pub fn run(
    spec: &EngineSpec,
    protocol: ProtocolKind,
    variant: Option<Variant>,
    selected: impl Fn(&str) -> bool,
    mut report: impl FnMut(&CheckResult),
) -> Result<Vec<CheckResult>, EngineError> {
    let variant = variant.unwrap_or(match protocol {
        ProtocolKind::Gomocup => Variant::Gomoku(Rule::Freestyle),
        ProtocolKind::Gtp | ProtocolKind::NBoard => Variant::Othello,
    });
    let (has_game, checks) = match protocol {
        ProtocolKind::Gtp => (true, gtp::CHECKS),
        ProtocolKind::Gomocup => (variant != Variant::Othello, gomocup::CHECKS),
        ProtocolKind::NBoard => (variant == Variant::Othello, nboard::CHECKS),
    };
    if !has_game {
        let message = format!("cannot play {variant}: not a game of {}", protocol.title());
        return Err(EngineError::new(Termination::Refused, message));
    }
    let mut results = Vec::new();
    for check in checks.iter().filter(|check| selected(check.name)) {
        let mut subject = Subject {
            process: EngineProcess::start(spec)?,
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
