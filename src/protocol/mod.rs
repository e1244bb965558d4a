//! Protocols: GTP, Gomocup and NBoard, and [`analysis`] in lines of JSON.
//!
//! A [`Conversation`] joins a [`Protocol`] to a [`Session`](crate::session::Session). It takes lines
//! and engine events and returns [`Action`]s. It reads and writes nothing itself; [`run`] does that for
//! the executable. Each protocol has a table of its commands, from which the manual is generated.
//!
//! ```
//! use flipfive::engine::{Engine, EngineHandle, Options, Variant};
//! use flipfive::protocol::{Action, Conversation, ProtocolKind};
//! use flipfive::session::Session;
//! use std::time::Instant;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let (sender, events) = std::sync::mpsc::channel();
//! let mut engine = Engine::new(move |event| drop(sender.send(event)));
//! let options = Options { depth: 4, ..Options::default() };
//! let session = Session::new(Variant::Othello, None, options)?;
//! let mut conversation = Conversation::new(ProtocolKind::Gtp.protocol(true), session);
//!
//! let mut actions = conversation.on_line(b"1 genmove black".to_vec(), Instant::now());
//! let reply = 'reply: loop {
//!     for action in actions {
//!         match action {
//!             Action::Search(job) => engine.begin(*job),
//!             Action::Write(text) => break 'reply text,
//!             _ => {}
//!         }
//!     }
//!     actions = conversation.on_engine(events.recv()?, Instant::now());
//! };
//! assert!(reply.starts_with("=1 "));
//! # Ok(())
//! # }
//! ```

pub mod analysis;
mod command;
mod controller;
mod conversation;
mod detect;
mod event_loop;
mod gomocup;
mod gtp;
mod input;
mod interface;
mod kind;
mod lexer;
mod manual;
mod nboard;
mod throttle;

pub use command::{CommandSpec, Payload};
pub(crate) use command::{MAX_ERROR_LENGTH, clean_line, cut_word, shorten};
pub use conversation::Conversation;
pub use detect::Detector;
pub use event_loop::{run, run_with};
pub(crate) use interface::SCRIPT_GAP;
pub use interface::{Action, Context, Pondering, Protocol, RunningCommand, Schedule};
pub use kind::ProtocolKind;
pub(crate) use throttle::Throttle;
