//! The framing of replies.
//!
//! A reply is a status character with the id of its command, a text, and a blank line. The first blank
//! line ends the reply, so the text never contains one.

use crate::protocol::{MAX_ERROR_LENGTH, shorten};
use std::fmt::Write;

/// The digits before the command; empty if there are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Id(pub String);

/// The reply of a command that succeeded.
pub(crate) fn success(id: &Id, text: &str) -> String {
    frame('=', id, text)
}

/// The reply of a command that failed.
pub(crate) fn failure(id: &Id, text: &str) -> String {
    frame('?', id, &shorten(text, MAX_ERROR_LENGTH))
}

fn frame(status: char, id: &Id, text: &str) -> String {
    let mut reply = format!("{status}{}", id.0);
    // GoGui reads the text after the first space. Without one, it takes the id for the text.
    if text.is_empty() && !id.0.is_empty() {
        reply.push(' ');
    }
    // A board begins on its own line. The space after the status character stays for the same reason.
    let own_line = text.starts_with('\n');
    for (n, line) in lines(text).enumerate() {
        match (n, own_line) {
            (0, true) => reply.push_str(" \n"),
            (0, false) => reply.push(' '),
            _ => reply.push('\n'),
        }
        reply.push_str(line);
    }
    reply.push_str("\n\n");
    reply
}

/// The first line of a reply whose text follows later.
pub(crate) fn open(id: &Id) -> String {
    format!("={}\n", id.0)
}

/// More text of an open reply.
pub(crate) fn more(text: &str) -> String {
    lines(text).fold(String::new(), |mut reply, line| {
        // Writing to a string cannot fail.
        let _ = writeln!(reply, "{line}");
        reply
    })
}

/// The end of an open reply.
pub(crate) fn close() -> String {
    "\n".into()
}

/// The lines of a text that are not blank, without trailing spaces.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames() {
        let (none, id) = (Id::default(), Id("12".into()));
        assert_eq!(success(&none, ""), "=\n\n");
        assert_eq!(success(&id, ""), "=12 \n\n");
        assert_eq!(success(&id, "D4"), "=12 D4\n\n");
        assert_eq!(failure(&id, "illegal move"), "?12 illegal move\n\n");
        assert_eq!(success(&none, "a\nb\n"), "= a\nb\n\n");
        assert_eq!(success(&none, "\n  A B\n1 . ."), "= \n  A B\n1 . .\n\n");
    }

    #[test]
    fn no_text_can_break_a_frame() {
        for text in ["a\n\nb", "a\n \nb\r\n\r\n", "\n\na\n\n\nb\n"] {
            for reply in [
                success(&Id::default(), text),
                failure(&Id("0".into()), text),
            ] {
                let end = reply.find("\n\n").unwrap();
                assert_eq!(end + 2, reply.len(), "{reply:?}");
            }
            assert_eq!(more(text), "a\nb\n");
        }
    }
}
