//! The command table, with a file for each group of the manual. To add a command, add a row to
//! `COMMANDS` in the file of its group.

pub(crate) mod game;
pub(crate) mod openings;
pub(crate) mod yixin;
pub(crate) mod yixin_database;
pub(crate) mod yixin_openings;

use crate::protocol::command::{CommandTable, NameCase};
use crate::protocol::gomocup::call::State;

/// Every command, in the order of the manual.
pub(crate) static TABLE: CommandTable<State> = CommandTable {
    name_case: NameCase::Any,
    groups: &[
        ("The game", game::COMMANDS),
        ("Openings", openings::COMMANDS),
        ("Yixin-Board", yixin::COMMANDS),
        ("Openings of Yixin-Board", yixin_openings::COMMANDS),
        ("Database of Yixin-Board", yixin_database::COMMANDS),
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
    fn commands_that_gtp_lacks() {
        for word in ["START", "info", "About", "yxshowinfo", "BOARD", "end"] {
            assert!(is_own_command(word), "{word}");
        }
        for word in ["play", "stop", "name", "nboard", "", "quit"] {
            assert!(!is_own_command(word), "{word}");
        }
    }
}
