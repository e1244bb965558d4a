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
mod run;

pub use check::{CheckResult, Status};
pub use run::run;
