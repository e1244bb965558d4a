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
}

impl OpenPayload {
    pub(crate) fn new(spec: &'static CommandSpec, arguments: &str) -> Self {
        Self {
            spec,
            arguments: arguments.to_owned(),
            lines: Vec::new(),
            count: 0,
            error: None,
        }
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
