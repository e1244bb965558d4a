//! Lines of an engine's output, with the time of their arrival.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Bytes of a line that are kept; the rest is dropped. An analysis of all moves of a large board takes
/// about half of this.
const MAX_LINE: usize = 64 << 10;

/// A line of an engine's output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The text without its end, trimmed, with blanks instead of control characters and replacement
    /// characters instead of what is not UTF-8.
    pub text: String,
    /// When the end of the line was read.
    pub at: Instant,
}

/// Reads lines and passes them to `take` until it returns false or the input ends. The last line needs no
/// line feed. `unfinished` always holds the length of the line that is being read.
pub(super) fn read_lines(
    from: impl Read,
    unfinished: &AtomicUsize,
    mut take: impl FnMut(Line) -> bool,
) {
    let mut from = BufReader::new(from);
    let mut line: Vec<u8> = Vec::new();
    // A carriage return ends a line at once, since some engines write nothing after it. A line feed
    // that follows belongs to it.
    let mut returned = false;
    loop {
        let buffer = match from.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                log::debug!("cannot read from an engine: {error}");
                &[]
            }
        };
        if buffer.is_empty() {
            if !line.is_empty() {
                take(Line::new(&line));
            }
            return;
        }
        if std::mem::take(&mut returned) && buffer[0] == b'\n' {
            from.consume(1);
            continue;
        }
        let end = buffer
            .iter()
            .position(|&byte| matches!(byte, b'\n' | b'\r'));
        let part = &buffer[..end.unwrap_or(buffer.len())];
        line.extend_from_slice(&part[..part.len().min(MAX_LINE - line.len())]);
        returned = end.is_some_and(|end| buffer[end] == b'\r');
        let used = part.len() + usize::from(end.is_some());
        from.consume(used);
        if end.is_some() {
            let taken = take(Line::new(&line));
            line.clear();
            if !taken {
                return;
            }
        }
        unfinished.store(line.len(), Ordering::Relaxed);
    }
}

impl Line {
    /// A line that has just ended.
    fn new(bytes: &[u8]) -> Self {
        let at = Instant::now();
        let text = String::from_utf8_lossy(bytes).replace(char::is_control, " ");
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        Self {
            text: text.to_owned(),
            at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut found = Vec::new();
        // A tiny buffer, so that lines and their ends arrive in several reads.
        let from = BufReader::with_capacity(3, bytes);
        read_lines(from, &AtomicUsize::new(0), |line| {
            found.push(line.text);
            true
        });
        found
    }

    #[test]
    fn every_kind_of_line_end_counts_once() {
        assert_eq!(lines(b"= D3\n\n? no\n"), ["= D3", "", "? no"]);
        assert_eq!(lines(b"= D3\r\n\r\n? no\r\n"), ["= D3", "", "? no"]);
        assert_eq!(lines(b"7,7\r8,8\r"), ["7,7", "8,8"]);
        assert_eq!(lines(b" a\tb \xff"), ["a b \u{fffd}"]);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_whole() {
        let mut input = vec![b'x'; MAX_LINE + 5];
        input.extend_from_slice(b"\nname\n");
        let found = lines(&input);
        assert_eq!(found[0].len(), MAX_LINE);
        assert_eq!(found[1], "name");
    }
}
