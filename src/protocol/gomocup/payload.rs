//! The lines between a command such as `BOARD` and its `DONE`.

use crate::protocol::gomocup::coordinates::{Pair, numbers};
use crate::protocol::lexer::parse_all;
use crate::protocol::{CommandSpec, Payload};

/// The number of points of the largest board.
const MAX_LINES: usize = 22 * 22;

/// A line between a command and its `DONE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PayloadLine {
    pub pair: Pair,
    /// The owner of the stone: 1 the engine, 2 the opponent, 3 neither; 0 in lines without this number.
    pub who: i64,
}

/// A command that waits for its `DONE`, and its lines so far.
pub(crate) struct OpenPayload {
    spec: &'static CommandSpec,
    pub arguments: String,
    pub lines: Vec<PayloadLine>,
    /// The number of lines so far, malformed ones included.
    count: usize,
    /// Why the command will fail: the first error in its lines.
    pub error: Option<String>,
    /// Whether the next line goes on with a quoted text.
    pub in_text: bool,
}

/// The rest of a line after the quotation mark that ends a text. `None` if the text goes on in the next line. A
/// backslash precedes each quotation mark and each backslash of the text.
fn after_text(line: &str) -> Option<&str> {
    let mut escaped = false;
    for (index, c) in line.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(&line[index + 1..]),
            _ => {}
        }
    }
    None
}

impl OpenPayload {
    pub(crate) fn new(spec: &'static CommandSpec, arguments: &str) -> Self {
        Self {
            spec,
            arguments: match spec.payload {
                // Its text is skipped.
                Payload::TextAndMoves => String::new(),
                _ => arguments.to_owned(),
            },
            lines: Vec::new(),
            count: 0,
            error: None,
            in_text: false,
        }
    }

    /// Begins the quoted text of a command that has one. Returns what follows its first quotation mark.
    pub(crate) fn begin_text<'a>(&mut self, arguments: &'a str) -> Option<&'a str> {
        let text = match self.spec.payload {
            Payload::TextAndMoves => arguments.strip_prefix('"'),
            _ => None,
        };
        self.in_text = text.is_some();
        text
    }

    /// Whether the next line belongs to the command whatever it says, even if it is the name of a command.
    pub(crate) fn takes_any_line(&self) -> bool {
        self.in_text || self.spec.payload == Payload::FileName
    }

    /// A line without its part of a quoted text.
    pub(crate) fn skip_text<'a>(&mut self, line: &'a str) -> &'a str {
        // Empty lines are not executed, so they do not count.
        if !self.in_text || line.is_empty() {
            return line;
        }
        let rest = after_text(line).filter(|rest| !rest.trim().is_empty());
        let ends = after_text(line).is_some();
        // What follows the text on its last line is counted as a line of its own.
        self.count += usize::from(rest.is_none());
        // A text without an end must not swallow all further commands.
        self.in_text = !ends && self.count < MAX_LINES;
        rest.unwrap_or_default().trim()
    }

    /// Adds a line that is not a command.
    pub(crate) fn push(&mut self, line: &str) {
        self.count += 1;
        let item = parse_all(numbers, line).and_then(|numbers| {
            let (pair, who) = match numbers[..] {
                [first, second] => (Pair(first, second), 0),
                [first, second, who] => (Pair(first, second), who),
                _ => return None,
            };
            let fits = match self.spec.payload {
                Payload::Stones => (1..=3).contains(&who),
                _ => true,
            };
            fits.then_some(PayloadLine { pair, who })
        });
        match item {
            Some(item) if self.lines.len() < MAX_LINES => self.lines.push(item),
            _ if self.error.is_some() => {}
            Some(_) => {
                self.error = Some(format!(
                    "{} has more than {MAX_LINES} lines",
                    self.spec.name
                ));
            }
            None => {
                let expected = match self.spec.payload {
                    Payload::Stones => {
                        "a stone, expected x,y,who with who 1 (own), 2 (opponent) or 3 (neither)"
                    }
                    _ => "a point, expected x,y",
                };
                self.error = Some(format!(
                    "line {} of {}: {line:?} is not {expected}",
                    self.count, self.spec.name
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_ends_at_a_quotation_mark_without_a_backslash() {
        for (line, rest) in [
            ("", None),
            ("done", None),
            (r#"\""#, None),
            (r"\", None),
            (r#"""#, Some("")),
            (r#"a\"b"7,7"#, Some("7,7")),
            (r#"\\"done"#, Some("done")),
            (r#"é" 7,7 "x""#, Some(r#" 7,7 "x""#)),
        ] {
            assert_eq!(after_text(line), rest, "{line}");
        }
    }
}
