//! The command table, with a file for each group of the manual. To add a command, add a row to
//! `COMMANDS` in the file of its group.

pub(crate) mod administration;
pub(crate) mod advice;
pub(crate) mod analysis;
pub(crate) mod board;
pub(crate) mod clocks;
pub(crate) mod gogui;
pub(crate) mod options;
pub(crate) mod records;
pub(crate) mod rules;

use crate::protocol::command::{CommandTable, NameCase};
use crate::protocol::gtp::call::State;

/// Every command, in the order of the manual.
pub(crate) static TABLE: CommandTable<State> = CommandTable {
    name_case: NameCase::Exact,
    groups: &[
        ("Administration", administration::COMMANDS),
        ("Board and moves", board::COMMANDS),
        ("Rules", rules::COMMANDS),
        ("Clocks", clocks::COMMANDS),
        ("Records", records::COMMANDS),
        ("Analysis", analysis::COMMANDS),
        ("Advice", advice::COMMANDS),
        ("Options", options::COMMANDS),
        ("GoGui", gogui::COMMANDS),
    ],
};
