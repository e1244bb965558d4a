//! The NBoard protocol, version 2, for Othello.
//!
//! Specification: Chris Welty, "NBoard Protocol" (2014), with what the GUI itself does. One command a
//! line in both directions, no frames and few replies. What keeps the two sides together is `ping`: the
//! engine stops, answers `pong`, and everything before that belongs to a position that is gone.
//!
//! A line is looked up in [`GROUPS`]; the row that is found parses the arguments and carries the command
//! out. Lines that mean nothing are ignored. What goes wrong is said in the status line of the GUI.

mod analysis;
mod command;
mod game;
mod manual;
mod reply;
mod think;

pub use command::Command;
pub use manual::manual;

use crate::engine::Variant;
use crate::format::ggf;
use crate::protocol::conversation::SCRIPT_GAP;
use crate::protocol::{Action, Protocol, Triage};
use crate::search::Report;
use crate::session::{Finished, Purpose, Running, Session};
use command::{Call, Failure, cut_word};
use std::time::Instant;
use think::Request;

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
        title: "Conversation",
        commands: game::SESSION,
    },
    Group {
        title: "Game",
        commands: game::GAME,
    },
    Group {
        title: "Settings",
        commands: game::SETTINGS,
    },
    Group {
        title: "Thinking",
        commands: think::COMMANDS,
    },
];

/// Every command.
pub fn commands() -> impl Iterator<Item = &'static Command> {
    GROUPS.iter().flat_map(|group| group.commands)
}

/// What the protocol keeps.
#[derive(Default)]
struct State {
    /// The game as the GUI has told it; its moves are those of the session.
    game: ggf::Game,
    /// The worth of a draw for Black in hundredths of a disc.
    contempt: i32,
    /// What the engine is thinking about.
    request: Option<Request>,
}

/// The protocol's own state.
#[derive(Default)]
pub struct NBoard {
    state: State,
    /// The running search was told to end by a line that waits for it.
    stopping: bool,
}

/// A line as text, without control characters and blanks at both ends.
fn clean(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    text.trim_start_matches('\u{feff}').trim().to_owned()
}

/// The command of a cleaned line with its arguments; `None` if it means nothing.
fn find(line: &str) -> Option<(&'static Command, &str)> {
    let mut found = commands().filter_map(|command| Some((command, command.arguments_in(line)?)));
    found.next().or_else(|| {
        // Version 1 sends moves by themselves.
        let (word, _) = cut_word(line);
        let name = word.split('/').next().unwrap_or_default();
        let is_move = name.len() == 2 && ggf::read_move(crate::game::Side::Black, name).is_ok();
        let command = commands().find(|command| command.name == "move")?;
        is_move.then_some((command, line))
    })
}

impl NBoard {
    /// When what the engine is thinking about was asked for.
    fn asked(&self, running: Running) -> Instant {
        match &self.state.request {
            Some(Request::Analysis(analysis)) => analysis.asked,
            _ => running.received,
        }
    }
}

impl Protocol for NBoard {
    fn triage(&mut self, line: &[u8], received: Instant, running: Running) -> Triage {
        let line = clean(line);
        let Some((command, arguments)) = find(&line) else {
            return Triage::Ignore;
        };
        if !command.parses(arguments) {
            // All that it does is to say what is wrong, in its turn.
            return Triage::Queue;
        }
        // Hints have no end of their own.
        let ends = running.purpose == Purpose::Analyze
            || match command.name {
                "ping" => true,
                "quit" => received.saturating_duration_since(self.asked(running)) >= SCRIPT_GAP,
                _ => false,
            };
        if !ends {
            return Triage::Queue;
        }
        self.stopping = true;
        Triage::StopAndQueue
    }

    fn execute(
        &mut self,
        line: &[u8],
        received: Instant,
        session: &mut Session,
        actions: &mut Vec<Action>,
    ) {
        let line = clean(line);
        let Some((command, arguments)) = find(&line) else {
            if !line.is_empty() {
                log::debug!("ignored: {line}");
            }
            return;
        };
        if session.variant() != Variant::Othello
            && let Err(refusal) = session.set_game(Variant::Othello)
        {
            log::error!("{refusal}");
            return;
        }
        let mut call = Call {
            state: &mut self.state,
            session,
            received,
            actions,
        };
        match (command.run)(&mut call, arguments) {
            Ok(()) => {}
            Err(Failure::Usage) => {
                log::debug!("malformed: {line}");
                call.write(reply::status(&format!("Expected: {}", command.usage())));
            }
            Err(Failure::Text(text)) => {
                let status = reply::status(&text);
                log::warn!("{}: {}", command.name, status.trim_end());
                call.write(status);
            }
        }
    }

    fn progress(&mut self, report: &Report, session: &Session, actions: &mut Vec<Action>) {
        actions.extend(think::progress(&mut self.state, report, session).map(Action::Write));
    }

    fn finished(
        &mut self,
        finished: Finished,
        now: Instant,
        session: &mut Session,
        actions: &mut Vec<Action>,
    ) {
        let stopped = std::mem::take(&mut self.stopping);
        let contempt = self.state.contempt;
        let text = match self.state.request.take() {
            None => return,
            Some(Request::Hint(pace)) => think::hints_end(pace, session, contempt),
            Some(Request::Go(asked, _)) => {
                let time = now.saturating_duration_since(asked);
                think::chosen(&finished, time, contempt)
            }
            Some(Request::Analysis(_)) if stopped => reply::status(""),
            Some(Request::Analysis(analysis)) => {
                self.state.request =
                    analysis::proceed(analysis, &finished, contempt, now, session, actions);
                return;
            }
        };
        actions.push(Action::Write(text));
    }

    fn close(&mut self, _actions: &mut Vec<Action>) {}

    fn failed(&mut self, text: &str, session: &Session, actions: &mut Vec<Action>) {
        self.stopping = false;
        if let Some(request) = self.state.request.take() {
            log::error!("{text}");
            actions.push(Action::Write(think::broken(&request, text, session)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(line: &str) -> Option<(&'static str, &str)> {
        find(line).map(|(command, arguments)| (command.name, arguments))
    }

    #[test]
    fn lines_are_found() {
        for (line, expected) in [
            ("nboard 2", ("nboard", "2")),
            ("NBOARD  2", ("nboard", "2")),
            ("set  Depth 12", ("set depth", "12")),
            ("set game (;GM[Othello];)", ("set game", "(;GM[Othello];)")),
            ("move f5/1/2", ("move", "f5/1/2")),
            ("F5", ("move", "F5")),
            ("pa/0.00/1", ("move", "pa/0.00/1")),
            ("go now", ("go", "now")),
        ] {
            assert_eq!(found(line), Some(expected), "{line}");
        }
        for line in [
            "",
            "set",
            "set colour red",
            "F9",
            "P",
            "F5D6",
            "hello",
            "é5",
            "golf",
        ] {
            assert_eq!(found(line), None, "{line}");
        }
    }

    #[test]
    fn lines_are_cleaned() {
        assert_eq!(clean(b"  ping\t1 \r"), "ping 1");
        assert_eq!(clean(b"\xef\xbb\xbfnboard 2"), "nboard 2");
        assert_eq!(clean(b"\xff\0"), "\u{fffd}");
    }

    #[test]
    fn names_are_unique_and_rows_complete() {
        let all: Vec<_> = commands().collect();
        for (n, command) in all.iter().enumerate() {
            let name = command.name;
            assert!(
                all[..n].iter().all(|other| other.name != name),
                "{name} twice"
            );
            assert_eq!(name, name.to_ascii_lowercase());
            assert!(command.summary.ends_with('.'), "{name}");
            assert!(command.details.ends_with('.'), "{name}");
            let sent = || command.example.lines().filter_map(|l| l.strip_prefix("> "));
            assert_eq!(sent().next(), Some("nboard 2"), "{name}");
            assert!(
                sent()
                    .filter_map(find)
                    .any(|(used, arguments)| used.name == name && used.parses(arguments)),
                "{name}"
            );
        }
    }
}
