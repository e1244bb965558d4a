//! The commands; each group of the manual has a file. To add a command, add a row to `COMMANDS` in the
//! file of its group.

pub mod game;
pub mod openings;
pub mod yixin;
pub mod yixin_database;
pub mod yixin_openings;
