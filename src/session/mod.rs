//! A game between a controller and the engine, for any protocol.
//!
//! A [`Session`] holds the game record, the clocks and the options. It starts searches as
//! [`Job`](crate::engine::Job)s and receives their results as [`Event`](crate::engine::Event)s. It does
//! no input or output, starts no thread and reads no clock: the caller passes in the time.

mod clocks;
mod error;
mod search;
mod state;
mod types;

pub use error::SessionError;
pub use state::Session;
pub use types::{
    EngineMove, FinishedSearch, RunningSearch, SearchEvent, SearchMode, SearchOptions, Started,
};
