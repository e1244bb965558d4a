//! The commands, one file for each group of the manual. To add a command, add a row to `COMMANDS` in
//! the file of its group.

pub(crate) mod administration;
pub(crate) mod advice;
pub(crate) mod analysis;
pub(crate) mod board;
pub(crate) mod clocks;
pub(crate) mod gogui;
pub(crate) mod options;
pub(crate) mod records;
