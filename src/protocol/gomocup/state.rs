//! The state that the Gomocup protocol keeps between commands.

use crate::engine::Variant;
use crate::format::GameRecord;
use crate::gomoku::Rule;
use crate::protocol::gomocup::blocked_moves::BlockedMoves;
use crate::protocol::gomocup::coordinates::Coordinates;
use crate::protocol::gomocup::payload::PayloadLine;
use crate::protocol::gomocup::time_limits::TimeLimits;
use crate::session::Session;

/// Memory of the process without the transposition table, in bytes: code, pattern tables, stacks.
/// Measured on Linux at 6 MB; the rest is for other systems and further threads.
const FIXED_MEMORY: i64 = 16 << 20;

const MEGABYTE: i64 = 1 << 20;

/// What the other end has said about itself and about the game.
#[derive(Default)]
pub struct State {
    /// There is a board.
    pub started: bool,
    /// The other end writes points as Yixin-Board does.
    pub yixin: bool,
    /// `show_detail`.
    pub detail: u8,
    pub rule: Option<Rule>,
    /// Why no game can be played as it was asked for.
    pub start_error: Option<String>,
    /// To be said before the next answer.
    pub messages: Vec<String>,
    pub time_limits: TimeLimits,
    pub blocked: BlockedMoves,
    /// Wanted size of the table in MB, before the memory limit.
    hash: Option<i64>,
    /// Limit of the whole process in bytes.
    memory: Option<i64>,
    /// How full the table was, in thousandths.
    pub hashfull: u16,
    /// The lines that completed the current command.
    pub payload: Vec<PayloadLine>,
}

impl State {
    pub fn coordinates(&self, session: &Session) -> Coordinates {
        Coordinates {
            size: session.record().size(),
            row_first: self.yixin,
        }
    }

    /// A game begins on an empty board.
    pub fn begin_game(&mut self, session: &mut Session) {
        self.started = true;
        self.time_limits.restart();
        self.fit_table(session);
    }

    /// Brings the game under the rule that was asked for, with the stones that are on the board.
    pub fn take_rule(&mut self, session: &mut Session) -> Result<(), String> {
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
            .map_err(|error| format!("the game does not fit the rule {rule}: {error}"))
    }

    pub fn set_memory(&mut self, bytes: i64, session: &mut Session) {
        self.memory = (bytes > 0).then_some(bytes);
        if let Some(limit) = self.memory
            && limit < FIXED_MEMORY + MEGABYTE
        {
            self.messages.push(format!(
                "max_memory {bytes} cannot be kept, at least {} are needed",
                FIXED_MEMORY + MEGABYTE
            ));
        }
        self.fit_table(session);
    }

    pub fn set_hash(&mut self, kb: i64, session: &mut Session) {
        self.hash = Some((kb / 1024).clamp(1, 1 << 20));
        self.fit_table(session);
    }

    /// Sets the size of the table to what was wished for, within the memory limit.
    fn fit_table(&mut self, session: &mut Session) {
        let wished = *self
            .hash
            .get_or_insert_with(|| i64::try_from(session.options().hash).unwrap_or(i64::MAX));
        let room = self
            .memory
            .map_or(i64::MAX, |bytes| (bytes - FIXED_MEMORY) / MEGABYTE);
        let megabytes = wished.min(room).max(1);
        if let Err(error) = session.set_option("hash", &megabytes.to_string()) {
            self.messages.push(error.to_string());
        }
    }
}
