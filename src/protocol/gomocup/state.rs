//! The state that the Gomocup protocol keeps between commands.

use crate::engine::Variant;
use crate::format::GameRecord;
use crate::gomoku::Rule;
use crate::protocol::gomocup::blocked_moves::BlockedMoves;
use crate::protocol::gomocup::coordinates::Coordinates;
use crate::protocol::gomocup::payload::PayloadLine;
use crate::protocol::gomocup::time_limits::TimeLimits;
use crate::session::Session;

/// Memory of the process without the transposition table, in bytes: code, pattern tables, stacks. It
/// includes a reserve for other systems and for further threads.
const FIXED_MEMORY: i64 = 16 << 20;

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
    /// Why the game cannot be played: the rule is not supported, or the moves are illegal under it.
    pub start_error: Option<String>,
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
    pub(crate) fn coordinates(&self, session: &Session) -> Coordinates {
        Coordinates {
            size: session.record().size(),
            row_first: self.yixin,
        }
    }

    /// Starts a game on an empty board.
    pub(crate) fn begin_game(&mut self, session: &mut Session) {
        self.started = true;
        self.time_limits.restart();
        self.fit_table(session);
    }

    /// Applies the requested rule to the current game. Fails if the game is illegal under it.
    pub(crate) fn take_rule(&mut self, session: &mut Session) -> Result<(), String> {
        let Some(rule) = self.rule else {
            return Ok(());
        };
        let variant = Variant::Gomoku(rule);
        if !self.started || session.variant() == variant {
            return Ok(());
        }
        let record = session.record();
        let record = GameRecord {
            variant,
            start: record.start(),
            moves: record.moves(),
        };
        session
            .load(&record)
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
