//! GTP lines: cleaning and splitting.

use crate::protocol::{clean_line, cut_word};

/// Cleans a line as the specification demands: removes control characters, comments, and spaces at both
/// ends. A byte order mark goes, too. Invalid UTF-8 becomes replacement characters.
pub(crate) fn clean(line: &[u8]) -> String {
    let text = clean_line(line);
    let (command, _comment) = text.split_once('#').unwrap_or((&text, ""));
    command.trim_end().to_owned()
}

/// Splits a cleaned line into the id, which may be empty, and the command with its arguments.
pub(crate) fn split_id(line: &str) -> (&str, &str) {
    let (first, rest) = cut_word(line);
    if first.bytes().all(|byte| byte.is_ascii_digit()) {
        (first, rest)
    } else {
        ("", line)
    }
}

/// Whether a raw line is the comment `# interrupt`, which stops a search.
pub(crate) fn is_interrupt(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.strip_prefix(b"#")
        .is_some_and(|comment| comment.trim_ascii() == b"interrupt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cleaned() {
        assert_eq!(clean(b"  play\tb D3 # best\r"), "play b D3");
        assert_eq!(clean(b"na\0me\x7f\x01"), "name");
        assert_eq!(clean(b"# interrupt"), "");
        assert_eq!(clean(b"\xef\xbb\xbfname"), "name");
        assert_eq!(clean(b"\xff\xfe"), "\u{fffd}\u{fffd}");
    }

    #[test]
    fn ids_are_split_off() {
        assert_eq!(split_id("play b  D3"), ("", "play b  D3"));
        assert_eq!(split_id("007 play b  D3"), ("007", "play b  D3"));
        assert_eq!(split_id("7"), ("7", ""));
        assert_eq!(split_id("7up x"), ("", "7up x"));
    }

    #[test]
    fn interrupts_are_comments() {
        for line in ["# interrupt", "#interrupt\r", "  # interrupt  "] {
            assert!(is_interrupt(line.as_bytes()), "{line}");
        }
        for line in ["interrupt", "# interrupted", "name # interrupt", ""] {
            assert!(!is_interrupt(line.as_bytes()), "{line}");
        }
    }
}
