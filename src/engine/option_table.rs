//! Every run-time option, declared once.
//!
//! Flags of the executable, protocol parameters, `--help` and the manual are all generated from
//! [`OPTIONS`].

use crate::engine::option_kind::OptionKind;
use crate::engine::options::{Fouls, LiveGraphics, Options, Rows, Start};
use crate::search::MAX_LEVEL;
use std::str::FromStr;
use std::time::Duration;
use strum::VariantNames;

/// An option: its name, its values, its texts, and how it is read and written.
#[derive(Debug)]
pub struct OptionSpec {
    /// The name in flags (`--NAME`) and parameters.
    pub name: &'static str,
    /// The values that it takes.
    pub kind: OptionKind,
    /// One line, for lists.
    pub summary: &'static str,
    /// A paragraph, for the manual.
    pub details: &'static str,
    get: fn(&Options) -> String,
    set: fn(&mut Options, &str),
}

impl OptionSpec {
    /// The value that the option has until it is set.
    pub fn default_value(&self) -> String {
        (self.get)(&Options::default())
    }
}

/// Why an option could not be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("unknown option {name:?}, expected one of: {}", names())]
    Unknown {
        /// The name.
        name: String,
    },
    /// The value is invalid for the option.
    #[error("invalid value {value:?} for option {name}, expected {expected}")]
    Value {
        /// The option.
        name: &'static str,
        /// The value.
        value: String,
        /// The valid values.
        expected: String,
    },
}

fn names() -> String {
    let names: Vec<_> = OPTIONS.iter().map(|spec| spec.name).collect();
    names.join(", ")
}

/// The option with this name.
pub fn find_option(name: &str) -> Option<&'static OptionSpec> {
    OPTIONS.iter().find(|spec| spec.name == name)
}

impl Options {
    /// The value of an option as text, or `None` if there is no such option.
    pub fn get(&self, name: &str) -> Option<String> {
        find_option(name).map(|spec| (spec.get)(self))
    }

    /// Sets an option from text.
    ///
    /// # Errors
    /// The name is unknown or the value invalid. Nothing changes then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let spec = find_option(name).ok_or_else(|| OptionError::Unknown {
            name: name.to_owned(),
        })?;
        let parsed = spec.kind.parse(value).ok_or_else(|| OptionError::Value {
            name: spec.name,
            value: value.to_owned(),
            expected: spec.kind.describe(),
        })?;
        (spec.set)(self, &parsed);
        Ok(())
    }
}

/// Stores a value that [`OptionKind::parse`] has accepted.
fn assign<T: FromStr>(field: &mut T, value: &str) {
    if let Ok(value) = value.parse() {
        *field = value;
    }
}

fn assign_ms(field: &mut Duration, value: &str) {
    let mut milliseconds = 0;
    assign(&mut milliseconds, value);
    *field = Duration::from_millis(milliseconds);
}

/// The most search threads.
pub const MAX_THREADS: usize = 256;

/// Every option, in the order of the manual.
pub static OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "level",
        kind: OptionKind::integer(1, MAX_LEVEL as u64, ""),
        summary: "playing strength, from 1 (rookie) to 8 (full strength)",
        details: "Levels 1 to 7 are limited by depth or nodes instead of time, but obey a clock. Each level \
                  scores at least 70 % against the next lower one. Level 8 uses the time that the clock \
                  allows.",
        get: |options| options.level.to_string(),
        set: |options, value| {
            assign(&mut options.level, value);
            options.classic.clear();
        },
    },
    OptionSpec {
        name: "classic",
        kind: OptionKind::Name,
        summary: "play as a classic program (`none`: as the engine itself)",
        details: "The classic programs are well-known small designs, rebuilt as opponents. Their names \
                  depend on the game; the GTP command `flipfive-classics` lists them. Without `--game`, the flag with a player of \
                  Gomoku selects Gomoku. In a game without the player, the engine itself plays.",
        get: |options| match options.classic.as_str() {
            "" => "none".into(),
            name => name.to_owned(),
        },
        set: |options, value| {
            options.classic = match value {
                "none" => String::new(),
                name => name.to_owned(),
            };
        },
    },
    OptionSpec {
        name: "move-time",
        kind: OptionKind::integer(0, 86_400_000, "ms"),
        summary: "time per move if the controller sets no clock",
        details: "Used only without a clock, a depth limit and a node limit. The option `overhead` is \
                  subtracted from it. With 0, the engine moves at once.",
        get: |options| options.move_time.as_millis().to_string(),
        set: |options, value| assign_ms(&mut options.move_time, value),
    },
    OptionSpec {
        name: "depth",
        kind: OptionKind::integer(0, 1000, "plies, 0 = no limit"),
        summary: "maximum search depth",
        details: "With a depth limit and no clock, a move takes as long as this depth needs.",
        get: |options| options.depth.to_string(),
        set: |options, value| assign(&mut options.depth, value),
    },
    OptionSpec {
        name: "nodes",
        kind: OptionKind::integer(0, u64::MAX, "0 = no limit"),
        summary: "maximum number of nodes per search",
        details: "With one thread, a search ends at exactly this node, so games can be repeated.",
        get: |options| options.nodes.to_string(),
        set: |options, value| assign(&mut options.nodes, value),
    },
    OptionSpec {
        name: "threads",
        kind: OptionKind::integer(1, MAX_THREADS as u64, ""),
        summary: "number of search threads",
        details: "One thread with a depth or node limit always gives the same answer.",
        get: |options| options.threads.to_string(),
        set: |options, value| assign(&mut options.threads, value),
    },
    OptionSpec {
        name: "hash",
        kind: OptionKind::integer(1, 1 << 20, "MB"),
        summary: "size of the transposition table",
        details: "The engine keeps the table between moves. It makes it in this size for the first search without \
                  a time limit; the table is smaller for searches that cannot fill it in their time.",
        get: |options| options.hash.to_string(),
        set: |options, value| assign(&mut options.hash, value),
    },
    OptionSpec {
        name: "overhead",
        kind: OptionKind::integer(0, 60_000, "ms"),
        summary: "reserve per move for communication delays",
        details: "Raise it if the connection between engine and controller is slow. If 2 % of the available \
                  time is more, the engine reserves that, but at most ten times this value. It never reserves \
                  more than a quarter of the time. On a clock without increment, it also reserves \
                  twice this value for each move that may still be needed to fill the board, at most a \
                  quarter of the clock at the start of the game.",
        get: |options| options.overhead.as_millis().to_string(),
        set: |options, value| assign_ms(&mut options.overhead, value),
    },
    OptionSpec {
        name: "lines",
        kind: OptionKind::integer(1, 64, ""),
        summary: "number of best moves that analysis commands show by default",
        details: "Each additional line takes about as much time as the first.",
        get: |options| options.lines.to_string(),
        set: |options, value| assign(&mut options.lines, value),
    },
    OptionSpec {
        name: "ponder",
        kind: OptionKind::Switch,
        summary: "think on the opponent's time",
        details: "After a move, the engine goes on searching. A command interrupts that, and it goes on if the \
                  position is still the same. Its results stay in the transposition table.",
        get: |options| options.ponder.to_string(),
        set: |options, value| assign(&mut options.ponder, value),
    },
    OptionSpec {
        name: "resign",
        kind: OptionKind::Switch,
        summary: "resign a Gomoku game that the opponent's next move wins",
        details: "The engine plays Othello games to the end, because the score counts.",
        get: |options| options.resign.to_string(),
        set: |options, value| assign(&mut options.resign, value),
    },
    OptionSpec {
        name: "book",
        kind: OptionKind::Switch,
        summary: "play Othello openings from the opening book",
        details: "The moves of the book come from searches deeper than a game allows. The engine uses the \
                  book for moves at full strength that only time limits, by a clock or by `move-time`. \
                  Analysis, suggestions and searches with a depth or node limit do not use it. In Gomoku, \
                  the option lets the engine play the first move of a game at the centre without a search.",
        get: |options| options.book.to_string(),
        set: |options, value| assign(&mut options.book, value),
    },
    OptionSpec {
        name: "seed",
        kind: OptionKind::integer(0, u64::MAX, ""),
        summary: "seed of the random choices of low levels",
        details: "At levels 1 to 7, position, level and seed determine the move, unless a time limit ends the \
                  search. Without the flag, the engine begins each opening by swap, swap2 or Soosõrv with other \
                  stones, unless `depth` or `nodes` limits its searches.",
        get: |options| options.seed.to_string(),
        set: |options, value| assign(&mut options.seed, value),
    },
    OptionSpec {
        name: "rows",
        kind: OptionKind::Choice(Rows::VARIANTS),
        summary: "side of the board of `showboard` on which rank 1 is drawn",
        details: "`auto`: at the top for Othello, at the bottom for Gomoku and in GoGui. The names of \
                  points do not change, nor do boards for programs, which begin with the highest rank.",
        get: |options| options.rows.to_string(),
        set: |options, value| assign(&mut options.rows, value),
    },
    OptionSpec {
        name: "fouls",
        kind: OptionKind::Choice(Fouls::VARIANTS),
        summary: "response to a forbidden move of the controller in Renju",
        details: "`refuse`: an error with the reason. `lose`: the move is played and Black loses, as in \
                  tournaments.",
        get: |options| options.fouls.to_string(),
        set: |options, value| assign(&mut options.fouls, value),
    },
    OptionSpec {
        name: "start",
        kind: OptionKind::Choice(Start::VARIANTS),
        summary: "starting position of Othello",
        details: "`standard`: White on d4 and e5. `mirrored`: White on d5 and e4, as on the board of QLizzie. It holds from the \
                  next game on.",
        get: |options| options.start.to_string(),
        set: |options, value| assign(&mut options.start, value),
    },
    OptionSpec {
        name: "graphics",
        kind: OptionKind::Choice(LiveGraphics::VARIANTS),
        summary: "draw the expected line on the board of the GUI during searches",
        details: "GoGui reads these pictures from standard error. `auto`: on, once GoGui has identified \
                  itself.",
        get: |options| options.graphics.to_string(),
        set: |options, value| assign(&mut options.graphics, value),
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Strength;

    #[test]
    fn names_are_unique_and_texts_are_not_empty() {
        for (n, spec) in OPTIONS.iter().enumerate() {
            let name = spec.name;
            assert!(
                OPTIONS[..n].iter().all(|other| other.name != name),
                "{name}"
            );
            assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
            assert!(
                !spec.summary.is_empty() && !spec.details.is_empty(),
                "{name}"
            );
        }
    }

    #[test]
    fn defaults_are_valid_and_survive_a_round_trip() {
        for spec in OPTIONS {
            let mut options = Options::default();
            options.set(spec.name, &spec.default_value()).unwrap();
            assert_eq!(options, Options::default(), "{}", spec.name);
        }
    }

    #[test]
    fn errors_change_nothing_and_name_valid_values() {
        let mut options = Options::default();
        for (name, value) in [
            ("level", "9"),
            ("level", "x"),
            ("ponder", "maybe"),
            ("nope", "1"),
        ] {
            let error = options.set(name, value).unwrap_err().to_string();
            assert!(error.contains("expected"), "{error}");
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn a_classic_player_replaces_the_level() {
        let mut options = Options::default();
        options.set("level", "3").unwrap();
        assert_eq!(options.strength(), Strength::Level(3));
        options.set("classic", "weights").unwrap();
        assert_eq!(options.strength(), Strength::Classic("weights".into()));
        options.set("level", "8").unwrap();
        assert_eq!(options.strength(), Strength::Full);
    }
}
