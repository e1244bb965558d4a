//! The commands, one file for each group of the manual. To add a command, add a row to `COMMANDS` in
//! the file of its group.

pub mod conversation;
pub mod game;
pub mod settings;
pub mod thinking;
