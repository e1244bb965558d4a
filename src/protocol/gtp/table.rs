//! The command table of GTP.

use crate::protocol::command::{CommandTable, Group, NameCase};
use crate::protocol::gtp::call::State;
use crate::protocol::gtp::commands::{
    administration, advice, analysis, board, clocks, gogui, options, records,
};

/// Every command, in the order of the manual.
pub(crate) static TABLE: CommandTable<State> = CommandTable {
    name_case: NameCase::Exact,
    groups: &[
        Group::new("Administration", administration::COMMANDS),
        Group::new("Board and moves", board::COMMANDS),
        Group::new("Clocks", clocks::COMMANDS),
        Group::new("Records", records::COMMANDS),
        Group::new("Analysis", analysis::COMMANDS),
        Group::new("Advice", advice::COMMANDS),
        Group::new("Options", options::COMMANDS),
        Group::new("GoGui", gogui::COMMANDS),
    ],
};
