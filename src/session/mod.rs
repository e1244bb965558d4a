//! A game between a controller and the engine, for any protocol.
//!
//! A [`Session`] holds the game record, the clocks and the options. It starts searches as
//! [`Job`](crate::engine::Job)s and receives their results as [`Event`](crate::engine::Event)s. It does
//! no input or output, starts no thread and reads no clock: the caller passes in the time.
//!
//! ```
//! use flipfive::engine::{Options, Variant};
//! use flipfive::game::{Move, Side, Vertex};
//! use flipfive::session::{SearchMode, SearchOptions, Session, Started};
//! use std::time::Instant;
//!
//! # fn main() -> Result<(), flipfive::session::SessionError> {
//! let mut session = Session::new(Variant::Othello, None, Options::default())?;
//! session.play(Side::Black, Move::Place(Vertex::new(3, 2)))?;
//! assert_eq!(session.record().side(), Side::White);
//!
//! let options = SearchOptions::default();
//! let started = session.start_search(SearchMode::Play, Side::White, &options, Instant::now())?;
//! assert!(matches!(started, Started::Search(_)));
//! # Ok(())
//! # }
//! ```

mod clocks;
mod error;
mod search;
mod state;
mod types;

pub use error::SessionError;
pub use state::Session;
pub use types::{
    EngineMove, FinishedSearch, RunningSearch, SearchEvent, SearchMode, SearchOptions, SearchTime,
    Started,
};
