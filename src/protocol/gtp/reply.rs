//! The framing of replies: the only place that knows how one begins and ends.
//!
//! A reply is a status character with the id of its command, a text, and a blank line. Hosts take the
//! first blank line for the end, so there is never one inside.

use std::fmt::Write;

/// The digits that stood before the command, empty if there were none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Id(pub String);

/// A complete reply of a command that succeeded.
pub fn success(id: &Id, text: &str) -> String {
    frame('=', id, text)
}

/// A complete reply of a command that failed.
pub fn failure(id: &Id, text: &str) -> String {
    frame('?', id, text)
}

fn frame(status: char, id: &Id, text: &str) -> String {
    let mut reply = format!("{status}{}", id.0);
    // A picture begins on a line of its own. The blank after the sign stays, because GoGui takes the
    // text from after the first blank.
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

/// The first line of a reply whose text follows bit by bit.
pub fn open(id: &Id) -> String {
    format!("={}\n", id.0)
}

/// More of an open reply.
pub fn more(text: &str) -> String {
    lines(text).fold(String::new(), |mut reply, line| {
        // Writing to a string cannot fail.
        let _ = writeln!(reply, "{line}");
        reply
    })
}

/// The end of an open reply.
pub fn close() -> String {
    "\n".into()
}

/// The lines of a text that are not blank, without blanks at their ends.
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
        assert_eq!(success(&id, ""), "=12\n\n");
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
