//! Engines that speak Gomocup's protocol.
//!
//! The commands come in the order of c-gomoku-cli, with which most engines were tested: `START` and its
//! `OK`, the `INFO` lines, and for every move `INFO time_left` with `BEGIN`, `BOARD` or `TURN`. The client
//! adds an `ABOUT` after the settings: the reply shows that the engine has read them, and an `ERROR` before
//! it that the engine rejects one of them, for example the rule.

mod lines;
mod messages;
mod settings;

pub(in crate::engines) use lines::{
    is_about, is_message, is_ok, is_unknown, read_pair, vertex, write_point,
};

use crate::engine::Variant;
use crate::engines::client::connection::{
    Connection, EndCommands, SkippedLines, at_start, end_of_wait, no_reply, not_a_move, off_board,
    quoted, refused, wait_for, warn_once,
};
use crate::engines::client::remaining_time::RemainingTime;
use crate::engines::process::{EngineProcess, Line};
use crate::engines::{
    BestMove, EngineClient, EngineContext, EngineError, EngineIdentity, EngineReply, EngineSpec,
    GameSpec, MoveInfo, OpeningChoice, OpeningReply, Termination,
};
use crate::game::{Move, Side, Vertex};
use crate::gomoku::OpeningRule;
use crate::search::Clock;
use lines::{about_value, is_error, resembles_move};
use messages::read_message;
use settings::{check_rejected, info_lines, partly_rejected_warning, rejected_warning};
use std::time::{Duration, Instant};

/// Milliseconds that stand for "no limit".
const UNLIMITED: u64 = i32::MAX as u64;

/// Time for the reply to `ABOUT`, which some engines do not know.
const ABOUT_TIMEOUT: Duration = Duration::from_secs(2);

/// Pause between an engine's move and the next line to it. Rapfi writes its move a moment before it
/// accepts commands again, and loses commands in between.
const SETTLE_TIME: Duration = Duration::from_millis(5);

/// An engine that replies faster than this does not search in another thread and needs no pause. Between
/// two such engines the pauses would be most of the match.
const INSTANT_REPLY: Duration = Duration::from_micros(500);

/// Engines with this word in their reply to `ABOUT` always need the pause.
const NEEDS_PAUSE: &str = "rapfi";

/// Time for an engine that has lost a command to notice it.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// The request for a move in error messages.
const REQUEST: &str = "the request for a move";

/// `YXSTOP` is Yixin's.
const END_COMMANDS: EndCommands = EndCommands {
    stop: "YXSTOP",
    quit: "END",
};

/// A client for a Gomocup engine.
pub(super) struct GomocupClient {
    connection: Connection,
    size: u8,
    /// Every stone of the game, in the order of play.
    stones: Vec<(Side, Vertex)>,
    /// How many stones the engine has on its board; `None` before the first move of a game.
    known_stones: Option<usize>,
    /// The time that was sent last.
    sent_time: Option<RemainingTime>,
    /// Whether the engine replies to `ABOUT`.
    knows_about: bool,
    /// The reply to `ABOUT`.
    about: String,
    /// Whether the engine answers every `INFO` with `UNKNOWN`.
    rejects_info: bool,
    /// Whether it answers an `INFO` so. Then it may do so before every move, since each has an `INFO time_left`.
    rejects_some_info: bool,
    /// How many `INFO` lines the engine has got, or gets with the next request, since its last reply.
    queued_infos: usize,
    /// Whether the engine always needs a pause after its move.
    needs_pause: bool,
    /// When the last move arrived, if the engine needs a pause after it.
    moved: Option<Instant>,
}

fn milliseconds(time: Duration) -> u64 {
    time.as_millis().min(UNLIMITED.into()) as u64
}

impl GomocupClient {
    /// A client for an engine that has not been started yet.
    pub(crate) fn new(spec: EngineSpec) -> Self {
        Self {
            connection: Connection::new(spec, END_COMMANDS),
            size: 0,
            stones: Vec::new(),
            known_stones: None,
            sent_time: None,
            knows_about: true,
            about: String::new(),
            rejects_info: false,
            rejects_some_info: false,
            queued_infos: 0,
            needs_pause: false,
            moved: None,
        }
    }

    /// Starts the engine and sends what holds for all its games.
    fn start(&mut self) -> Result<(), EngineError> {
        if self.connection.spec.level.is_some() {
            return Err(refused(
                "has no levels in Gomocup's protocol; set the level in cmd=COMMAND or with option.NAME=VALUE",
            ));
        }
        self.connection.start()?;
        for line in self.connection.spec.init.clone() {
            self.connection.process()?.send(&line)?;
        }
        Ok(())
    }

    fn set_up(&mut self, game: GameSpec, clock: &Clock) -> Result<(), EngineError> {
        let Variant::Gomoku(rule) = game.variant else {
            let variant = game.variant;
            let message = format!("cannot play {variant}: Gomocup's protocol has only Gomoku");
            return Err(refused(message));
        };
        (self.size, self.known_stones, self.sent_time) = (game.size, None, None);
        self.stones.clear();
        if self.connection.needs_start() {
            self.start()?;
        }
        self.settle();
        self.start_game(game.size)?;
        let infos = info_lines(&self.connection.spec, rule);
        let process = self.connection.process()?;
        for info in &infos {
            process.send_later(info);
        }
        self.queued_infos = infos.len();
        self.send_time(clock)?;
        self.confirm()?;
        if self.rejects_info {
            let spec = &self.connection.spec;
            check_rejected(spec)?;
            if let Some(warning) = rejected_warning(spec, rule, clock) {
                warn_once(warning);
            }
        }
        Ok(())
    }

    /// Sends `START`, a second time if the first one was rejected.
    fn start_game(&mut self, size: u8) -> Result<(), EngineError> {
        let timeout = self.connection.spec.startup_timeout();
        let process = self.connection.process()?;
        process.pending()?;
        let start = format!("START {size}");
        let mut request = || {
            process.send(&start)?;
            wait_for(process, &start, timeout, |line| match line.text.as_str() {
                text if is_ok(text) => Some(Ok(())),
                text if is_refusal(text) => Some(Err(refused(format!(
                    "answered {start:?} with {}",
                    quoted(text)
                )))),
                _ => None,
            })?
        };
        match request() {
            Err(error) if error.termination == Termination::Refused => {
                // The engine may have lost the command and read the size as another one.
                std::thread::sleep(RETRY_DELAY);
                request()
            }
            result => result,
        }
    }

    /// Waits until the engine has read the settings, if it can say so.
    fn confirm(&mut self) -> Result<(), EngineError> {
        if !self.knows_about {
            return Ok(());
        }
        let timeout = ABOUT_TIMEOUT.min(self.connection.spec.startup_timeout());
        let process = self.connection.process()?;
        process.send("ABOUT")?;
        let mut unknown = 0usize;
        let about = wait_for(process, "ABOUT", timeout, |line| match line.text.as_str() {
            text if is_error(text) => {
                let message = format!("answered the settings with {}", quoted(text));
                Some(Err(refused(message)))
            }
            text => {
                unknown += usize::from(is_unknown(text));
                is_about(text).then(|| Ok(text.to_owned()))
            }
        });
        // An engine that rejects only some settings may know those of the time. Without a reply, one UNKNOWN
        // may be the answer to ABOUT.
        let infos = std::mem::take(&mut self.queued_infos);
        let rejected = unknown.saturating_sub(usize::from(about.is_err()));
        self.rejects_info = rejected >= infos;
        self.rejects_some_info = unknown > 0;
        if rejected > 0
            && !self.rejects_info
            && let Some(warning) = partly_rejected_warning(&self.connection.spec)
        {
            warn_once(warning);
        }
        match about {
            Ok(about) => {
                self.about = about?;
                self.needs_pause = self.about.to_ascii_lowercase().contains(NEEDS_PAUSE);
            }
            Err(error) if error.termination == Termination::Hang => {
                log::info!("{} does not answer ABOUT", self.connection.spec.name);
                self.knows_about = false;
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Queues the remaining time, and the time control if it has changed, for the next line.
    fn send_time(&mut self, clock: &Clock) -> Result<(), EngineError> {
        let now = RemainingTime::of(clock);
        let process = self.connection.process()?;
        let before = self.sent_time.replace(now);
        let mut infos = Vec::new();
        if before.is_none_or(|before| {
            before.per_move != now.per_move || before.left.is_some() != now.left.is_some()
        }) {
            // Without a limit for a move, a move can take all the time that is left.
            let turn = now.max_for_move().map_or(UNLIMITED, milliseconds);
            let game = now.left.map_or(0, milliseconds);
            infos.push(format!("INFO timeout_turn {turn}"));
            infos.push(format!("INFO timeout_match {game}"));
        }
        let increment = before.map_or(Duration::ZERO, |before| before.increment);
        if now.increment != increment {
            let increment = milliseconds(now.increment);
            infos.push(format!("INFO time_increment {increment}"));
        }
        let left = now.left.map_or(UNLIMITED, milliseconds);
        infos.push(format!("INFO time_left {left}"));
        for info in &infos {
            process.send_later(info);
        }
        self.queued_infos += infos.len();
        Ok(())
    }

    /// Waits for the rest of the pause that the engine needs after its move.
    fn settle(&mut self) {
        if let Some(moved) = self.moved.take() {
            std::thread::sleep((moved + SETTLE_TIME).saturating_duration_since(Instant::now()));
        }
    }

    /// Asks for a move and sends the stones that the engine does not know.
    fn request_move(&mut self, side: Side) -> Result<Instant, EngineError> {
        let size = self.size;
        let process = self.connection.process()?;
        let new_stones = self
            .known_stones
            .map(|known| &self.stones[known.min(self.stones.len())..]);
        let sent = match new_stones {
            _ if self.stones.is_empty() => process.send("BEGIN")?,
            Some(&[(owner, vertex)]) if owner != side => {
                process.send(&format!("TURN {}", write_point(vertex, size)))?
            }
            _ => {
                let mut board = String::from("BOARD\n");
                for &(owner, vertex) in &self.stones {
                    let field = if owner == side { 1 } else { 2 };
                    board += &format!("{},{field}\n", write_point(vertex, size));
                }
                process.send(&(board + "DONE"))?
            }
        };
        self.known_stones = Some(self.stones.len());
        Ok(sent)
    }

    /// Queues the time that is left, after lines that reply to nothing have been skipped.
    fn prepare_request(&mut self, clock: &Clock) -> Result<(), EngineError> {
        self.settle();
        for line in self.connection.process()?.pending()? {
            let name = &self.connection.spec.name;
            log::debug!("{name}: skipped before the request: {line}");
        }
        self.send_time(clock)
    }

    /// Waits for a reply that `read` accepts: a move, or a step of an opening rule. As in Gomocup's
    /// tournament manager, lines that are neither replies nor messages are skipped. If no reply follows, an `ERROR` or
    /// `UNKNOWN` among them was the reply. Any other line says nothing: an engine may print what it thinks.
    fn wait_for_reply<T>(
        &mut self,
        sent: Instant,
        clock: &Clock,
        timeout: Duration,
        read: impl Fn(&str) -> Option<Result<T, EngineError>>,
    ) -> Result<(T, Duration, MoveInfo), EngineError> {
        let limit = clock.time_to_flag();
        let startup_timeout = self.connection.spec.startup_timeout();
        let process = self.connection.process()?;
        let end = end_of_wait(sent, timeout);
        // An engine that has exceeded its time gets YXSTOP, as c-gomoku-cli sends it.
        let stop_at = limit.map(|limit| end_of_wait(sent, limit));
        let mut stop_at = stop_at.filter(|&at| at < end);
        let mut others = OtherLines {
            rejected_infos: if self.rejects_some_info {
                self.queued_infos
            } else {
                0
            },
            ..OtherLines::default()
        };
        let mut info = MoveInfo::default();
        let (found, elapsed) = loop {
            // Without a clock, an engine does not get the whole time of a move after a refusal.
            let wait_until = match (&others.refusal, limit) {
                (Some(refusal), None) => end.min(refusal.at + startup_timeout),
                _ => stop_at.unwrap_or(end),
            };
            let Some(line) = process.line(wait_until)? else {
                if stop_at.take().is_some() {
                    others.after_stop = true;
                    process.send("YXSTOP")?;
                    continue;
                }
                return Err(others.error(process, timeout));
            };
            let text = line.text.as_str();
            if let Some(point) = text.strip_prefix("SUGGEST ") {
                // The engine leaves the move to the manager, which has no other one.
                others.skipped.add(REQUEST, text)?;
                process.send(&format!("PLAY {}", point.trim()))?;
                continue;
            }
            if let Some(found) = read(text) {
                break (found?, line.at.saturating_duration_since(sent));
            }
            if is_message(text) {
                let (_, message) = text.split_once(' ').unwrap_or((text, ""));
                // The lines for Yixin-Board's live view repeat the information in other units.
                if !message.starts_with("REALTIME") {
                    read_message(message, &mut info);
                }
            } else if resembles_move(text) {
                return Err(not_a_move(text));
            } else if !text.is_empty() {
                others.add(line)?;
            }
        };
        self.queued_infos = 0;
        let pause = self.needs_pause || elapsed > INSTANT_REPLY;
        self.moved = pause.then(Instant::now);
        Ok((found, elapsed, info))
    }
}

/// The lines that an engine writes before its reply and that are neither messages nor a reply.
#[derive(Default)]
struct OtherLines {
    skipped: SkippedLines,
    /// The `INFO` lines before the request that the engine will still reject. A refusal of the request comes after these.
    rejected_infos: usize,
    /// Whether the engine got `YXSTOP`, which most engines do not know.
    after_stop: bool,
    /// The last refusal of the request.
    refusal: Option<Line>,
    /// The last line that says nothing.
    unreadable: Option<String>,
}

impl OtherLines {
    /// # Errors
    ///
    /// [`Termination::Garbage`] after too many lines.
    fn add(&mut self, line: Line) -> Result<(), EngineError> {
        let text = line.text.as_str();
        self.skipped.add(REQUEST, text)?;
        // A late answer to ABOUT does not answer the request.
        let is_late = is_about(text) || self.after_stop && is_unknown(text);
        if self.rejected_infos > 0 && is_unknown(text) {
            self.rejected_infos -= 1;
        } else if !is_late && is_refusal(text) {
            self.refusal = Some(line);
        } else if !is_late {
            self.unreadable = Some(line.text);
        }
        Ok(())
    }

    /// Why there is no reply after this time.
    fn error(self, process: &mut EngineProcess, timeout: Duration) -> EngineError {
        if let Some(line) = self.refusal {
            return refused(format!("answered with {}", quoted(&line.text)));
        }
        let mut error = no_reply(process, REQUEST, timeout);
        if let Some(text) = self.unreadable {
            let text = quoted(&text);
            error.message += &format!("; it wrote {text}, which is not a move");
        }
        error
    }
}

/// Whether a line says that the engine cannot do what was asked for.
fn is_refusal(text: &str) -> bool {
    is_error(text) || is_unknown(text)
}

/// Reads a point; it fails if the point is not on the board.
fn read_vertex(text: &str, size: u8) -> Option<Result<Vertex, EngineError>> {
    let pair = read_pair(text)?;
    Some(vertex(pair, size).ok_or_else(|| off_board(text)))
}

/// Reads a step of an opening rule: `SWAP`, or points separated by blanks.
fn read_opening_choice(text: &str, size: u8) -> Option<Result<OpeningChoice, EngineError>> {
    if text.trim().eq_ignore_ascii_case("SWAP") {
        return Some(Ok(OpeningChoice::Swap));
    }
    if let Some(vertex) = read_vertex(text, size) {
        return Some(vertex.map(|vertex| OpeningChoice::Stones(vec![vertex])));
    }
    let vertices = text.split_whitespace().map(|word| read_vertex(word, size));
    let vertices: Vec<_> = vertices.collect::<Option<_>>()?;
    let stones = vertices.into_iter().collect::<Result<Vec<_>, _>>();
    let stones = stones.map(OpeningChoice::Stones);
    (!text.trim().is_empty()).then_some(stones)
}

impl EngineClient for GomocupClient {
    fn set_context(&mut self, context: EngineContext) {
        self.connection.set_context(context);
    }

    fn new_game(&mut self, game: GameSpec, clock: &Clock) -> Result<(), EngineError> {
        self.set_up(game, clock).map_err(at_start)
    }

    fn was_restarted(&self) -> bool {
        self.connection.was_restarted()
    }

    fn identity(&mut self) -> Result<EngineIdentity, EngineError> {
        Ok(EngineIdentity {
            name: about_value(&self.about, "name"),
            version: about_value(&self.about, "version"),
        })
    }

    fn play_move(&mut self, side: Side, mv: Move) -> Result<(), EngineError> {
        // Gomoku has no passes.
        if let Move::Place(vertex) = mv {
            self.stones.push((side, vertex));
        }
        Ok(())
    }

    fn go(
        &mut self,
        side: Side,
        clocks: &[Clock; 2],
        timeout: Duration,
    ) -> Result<EngineReply, EngineError> {
        let clock = &clocks[side.index()];
        self.prepare_request(clock)?;
        let sent = self.request_move(side)?;
        let size = self.size;
        let (vertex, elapsed, info) =
            self.wait_for_reply(sent, clock, timeout, |text| read_vertex(text, size))?;
        self.stones.push((side, vertex));
        self.known_stones = Some(self.stones.len());
        Ok(EngineReply {
            best_move: BestMove::Move(Move::Place(vertex)),
            text: write_point(vertex, size),
            elapsed,
            info,
        })
    }

    fn choose_opening(
        &mut self,
        rule: OpeningRule,
        stones: &[Vertex],
        clock: &Clock,
        timeout: Duration,
    ) -> Result<OpeningReply, EngineError> {
        self.prepare_request(clock)?;
        let size = self.size;
        let mut request = match rule {
            OpeningRule::Swap => String::from("SWAPBOARD\n"),
            OpeningRule::Swap2 => String::from("SWAP2BOARD\n"),
        };
        for &stone in stones {
            request += &write_point(stone, size);
            request.push('\n');
        }
        let sent = self.connection.process()?.send(&(request + "DONE"))?;
        let read = |text: &str| read_opening_choice(text, size);
        let (choice, elapsed, info) = self.wait_for_reply(sent, clock, timeout, read)?;
        Ok(OpeningReply {
            choice,
            elapsed,
            info,
        })
    }

    fn end_game(&mut self) -> Result<(), EngineError> {
        if self.connection.spec.ponders() {
            self.connection.process()?.send(END_COMMANDS.stop)?;
        }
        self.connection.end_game();
        Ok(())
    }

    fn quit(&mut self) {
        self.connection.quit();
    }
}
