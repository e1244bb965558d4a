//! Engines of other authors: how they are described, started, driven and tested.
//!
//! [`EngineSpec`] describes an engine, and [`connect`] makes an [`EngineClient`] of it that hides which
//! protocol the engine speaks. [`compliance`] tests whether an engine follows its protocol.
//!
//! Inside the crate, `bridge` serves an engine in another protocol, and `mock` is an engine that
//! misbehaves on request.

pub(crate) mod bridge;
mod client;
pub mod compliance;
mod context;
pub(crate) mod cpus;
mod line_log;
pub(crate) mod mock;
mod process;
mod spec;
mod termination;
mod time_control;

pub use client::{
    BestMove, EngineClient, EngineIdentity, EngineReply, GameSpec, MoveInfo, OpeningChoice,
    OpeningReply, connect, detect_protocol,
};
pub(crate) use client::{check_start, warn_once_about};
pub use context::EngineContext;
pub use line_log::LineLog;
pub use process::kill_all;
pub use spec::{EngineKey, EngineSpec, SpecError};
pub use termination::{EngineError, Termination};
pub use time_control::TimeControl;
