//! Programs of other people: how one is started, spoken to, checked and stood in for.
//!
//! [`spec`] says how an engine is started, [`process`] runs it, [`client`] speaks its protocol. [`mock`] is an
//! engine that misbehaves on request. [`bridge`] puts an engine of any protocol in the place of our own,
//! [`compliance`] finds out whether an engine keeps to its protocol.

pub mod bridge;
pub mod client;
pub mod compliance;
pub mod engine_client;
pub mod game_result;
pub mod mock;
pub mod process;
pub mod spec;
pub mod time_control;

pub use engine_client::{Answer, EngineClient, Fault, GameSpec, Turn};
pub use game_result::{GameResult, MoveInfo, Ply, Termination};
pub use spec::EngineSpec;
