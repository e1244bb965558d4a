//! What the handlers of GTP commands take and return.

use crate::engine::Variant;
use crate::game::{ColumnLetters, Move, ParsedVertex, Side};
use crate::gomoku::Rule;
use crate::protocol::command;
pub(super) use crate::protocol::command::{Failure, command};
use crate::search::Report;
use crate::session::{SearchMode, SearchOptions, Session, SessionError, Started};
use std::time::Duration;

/// What is known about the controller.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// The user has chosen the game by name, so a board size does not change it.
    pub game_chosen: bool,
    /// The game before `loadsgf` changed it. `boardsize` returns to it.
    pub game_before: Option<Variant>,
    /// The rule of Gomoku by the last `kata-set-rules`, for the next `boardsize`.
    pub rule: Option<Rule>,
    /// The controller is GoGui: it has sent a command that only GoGui sends.
    pub is_gogui: bool,
    /// Main time and period of the last `time_settings` with a period for 0 stones, which means no limit in GTP.
    pub period_of_no_stones: Option<(Duration, Duration)>,
}

/// A row of the command table.
pub(crate) type Command = command::Command<State>;

/// What a handler works on.
pub(crate) type Call<'a> = command::Call<'a, State>;

impl command::ProtocolState for State {
    type Answer = Answer;
}

/// The answer of a command that succeeded.
pub(crate) enum Answer {
    /// A text.
    Text(String),
    /// The result of a search, which follows later.
    Search {
        started: Started,
        mode: SearchMode,
        side: Side,
        kind: ReplyKind,
    },
    /// Nothing; the program ends.
    Quit,
}

impl From<()> for Answer {
    fn from((): ()) -> Self {
        Answer::Text(String::new())
    }
}

impl From<String> for Answer {
    fn from(text: String) -> Self {
        Answer::Text(text)
    }
}

/// How a search is reported.
#[derive(Clone, Copy)]
pub(crate) enum ReplyKind {
    /// The move, at the end.
    Move,
    /// A line for each completed iteration, then `play` and the move.
    StreamedMove(InfoFormat),
    /// A line for each completed iteration, until the next line of input. After each interval without a new
    /// line, the last one is repeated.
    Analysis {
        format: InfoFormat,
        interval: Option<Duration>,
    },
    /// A text about the last iteration.
    Text(fn(&Report, Side, &Session, &State) -> String),
}

impl ReplyKind {
    /// Whether the reply begins at once and grows with each iteration.
    pub(crate) fn streams(self) -> bool {
        matches!(
            self,
            ReplyKind::StreamedMove(_) | ReplyKind::Analysis { .. }
        )
    }
}

/// The format of analysis lines.
#[derive(Clone, Copy)]
pub(crate) struct InfoFormat {
    /// KataGo's format, with fractions, instead of Leela Zero's.
    pub kata: bool,
    /// A summary of the position ends each line.
    pub root_info: bool,
}

impl Call<'_> {
    /// The game that the user has chosen by name.
    pub(crate) fn chosen_game(&self) -> Option<Variant> {
        let state = &self.state;
        let game = state.game_before.unwrap_or(self.session.variant());
        state.game_chosen.then_some(game)
    }

    /// The move that this vertex means on the board. The error names the valid points.
    pub(crate) fn mv(&self, named: ParsedVertex) -> Result<Move, Failure> {
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

    /// The moves that these vertices mean on the board.
    pub(crate) fn moves(
        &self,
        named: Vec<(Side, ParsedVertex)>,
    ) -> Result<Vec<(Side, Move)>, Failure> {
        named
            .into_iter()
            .map(|(side, named)| Ok((side, self.mv(named)?)))
            .collect()
    }

    /// Starts a search.
    pub(crate) fn search(
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
