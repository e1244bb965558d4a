//! What a command is and what it gets to work on.

use crate::protocol::Action;
use crate::protocol::nboard::State;
use crate::session::Session;
use std::time::Instant;

/// One command: what it is called, how it is used, what it does.
///
/// The tables of these feed dispatch, errors and the manual.
pub struct Command {
    /// The name: one word or two. Any case will do.
    pub name: &'static str,
    /// The arguments as the manual shows them. Empty for none.
    pub arguments: &'static str,
    /// One line.
    pub summary: &'static str,
    /// The reply and the errors, in sentences.
    pub details: &'static str,
    /// A conversation that shows it, from a fresh start: `> ` sent, `< ` replied. Tests hold it.
    pub example: &'static str,
    /// Whether arguments are well formed.
    pub(super) parses: fn(&str) -> bool,
    /// Parses the arguments and carries the command out.
    pub(super) run: fn(&mut Call<'_>, &str) -> Result<(), Failure>,
}

impl Command {
    /// How the command is used: its name and its arguments.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.arguments)
            .trim_end()
            .to_owned()
    }

    /// Whether the arguments are well formed. They may still ask for something impossible.
    pub fn parses(&self, arguments: &str) -> bool {
        (self.parses)(arguments)
    }

    /// The arguments, if a line is this command.
    pub(super) fn arguments_in<'a>(&self, line: &'a str) -> Option<&'a str> {
        let mut rest = line;
        for expected in self.name.split(' ') {
            let (word, after) = cut_word(rest);
            if !word.eq_ignore_ascii_case(expected) {
                return None;
            }
            rest = after;
        }
        Some(rest)
    }
}

/// The first word of a text and what follows it.
pub(super) fn cut_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

/// A row of a command table: name, arguments, parser => handler; summary; details; example.
///
/// The handler is called with what the parser returned, so a row cannot name a parser and a handler
/// that do not fit together.
macro_rules! command {
    ($name:literal, $arguments:literal, $parser:expr => $handler:expr;
     $summary:literal; $details:literal; $example:literal) => {
        $crate::protocol::nboard::command::Command {
            name: $name,
            arguments: $arguments,
            summary: $summary,
            details: $details,
            example: $example,
            parses: |text| $crate::protocol::lexer::whole($parser, text).is_some(),
            run: |call, text| match $crate::protocol::lexer::whole($parser, text) {
                Some(arguments) => $handler(call, arguments),
                None => Err($crate::protocol::nboard::command::Failure::Usage),
            },
        }
    };
}
pub(super) use command;

/// What a command works on.
pub(super) struct Call<'a> {
    /// What the protocol keeps.
    pub state: &'a mut State,
    /// The game.
    pub session: &'a mut Session,
    /// When the line came.
    pub received: Instant,
    /// What has to be done.
    pub actions: &'a mut Vec<Action>,
}

impl Call<'_> {
    /// Writes a text that ends with a line feed.
    pub fn write(&mut self, text: impl Into<String>) {
        self.actions.push(Action::Write(text.into()));
    }
}

/// Why a command failed. The state is as it was before.
#[derive(Debug)]
pub(super) enum Failure {
    /// The arguments are malformed: the status quotes the usage.
    Usage,
    /// For this reason.
    Text(String),
}
