//! The protocols by name.

use crate::engine::Variant;
use crate::gomoku::Rule;
use crate::protocol::command::{CommandTable, ProtocolState};
use crate::protocol::gomocup::{self, Gomocup};
use crate::protocol::gtp::{self, Gtp};
use crate::protocol::nboard::{self, NBoard};
use crate::protocol::{CommandSpec, Protocol, manual};
use crate::util::text::without_mark;

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProtocolKind {
    /// The Go Text Protocol with its extensions.
    Gtp,
    /// Gomocup's protocol with the extension of Yixin-Board.
    Gomocup,
    /// The protocol of NBoard.
    NBoard,
}

impl ProtocolKind {
    /// Every protocol.
    pub const ALL: [ProtocolKind; 3] = [
        ProtocolKind::Gtp,
        ProtocolKind::Gomocup,
        ProtocolKind::NBoard,
    ];

    /// The name in text and in the headings of the manual.
    pub const fn title(self) -> &'static str {
        match self {
            ProtocolKind::Gtp => "GTP",
            ProtocolKind::Gomocup => "Gomocup",
            ProtocolKind::NBoard => "NBoard",
        }
    }

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            ProtocolKind::Gtp => "gtp",
            ProtocolKind::Gomocup => "gomocup",
            ProtocolKind::NBoard => "nboard",
        }
    }

    /// The protocol with this name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(name))
    }

    /// The game to play unless one is chosen.
    pub(crate) const fn default_game(self) -> Variant {
        match self {
            ProtocolKind::Gomocup => Variant::Gomoku(Rule::Freestyle),
            ProtocolKind::Gtp | ProtocolKind::NBoard => Variant::Othello,
        }
    }

    /// Whether engines of this protocol can play the game.
    pub(crate) fn has_game(self, variant: Variant) -> bool {
        match self {
            ProtocolKind::Gtp => true,
            ProtocolKind::Gomocup => variant != Variant::Othello,
            ProtocolKind::NBoard => variant == Variant::Othello,
        }
    }

    /// The games that engines of this protocol can play.
    pub(crate) fn games(self) -> impl Iterator<Item = Variant> {
        let games = Variant::ALL.into_iter();
        games.filter(move |&game| self.has_game(game))
    }

    /// The commands, in the order of the manual.
    pub fn commands(self) -> Vec<&'static CommandSpec> {
        fn specs<S: ProtocolState>(table: &CommandTable<S>) -> Vec<&'static CommandSpec> {
            table.commands().map(|command| &command.spec).collect()
        }
        match self {
            ProtocolKind::Gtp => specs(&gtp::TABLE),
            ProtocolKind::Gomocup => specs(&gomocup::TABLE),
            ProtocolKind::NBoard => specs(&nboard::TABLE),
        }
    }

    /// The sections of `protocol.md` that describe the commands, as Markdown.
    pub fn manual(self) -> String {
        match self {
            ProtocolKind::Gtp => manual::commands(&gtp::TABLE),
            ProtocolKind::Gomocup => manual::commands(&gomocup::TABLE) + &gomocup::info_keys(),
            ProtocolKind::NBoard => manual::commands(&nboard::TABLE),
        }
    }

    /// Selects the protocol by the first line of the input. `None` if the line has no command. A word
    /// that no other protocol knows selects GTP.
    pub fn detect(line: &[u8]) -> Option<Self> {
        let first = without_mark(line)
            .split(|byte| byte.is_ascii_whitespace() || byte.is_ascii_control())
            .find(|word| !word.is_empty())?;
        if first.starts_with(b"#") {
            return None;
        }
        let word = String::from_utf8_lossy(first);
        Some(if gomocup::is_own_command(&word) {
            ProtocolKind::Gomocup
        } else if ["nboard", "ping"]
            .iter()
            .any(|own| word.eq_ignore_ascii_case(own))
        {
            // The matches of novello begin with `ping 1`.
            ProtocolKind::NBoard
        } else {
            ProtocolKind::Gtp
        })
    }

    /// A new conversation's side of this protocol. If `game_chosen` is true, the user has chosen the
    /// game by name, and a board size does not change it.
    pub fn protocol(self, game_chosen: bool) -> Box<dyn Protocol> {
        match self {
            ProtocolKind::Gtp => Box::new(Gtp::new(game_chosen)),
            ProtocolKind::Gomocup => Box::new(Gomocup::default()),
            ProtocolKind::NBoard => Box::new(NBoard::default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_selects_the_protocol() {
        for line in ["name", "1 protocol_version\r", "  boardsize 8", "nonsense"] {
            let kind = ProtocolKind::detect(line.as_bytes());
            assert_eq!(kind, Some(ProtocolKind::Gtp), "{line}");
        }
        for (kind, lines) in [
            (
                ProtocolKind::Gomocup,
                &[
                    "START 15\r",
                    "info show_detail 1",
                    "  About",
                    "\u{feff}yxshowinfo",
                ][..],
            ),
            (
                ProtocolKind::NBoard,
                &["nboard 2", "NBoard 1\r", "\u{feff} nboard", "ping 1"][..],
            ),
        ] {
            for line in lines {
                assert_eq!(ProtocolKind::detect(line.as_bytes()), Some(kind), "{line}");
            }
        }
        for line in ["", "\r", "  \t", "# comment", "\u{feff}"] {
            assert_eq!(ProtocolKind::detect(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn the_rows_of_every_table_are_complete() {
        for kind in ProtocolKind::ALL {
            let specs = kind.commands();
            for (n, spec) in specs.iter().enumerate() {
                let name = spec.name;
                let twice = specs[..n].iter().any(|other| other.name == name);
                assert!(!twice, "{name} twice");
                assert!(spec.summary.ends_with('.'), "{name}");
                assert!(spec.details.ends_with('.'), "{name}");
                assert!(spec.example.starts_with("> "), "{name}");
                let case: fn(&str) -> String = match kind {
                    ProtocolKind::Gomocup => str::to_ascii_uppercase,
                    _ => str::to_ascii_lowercase,
                };
                assert_eq!(name, case(name));
                let mut sent = spec
                    .example
                    .lines()
                    .filter_map(|line| line.strip_prefix("> "));
                if kind == ProtocolKind::NBoard {
                    assert!(spec.example.starts_with("> nboard 2"), "{name}");
                }
                let used = sent.any(|line| {
                    let line = case(line) + " ";
                    let arguments = line.split_once(&format!("{name} "));
                    arguments.is_some_and(|(_, arguments)| spec.accepts(arguments))
                });
                assert!(used, "{name} is not in its example");
            }
        }
    }
}
