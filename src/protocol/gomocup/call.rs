//! The state of the Gomocup protocol, and what the handlers of its commands take and return.

use crate::engine::Variant;
use crate::game::{Move, Side, Vertex};
use crate::gomoku::Rule;
use crate::protocol::command;
pub(super) use crate::protocol::command::{Failure, command};
use crate::protocol::gomocup::blocked_moves::BlockedMoves;
use crate::protocol::gomocup::coordinates::Coordinates;
use crate::protocol::gomocup::payload::PayloadLine;
use crate::protocol::gomocup::time_limits::TimeLimits;
use crate::search::PvLine;
use crate::session::{
    EngineMove, FinishedSearch, SearchMode, SearchOptions, SearchTime, Session, Started,
};

/// Memory of the process without the transposition table, in bytes: code, pattern tables, stacks. It
/// includes a reserve for other systems and for further threads.
const FIXED_MEMORY: i64 = 24 << 20;

const MEGABYTE: i64 = 1 << 20;

/// What the manager has said about itself and about the game.
#[derive(Default)]
pub(crate) struct State {
    /// Whether START has set up a board.
    pub started: bool,
    /// Whether the manager is Yixin-Board, which writes the row of a point first.
    pub yixin: bool,
    /// The value of `INFO show_detail`.
    pub detail: u8,
    /// The value of `INFO rule`.
    pub rule: Option<Rule>,
    /// Why no game can be played: the rule is not supported.
    pub rule_error: Option<String>,
    /// Why the game on the board cannot go on: its moves are illegal under a new rule.
    pub game_error: Option<String>,
    /// Messages to write before the next answer.
    pub messages: Vec<String>,
    pub time_limits: TimeLimits,
    pub blocked: BlockedMoves,
    /// The requested size of the transposition table in MB, before the memory limit.
    hash: Option<i64>,
    /// The memory limit of the whole process in bytes.
    memory: Option<i64>,
    /// How full the transposition table was after the last search, in thousandths.
    pub hashfull: u16,
    /// The lines between the current command and `DONE`.
    pub payload: Vec<PayloadLine>,
}

impl State {
    /// Whether the manager is Yixin-Board 3.0. It sends `INFO show_detail 3`; earlier versions send 1.
    pub(crate) fn is_yixin_board_3(&self) -> bool {
        self.detail >= 2
    }

    pub(crate) fn coordinates(&self, session: &Session) -> Coordinates {
        Coordinates {
            size: session.record().size(),
            row_first: self.yixin,
        }
    }

    /// Notes that a game begins on the board, which its caller has emptied.
    pub(crate) fn begin_game(&mut self, session: &mut Session) {
        self.started = true;
        self.game_error = None;
        self.time_limits.restart();
        self.fit_table(session);
    }

    /// Gives the session the time limits that are new. The time left is that of `side`.
    fn apply_time_limits(&mut self, session: &mut Session, side: Side) {
        self.time_limits.apply(session, side, self.yixin);
    }

    /// The game with the requested rule.
    pub(crate) fn variant(&self, session: &Session) -> Variant {
        self.rule.map_or(session.variant(), Variant::Gomoku)
    }

    /// Applies the requested rule to the current game. Fails if the game is illegal under it.
    pub(crate) fn take_rule(&mut self, session: &mut Session) -> Result<(), String> {
        let Some(rule) = self.rule else {
            return Ok(());
        };
        if !self.started {
            return Ok(());
        }
        session
            .set_rule(rule)
            .map_err(|error| format!("the current game is illegal under rule {rule}: {error}"))
    }

    pub(crate) fn set_memory(&mut self, bytes: i64, session: &mut Session) {
        self.memory = (bytes > 0).then_some(bytes);
        if let Some(limit) = self.memory
            && limit < FIXED_MEMORY + MEGABYTE
        {
            self.messages.push(format!(
                "max_memory {bytes} is too small, expected at least {}",
                FIXED_MEMORY + MEGABYTE
            ));
        }
        self.fit_table(session);
    }

    pub(crate) fn set_hash(&mut self, kb: i64, session: &mut Session) {
        self.hash = Some((kb / 1024).clamp(1, 1 << 20));
        self.fit_table(session);
    }

    /// Sets the size of the transposition table to the requested one, within the memory limit.
    fn fit_table(&mut self, session: &mut Session) {
        let requested = *self
            .hash
            .get_or_insert_with(|| i64::try_from(session.options().hash).unwrap_or(i64::MAX));
        let room = self
            .memory
            .map_or(i64::MAX, |bytes| (bytes - FIXED_MEMORY) / MEGABYTE);
        let megabytes = requested.min(room).max(1);
        if let Err(error) = session.set_option("hash", &megabytes.to_string()) {
            self.messages.push(error.to_string());
        }
    }
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

    /// Fails unless START has set up a board, the rule is supported, and the game is legal under it.
    pub(crate) fn check_started(&self) -> Result<(), Failure> {
        self.check_board()?;
        match &self.state.game_error {
            Some(text) => Err(text.clone().into()),
            None => Ok(()),
        }
    }

    /// Fails unless START has set up a board and the rule is supported. Enough for commands that replace the game.
    pub(crate) fn check_board(&self) -> Result<(), Failure> {
        match &self.state.rule_error {
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

    /// Half of the time of a search, for a command that needs two of them.
    pub(crate) fn half_of_time(&mut self) -> SearchTime {
        let side = self.session.record().side();
        self.state.apply_time_limits(self.session, side);
        let options = SearchOptions::default();
        let limits = self
            .session
            .limits(side, SearchMode::Suggest, &options, self.received);
        limits.time.map_or(SearchTime::Unlimited, |time| {
            SearchTime::Limit(time.soft / 2)
        })
    }

    /// Starts a search for the side to move, within the time limits that the manager has set.
    pub(crate) fn search(
        &mut self,
        mode: SearchMode,
        options: SearchOptions,
        reply_kind: ReplyKind,
    ) -> Result<Answer, Failure> {
        let side = self.session.record().side();
        // Also after the end of the game, so that the time left does not wait for the next game.
        self.state.apply_time_limits(self.session, side);
        if let Some(outcome) = self.session.record().outcome() {
            let how = match outcome.winner {
                Some(winner) => format!("{winner} has won"),
                None => "it is a draw".into(),
            };
            // A MESSAGE and not an ERROR, because the last move was legal and stays on the board.
            return Answer::line(format!("MESSAGE the game is over: {how}"));
        }
        let options = SearchOptions {
            avoid: if options.only.is_empty() {
                self.state.blocked.blocked(self.session.record())
            } else {
                Vec::new()
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
