//! The lines between a command such as `BOARD` and its `DONE`.

use crate::protocol::command::{CommandSpec, Payload};
use crate::protocol::gomocup::coordinates::{Pair, numbers};
use crate::protocol::lexer::parse_all;

/// More stones than any board has cells for.
const MOST_LINES: usize = 22 * 22;

/// One line of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PayloadLine {
    pub pair: Pair,
    /// Whose stone: 1 own, 2 the opponent's, 3 neither; 0 if it was not said.
    pub who: i64,
}

/// A block that has started.
pub struct OpenPayload {
    spec: &'static CommandSpec,
    pub arguments: String,
    pub lines: Vec<PayloadLine>,
    /// Lines so far.
    count: usize,
    /// The first line that does not belong here.
    pub error: Option<String>,
}

impl OpenPayload {
    pub fn new(spec: &'static CommandSpec, arguments: &str) -> Self {
        Self {
            spec,
            arguments: arguments.to_owned(),
            lines: Vec::new(),
            count: 0,
            error: None,
        }
    }

    /// Takes a line that is no command.
    pub fn push(&mut self, line: &str) {
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
            Some(item) if self.lines.len() < MOST_LINES => self.lines.push(item),
            _ if self.error.is_some() => {}
            Some(_) => {
                self.error = Some(format!(
                    "{} has more than {MOST_LINES} lines",
                    self.spec.name
                ));
            }
            None => {
                let expected = match self.spec.payload {
                    Payload::Stones => "x,y,who with who 1 (own), 2 (opponent) or 3 (neither)",
                    _ => "x,y",
                };
                self.error = Some(format!(
                    "line {} of {}: {line:?}, expected {expected}",
                    self.count, self.spec.name
                ));
            }
        }
    }
}
