//! What the handlers of GTP commands take and return.

use crate::game::coordinates::{ColumnLetters, ParsedVertex};
use crate::game::{Move, Side};
use crate::protocol::command;
use crate::protocol::command::Failure;
use crate::protocol::gtp::state::State;
use crate::search::Report;
use crate::session::{SearchMode, SearchOptions, Session, SessionError, Started};

/// A row of the command table.
pub type Command = command::Command<State>;

/// What a handler works on.
pub type Call<'a> = command::Call<'a, State>;

impl command::State for State {
    type Answer = Answer;
}

/// What a command that did not fail answers.
pub enum Answer {
    /// This text.
    Text(String),
    /// Whatever becomes of a search.
    Search {
        started: Started,
        mode: SearchMode,
        side: Side,
        kind: ReplyKind,
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
pub enum ReplyKind {
    /// Its move, when it is done.
    Move,
    /// A line for every completed iteration, then `play` and the move.
    StreamedMove(InfoFormat),
    /// A line for every completed iteration until the next line comes.
    Analysis(InfoFormat),
    /// A text made from its last iteration.
    Text(fn(&Report, Side, &Session, &State) -> String),
}

impl ReplyKind {
    /// Whether the reply is opened at once and filled bit by bit.
    pub fn streams(self) -> bool {
        matches!(self, ReplyKind::StreamedMove(_) | ReplyKind::Analysis(_))
    }
}

/// How the lines of an analysis look.
#[derive(Clone, Copy)]
pub struct InfoFormat {
    /// KataGo's way, with fractions, instead of Leela Zero's.
    pub kata: bool,
    /// With a summary of the position at the end of each line.
    pub root_info: bool,
}

impl Call<'_> {
    /// The move that was named, or an error that says which points there are.
    pub fn mv(&self, named: ParsedVertex) -> Result<Move, Failure> {
        let size = self.session.record().size();
        named.on_board(size, ColumnLetters::SkipI).ok_or_else(|| {
            let letter = ColumnLetters::SkipI.letter(size.saturating_sub(1));
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
    pub fn moves(&self, named: Vec<(Side, ParsedVertex)>) -> Result<Vec<(Side, Move)>, Failure> {
        named
            .into_iter()
            .map(|(side, named)| Ok((side, self.mv(named)?)))
            .collect()
    }

    /// Asks for a search.
    pub fn search(
        &mut self,
        mode: SearchMode,
        side: Side,
        options: &SearchOptions,
        kind: ReplyKind,
    ) -> Result<Answer, Failure> {
        let started = self
            .session
            .start_search(mode, side, options, self.received)
            .map_err(|error| match error {
                SessionError::Illegal(reason) => Failure::Text(format!("wrong color: {reason}")),
                other => other.into(),
            })?;
        Ok(Answer::Search {
            started,
            mode,
            side,
            kind,
        })
    }
}
