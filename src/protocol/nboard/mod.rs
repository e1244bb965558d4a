//! The NBoard protocol, version 2, for Othello.
//!
//! Specification: Chris Welty, "NBoard Protocol" (2014), and the behaviour of the GUI. Both sides send
//! one command per line; most commands have no reply. `ping` synchronises both sides: the engine stops
//! and answers `pong`, and all lines before `pong` belong to an earlier position.
//!
//! `line.rs` cleans a line and finds its command, `commands/mod.rs` lists the commands, and the files
//! beside it hold their rows and handlers. `depth.rs` says from where the endgame is solved. Unknown lines are ignored; errors appear in the status line
//! of the GUI.

mod analysis;
mod call;
mod commands;
mod depth;
mod line;
mod protocol;
mod reply;
mod request;

pub(crate) use commands::TABLE;
pub(crate) use protocol::NBoard;
