//! The commands; each group of the manual has a file. To add a command, add a row to `COMMANDS` in the
//! file of its group.

pub(crate) mod game;
pub(crate) mod openings;
pub(crate) mod yixin;
pub(crate) mod yixin_database;
pub(crate) mod yixin_openings;
