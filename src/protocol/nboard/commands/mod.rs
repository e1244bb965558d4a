//! The command table, with a file for each group of the manual. To add a command, add a row to
//! `COMMANDS` in the file of its group.

pub(crate) mod conversation;
pub(crate) mod game;
pub(crate) mod settings;
pub(crate) mod thinking;

use crate::protocol::command::{CommandTable, NameCase};
use crate::protocol::nboard::call::State;

/// Every command, in the order of the manual.
pub(crate) static TABLE: CommandTable<State> = CommandTable {
    name_case: NameCase::Any,
    groups: &[
        ("Conversation", conversation::COMMANDS),
        ("Game", game::COMMANDS),
        ("Settings", settings::COMMANDS),
        ("Thinking", thinking::COMMANDS),
    ],
};
