//! Programs of other people: how one is started, spoken to, checked and stood in for.
//!
//! [`spec`] says how an engine is started, [`process`] runs it, [`client`] speaks its protocol. [`mock`] is an
//! engine that misbehaves on request. [`bridge`] puts an engine of any protocol in the place of our own,
//! [`compliance`] finds out whether an engine keeps to its protocol.

pub mod bridge;
pub mod client;
pub mod compliance;
pub mod mock;
pub mod process;
pub mod spec;
pub mod termination;

pub use client::engine_client::{BestMove, EngineClient, EngineReply, GameSpec, MoveInfo};
pub use spec::{EngineSpec, SpecError};
pub use termination::{EngineError, Termination};
