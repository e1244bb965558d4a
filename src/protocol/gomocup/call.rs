//! What the handlers of Gomocup commands take and return.

use crate::game::{Move, Vertex};
use crate::protocol::command;
use crate::protocol::command::Failure;
use crate::protocol::gomocup::coordinates::Coordinates;
use crate::protocol::gomocup::state::State;
use crate::search::PvLine;
use crate::session::{EngineMove, FinishedSearch, SearchMode, SearchOptions, Started};

/// A row of the command table.
pub(crate) type Command = command::Command<State>;

/// What a handler works on.
pub(crate) type Call<'a> = command::Call<'a, State>;

impl command::ProtocolState for State {
    type Answer = Answer;
}

/// The answer of a command that succeeded.
pub(crate) enum Answer {
    /// These lines, or none.
    Lines(Vec<String>),
    /// The result of a search, which follows later.
    Search {
        started: Started,
        mode: SearchMode,
        reply_kind: ReplyKind,
    },
    /// Nothing; the program ends.
    Quit,
}

impl Answer {
    /// An answer without lines.
    pub(crate) fn nothing() -> Result<Self, Failure> {
        Ok(Answer::Lines(Vec::new()))
    }

    /// An answer of one line.
    pub(crate) fn line(text: impl Into<String>) -> Result<Self, Failure> {
        Ok(Answer::Lines(vec![text.into()]))
    }
}

/// How a finished search is reported.
pub(crate) enum ReplyKind {
    /// The point of the best move.
    Move,
    /// The lines that this function returns. It may start another search.
    Lines(ToLines),
}

/// Turns the result of a search into lines, or starts the next search of the command.
pub(crate) type ToLines =
    Box<dyn FnOnce(&FinishedSearch, &mut Call<'_>) -> Result<Answer, Failure> + Send>;

impl ReplyKind {
    /// Reports the search by a function.
    pub(crate) fn lines(
        lines: impl FnOnce(&FinishedSearch, &mut Call<'_>) -> Result<Answer, Failure> + Send + 'static,
    ) -> Self {
        ReplyKind::Lines(Box::new(lines))
    }
}

impl Call<'_> {
    /// The notation of points in this conversation.
    pub(crate) fn coordinates(&self) -> Coordinates {
        self.state.coordinates(self.session)
    }

    /// Fails unless START has set up a board and the rule is supported.
    pub(crate) fn check_started(&self) -> Result<(), Failure> {
        match &self.state.start_error {
            _ if !self.state.started => Err("there is no board: send START first".into()),
            Some(text) => Err(text.clone().into()),
            None => Ok(()),
        }
    }

    /// The points of the lines between the command and `DONE`.
    pub(crate) fn vertices(&self) -> Result<Vec<Vertex>, Failure> {
        let coordinates = self.coordinates();
        self.state
            .payload
            .iter()
            .map(|item| Ok(coordinates.vertex(item.pair)?))
            .collect()
    }

    /// Starts a search for the side to move, within the time limits that the manager has set.
    pub(crate) fn search(
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
            // A MESSAGE and not an ERROR, because the last move was legal and stays on the board.
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

/// The lines of the last iteration, the best one first. Empty if no iteration was completed.
pub(crate) fn lines_of(finished: &FinishedSearch) -> &[PvLine] {
    finished.report.as_ref().map_or(&[], |report| &report.lines)
}

/// The move that the search has chosen. `None` if there is no move.
pub(crate) fn best_move(finished: &FinishedSearch) -> Option<Move> {
    match finished.best_move {
        Some(EngineMove::Move(mv)) => Some(mv),
        _ => None,
    }
}
