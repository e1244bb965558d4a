//! The commands, one file for each group of the manual. To add a command, add a row to `COMMANDS` in
//! the file of its group.

pub mod administration;
pub mod advice;
pub mod analysis;
pub mod board;
pub mod clocks;
pub mod gogui;
pub mod options;
pub mod records;
