//! What a command is, what it gets to work on and what it can answer.

use crate::game::coordinates::{Letters, Named};
use crate::game::{Move, Side, Vertex};
use crate::protocol::Action;
use crate::protocol::gtp::Host;
use crate::search::Report;
use crate::session::{Begun, Finished, Purpose, Refusal, Session, Wish};
use std::time::Instant;

/// One command: what it is called, how it is used, what it does.
///
/// The tables of these feed dispatch, `list_commands`, usage errors and the manual.
pub struct Command {
    /// The name, in the exact case.
    pub name: &'static str,
    /// The arguments as the manual shows them: `COLOR VERTEX`. Empty for none.
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
    pub(super) run: fn(&mut Call<'_>, &str) -> Result<Answer, Failure>,
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
}

/// A row of a command table: name, arguments, parser => handler; summary; details; example.
///
/// The handler is called with what the parser returned, so a row cannot name a parser and a handler
/// that do not fit together.
macro_rules! command {
    ($name:literal, $arguments:literal, $parser:expr => $handler:expr;
     $summary:literal; $details:literal; $example:literal) => {
        $crate::protocol::gtp::command::Command {
            name: $name,
            arguments: $arguments,
            summary: $summary,
            details: $details,
            example: $example,
            parses: |text| $crate::protocol::lexer::whole($parser, text).is_some(),
            run: |call, text| match $crate::protocol::lexer::whole($parser, text) {
                Some(arguments) => $handler(call, arguments),
                None => Err($crate::protocol::gtp::command::Failure::Usage),
            },
        }
    };
}
pub(super) use command;

/// What a command works on.
pub(super) struct Call<'a> {
    /// The game.
    pub session: &'a mut Session,
    /// What is known about the host.
    pub host: &'a mut Host,
    /// When the line came.
    pub received: Instant,
    /// For effects beside the reply.
    pub actions: &'a mut Vec<Action>,
}

/// What a command that did not fail answers.
pub(super) enum Answer {
    /// This text.
    Text(String),
    /// Whatever becomes of a search.
    Search {
        begun: Begun,
        purpose: Purpose,
        side: Side,
        telling: Telling,
    },
    /// Nothing, and the program ends.
    Quit,
}

impl Answer {
    /// Success without a text.
    pub fn done() -> Result<Self, Failure> {
        Ok(Answer::Text(String::new()))
    }
}

impl From<String> for Answer {
    fn from(text: String) -> Self {
        Answer::Text(text)
    }
}

/// How a search is told.
#[derive(Clone, Copy)]
pub(super) enum Telling {
    /// Its move, when it is done.
    Move,
    /// A line for every completed iteration, then `play` and the move.
    Played(Stream),
    /// A line for every completed iteration until the next line comes.
    Analysis(Stream),
    /// A text made from its last iteration.
    Text(fn(&Report, Side, &Session, &Host) -> String),
}

impl Telling {
    /// Whether the reply is opened at once and filled bit by bit.
    pub fn streams(self) -> bool {
        matches!(self, Telling::Played(_) | Telling::Analysis(_))
    }
}

/// How the lines of an analysis look.
#[derive(Clone, Copy)]
pub(super) struct Stream {
    /// KataGo's way, with fractions, instead of Leela Zero's.
    pub kata: bool,
    /// With a summary of the position at the end of each line.
    pub root_info: bool,
}

/// Why a command failed. The state is as it was before.
#[derive(Debug)]
pub(super) enum Failure {
    /// The arguments are malformed: the reply quotes the usage.
    Usage,
    /// For this reason.
    Text(String),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Failure::Text(refusal.to_string())
    }
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

/// The name of a move, in upper case.
pub(super) fn name(mv: Move) -> String {
    mv.vertex().map_or_else(|| "PASS".into(), point)
}

/// The name of a move with a pass in lower case, where hosts are particular about it.
pub(super) fn name_lower_pass(mv: Move) -> String {
    mv.vertex().map_or_else(|| "pass".into(), point)
}

/// The name of a point.
pub(super) fn point(vertex: Vertex) -> String {
    Letters::SkipI.name(vertex)
}

/// The names of points, with blanks between them.
pub(super) fn points(vertices: &[Vertex]) -> String {
    words(vertices.iter().copied().map(point))
}

/// Texts with blanks between them.
pub(super) fn words(texts: impl IntoIterator<Item = String>) -> String {
    texts.into_iter().collect::<Vec<_>>().join(" ")
}

/// Texts on lines of their own.
pub(super) fn lines(texts: impl IntoIterator<Item = String>) -> String {
    texts.into_iter().collect::<Vec<_>>().join("\n")
}

impl Call<'_> {
    /// The move that was named, or an error that says which points there are.
    pub fn mv(&self, named: Named) -> Result<Move, Failure> {
        let size = self.session.record().size();
        named.on_board(size, Letters::SkipI).ok_or_else(|| {
            let letter = Letters::SkipI.letter(size.saturating_sub(1));
            Failure::Text(format!(
                "invalid vertex, expected pass or A1 to {letter}{size}{}",
                if size > 8 {
                    " without the letter I"
                } else {
                    ""
                }
            ))
        })
    }

    /// The moves that were named with their sides.
    pub fn moves(&self, named: Vec<(Side, Named)>) -> Result<Vec<(Side, Move)>, Failure> {
        named
            .into_iter()
            .map(|(side, named)| Ok((side, self.mv(named)?)))
            .collect()
    }

    /// Asks for a search.
    pub fn search(
        &mut self,
        purpose: Purpose,
        side: Side,
        wish: &Wish,
        telling: Telling,
    ) -> Result<Answer, Failure> {
        let begun = self
            .session
            .begin(purpose, side, wish, self.received)
            .map_err(|refusal| match refusal {
                Refusal::Illegal(reason) => Failure::Text(format!("wrong color: {reason}")),
                other => other.into(),
            })?;
        Ok(Answer::Search {
            begun,
            purpose,
            side,
            telling,
        })
    }
}

/// A search that has ended without the engine.
pub(super) fn decided(purpose: Purpose, side: Side, begun: crate::session::Decision) -> Finished {
    Finished {
        purpose,
        side,
        decision: Some(begun),
        report: None,
    }
}
