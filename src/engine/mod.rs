//! The engine: runs one search job at a time on a thread of its own and posts events.
//!
//! It prints nothing and knows no protocol. Each job has its own stop token. A panic in a search becomes a
//! failed job, and the next job gets a new player.
//!
//! ```
//! use flipfive::engine::{Engine, EngineHandle, Event, Job, JobId, Variant};
//! use flipfive::search::{Limits, SearchRequest};
//! use std::sync::mpsc::channel;
//!
//! let (sender, events) = channel();
//! let mut engine = Engine::new(move |event| sender.send(event).unwrap());
//! let record = Variant::Othello.new_record(8).unwrap();
//! engine.begin(Job {
//!     id: JobId(1),
//!     variant: Variant::Othello,
//!     start: record.start(),
//!     moves: record.moves(),
//!     request: SearchRequest::new(Limits::depth(2)),
//! });
//! let result = events.iter().find_map(|event| match event {
//!     Event::Done(JobId(1), result) => Some(result),
//!     _ => None,
//! });
//! assert!(result.unwrap().best.is_some());
//! ```

mod any_player;
pub mod bench;
mod handle;
mod job;
mod option_kind;
mod option_table;
mod options;
mod variant;

pub use handle::{Engine, EngineHandle, Event};
pub use job::{Job, JobId};
pub use option_kind::OptionKind;
pub use option_table::{MAX_THREADS, OPTIONS, OptionError, OptionSpec, find_option};
pub use options::{Fouls, LiveGraphics, Options, Rows, Start};
pub use variant::Variant;
