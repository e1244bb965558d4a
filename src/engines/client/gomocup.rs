//! Engines that speak Gomocup's protocol.
//!
//! The order is that of c-gomoku-cli, which most of them were tested with: `START` and its bare `OK`, the
//! `INFO` lines, and for every move `INFO time_left` with `BEGIN`, `BOARD` or `TURN`. Between the settings
//! and the first move stands an `ABOUT`: its answer shows that the settings were read, and an `ERROR`
//! before it that one of them was not taken (a rule, say).

use crate::engine::Variant;
use crate::engines::client::clock::Simple;
use crate::engines::client::engine_client::{
    BestMove, EngineClient, EngineReply, GameSpec, MoveInfo,
};
use crate::engines::client::messages;
use crate::engines::client::{FAREWELL, at_start, quoted, silent, wait_for};
use crate::engines::process::EngineProcess;
use crate::engines::spec::EngineSpec;
use crate::engines::termination::{EngineError, Termination};
use crate::game::{Move, Side, Vertex};
use crate::search::Clock;
use std::time::{Duration, Instant};

/// A number of milliseconds that means "no limit".
const UNLIMITED: u64 = i32::MAX as u64;

/// How long an engine that knows no `ABOUT` is waited for.
const ABOUT: Duration = Duration::from_secs(2);

/// Between an engine's move and the next line that it is sent. Rapfi writes its move a moment before it
/// takes commands again, and drops what comes in between.
const SETTLE: Duration = Duration::from_millis(5);

/// An engine that answers faster than this does not search in another thread, so that it has no such
/// moment. Where both engines are that fast, waiting would be most of the match.
const AT_ONCE: Duration = Duration::from_micros(500);

/// Engines that need the moment however fast they are, because they say their name.
const NEEDS_TO_SETTLE: &str = "rapfi";

/// How long it may take until an engine that has dropped a command has done so.
const DROPPED: Duration = Duration::from_millis(100);

/// More lines than this that are neither messages nor moves are no wrong answer but a flood.
const MOST_NOISES: u32 = 100;

/// An engine at the other end of Gomocup's protocol.
pub struct Client {
    spec: EngineSpec,
    process: Option<EngineProcess>,
    size: u8,
    /// Every stone of the game.
    stones: Vec<(Side, Vertex)>,
    /// How many of them the engine has on its board; `None` if it has not seen this game's board yet.
    known: Option<usize>,
    /// What it was last told about time.
    told: Option<Simple>,
    /// Whether it answers `ABOUT`.
    about: bool,
    /// Whether it is known to need a moment after every move.
    settles: bool,
    /// When its last move came, if it needs a moment after it.
    moved: Option<Instant>,
}

/// Whether a line is an answer to `ABOUT`: pairs, of which the name is obligatory.
pub(super) fn is_about(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    line.split_once("name")
        .is_some_and(|(_, rest)| rest.trim_start().starts_with('='))
}

/// The kinds of lines that are no answers.
fn is_chatter(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    ["MESSAGE", "DEBUG"]
        .iter()
        .any(|kind| word.eq_ignore_ascii_case(kind))
}

fn is_error(line: &str) -> bool {
    line.get(..5)
        .is_some_and(|start| start.eq_ignore_ascii_case("ERROR"))
}

/// `7,8`, if a line is nothing else.
fn pair(line: &str) -> Option<(i64, i64)> {
    let (x, y) = line.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// Columns are counted from the left and rows from the top, both from 0.
fn write(vertex: Vertex, size: u8) -> String {
    let row = i16::from(size) - 1 - i16::from(vertex.row);
    format!("{},{row}", vertex.col)
}

fn read((x, y): (i64, i64), size: u8) -> Option<Vertex> {
    let cell = |n: i64| u8::try_from(n).ok().filter(|&n| n < size);
    Some(Vertex::new(cell(x)?, size - 1 - cell(y)?))
}

fn ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis())
        .unwrap_or(UNLIMITED)
        .min(UNLIMITED)
}

impl Client {
    /// An engine that will be started with its first game.
    pub fn new(spec: EngineSpec) -> Self {
        Self {
            spec,
            process: None,
            size: 0,
            stones: Vec::new(),
            known: None,
            told: None,
            about: true,
            settles: false,
            moved: None,
        }
    }

    /// The settings that hold for every game of a process.
    fn start(&mut self) -> Result<(), EngineError> {
        if self.spec.level.is_some() {
            let text = "the protocol has no levels: say it in the command or by an option";
            return Err(EngineError::new(Termination::Refused, text));
        }
        let mut process = EngineProcess::start(&self.spec)?;
        for line in &self.spec.init {
            process.send(line)?;
        }
        self.process = Some(process);
        Ok(())
    }

    fn set_up(&mut self, game: GameSpec, clock: &Clock) -> Result<(), EngineError> {
        let Variant::Gomoku(rule) = game.variant else {
            let text = format!("Gomocup's protocol has no {}", game.variant);
            return Err(EngineError::new(Termination::Refused, text));
        };
        (self.size, self.known, self.told) = (game.size, None, None);
        self.stones.clear();
        if self
            .process
            .as_mut()
            .is_none_or(|process| !process.is_running())
        {
            self.process = None;
            self.start()?;
        }
        let patience = self.spec.startup_timeout();
        self.settle();
        let process = process(&mut self.process)?;
        process.pending()?;
        let start = format!("START {}", game.size);
        let mut ask = || {
            process.send(&start)?;
            wait_for(process, &start, patience, |line| match line.text.as_str() {
                "OK" => Some(Ok(())),
                text if is_error(text) || text.starts_with("UNKNOWN") => {
                    let text = format!("answered {start:?} with {}", quoted(text));
                    Some(Err(EngineError::new(Termination::Refused, text)))
                }
                _ => None,
            })?
        };
        if let Err(fault) = ask() {
            if fault.termination != Termination::Refused {
                return Err(fault);
            }
            // It may have dropped the command and stumbled over the size.
            std::thread::sleep(DROPPED);
            ask()?;
        }
        let mut settings = vec![
            ("game_type".to_owned(), "1".to_owned()),
            ("rule".to_owned(), rule.code().to_string()),
        ];
        let mut set = |key: &str, value: Option<String>| {
            settings.extend(value.map(|value| (key.to_owned(), value)));
        };
        let bytes = |mb: u64| mb.saturating_mul(1 << 20).to_string();
        set("max_memory", self.spec.memory.map(bytes));
        set("thread_num", self.spec.threads.map(|n| n.to_string()));
        set("max_depth", self.spec.depth.map(|n| n.to_string()));
        set("max_node", self.spec.nodes.map(|n| n.to_string()));
        settings.extend(self.spec.options.clone());
        for (key, value) in settings {
            process.send_later(&format!("INFO {key} {value}"));
        }
        self.tell_time(clock)?;
        self.confirm()
    }

    /// Waits until the settings have been read.
    fn confirm(&mut self) -> Result<(), EngineError> {
        if !self.about {
            return Ok(());
        }
        let process = process(&mut self.process)?;
        process.send("ABOUT")?;
        let patience = ABOUT.min(self.spec.startup_timeout());
        let answer = wait_for(process, "ABOUT", patience, |line| {
            match line.text.as_str() {
                text if is_error(text) => {
                    let text = format!("answered the settings with {}", quoted(text));
                    Some(Err(EngineError::new(Termination::Refused, text)))
                }
                text => is_about(text).then(|| Ok(text.to_ascii_lowercase())),
            }
        });
        match answer {
            Ok(Ok(about)) => {
                self.settles = about.contains(NEEDS_TO_SETTLE);
                Ok(())
            }
            Ok(Err(fault)) => Err(fault),
            Err(fault) if fault.termination == Termination::Hang => {
                log::info!("{} does not answer ABOUT", self.spec.name);
                self.about = false;
                Ok(())
            }
            Err(fault) => Err(fault),
        }
    }

    /// Says what has changed about time, and what is left, with the next line that is sent.
    fn tell_time(&mut self, clock: &Clock) -> Result<(), EngineError> {
        let now = Simple::of(clock);
        let process = process(&mut self.process)?;
        let before = self.told.replace(now);
        if before.is_none_or(|before| {
            before.turn != now.turn || before.left.is_some() != now.left.is_some()
        }) {
            // Without a time for moves, a move may take all that there is.
            let turn = now.most().map_or(UNLIMITED, ms);
            process.send_later(&format!("INFO timeout_turn {turn}"));
            process.send_later(&format!("INFO timeout_match {}", now.left.map_or(0, ms)));
        }
        let increment = before.map_or(Duration::ZERO, |before| before.increment);
        if now.increment != increment {
            process.send_later(&format!("INFO time_increment {}", ms(now.increment)));
        }
        let left = now.left.map_or(UNLIMITED, ms);
        process.send_later(&format!("INFO time_left {left}"));
        Ok(())
    }

    /// Gives the engine the moment that it may need after its move.
    fn settle(&mut self) {
        if let Some(moved) = self.moved.take() {
            std::thread::sleep((moved + SETTLE).saturating_duration_since(Instant::now()));
        }
    }

    /// Asks for a move with as little as the engine needs to know.
    fn ask(&mut self, side: Side) -> Result<Instant, EngineError> {
        let size = self.size;
        let process = process(&mut self.process)?;
        let new = self
            .known
            .map(|known| &self.stones[known.min(self.stones.len())..]);
        let asked = match new {
            _ if self.stones.is_empty() => process.send("BEGIN")?,
            Some(&[(mover, vertex)]) if mover != side => {
                process.send(&format!("TURN {}", write(vertex, size)))?
            }
            _ => {
                let mut text = String::from("BOARD\n");
                for &(owner, vertex) in &self.stones {
                    let field = if owner == side { 1 } else { 2 };
                    text += &format!("{},{field}\n", write(vertex, size));
                }
                process.send(&(text + "DONE"))?
            }
        };
        self.known = Some(self.stones.len());
        Ok(asked)
    }

    /// Waits for a move. As in the tournament's judge, lines that are neither moves nor messages are
    /// passed over, errors too; only if nothing follows, they were the answer.
    fn listen(&mut self, asked: Instant, patience: Duration) -> Result<EngineReply, EngineError> {
        let limit = self.told.and_then(|told| told.most());
        let size = self.size;
        let process = process(&mut self.process)?;
        let end = asked + patience;
        // An engine that is late is told to hurry, as c-gomoku-cli does it.
        let mut hurry = limit
            .map(|limit| asked + limit)
            .filter(|&moment| moment < end);
        let mut hurried = false;
        let mut noise: Option<String> = None;
        let mut noises = 0u32;
        let mut thought = MoveInfo::default();
        loop {
            let Some(line) = process.line(hurry.unwrap_or(end))? else {
                if hurry.take().is_some() {
                    hurried = true;
                    process.send("YXSTOP")?;
                    continue;
                }
                // Somebody who never stops writing has not answered at all.
                return Err(match noise.filter(|_| noises <= MOST_NOISES) {
                    Some(text) => {
                        let text = format!("answered with {}, which is no move", quoted(&text));
                        EngineError::new(Termination::Garbage, text)
                    }
                    None => {
                        let text = silent(process, "the request for a move", patience);
                        EngineError::new(Termination::Hang, text)
                    }
                });
            };
            let text = line.text.as_str();
            if let Some(pair) = pair(text) {
                let Some(vertex) = read(pair, size) else {
                    let text = format!("played {}, which is not on the board", quoted(text));
                    return Err(EngineError::new(Termination::Illegal, text));
                };
                return Ok(EngineReply {
                    best_move: BestMove::Move(Move::Place(vertex)),
                    elapsed: line.at.saturating_duration_since(asked),
                    info: thought,
                });
            }
            if is_chatter(text) {
                let (_, message) = text.split_once(' ').unwrap_or((text, ""));
                // Yixin-Board's live lines repeat it in other units.
                if !message.starts_with("REALTIME") {
                    messages::read(message, &mut thought);
                }
            } else if looks_like_a_move(text) {
                let text = format!("answered with {}, which is no move", quoted(text));
                return Err(EngineError::new(Termination::Garbage, text));
            } else if !text.is_empty() {
                log::debug!("{}: passed over: {text}", self.spec.name);
                noises = noises.saturating_add(1);
                // Most engines do not know `YXSTOP`.
                if !hurried || !text.starts_with("UNKNOWN") {
                    noise = Some(line.text);
                }
            }
        }
    }
}

/// Whether a line that is no move was meant as one: there are no answers with a comma that are none,
/// except those with a word in front.
fn looks_like_a_move(line: &str) -> bool {
    line.contains(',') && !line.starts_with(|c: char| c.is_ascii_alphabetic())
}

fn process(process: &mut Option<EngineProcess>) -> Result<&mut EngineProcess, EngineError> {
    process
        .as_mut()
        .ok_or_else(|| EngineError::new(Termination::Refused, "is not running"))
}

impl EngineClient for Client {
    fn new_game(&mut self, game: GameSpec, clock: &Clock) -> Result<(), EngineError> {
        self.set_up(game, clock).map_err(at_start)
    }

    fn play_move(&mut self, side: Side, mv: Move) -> Result<(), EngineError> {
        // The protocol has no passes, and neither has the game.
        if let Move::Place(vertex) = mv {
            self.stones.push((side, vertex));
        }
        Ok(())
    }

    fn go(
        &mut self,
        side: Side,
        clocks: &[Clock; 2],
        patience: Duration,
    ) -> Result<EngineReply, EngineError> {
        self.settle();
        for line in process(&mut self.process)?.pending()? {
            log::debug!("{}: out of turn: {line}", self.spec.name);
        }
        self.tell_time(&clocks[side.index()])?;
        let asked = self.ask(side)?;
        let turn = self.listen(asked, patience)?;
        if let BestMove::Move(Move::Place(vertex)) = turn.best_move {
            self.stones.push((side, vertex));
            self.known = Some(self.stones.len());
            self.moved = (self.settles || turn.elapsed > AT_ONCE).then(Instant::now);
        }
        Ok(turn)
    }

    fn end_game(&mut self) -> Result<(), EngineError> {
        if self.spec.restart {
            self.quit();
        }
        Ok(())
    }

    fn quit(&mut self) {
        if let Some(mut process) = self.process.take() {
            // Whatever happens now, it is killed in the end.
            let _ = process.send("END");
            process.close(FAREWELL);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_counted_from_the_top_left_corner() {
        assert_eq!(write(Vertex::new(0, 14), 15), "0,0");
        assert_eq!(write(Vertex::new(8, 8), 15), "8,6");
        for col in 0..20 {
            for row in 0..20 {
                let vertex = Vertex::new(col, row);
                let pair = pair(&write(vertex, 20)).unwrap();
                assert_eq!(read(pair, 20), Some(vertex));
            }
        }
        assert_eq!(read((15, 0), 15), None);
        assert_eq!(read((0, -1), 15), None);
        for line in ["", "7", "7,", "7,8,9", "7 8", "MESSAGE 7,8", "7,8 9,9"] {
            assert_eq!(pair(line), None, "{line}");
        }
        assert_eq!(pair(" 7, 8 "), Some((7, 8)));
    }

    #[test]
    fn kinds_of_lines() {
        assert!(is_about("name=\"Rapfi\", version=\"0.43\""));
        assert!(is_about("version = \"1\", Name = \"x\""));
        assert!(!is_about("MESSAGE what a name"));
        assert!(is_chatter("message hello") && is_chatter("DEBUG x") && !is_chatter("7,7"));
        assert!(is_error("ERROR - unsupported size") && !is_error("ERRO") && !is_error("é"));
        assert!(looks_like_a_move("7,8,9") && looks_like_a_move("7,x") && !looks_like_a_move("OK"));
        assert!(!looks_like_a_move("SUGGEST 7,8"));
    }
}
