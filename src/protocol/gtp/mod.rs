//! The Go Text Protocol, version 2, for Othello and Gomoku.
//!
//! Specification: Gunnar Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2"
//! (2002). Beyond it: the extensions of GoGui, Quarry's choice of games, the analysis commands of Leela
//! Zero and KataGo, and commands of our own, which begin with `flipfive-`.
//!
//! A line is cleaned, split into id, name and arguments, and the name is looked up in [`GROUPS`]. The
//! row that is found parses the arguments and carries the command out. Replies are framed in
//! `reply.rs`. A search leaves its telling behind in [`Gtp`] until the engine is done.

mod advice;
mod analyze;
mod basic;
mod board;
mod clock;
mod command;
mod gogui;
mod graphics;
mod manual;
mod options;
mod picture;
mod record;
mod reply;

pub use command::Command;
pub use manual::manual;

use crate::protocol::conversation::SCRIPT_GAP;
use crate::protocol::{Action, Protocol, Triage};
use crate::search::Report;
use crate::session::{Begun, Decision, Finished, Purpose, Running, Session};
use command::{Answer, Call, Failure, Telling};
use graphics::Graphics;
use reply::Id;
use std::time::Instant;

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
        title: "Administration",
        commands: basic::COMMANDS,
    },
    Group {
        title: "Board and moves",
        commands: board::COMMANDS,
    },
    Group {
        title: "Clocks",
        commands: clock::COMMANDS,
    },
    Group {
        title: "Records",
        commands: record::COMMANDS,
    },
    Group {
        title: "Analysis",
        commands: analyze::COMMANDS,
    },
    Group {
        title: "Advice",
        commands: advice::COMMANDS,
    },
    Group {
        title: "Options",
        commands: options::COMMANDS,
    },
    Group {
        title: "GoGui",
        commands: gogui::COMMANDS,
    },
];

/// Every command.
pub fn commands() -> impl Iterator<Item = &'static Command> {
    GROUPS.iter().flat_map(|group| group.commands)
}

/// The command with this exact name.
pub fn find(name: &str) -> Option<&'static Command> {
    commands().find(|command| command.name == name)
}

/// What is known about the program at the other end.
#[derive(Clone, Debug, Default)]
struct Host {
    /// The game was chosen by name, so no board size may change it.
    chosen: bool,
    /// The version of GoGui, once it has introduced itself.
    gogui: Option<String>,
}

/// A reply that is not finished.
struct Pending {
    id: Id,
    telling: Telling,
}

/// The protocol's own state: what the host is, and which reply is under way.
#[derive(Default)]
pub struct Gtp {
    host: Host,
    pending: Option<Pending>,
    /// The reply of an analysis whose search has ended: it stays open until a line comes.
    open: bool,
    graphics: Graphics,
}

/// A cleaned line, in its parts.
#[derive(Debug, PartialEq, Eq)]
struct Line<'a> {
    id: &'a str,
    /// Empty if there is nothing but an id.
    name: &'a str,
    arguments: &'a str,
}

/// Removes what the specification removes: control characters, comments, blanks at both ends. What
/// is not UTF-8 becomes replacement characters.
fn clean(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text: String = text
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control())
        .take_while(|&c| c != '#')
        .collect();
    text.trim().to_owned()
}

/// Splits a cleaned line that is not empty.
fn split(line: &str) -> Line<'_> {
    let (first, rest) = cut_word(line);
    if first.bytes().all(|byte| byte.is_ascii_digit()) {
        let (name, arguments) = cut_word(rest);
        Line {
            id: first,
            name,
            arguments,
        }
    } else {
        Line {
            id: "",
            name: first,
            arguments: rest,
        }
    }
}

fn cut_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

/// Whether a raw line is the comment by which GoGui ends a search.
fn is_interrupt(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.strip_prefix(b"#")
        .is_some_and(|comment| comment.trim_ascii() == b"interrupt")
}

impl Gtp {
    /// The protocol at its beginning. `chosen` says that the game was chosen by name, so that no
    /// board size may change it.
    pub fn new(chosen: bool) -> Self {
        Self {
            host: Host {
                chosen,
                gogui: None,
            },
            ..Self::default()
        }
    }

    fn dispatch(
        &mut self,
        line: &Line<'_>,
        received: Instant,
        session: &mut Session,
        actions: &mut Vec<Action>,
    ) -> Result<Answer, String> {
        let command = find(line.name).ok_or("unknown command")?;
        let mut call = Call {
            session,
            host: &mut self.host,
            received,
            actions,
        };
        (command.run)(&mut call, line.arguments).map_err(|failure| match failure {
            Failure::Usage => format!("syntax error: usage: {}", command.usage()),
            Failure::Text(text) => text,
        })
    }

    /// Ends the reply under way.
    fn tell(&mut self, finished: &Finished, session: &Session, actions: &mut Vec<Action>) {
        self.graphics.clear(actions);
        let Some(Pending { id, telling }) = self.pending.take() else {
            return;
        };
        let upper = |decision: Option<Decision>| match decision {
            Some(Decision::Resign) => "resign".into(),
            Some(Decision::Move(mv)) => command::name(mv),
            None => "PASS".into(),
        };
        let lower = |decision: Option<Decision>| match decision {
            Some(Decision::Resign) => "resign".into(),
            Some(Decision::Move(mv)) => command::name_lower_pass(mv),
            None => "pass".into(),
        };
        let text = match telling {
            Telling::Move => reply::success(&id, &upper(finished.decision)),
            Telling::Played(_) => {
                let play = format!("play {}", lower(finished.decision));
                format!("{}{}", reply::more(&play), reply::close())
            }
            Telling::Analysis(_) => {
                self.open = true;
                return;
            }
            Telling::Text(text) => match &finished.report {
                Some(report) => {
                    reply::success(&id, &text(report, finished.side, session, &self.host))
                }
                // There is nothing to say about a finished game.
                None if session.record().outcome().is_some() => {
                    reply::failure(&id, "the game is over")
                }
                // A forced move, or a search that was stopped at once.
                None => {
                    let mv = upper(finished.decision);
                    reply::failure(&id, &format!("no value was found; the move would be {mv}"))
                }
            },
        };
        actions.push(Action::Write(text));
    }
}

impl Protocol for Gtp {
    fn triage(&mut self, line: &[u8], received: Instant, running: Running) -> Triage {
        let analysis = running.purpose == Purpose::Analyze;
        // Any line ends an analysis. It is carried out as well, and closes the reply then.
        if analysis {
            return Triage::StopAndQueue;
        }
        if is_interrupt(line) {
            return Triage::Stop;
        }
        let cleaned = clean(line);
        if cleaned.is_empty() {
            return Triage::Ignore;
        }
        match split(&cleaned).name {
            "stop" => Triage::StopAndQueue,
            "quit" if received.saturating_duration_since(running.received) >= SCRIPT_GAP => {
                Triage::StopAndQueue
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
        self.close(actions);
        let cleaned = clean(line);
        if cleaned.is_empty() {
            return;
        }
        let line = split(&cleaned);
        let id = Id(line.id.to_owned());
        match self.dispatch(&line, received, session, actions) {
            Ok(Answer::Text(text)) => actions.push(Action::Write(reply::success(&id, &text))),
            Ok(Answer::Quit) => {
                actions.push(Action::Write(reply::success(&id, "")));
                actions.push(Action::Quit);
            }
            Ok(Answer::Search {
                begun,
                purpose,
                side,
                telling,
            }) => {
                if telling.streams() {
                    actions.push(Action::Write(reply::open(&id)));
                }
                self.graphics.begin(&self.host, session.options());
                self.pending = Some(Pending { id, telling });
                match begun {
                    Begun::Job(job) => actions.push(Action::Begin(job)),
                    Begun::Decided(decision) => {
                        let finished = command::decided(purpose, side, decision);
                        self.tell(&finished, session, actions);
                    }
                }
            }
            Err(text) => actions.push(Action::Write(reply::failure(&id, &text))),
        }
    }

    fn progress(&mut self, report: &Report, session: &Session, actions: &mut Vec<Action>) {
        if let Some(Pending {
            telling: Telling::Played(stream) | Telling::Analysis(stream),
            ..
        }) = &self.pending
        {
            let info = analyze::info(report, *stream, session.variant());
            actions.push(Action::Write(reply::more(&info)));
        }
        if let Some(running) = session.running() {
            self.graphics.show(report, running.side, actions);
        }
    }

    fn finished(
        &mut self,
        finished: Finished,
        _now: Instant,
        session: &mut Session,
        actions: &mut Vec<Action>,
    ) {
        self.tell(&finished, session, actions);
    }

    fn close(&mut self, actions: &mut Vec<Action>) {
        if std::mem::take(&mut self.open) {
            actions.push(Action::Write(reply::close()));
        }
    }

    fn failed(&mut self, text: &str, _session: &Session, actions: &mut Vec<Action>) {
        self.graphics.clear(actions);
        let Some(Pending { id, telling }) = self.pending.take() else {
            return;
        };
        log::error!("{text}");
        if telling.streams() {
            // The reply has begun as a success and can only end.
            self.open = true;
            self.close(actions);
        } else {
            actions.push(Action::Write(reply::failure(&id, text)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cleaned() {
        assert_eq!(clean(b"  play\tb D3 # best\r"), "play b D3");
        assert_eq!(clean(b"na\0me\x7f\x01"), "name");
        assert_eq!(clean(b"# interrupt"), "");
        assert_eq!(clean(b"\xff\xfe"), "\u{fffd}\u{fffd}");
    }

    #[test]
    fn lines_are_split() {
        let parts = |line| {
            let Line {
                id,
                name,
                arguments,
            } = split(line);
            (id, name, arguments)
        };
        assert_eq!(parts("play b  D3"), ("", "play", "b  D3"));
        assert_eq!(parts("007 play b D3"), ("007", "play", "b D3"));
        assert_eq!(parts("7"), ("7", "", ""));
        assert_eq!(parts("7up x"), ("", "7up", "x"));
    }

    #[test]
    fn interrupts_are_comments() {
        for line in ["# interrupt", "#interrupt\r", "  # interrupt  "] {
            assert!(is_interrupt(line.as_bytes()), "{line}");
        }
        for line in ["interrupt", "# interrupted", "name # interrupt", ""] {
            assert!(!is_interrupt(line.as_bytes()), "{line}");
        }
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
            assert!(!name.contains(char::is_whitespace), "{name}");
            assert!(
                !command.summary.is_empty() && command.summary.ends_with('.'),
                "{name}"
            );
            assert!(command.details.ends_with('.'), "{name}");
            // Sabaki prefers these names and reads their numbers in another way than it reads ours.
            assert!(!matches!(name, "analyze" | "genmove_analyze"));
        }
    }

    #[test]
    fn every_example_uses_its_command_and_parses() {
        for command in commands() {
            let mut used = false;
            for line in command
                .example
                .lines()
                .filter_map(|line| line.strip_prefix("> "))
            {
                let cleaned = clean(line.as_bytes());
                if cleaned.is_empty() {
                    continue;
                }
                let line = split(&cleaned);
                let row = find(line.name).unwrap_or_else(|| panic!("{}", line.name));
                assert!(row.parses(line.arguments), "{}: {cleaned}", command.name);
                used |= row.name == command.name;
            }
            assert!(used, "{}", command.name);
        }
    }
}
