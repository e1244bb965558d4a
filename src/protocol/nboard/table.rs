//! The command table of the NBoard protocol.

use crate::protocol::command::{CommandTable, Group, NameCase};
use crate::protocol::nboard::commands::{conversation, game, settings, thinking};
use crate::protocol::nboard::state::State;

/// Every command, in the order of the manual.
pub(crate) static TABLE: CommandTable<State> = CommandTable {
    name_case: NameCase::Any,
    groups: &[
        Group::new("Conversation", conversation::COMMANDS),
        Group::new("Game", game::COMMANDS),
        Group::new("Settings", settings::COMMANDS),
        Group::new("Thinking", thinking::COMMANDS),
    ],
};
