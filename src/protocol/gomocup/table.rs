//! The command table of the Gomocup protocol.

use crate::protocol::command::{CommandTable, Group, NameCase};
use crate::protocol::gomocup::commands::{game, openings, yixin, yixin_database, yixin_openings};
use crate::protocol::gomocup::state::State;

/// Every command, in the order of the manual.
pub(crate) static TABLE: CommandTable<State> = CommandTable {
    name_case: NameCase::Any,
    groups: &[
        Group::new("The game", game::COMMANDS),
        Group::new("Openings", openings::COMMANDS),
        Group::new("Yixin-Board", yixin::COMMANDS),
        Group::new("Openings of Yixin-Board", yixin_openings::COMMANDS),
        Group::new("Database of Yixin-Board", yixin_database::COMMANDS),
    ],
};

/// Whether this word is a command of the Gomocup protocol, but not of GTP.
pub(crate) fn is_own_command(word: &str) -> bool {
    const ALSO_GTP: [&str; 2] = ["PLAY", "STOP"];
    TABLE
        .find(word)
        .is_some_and(|(command, _)| !ALSO_GTP.contains(&command.spec.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_upper_case_and_in_their_examples() {
        for command in TABLE.commands() {
            let name = command.spec.name;
            assert_eq!(name, name.to_ascii_uppercase());
            let example = command.spec.example.to_ascii_uppercase();
            assert!(example.contains(name), "{name} is not in its example");
        }
    }

    #[test]
    fn commands_that_gtp_lacks() {
        for word in ["START", "info", "About", "yxshowinfo", "BOARD", "end"] {
            assert!(is_own_command(word), "{word}");
        }
        for word in ["play", "stop", "name", "nboard", "", "quit"] {
            assert!(!is_own_command(word), "{word}");
        }
    }
}
