//! The command table of a protocol.
//!
//! Each command is one row: name, arguments, parser, handler, and the texts of its manual entry. The
//! rows feed dispatch, usage errors, `list_commands`, `protocol.md` and the tests, so a command exists
//! in one place only. The rows of a protocol are in its folder `commands`, one file for each group.

use crate::protocol::interface::{Action, Context};
use crate::session::{Session, SessionError};
use crate::util::text::without_mark;
use std::borrow::Cow;
use std::time::Instant;

/// The lines that complete a command after its first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payload {
    /// None: the command is a single line.
    None,
    /// Lines `x,y,who`, then `DONE`.
    Stones,
    /// Lines `x,y`, then `DONE`.
    Moves,
    /// The rest of a quoted text that the first line has begun, then as `Moves`. The first move or `DONE` may follow the
    /// quotation mark on the same line.
    TextAndMoves,
    /// One line with a file name.
    FileName,
}

/// The description of a command.
#[derive(Debug)]
pub struct CommandSpec {
    /// The name: one word, or two with a space between them.
    pub name: &'static str,
    /// The arguments in the notation of the manual, such as `COLOR VERTEX`; empty for none.
    pub arguments: &'static str,
    /// The lines that complete the command.
    pub payload: Payload,
    /// What the command does, in one sentence.
    pub summary: &'static str,
    /// The reply and the errors, in sentences.
    pub details: &'static str,
    /// A conversation with a fresh engine: `> ` marks input, `< ` output, with placeholders such as `{move}` for what
    /// depends on the search or the version. A test replays it, and `protocol.md` shows the replies.
    pub example: &'static str,
    /// Whether the parser of the command accepts these arguments.
    pub(super) accepts: fn(&str) -> bool,
}

impl CommandSpec {
    /// The name, the arguments and the lines that follow, as usage errors quote them.
    pub fn usage(&self) -> String {
        let line = format!("{} {}", self.name, self.arguments);
        let line = line.trim_end();
        match self.payload {
            Payload::None => line.to_owned(),
            Payload::Stones => format!("{line} + X,Y,WHO ... + DONE"),
            Payload::Moves | Payload::TextAndMoves => format!("{line} + X,Y ... + DONE"),
            Payload::FileName => format!("{line} + FILE"),
        }
    }

    /// Whether the arguments are well formed. The command may still fail.
    pub fn accepts(&self, arguments: &str) -> bool {
        (self.accepts)(arguments)
    }
}

/// A row of a command table. `S` is the state that the protocol keeps besides the [`Session`].
pub(crate) struct Command<S: ProtocolState> {
    /// The description.
    pub spec: CommandSpec,
    /// Parses the arguments and executes the command.
    pub(super) run: fn(&mut Call<'_, S>, &str) -> Result<S::Answer, Failure>,
}

/// Makes a row of a command table:
///
/// ```text
/// "name", "ARGUMENTS" [then Payload], parser => handler; "summary"; "details"; "example"
/// ```
///
/// The handler takes the [`Call`] and the output of the parser, so the compiler checks that both fit. It
/// returns an answer of the protocol, or what converts into one.
macro_rules! command {
    ($name:literal, $arguments:literal, $($rest:tt)*) => {
        $crate::protocol::command::command!($name, $arguments then None, $($rest)*)
    };
    ($name:literal, $arguments:literal then $payload:ident, $parser:expr => $handler:expr;
     $summary:expr; $details:expr; $example:expr) => {
        $crate::protocol::command::Command {
            spec: $crate::protocol::command::CommandSpec {
                name: $name,
                arguments: $arguments,
                payload: $crate::protocol::command::Payload::$payload,
                summary: $summary,
                details: $details,
                example: $example,
                accepts: |text| $crate::protocol::lexer::parse_all($parser, text).is_some(),
            },
            run: |call, text| match $crate::protocol::lexer::parse_all($parser, text) {
                Some(arguments) => $handler(call, arguments).map(Into::into),
                None => Err($crate::protocol::command::Failure::Usage),
            },
        }
    };
}
pub(super) use command;

/// The state that a protocol keeps besides the [`Session`], and the type of its answers.
pub(crate) trait ProtocolState: 'static {
    /// What a handler returns if it succeeds.
    type Answer;
}

/// What a handler works on.
pub(crate) struct Call<'a, S: ProtocolState> {
    /// The game.
    pub session: &'a mut Session,
    /// The state of the protocol.
    pub state: &'a mut S,
    /// Every command of the protocol.
    pub table: &'static CommandTable<S>,
    /// When the line was received.
    pub received: Instant,
    /// Actions besides the reply.
    pub actions: &'a mut Vec<Action>,
}

impl<'a, S: ProtocolState> Call<'a, S> {
    /// A call of a command of this table.
    pub(crate) fn new(
        context: &'a mut Context<'_>,
        state: &'a mut S,
        table: &'static CommandTable<S>,
    ) -> Self {
        Self {
            session: context.session,
            state,
            table,
            received: context.now,
            actions: context.actions,
        }
    }
}

/// Why a command failed. A failed command changes nothing.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Failure {
    /// The arguments are malformed. The reply quotes the usage.
    #[error("malformed arguments")]
    Usage,
    /// Any other reason.
    #[error("{0}")]
    Text(String),
}

impl From<String> for Failure {
    fn from(text: String) -> Self {
        Failure::Text(text)
    }
}

impl From<&str> for Failure {
    fn from(text: &str) -> Self {
        Failure::Text(text.into())
    }
}

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Self {
        Failure::Text(error.to_string())
    }
}

/// A group of commands: the heading of its section of the manual, and its commands in their order.
type Group<S> = (&'static str, &'static [Command<S>]);

/// Whether the case of a command name matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameCase {
    /// The case has to match.
    Exact,
    /// Any case matches.
    Any,
}

/// Every command of a protocol.
pub(crate) struct CommandTable<S: ProtocolState> {
    /// The groups, in the order of the manual.
    pub groups: &'static [Group<S>],
    /// How names are compared.
    pub name_case: NameCase,
}

impl<S: ProtocolState> CommandTable<S> {
    /// The commands, in the order of the manual.
    pub(crate) fn commands(&self) -> impl Iterator<Item = &'static Command<S>> + use<S> {
        self.groups.iter().flat_map(|(_, commands)| *commands)
    }

    /// The command that a line begins with, and its arguments.
    pub(crate) fn find<'a>(&self, line: &'a str) -> Option<(&'static Command<S>, &'a str)> {
        self.commands()
            .find_map(|command| Some((command, self.arguments(command.spec.name, line)?)))
    }

    /// The rest of the line if it begins with this name.
    fn arguments<'a>(&self, name: &str, line: &'a str) -> Option<&'a str> {
        let mut rest = line;
        for expected in name.split(' ') {
            let (word, after) = cut_word(rest);
            let same = match self.name_case {
                NameCase::Exact => word == expected,
                NameCase::Any => word.eq_ignore_ascii_case(expected),
            };
            if !same {
                return None;
            }
            rest = after;
        }
        Some(rest)
    }
}

/// A line as text: invalid UTF-8 becomes replacement characters and tabs become spaces; a byte order mark, other control
/// characters, and spaces at both ends go.
pub(crate) fn clean_line(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(without_mark(line));
    let text: String = text
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control())
        .collect();
    text.trim().to_owned()
}

/// The maximum number of characters of an error message in GTP and Gomocup's protocol.
pub(crate) const MAX_ERROR_LENGTH: usize = 500;

/// A message of at most `most` characters. A longer one loses its middle: it repeats a line of the host, which may have
/// a megabyte, and its end says what was expected.
pub(crate) fn shorten(text: &str, most: usize) -> Cow<'_, str> {
    const DOTS: &str = "...";
    let length = text.chars().count();
    if length <= most {
        return Cow::Borrowed(text);
    }
    let half = (most - DOTS.len()) / 2;
    let begin: String = text.chars().take(half).collect();
    let end: String = text.chars().skip(length - half).collect();
    Cow::Owned(begin + DOTS + &end)
}

/// The first word of a text, and the text after it.
pub(crate) fn cut_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_messages_lose_their_middle() {
        assert_eq!(shorten("", 11), "");
        assert_eq!(shorten("é".repeat(11).as_str(), 11), "é".repeat(11));
        let text = format!("line 1: {}, expected 2", "é".repeat(900));
        assert_eq!(shorten(&text, 11), "line...ed 2");
        assert_eq!(shorten(&text, 12), "line...ed 2");
    }
}
