//! What a command is, what it gets to work on and what it can answer.

use crate::game::{Move, Vertex};
use crate::protocol::Action;
use crate::protocol::gomocup::Host;
use crate::protocol::gomocup::block::Item;
use crate::protocol::gomocup::frame::Frame;
use crate::protocol::manual::Entry;
use crate::session::{Begun, Finished, Purpose, Refusal, Session, Wish};
use std::time::Instant;

/// What follows a command on lines of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follow {
    /// Nothing.
    Nothing,
    /// Lines `x,y,who` and `DONE`.
    Stones,
    /// Lines `x,y` and `DONE`.
    Moves,
    /// One line with the name of a file.
    Path,
}

/// One command: what it is called, how it is used, what it does.
pub struct Command {
    /// The name in upper case; it is recognised in any case.
    pub name: &'static str,
    /// The arguments as the manual shows them. Empty for none.
    pub arguments: &'static str,
    /// What follows it.
    pub follow: Follow,
    /// One line.
    pub summary: &'static str,
    /// The reply and the errors, in sentences.
    pub details: &'static str,
    /// A conversation that shows it, from a fresh start: `> ` sent, `< ` replied. Tests hold it.
    pub example: &'static str,
    /// Whether arguments are well formed.
    pub(super) parses: fn(&str) -> bool,
    /// Parses the arguments and carries the command out.
    pub(super) run: fn(&mut Call<'_>, &str) -> Result<Answer, Failure>,
}

impl Command {
    /// How the command is used: its name, its arguments, and what follows.
    pub fn usage(&self) -> String {
        let line = format!("{} {}", self.name, self.arguments);
        let line = line.trim_end();
        match self.follow {
            Follow::Nothing => line.to_owned(),
            Follow::Stones => format!("{line} + X,Y,WHO ... + DONE"),
            Follow::Moves => format!("{line} + X,Y ... + DONE"),
            Follow::Path => format!("{line} + FILE"),
        }
    }

    /// Whether the arguments are well formed. They may still ask for something impossible.
    pub fn parses(&self, arguments: &str) -> bool {
        (self.parses)(arguments)
    }

    /// The command as the manual shows it.
    pub(super) fn entry(&self) -> Entry {
        Entry {
            name: self.name,
            usage: self.usage(),
            summary: self.summary,
            details: self.details,
            example: self.example,
        }
    }
}

/// A row of a command table: name, arguments, what follows, parser => handler; summary; details;
/// example.
macro_rules! command {
    ($name:literal, $arguments:literal, $follow:ident, $parser:expr => $handler:expr;
     $summary:literal; $details:literal; $example:literal) => {
        $crate::protocol::gomocup::command::Command {
            name: $name,
            arguments: $arguments,
            follow: $crate::protocol::gomocup::command::Follow::$follow,
            summary: $summary,
            details: $details,
            example: $example,
            parses: |text| $crate::protocol::lexer::whole($parser, text).is_some(),
            run: |call, text| match $crate::protocol::lexer::whole($parser, text) {
                Some(arguments) => $handler(call, arguments),
                None => Err($crate::protocol::gomocup::command::Failure::Usage),
            },
        }
    };
}
pub(super) use command;

/// What a command works on.
pub(super) struct Call<'a> {
    /// The game.
    pub session: &'a mut Session,
    /// What the other end has said about itself and about the game.
    pub host: &'a mut Host,
    /// When the line came.
    pub received: Instant,
    /// The lines that followed the command.
    pub items: &'a [Item],
    /// For effects beside the reply.
    pub actions: &'a mut Vec<Action>,
}

/// What a command that did not fail answers.
pub(super) enum Answer {
    /// These lines, which may be none.
    Lines(Vec<String>),
    /// Whatever becomes of a search.
    Search {
        begun: Begun,
        purpose: Purpose,
        telling: Telling,
    },
    /// Nothing, and the program ends.
    Quit,
}

impl Answer {
    /// No answer.
    pub fn nothing() -> Result<Self, Failure> {
        Ok(Answer::Lines(Vec::new()))
    }

    /// One line.
    pub fn line(text: impl Into<String>) -> Result<Self, Failure> {
        Ok(Answer::Lines(vec![text.into()]))
    }
}

/// How a finished search is told.
pub(super) enum Telling {
    /// Its move.
    Move,
    /// These lines, and perhaps another search.
    Words(Words),
}

/// Puts a finished search into lines. Those that need a second search begin it with the call.
pub(super) type Words = Box<dyn FnOnce(&Finished, &mut Call<'_>) -> Result<Answer, Failure> + Send>;

impl Telling {
    /// Words made by a function.
    pub fn words(
        words: impl FnOnce(&Finished, &mut Call<'_>) -> Result<Answer, Failure> + Send + 'static,
    ) -> Self {
        Telling::Words(Box::new(words))
    }
}

/// Why a command failed. The state is as it was before.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The arguments are malformed: the reply quotes the usage.
    Usage,
    /// This text.
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

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Failure::Text(refusal.to_string())
    }
}

impl Call<'_> {
    /// How this conversation writes points.
    pub fn frame(&self) -> Frame {
        self.host.frame(self.session)
    }

    /// An error unless a game has been started that can be played as it was asked for.
    pub fn check_started(&self) -> Result<(), Failure> {
        match &self.host.unmet {
            _ if !self.host.started => Err("there is no board: send START first".into()),
            Some(text) => Err(text.clone().into()),
            None => Ok(()),
        }
    }

    /// The points of the lines that followed the command.
    pub fn vertices(&self) -> Result<Vec<Vertex>, Failure> {
        let frame = self.frame();
        self.items
            .iter()
            .map(|item| Ok(frame.vertex(item.pair)?))
            .collect()
    }

    /// Asks for a search for the side to move, with the clock as the other end has described it.
    pub fn search(
        &mut self,
        purpose: Purpose,
        wish: Wish,
        telling: Telling,
    ) -> Result<Answer, Failure> {
        if let Some(outcome) = self.session.record().outcome() {
            let how = match outcome.winner {
                Some(winner) => format!("{winner} has won"),
                None => "it is a draw".into(),
            };
            // No error: the stones that ended it have been accepted.
            return Answer::line(format!("MESSAGE the game is over: {how}"));
        }
        let side = self.session.record().side();
        self.host.clock.apply(self.session, side);
        let wish = Wish {
            only: if wish.only.is_empty() {
                self.host.blocks.allowed(self.session.record())
            } else {
                wish.only
            },
            ..wish
        };
        let begun = self.session.begin(purpose, side, &wish, self.received)?;
        Ok(Answer::Search {
            begun,
            purpose,
            telling,
        })
    }
}

/// The first move of the answer to a search.
pub(super) fn answer_of(finished: &Finished) -> Option<Move> {
    match finished.decision {
        Some(crate::session::Decision::Move(mv)) => Some(mv),
        _ => None,
    }
}
