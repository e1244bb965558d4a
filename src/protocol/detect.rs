//! Finds out from the first line which protocol the program at the other end speaks.
//!
//! The vocabularies hardly overlap, so one word is enough: a GUI that starts the bare executable needs
//! no configuration. Nothing is written before that line.

use crate::protocol::gomocup;
use crate::protocol::gomocup::Gomocup;
use crate::protocol::gtp;
use crate::protocol::gtp::Gtp;
use crate::protocol::nboard;
use crate::protocol::nboard::NBoard;
use crate::protocol::{Action, Protocol, Triage};
use crate::search::Report;
use crate::session::{Finished, Running, Session};
use std::time::Instant;

/// A protocol by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The Go Text Protocol with its extensions.
    Gtp,
    /// Gomocup's protocol with the extension of Yixin-Board.
    Gomocup,
    /// The protocol of NBoard.
    NBoard,
}

impl Kind {
    /// Every protocol.
    pub const ALL: [Kind; 3] = [Kind::Gtp, Kind::Gomocup, Kind::NBoard];

    /// The name, as people write it and as the manual's headings have it.
    pub const fn title(self) -> &'static str {
        match self {
            Kind::Gtp => "GTP",
            Kind::Gomocup => "Gomocup",
            Kind::NBoard => "NBoard",
        }
    }

    /// The name, as the command line takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Gtp => "gtp",
            Kind::Gomocup => "gomocup",
            Kind::NBoard => "nboard",
        }
    }

    /// The protocol with this name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(name))
    }

    /// The sections of `protocol.md` about its commands, as Markdown.
    pub fn manual(self) -> String {
        match self {
            Kind::Gtp => gtp::manual(),
            Kind::Gomocup => gomocup::manual(),
            Kind::NBoard => nboard::manual(),
        }
    }

    /// Every command's name with a conversation that shows it.
    pub fn examples(self) -> Vec<(&'static str, &'static str)> {
        match self {
            Kind::Gtp => gtp::commands()
                .map(|command| (command.name, command.example))
                .collect(),
            Kind::Gomocup => gomocup::commands()
                .map(|command| (command.name, command.example))
                .collect(),
            Kind::NBoard => nboard::commands()
                .map(|command| (command.name, command.example))
                .collect(),
        }
    }

    /// The protocol that a first line belongs to; `None` if there is no command in it. Whatever no
    /// other protocol knows is GTP.
    pub fn recognise(line: &[u8]) -> Option<Self> {
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let first = line
            .split(|byte| byte.is_ascii_whitespace() || byte.is_ascii_control())
            .find(|word| !word.is_empty())?;
        if first.starts_with(b"#") {
            return None;
        }
        let word = String::from_utf8_lossy(first);
        Some(if gomocup::recognises(&word) {
            Kind::Gomocup
        } else if word.eq_ignore_ascii_case("nboard") {
            Kind::NBoard
        } else {
            Kind::Gtp
        })
    }

    /// A conversation's protocol at its beginning. `chosen` says that the game was chosen by name, so
    /// that the other end changes it only by name.
    fn protocol(self, chosen: bool) -> Box<dyn Protocol> {
        match self {
            Kind::Gtp => Box::new(Gtp::new(chosen)),
            Kind::Gomocup => Box::new(Gomocup::new()),
            Kind::NBoard => Box::new(NBoard::default()),
        }
    }
}

/// The protocol of whoever is at the other end.
pub struct Auto {
    chosen: bool,
    speaking: Option<Box<dyn Protocol>>,
}

impl Auto {
    /// A protocol that is still to be found out, unless it is `forced`. `chosen` says that the game
    /// was chosen by name.
    pub fn new(forced: Option<Kind>, chosen: bool) -> Self {
        Self {
            chosen,
            speaking: forced.map(|kind| kind.protocol(chosen)),
        }
    }
}

impl Protocol for Auto {
    fn triage(&mut self, line: &[u8], received: Instant, running: Running) -> Triage {
        match &mut self.speaking {
            Some(protocol) => protocol.triage(line, received, running),
            None => Triage::Queue,
        }
    }

    fn execute(
        &mut self,
        line: &[u8],
        received: Instant,
        session: &mut Session,
        actions: &mut Vec<Action>,
    ) {
        if self.speaking.is_none() {
            self.speaking = Kind::recognise(line).map(|kind| {
                log::debug!("the other end speaks {}", kind.name());
                kind.protocol(self.chosen)
            });
        }
        if let Some(protocol) = &mut self.speaking {
            protocol.execute(line, received, session, actions);
        }
    }

    fn progress(&mut self, report: &Report, session: &Session, actions: &mut Vec<Action>) {
        if let Some(protocol) = &mut self.speaking {
            protocol.progress(report, session, actions);
        }
    }

    fn finished(
        &mut self,
        finished: Finished,
        now: Instant,
        session: &mut Session,
        actions: &mut Vec<Action>,
    ) {
        if let Some(protocol) = &mut self.speaking {
            protocol.finished(finished, now, session, actions);
        }
    }

    fn close(&mut self, actions: &mut Vec<Action>) {
        if let Some(protocol) = &mut self.speaking {
            protocol.close(actions);
        }
    }

    fn failed(&mut self, text: &str, session: &Session, actions: &mut Vec<Action>) {
        if let Some(protocol) = &mut self.speaking {
            protocol.failed(text, session, actions);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_decides() {
        for line in ["name", "1 protocol_version\r", "  boardsize 8", "nonsense"] {
            assert_eq!(Kind::recognise(line.as_bytes()), Some(Kind::Gtp), "{line}");
        }
        for (kind, lines) in [
            (
                Kind::Gomocup,
                &[
                    "START 15\r",
                    "info show_detail 1",
                    "  About",
                    "\u{feff}yxshowinfo",
                ][..],
            ),
            (
                Kind::NBoard,
                &["nboard 2", "NBoard 1\r", "\u{feff} nboard"][..],
            ),
        ] {
            for line in lines {
                assert_eq!(Kind::recognise(line.as_bytes()), Some(kind), "{line}");
            }
        }
        for line in ["", "\r", "  \t", "# comment", "\u{feff}"] {
            assert_eq!(Kind::recognise(line.as_bytes()), None, "{line}");
        }
    }
}
