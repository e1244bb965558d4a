//! Protocols: GTP, Gomocup and NBoard.
//!
//! A [`Conversation`] joins a [`Protocol`] to a [`Session`](crate::session::Session). It takes lines
//! and engine events and returns [`Action`]s. It reads and writes nothing itself; [`run`] does that for
//! the executable. Each protocol has a table of its commands, from which the manual is generated.

mod command;
mod conversation;
mod detect;
mod event_loop;
mod gomocup;
mod gtp;
mod interface;
mod kind;
mod lexer;
mod manual;
mod nboard;

pub use command::{CommandSpec, Payload};
pub use conversation::Conversation;
pub use detect::Detector;
pub use event_loop::{run, run_with};
pub use interface::{Action, Protocol, Schedule};
pub use kind::ProtocolKind;
