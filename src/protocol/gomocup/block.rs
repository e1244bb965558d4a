//! The lines between a command such as `BOARD` and its `DONE`.

use crate::protocol::gomocup::command::{Command, Follow};
use crate::protocol::gomocup::frame::{Pair, numbers};
use crate::protocol::lexer::whole;

/// More stones than any board has cells for.
const MOST_ITEMS: usize = 22 * 22;

/// One line of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub pair: Pair,
    /// Whose stone: 1 own, 2 the opponent's, 3 neither; 0 if it was not said.
    pub who: i64,
}

/// A block that has begun.
pub(super) struct Block {
    pub command: &'static Command,
    pub arguments: String,
    pub items: Vec<Item>,
    /// Lines so far.
    count: usize,
    /// The first line that does not belong here.
    pub wrong: Option<String>,
}

impl Block {
    pub fn new(command: &'static Command, arguments: &str) -> Self {
        Self {
            command,
            arguments: arguments.to_owned(),
            items: Vec::new(),
            count: 0,
            wrong: None,
        }
    }

    /// Takes a line that is no command.
    pub fn push(&mut self, line: &str) {
        self.count += 1;
        let item = whole(numbers, line).and_then(|numbers| {
            let (pair, who) = match numbers[..] {
                [first, second] => (Pair(first, second), 0),
                [first, second, who] => (Pair(first, second), who),
                _ => return None,
            };
            let fits = match self.command.follow {
                Follow::Stones => (1..=3).contains(&who),
                _ => true,
            };
            fits.then_some(Item { pair, who })
        });
        match item {
            Some(item) if self.items.len() < MOST_ITEMS => self.items.push(item),
            _ if self.wrong.is_some() => {}
            Some(_) => {
                self.wrong = Some(format!(
                    "{} has more than {MOST_ITEMS} lines",
                    self.command.name
                ));
            }
            None => {
                let expected = match self.command.follow {
                    Follow::Stones => "x,y,who with who 1 (own), 2 (opponent) or 3 (neither)",
                    _ => "x,y",
                };
                self.wrong = Some(format!(
                    "line {} of {}: {line:?}, expected {expected}",
                    self.count, self.command.name
                ));
            }
        }
    }
}
