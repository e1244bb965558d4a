//! The protocol of Gomocup and the Piskvork manager, with the extension of Yixin-Board.
//!
//! Specification: Petr Laštovička, "Gomocup Protocol" (<https://plastovicka.github.io/protocl2en.htm>);
//! Yixin-Board's commands as that GUI sends them (<https://github.com/accreator/Yixin-Board>).
//!
//! A line is cleaned and its first word is looked up, in any case, in [`GROUPS`]. Commands such as
//! `BOARD` collect the lines up to `DONE` first. A search leaves its telling behind in [`Gomocup`] until
//! the engine is done.

mod basic;
mod block;
mod blocks;
mod clock;
mod command;
mod database;
mod frame;
mod info;
mod manual;
mod message;
mod opening;
mod place;
mod yixin;

pub use command::{Command, Follow};
pub use info::{KEYS, Key};
pub use manual::manual;

use crate::engine::Variant;
use crate::game::Move;
use crate::gomoku::Rule;
use crate::protocol::conversation::SCRIPT_GAP;
use crate::protocol::{Action, Protocol, Triage};
use crate::search::Report;
use crate::session::{Begun, Decision, Finished, Running, Session};
use block::Block;
use blocks::Blocks;
use clock::Clock;
use command::{Answer, Call, Failure, Telling};
use frame::Frame;
use std::time::{Duration, Instant};

/// A chapter of the command table.
pub struct Group {
    /// The heading in the manual.
    pub title: &'static str,
    /// Its commands.
    pub commands: &'static [Command],
}

/// Every command, in the order of the manual.
pub static GROUPS: &[Group] = &[
    Group {
        title: "The game",
        commands: basic::COMMANDS,
    },
    Group {
        title: "Openings",
        commands: opening::COMMANDS,
    },
    Group {
        title: "Yixin-Board",
        commands: yixin::COMMANDS,
    },
    Group {
        title: "Openings of Yixin-Board",
        commands: opening::YIXIN,
    },
    Group {
        title: "Database of Yixin-Board",
        commands: database::COMMANDS,
    },
];

/// Every command.
pub fn commands() -> impl Iterator<Item = &'static Command> {
    GROUPS.iter().flat_map(|group| group.commands)
}

/// The command with this name, in any case.
pub fn find(name: &str) -> Option<&'static Command> {
    commands().find(|command| command.name.eq_ignore_ascii_case(name))
}

/// Whether a first line that begins with this word is of this protocol. Words that GTP has as well
/// are not among them.
pub(super) fn recognises(word: &str) -> bool {
    const GTP_TOO: [&str; 2] = ["PLAY", "STOP"];
    find(word).is_some_and(|command| !GTP_TOO.contains(&command.name))
}

/// Memory of the process without the transposition table, in bytes: code, pattern tables, stacks.
/// Measured on Linux at 6 MB; the rest is for other systems and further threads.
const FIXED_MEMORY: i64 = 16 << 20;

const MEGABYTE: i64 = 1 << 20;

/// What the other end has said about itself and about the game.
#[derive(Default)]
struct Host {
    /// There is a board.
    started: bool,
    /// The other end writes points as Yixin-Board does.
    yixin: bool,
    /// `show_detail`.
    detail: u8,
    rule: Option<Rule>,
    /// Why no game can be played as it was asked for.
    unmet: Option<String>,
    /// To be said before the next answer.
    notes: Vec<String>,
    clock: Clock,
    blocks: Blocks,
    /// Wanted size of the table in MB, before the memory limit.
    hash: Option<i64>,
    /// Limit of the whole process in bytes.
    memory: Option<i64>,
    /// How full the table was, in thousandths.
    table_full: u16,
}

impl Host {
    fn frame(&self, session: &Session) -> Frame {
        Frame {
            size: session.record().size(),
            row_first: self.yixin,
        }
    }

    /// A game begins on an empty board.
    fn begin_game(&mut self, session: &mut Session) {
        self.started = true;
        self.clock.restart();
        self.fit_table(session);
    }

    /// Brings the game under the rule that was asked for, with the stones that are on the board.
    fn take_rule(&mut self, session: &mut Session) -> Result<(), String> {
        let Some(rule) = self.rule else {
            return Ok(());
        };
        let variant = Variant::Gomoku(rule);
        if !self.started || session.variant() == variant {
            return Ok(());
        }
        let record = session.record();
        let record = crate::format::GameRecord {
            variant,
            start: record.start(),
            moves: record.moves(),
        };
        session
            .load(&record)
            .map_err(|refusal| format!("the game does not fit the rule {rule}: {refusal}"))
    }

    fn set_memory(&mut self, bytes: i64, session: &mut Session) {
        self.memory = (bytes > 0).then_some(bytes);
        if let Some(limit) = self.memory
            && limit < FIXED_MEMORY + MEGABYTE
        {
            self.notes.push(format!(
                "max_memory {bytes} cannot be kept, at least {} are needed",
                FIXED_MEMORY + MEGABYTE
            ));
        }
        self.fit_table(session);
    }

    fn set_hash(&mut self, kb: i64, session: &mut Session) {
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
        if let Err(refusal) = session.set_option("hash", &megabytes.to_string()) {
            self.notes.push(refusal.to_string());
        }
    }
}

/// The protocol's own state: what the host has said, a block that has begun, and how the search under
/// way is told.
#[derive(Default)]
pub struct Gomocup {
    host: Host,
    block: Option<Block>,
    pending: Option<Telling>,
    /// How long the search had been going on at its last message.
    shown: Option<Duration>,
}

/// Removes control characters and blanks at both ends. What is not UTF-8 becomes replacement
/// characters.
fn clean(line: &[u8]) -> String {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let text = String::from_utf8_lossy(line);
    let text: String = text
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control())
        .collect();
    text.trim().to_owned()
}

/// The first word and the rest.
fn split(line: &str) -> (&str, &str) {
    match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    }
}

/// Each line in a write of its own: some managers read in pieces.
fn say(lines: impl IntoIterator<Item = String>, actions: &mut Vec<Action>) {
    actions.extend(
        lines
            .into_iter()
            .filter(|line| !line.is_empty())
            .map(|line| Action::Write(line + "\n")),
    );
}

impl Gomocup {
    /// The protocol at its beginning.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a line while a block is open. Returns it if it ends the block without being part of it.
    fn take_item<'a>(
        &mut self,
        line: &'a str,
        received: Instant,
        session: &mut Session,
        actions: &mut Vec<Action>,
    ) -> Option<&'a str> {
        let Some(mut block) = self.block.take() else {
            return Some(line);
        };
        let (word, _) = split(line);
        if block.command.follow == Follow::Path || word.eq_ignore_ascii_case("DONE") {
            let result = match block.wrong {
                Some(text) => Err(Failure::Text(text)),
                None => {
                    let mut call = Call {
                        session,
                        host: &mut self.host,
                        received,
                        items: &block.items,
                        actions,
                    };
                    (block.command.run)(&mut call, &block.arguments)
                }
            };
            self.tell(block.command, result, received, session, actions);
            return None;
        }
        match find(word) {
            None => block.push(line),
            // It may come at any time.
            Some(command) if command.name == "INFO" => {
                self.block = Some(block);
                return Some(line);
            }
            Some(_) => {
                let name = block.command.name;
                say([format!("ERROR {name} was not ended by DONE")], actions);
                return Some(line);
            }
        }
        self.block = Some(block);
        None
    }

    /// Says what became of a command.
    fn tell(
        &mut self,
        command: &Command,
        result: Result<Answer, Failure>,
        now: Instant,
        session: &mut Session,
        actions: &mut Vec<Action>,
    ) {
        let answer = match result {
            Ok(answer) => answer,
            Err(failure) => {
                let text = match failure {
                    Failure::Usage => format!("usage: {}", command.usage()),
                    Failure::Text(text) => text,
                };
                self.flush_notes(actions);
                return say([format!("ERROR {text}")], actions);
            }
        };
        match answer {
            Answer::Lines(lines) => {
                if !lines.is_empty() {
                    self.flush_notes(actions);
                }
                say(lines, actions);
            }
            Answer::Quit => actions.push(Action::Quit),
            Answer::Search {
                begun,
                purpose,
                telling,
            } => {
                self.flush_notes(actions);
                self.shown = None;
                self.pending = Some(telling);
                match begun {
                    Begun::Job(job) => {
                        if self.host.detail >= 1 {
                            say(["MESSAGE REALTIME REFRESH".into()], actions);
                        }
                        actions.push(Action::Begin(job));
                    }
                    Begun::Decided(decision) => {
                        let finished = Finished {
                            purpose,
                            side: session.record().side(),
                            decision: Some(decision),
                            report: None,
                        };
                        self.end(&finished, now, session, actions);
                    }
                }
            }
        }
    }

    fn flush_notes(&mut self, actions: &mut Vec<Action>) {
        let notes = std::mem::take(&mut self.host.notes).into_iter();
        say(notes.map(|note| format!("MESSAGE {note}")), actions);
    }

    /// Says what a finished search found.
    fn end(
        &mut self,
        finished: &Finished,
        now: Instant,
        session: &mut Session,
        actions: &mut Vec<Action>,
    ) {
        let frame = self.host.frame(session);
        if let Some(report) = &finished.report {
            self.host.table_full = report.table_full;
            if self.shown != Some(report.elapsed) {
                say(self.live(report, frame), actions);
            }
        }
        match self.pending.take() {
            Some(Telling::Move) => {
                let line = match finished.decision {
                    Some(Decision::Move(Move::Place(vertex))) => frame.text(vertex),
                    _ => "ERROR no move was found".into(),
                };
                say([line], actions);
            }
            Some(Telling::Words(words)) => {
                let mut call = Call {
                    session,
                    host: &mut self.host,
                    received: now,
                    items: &[],
                    actions,
                };
                let result = words(finished, &mut call);
                // Words never quote a usage, so any command will do.
                self.tell(&basic::COMMANDS[0], result, now, session, actions);
            }
            None => {}
        }
    }

    /// What a search shows: messages for everybody, more for Yixin-Board.
    fn live(&self, report: &Report, frame: Frame) -> Vec<String> {
        // Further lines are shown only to whoever asked for them.
        let shown = match &self.pending {
            Some(Telling::Words(_)) => 1,
            _ => report.lines.len(),
        };
        let mut lines = message::summary(report, shown);
        if self.host.detail >= 1 {
            lines.extend(message::realtime(report, frame));
        }
        if self.host.detail >= 2 {
            lines.extend(message::detail(report));
        }
        lines
    }
}

impl Protocol for Gomocup {
    fn triage(&mut self, line: &[u8], received: Instant, running: Running) -> Triage {
        let cleaned = clean(line);
        let (word, rest) = split(&cleaned);
        // A script sends everything at once and wants all of it answered.
        let script = received.saturating_duration_since(running.received) < SCRIPT_GAP;
        match find(word).map(|command| command.name) {
            None if word.is_empty() => Triage::Ignore,
            Some("END") if !script => Triage::Quit,
            Some("STOP" | "YXSTOP") => Triage::Stop,
            Some("INFO") if info::is_stop(rest) => Triage::Stop,
            Some("ABOUT") if !script => Triage::Now,
            // Nobody waits for the answer any more.
            Some("START" | "RECTSTART" | "RESTART") if !script => {
                self.pending = None;
                Triage::AbandonAndQueue
            }
            _ => Triage::Queue,
        }
    }

    fn execute(
        &mut self,
        line: &[u8],
        received: Instant,
        session: &mut Session,
        actions: &mut Vec<Action>,
    ) {
        let cleaned = clean(line);
        if cleaned.is_empty() {
            return;
        }
        let Some(line) = self.take_item(&cleaned, received, session, actions) else {
            return;
        };
        let (word, arguments) = split(line);
        let Some(command) = find(word) else {
            return say([format!("UNKNOWN command {word}")], actions);
        };
        if command.follow != Follow::Nothing {
            if command.parses(arguments) {
                self.block = Some(Block::new(command, arguments));
                return;
            }
            return self.tell(command, Err(Failure::Usage), received, session, actions);
        }
        let mut call = Call {
            session,
            host: &mut self.host,
            received,
            items: &[],
            actions,
        };
        let result = (command.run)(&mut call, arguments);
        self.tell(command, result, received, session, actions);
    }

    fn progress(&mut self, report: &Report, session: &Session, actions: &mut Vec<Action>) {
        let due = self.shown.unwrap_or_default() + message::GAP;
        if report.elapsed >= due {
            self.shown = Some(report.elapsed);
            say(self.live(report, self.host.frame(session)), actions);
        }
    }

    fn finished(
        &mut self,
        finished: Finished,
        now: Instant,
        session: &mut Session,
        actions: &mut Vec<Action>,
    ) {
        self.end(&finished, now, session, actions);
    }

    fn close(&mut self, _actions: &mut Vec<Action>) {}

    fn failed(&mut self, text: &str, _session: &Session, actions: &mut Vec<Action>) {
        if self.pending.take().is_some() {
            say([format!("ERROR {}", text.replace('\n', " "))], actions);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_rows_complete() {
        let all: Vec<_> = commands().collect();
        for (n, command) in all.iter().enumerate() {
            let name = command.name;
            assert!(
                all[..n].iter().all(|other| other.name != name),
                "{name} twice"
            );
            assert_eq!(name, name.to_ascii_uppercase());
            assert!(
                command.summary.ends_with('.') && command.details.ends_with('.'),
                "{name}"
            );
            assert!(
                command.example.to_ascii_uppercase().contains(name),
                "{name} is not in its example"
            );
        }
        for (n, key) in KEYS.iter().enumerate() {
            assert!(KEYS[..n].iter().all(|other| other.name != key.name));
            assert!(
                !key.summary.is_empty() && !key.summary.ends_with('.'),
                "{}",
                key.name
            );
        }
    }

    #[test]
    fn words_that_only_this_protocol_has() {
        for word in ["START", "info", "About", "yxshowinfo", "BOARD", "end"] {
            assert!(recognises(word), "{word}");
        }
        for word in ["play", "stop", "name", "nboard", "", "quit"] {
            assert!(!recognises(word), "{word}");
        }
    }
}
