//! The Go Text Protocol, version 2, for Othello and Gomoku.
//!
//! Specification: Gunnar Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2"
//! (2002). Beyond it: the extensions of GoGui, Quarry's commands for choosing a game, the analysis
//! commands of Leela Zero and KataGo, and commands of our own, which begin with `flipfive-`.
//!
//! `line.rs` cleans a line and splits it, `commands/mod.rs` lists the commands, and the files beside it
//! hold their rows and handlers. `reply.rs` frames the replies.

mod board_text;
mod call;
mod commands;
mod graphics;
mod line;
mod protocol;
mod reply;
mod text;

pub(crate) use commands::TABLE;
pub(crate) use protocol::Gtp;
