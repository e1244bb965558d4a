//! The protocol of Gomocup and the Piskvork manager, with the extension of Yixin-Board.
//!
//! Specification: Petr Laštovička, "Gomocup Protocol" (<https://plastovicka.github.io/protocl2en.htm>).
//! The extension has the commands that Yixin-Board sends (<https://github.com/accreator/Yixin-Board>).
//!
//! `commands/mod.rs` lists the commands, and the files beside it hold their rows and handlers. Commands
//! such as `BOARD` need further lines; `payload.rs` collects them until `DONE`, and then the command runs.

mod blocked_moves;
mod call;
mod commands;
mod coordinates;
mod info;
mod messages;
mod payload;
mod protocol;
mod set_up;
mod time_limits;

pub(crate) use commands::{TABLE, is_own_command};
pub(crate) use info::manual as info_keys;
pub(crate) use protocol::Gomocup;
