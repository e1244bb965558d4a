//! Lines of input: cleaning, and detection of the command.

use crate::format::ggf;
use crate::game::Side;
use crate::protocol::cut_word;
use crate::protocol::nboard::call::Command;
use crate::protocol::nboard::commands::TABLE;

/// Decodes a line: replaces invalid UTF-8, turns control characters into spaces, and removes a byte order
/// mark and blanks at both ends.
pub(crate) fn clean(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    text.trim_start_matches('\u{feff}').trim().to_owned()
}

/// The command of a cleaned line, and its arguments. `None` if the line is not a command.
pub(crate) fn find(line: &str) -> Option<(&'static Command, &str)> {
    TABLE.find(line).or_else(|| {
        // In version 1 of the protocol, a line with only a move plays it.
        let (word, _) = cut_word(line);
        let name = word.split('/').next().unwrap_or_default();
        let is_move = name.len() == 2 && ggf::read_move(Side::Black, name).is_ok();
        let (command, _) = TABLE.find("move").filter(|_| is_move)?;
        Some((command, line))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(line: &str) -> Option<(&'static str, &str)> {
        find(line).map(|(command, arguments)| (command.spec.name, arguments))
    }

    #[test]
    fn lines_are_found() {
        for (line, expected) in [
            ("nboard 2", ("nboard", "2")),
            ("NBOARD  2", ("nboard", "2")),
            ("set  Depth 12", ("set depth", "12")),
            ("set game (;GM[Othello];)", ("set game", "(;GM[Othello];)")),
            ("move f5/1/2", ("move", "f5/1/2")),
            ("F5", ("move", "F5")),
            ("pa/0.00/1", ("move", "pa/0.00/1")),
            ("go now", ("go", "now")),
        ] {
            assert_eq!(found(line), Some(expected), "{line}");
        }
        for line in [
            "",
            "set",
            "set colour red",
            "F9",
            "P",
            "F5D6",
            "hello",
            "é5",
            "golf",
        ] {
            assert_eq!(found(line), None, "{line}");
        }
    }

    #[test]
    fn lines_are_cleaned() {
        assert_eq!(clean(b"  ping\t1 \r"), "ping 1");
        assert_eq!(clean(b"\xef\xbb\xbfnboard 2"), "nboard 2");
        assert_eq!(clean(b"\xff\0"), "\u{fffd}");
    }
}
