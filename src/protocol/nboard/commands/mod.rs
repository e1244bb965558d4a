//! The commands; each group of the manual has a file. To add a command, add a row to `COMMANDS` in the
//! file of its group.

pub(crate) mod conversation;
pub(crate) mod game;
pub(crate) mod settings;
pub(crate) mod thinking;
