//! The command table of GTP.

use crate::protocol::command::{CommandTable, Group, NameCase};
use crate::protocol::gtp::commands::{
    administration, advice, analysis, board, clocks, gogui, options, records,
};
use crate::protocol::gtp::state::State;

/// Every command, in the order of the manual.
pub static TABLE: CommandTable<State> = CommandTable {
    name_case: NameCase::Exact,
    groups: &[
        Group {
            title: "Administration",
            commands: administration::COMMANDS,
        },
        Group {
            title: "Board and moves",
            commands: board::COMMANDS,
        },
        Group {
            title: "Clocks",
            commands: clocks::COMMANDS,
        },
        Group {
            title: "Records",
            commands: records::COMMANDS,
        },
        Group {
            title: "Analysis",
            commands: analysis::COMMANDS,
        },
        Group {
            title: "Advice",
            commands: advice::COMMANDS,
        },
        Group {
            title: "Options",
            commands: options::COMMANDS,
        },
        Group {
            title: "GoGui",
            commands: gogui::COMMANDS,
        },
    ],
};
