//! What the handlers of Gomocup commands take and return.

use crate::game::{Move, Vertex};
use crate::protocol::command;
use crate::protocol::command::Failure;
use crate::protocol::gomocup::coordinates::Coordinates;
use crate::protocol::gomocup::state::State;
use crate::session::{EngineMove, FinishedSearch, SearchMode, SearchOptions, Started};

/// A row of the command table.
pub type Command = command::Command<State>;

/// What a handler works on.
pub type Call<'a> = command::Call<'a, State>;

impl command::ProtocolState for State {
    type Answer = Answer;
}

/// What a command that did not fail answers.
pub enum Answer {
    /// These lines, which may be none.
    Lines(Vec<String>),
    /// Whatever becomes of a search.
    Search {
        started: Started,
        mode: SearchMode,
        reply_kind: ReplyKind,
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
pub enum ReplyKind {
    /// Its move.
    Move,
    /// These lines, and perhaps another search.
    Lines(ToLines),
}

/// Puts a finished search into lines. Those that need a second search begin it with the call.
pub type ToLines =
    Box<dyn FnOnce(&FinishedSearch, &mut Call<'_>) -> Result<Answer, Failure> + Send>;

impl ReplyKind {
    /// Words made by a function.
    pub fn lines(
        lines: impl FnOnce(&FinishedSearch, &mut Call<'_>) -> Result<Answer, Failure> + Send + 'static,
    ) -> Self {
        ReplyKind::Lines(Box::new(lines))
    }
}

impl Call<'_> {
    /// How this conversation writes points.
    pub fn coordinates(&self) -> Coordinates {
        self.state.coordinates(self.session)
    }

    /// An error unless a game has been started that can be played as it was asked for.
    pub fn check_started(&self) -> Result<(), Failure> {
        match &self.state.start_error {
            _ if !self.state.started => Err("there is no board: send START first".into()),
            Some(text) => Err(text.clone().into()),
            None => Ok(()),
        }
    }

    /// The points of the lines that followed the command.
    pub fn vertices(&self) -> Result<Vec<Vertex>, Failure> {
        let coordinates = self.coordinates();
        self.state
            .payload
            .iter()
            .map(|item| Ok(coordinates.vertex(item.pair)?))
            .collect()
    }

    /// Asks for a search for the side to move, with the clock as the other end has described it.
    pub fn search(
        &mut self,
        mode: SearchMode,
        options: SearchOptions,
        reply_kind: ReplyKind,
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
        self.state.time_limits.apply(self.session, side);
        let options = SearchOptions {
            only: if options.only.is_empty() {
                self.state.blocked.allowed(self.session.record())
            } else {
                options.only
            },
            ..options
        };
        let started = self
            .session
            .start_search(mode, side, &options, self.received)?;
        Ok(Answer::Search {
            started,
            mode,
            reply_kind,
        })
    }
}

/// The first move of the answer to a search.
pub fn best_move(finished: &FinishedSearch) -> Option<Move> {
    match finished.best_move {
        Some(EngineMove::Move(mv)) => Some(mv),
        _ => None,
    }
}
