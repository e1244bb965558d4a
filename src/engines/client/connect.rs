//! From the description of an engine to its client.

use crate::engines::client::connection::refused;
use crate::engines::client::gomocup::{GomocupClient, is_about, is_unknown};
use crate::engines::client::gtp::GtpClient;
use crate::engines::client::nboard::NBoardClient;
use crate::engines::process::EngineProcess;
use crate::engines::{EngineClient, EngineContext, EngineError, EngineSpec};
use crate::protocol::ProtocolKind;
use std::path::Path;
use std::time::Duration;

/// Time for an engine to show that it speaks a protocol.
const PROBE_TIMEOUT: Duration = Duration::from_secs(3);

/// A client for an engine. The engine is started with its first game, or before that if its protocol has
/// to be detected.
///
/// ```
/// use flipfive::engines::{EngineSpec, Termination, connect, detect_protocol};
/// use flipfive::protocol::ProtocolKind;
///
/// // Engines named as Gomocup wants it need no probing.
/// let spec: EngineSpec = "./pbrain-example".parse()?;
/// assert_eq!(detect_protocol(&spec)?, ProtocolKind::Gomocup);
///
/// // Whatever goes wrong with an engine has a name.
/// let spec: EngineSpec = "cmd=./no-such-program".parse()?;
/// let error = connect(&spec).err().expect("there is no such program");
/// assert_eq!(error.termination, Termination::Refused);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Those of [`detect_protocol`], if the description names no protocol.
pub fn connect(spec: &EngineSpec) -> Result<Box<dyn EngineClient>, EngineError> {
    let kind = match spec.protocol {
        Some(kind) => kind,
        None => detect_protocol(spec)?,
    };
    Ok(match kind {
        ProtocolKind::Gtp => Box::new(GtpClient::new(spec.clone())),
        ProtocolKind::Gomocup => Box::new(GomocupClient::new(spec.clone())),
        ProtocolKind::NBoard => Box::new(NBoardClient::new(spec.clone())),
    })
}

/// Detects which protocol an engine speaks.
///
/// A program whose file name begins with `pbrain-` speaks Gomocup's protocol, as in the Piskvork manager.
/// Any other program is started up to three times, for three seconds each, or for its startup timeout if
/// that is shorter. It speaks
///
/// 1. GTP if it answers `protocol_version` with a line that begins with `=` or `?`;
/// 2. Gomocup's protocol if it answers `ABOUT` with a line that contains `name=`;
/// 3. the NBoard protocol if it answers `ping 1` with `pong 1`.
///
/// # Errors
///
/// [`Termination::Refused`](crate::engines::Termination::Refused) if the engine cannot be started or
/// speaks none of the protocols.
pub fn detect_protocol(spec: &EngineSpec) -> Result<ProtocolKind, EngineError> {
    let argv = spec.argv().map_err(|error| refused(error.to_string()))?;
    let file = Path::new(&argv[0]).file_name().unwrap_or_default();
    let file = file.to_string_lossy().to_ascii_lowercase();
    if file.starts_with("pbrain-") {
        return Ok(ProtocolKind::Gomocup);
    }
    let mut why = String::new();
    for kind in [
        ProtocolKind::Gtp,
        ProtocolKind::Gomocup,
        ProtocolKind::NBoard,
    ] {
        match probe(spec, kind)? {
            None => {
                log::info!("{} speaks {}", spec.name, kind.title());
                return Ok(kind);
            }
            Some(reason) => why = reason,
        }
    }
    Err(refused(format!(
        "answers neither GTP, Gomocup nor NBoard commands{why}; if it only starts slowly, name its \
         protocol: proto=PROTOCOL"
    )))
}

/// Starts an engine and ends it at once.
///
/// # Errors
///
/// [`Termination::Refused`](crate::engines::Termination::Refused) if the engine cannot be started.
pub(crate) fn check_start(spec: &EngineSpec) -> Result<(), EngineError> {
    EngineProcess::start(spec, &EngineContext::default()).map(drop)
}

/// `None` if the engine speaks a protocol, otherwise what else is known about it; may be empty.
fn probe(spec: &EngineSpec, kind: ProtocolKind) -> Result<Option<String>, EngineError> {
    let mut process = EngineProcess::start(spec, &EngineContext::default())?;
    let (requests, is_reply): (&[&str], fn(&str) -> bool) = match kind {
        ProtocolKind::Gtp => (&["protocol_version"], |line| line.starts_with(['=', '?'])),
        ProtocolKind::Gomocup => (&["ABOUT"], is_about),
        ProtocolKind::NBoard => (&["nboard 2", "ping 1"], |line| line == "pong 1"),
    };
    for request in requests {
        if let Err(error) = process.send(request) {
            return Ok(Some(format!(": it {error}")));
        }
    }
    let deadline = process.now() + PROBE_TIMEOUT.min(spec.startup_timeout());
    loop {
        match process.line(deadline) {
            Ok(Some(line)) if is_reply(&line.text) => return Ok(None),
            // The engine says itself that it speaks another protocol.
            Ok(Some(line)) if is_unknown(&line.text) => return Ok(Some(String::new())),
            Ok(Some(_)) => {}
            Ok(None) => return Ok(Some(process.hint())),
            Err(error) => return Ok(Some(format!(": it {error}"))),
        }
    }
}
