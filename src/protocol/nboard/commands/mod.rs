//! The commands; each group of the manual has a file. To add a command, add a row to `COMMANDS` in the
//! file of its group.

pub mod conversation;
pub mod game;
pub mod settings;
pub mod thinking;
