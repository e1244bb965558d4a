//! The protocol of Gomocup and the Piskvork manager, with the extension of Yixin-Board.
//!
//! Specification: Petr Laštovička, "Gomocup Protocol" (<https://plastovicka.github.io/protocl2en.htm>);
//! Yixin-Board's commands as that GUI sends them (<https://github.com/accreator/Yixin-Board>).
//!
//! `table.rs` lists the commands, and the files in `commands` hold their rows and handlers. Commands
//! such as `BOARD` are executed when `DONE` completes them; `payload.rs` collects the lines until then.

mod blocked_moves;
mod call;
mod commands;
mod coordinates;
mod info;
mod line;
mod messages;
mod payload;
mod protocol;
mod set_up;
mod state;
mod table;
mod time_limits;

pub use info::manual as info_keys;
pub use protocol::Gomocup;
pub use table::{TABLE, is_own_command};
