//! Every run-time option, declared once.
//!
//! Flags of the executable, protocol parameters, `--help` and the manual are all read from
//! [`OPTIONS`].

use crate::search::Strength;
use std::time::Duration;

/// What values an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number in a range; the unit is for people.
    Integer {
        /// Smallest value.
        min: u64,
        /// Largest value.
        max: u64,
        /// `MB`, `ms`, ... or empty.
        unit: &'static str,
    },
    /// `true` or `false` (also `1`, `0`, `on`, `off`, `yes`, `no`).
    Switch,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A name; empty for none.
    Name,
}

/// An option: its name, its values and how it is read and written.
pub struct OptionSpec {
    /// The name in flags (`--NAME`) and parameters.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// One line, for lists.
    pub summary: &'static str,
    /// A paragraph, for the manual.
    pub details: &'static str,
    get: fn(&Options) -> String,
    set: fn(&mut Options, &Typed),
}

/// A value that fits its [`Kind`].
#[derive(Clone, Debug, PartialEq, Eq)]
enum Typed {
    Integer(u64),
    Switch(bool),
    Word(String),
}

impl Typed {
    fn integer(&self) -> u64 {
        if let Typed::Integer(value) = self {
            *value
        } else {
            0
        }
    }
    fn switch(&self) -> bool {
        matches!(self, Typed::Switch(true))
    }
    fn word(&self) -> &str {
        if let Typed::Word(word) = self {
            word
        } else {
            ""
        }
    }
}

/// Which rank is drawn at the top by `showboard` and in board pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rows {
    /// Pictures for programs begin with the highest rank, `showboard` as people draw the game.
    #[default]
    Auto,
    /// Rank 1 at the top, as Othello is written.
    Top,
    /// Rank 1 at the bottom, as Go and Renju are written.
    Bottom,
}

/// What happens when a controller plays a point that is forbidden for Black in Renju.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fouls {
    /// The move is refused with the reason.
    #[default]
    Refuse,
    /// The move is played and loses, as in a tournament.
    Lose,
}

/// Whether searches draw on a GUI's board while they run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LiveGraphics {
    /// For GoGui, once it has introduced itself.
    #[default]
    Auto,
    /// Always.
    On,
    /// Never.
    Off,
}

/// The options as they stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Search workers.
    pub threads: usize,
    /// Transposition table in MB.
    pub hash: usize,
    /// Between the controller's clock and ours.
    pub overhead: Duration,
    /// Per move when the controller gives no time.
    pub move_time: Duration,
    /// Deepest iteration, in plies; 0 for no limit.
    pub depth: u32,
    /// Most nodes for a move; 0 for no limit.
    pub nodes: u64,
    /// Who answers, 1 to 8; 8 is full strength.
    pub level: u8,
    /// A classic player instead; empty for none.
    pub classic: String,
    /// For choices at random.
    pub seed: u64,
    /// Play from the opening book where there is one.
    pub book: bool,
    /// Lines shown by analysis.
    pub lines: usize,
    /// Think while the opponent does.
    pub ponder: bool,
    /// Resign lost Gomoku games.
    pub resign: bool,
    /// Orientation of pictures.
    pub rows: Rows,
    /// Forbidden moves of the controller.
    pub fouls: Fouls,
    /// Pictures while a search runs.
    pub graphics: LiveGraphics,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 1,
            hash: 64,
            overhead: Duration::from_millis(10),
            move_time: Duration::from_millis(1000),
            depth: 0,
            nodes: 0,
            level: 8,
            classic: String::new(),
            seed: 0,
            book: true,
            lines: 5,
            ponder: false,
            resign: true,
            rows: Rows::Auto,
            fouls: Fouls::Refuse,
            graphics: LiveGraphics::Auto,
        }
    }
}

impl Options {
    /// Who answers.
    pub fn strength(&self) -> Strength {
        if !self.classic.is_empty() {
            Strength::Classic(self.classic.clone())
        } else if self.level < 8 {
            Strength::Level(self.level)
        } else {
            Strength::Full
        }
    }

    /// The value of an option as text, or `None` if there is no such option.
    pub fn get(&self, name: &str) -> Option<String> {
        find(name).map(|spec| (spec.get)(self))
    }

    /// Sets an option from text. On an error nothing changes and the text says what would be right.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let spec = find(name).ok_or_else(|| OptionError::Unknown {
            name: name.to_owned(),
        })?;
        let typed = spec.kind.parse(value).ok_or_else(|| OptionError::Value {
            name: spec.name,
            value: value.to_owned(),
            expected: spec.kind.describe(),
        })?;
        (spec.set)(self, &typed);
        Ok(())
    }
}

/// Why an option could not be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("unknown option {name:?}, expected one of: {}", names())]
    Unknown {
        /// What was asked for.
        name: String,
    },
    /// The value does not fit.
    #[error("bad value {value:?} for option {name}, expected {expected}")]
    Value {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What would be right.
        expected: String,
    },
}

fn names() -> String {
    OPTIONS
        .iter()
        .map(|spec| spec.name)
        .collect::<Vec<_>>()
        .join(", ")
}

/// The option with this name.
pub fn find(name: &str) -> Option<&'static OptionSpec> {
    OPTIONS.iter().find(|spec| spec.name == name)
}

impl OptionSpec {
    /// The value that the option has unless it is set.
    pub fn default_value(&self) -> String {
        (self.get)(&Options::default())
    }
}

impl Kind {
    /// What values are right, in words.
    pub fn describe(&self) -> String {
        match self {
            Kind::Integer { min, max, unit: "" } => format!("{min} to {max}"),
            Kind::Integer { min, max, unit } => format!("{min} to {max} ({unit})"),
            Kind::Switch => "true or false".into(),
            Kind::Choice(words) => words.join(" or "),
            Kind::Name => "a name".into(),
        }
    }

    fn parse(&self, text: &str) -> Option<Typed> {
        let text = text.trim();
        Some(match self {
            Kind::Integer { min, max, .. } => {
                let value = text
                    .parse()
                    .ok()
                    .filter(|value| (min..=max).contains(&value))?;
                Typed::Integer(value)
            }
            Kind::Switch => Typed::Switch(match text.to_ascii_lowercase().as_str() {
                "true" | "1" | "on" | "yes" => true,
                "false" | "0" | "off" | "no" => false,
                _ => return None,
            }),
            Kind::Choice(words) => {
                let word = words.iter().find(|word| word.eq_ignore_ascii_case(text))?;
                Typed::Word((*word).to_owned())
            }
            Kind::Name => {
                let fits = text.len() <= 64 && text.chars().all(|c| c.is_ascii_graphic());
                fits.then(|| Typed::Word(text.to_ascii_lowercase()))?
            }
        })
    }
}

fn duration_text(duration: Duration) -> String {
    duration.as_millis().to_string()
}

/// Every option, in the order of the manual.
pub static OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "level",
        kind: Kind::Integer {
            min: 1,
            max: 8,
            unit: "",
        },
        summary: "strength, from 1 (rookie) to 8 (full strength)",
        details: "Each level is an opponent of its own, with an evaluation and a depth that do not \
                  depend on the clock; every one beats the one below it in at least seven games out \
                  of ten. 8 thinks as long as the clock allows.",
        get: |options| options.level.to_string(),
        set: |options, value| {
            options.level = value.integer() as u8;
            options.classic.clear();
        },
    },
    OptionSpec {
        name: "classic",
        kind: Kind::Name,
        summary: "play as one of the classic programs instead (`none` for the engine itself)",
        details: "Five well-known small designs, rebuilt as real opponents. The names depend on the \
                  game; `flipfive-classic` lists them.",
        get: |options| {
            if options.classic.is_empty() {
                "none".into()
            } else {
                options.classic.clone()
            }
        },
        set: |options, value| {
            options.classic = if value.word() == "none" {
                String::new()
            } else {
                value.word().to_owned()
            };
        },
    },
    OptionSpec {
        name: "move-time",
        kind: Kind::Integer {
            min: 0,
            max: 86_400_000,
            unit: "ms",
        },
        summary: "time for a move when the controller sets no clock",
        details: "Only used while no clock and no depth or node limit is set. The option `overhead` is \
                  kept back from it. 0 means an answer at once.",
        get: |options| duration_text(options.move_time),
        set: |options, value| options.move_time = Duration::from_millis(value.integer()),
    },
    OptionSpec {
        name: "depth",
        kind: Kind::Integer {
            min: 0,
            max: 1000,
            unit: "plies, 0 = no limit",
        },
        summary: "deepest iteration of a search",
        details: "With a depth and no clock, a move takes as long as the depth needs.",
        get: |options| options.depth.to_string(),
        set: |options, value| options.depth = value.integer() as u32,
    },
    OptionSpec {
        name: "nodes",
        kind: Kind::Integer {
            min: 0,
            max: u64::MAX,
            unit: "0 = no limit",
        },
        summary: "most nodes for a search",
        details: "With one thread the search ends at exactly this node, so that games can be \
                  repeated.",
        get: |options| options.nodes.to_string(),
        set: |options, value| options.nodes = value.integer(),
    },
    OptionSpec {
        name: "threads",
        kind: Kind::Integer {
            min: 1,
            max: 256,
            unit: "",
        },
        summary: "search threads",
        details: "One thread with a depth or node limit always gives the same answer.",
        get: |options| options.threads.to_string(),
        set: |options, value| options.threads = value.integer() as usize,
    },
    OptionSpec {
        name: "hash",
        kind: Kind::Integer {
            min: 1,
            max: 1 << 20,
            unit: "MB",
        },
        summary: "size of the transposition table",
        details: "Memory is taken as it is used, and kept between moves.",
        get: |options| options.hash.to_string(),
        set: |options, value| options.hash = value.integer() as usize,
    },
    OptionSpec {
        name: "overhead",
        kind: Kind::Integer {
            min: 0,
            max: 60_000,
            unit: "ms",
        },
        summary: "time kept back on every move for the way to the controller",
        details: "Raise it when the engine and the clock are far apart. Where a fiftieth of the \
                  time is more, that is kept back, up to ten times this value. Never more than a \
                  quarter of the time that is left is kept back. A clock without increments keeps \
                  twice this value for every move until the board is full, at most 95 % of what \
                  is left.",
        get: |options| duration_text(options.overhead),
        set: |options, value| options.overhead = Duration::from_millis(value.integer()),
    },
    OptionSpec {
        name: "lines",
        kind: Kind::Integer {
            min: 1,
            max: 64,
            unit: "",
        },
        summary: "best moves shown by analysis commands that name no number",
        details: "Each further line costs about as much time as the first one.",
        get: |options| options.lines.to_string(),
        set: |options, value| options.lines = value.integer() as usize,
    },
    OptionSpec {
        name: "ponder",
        kind: Kind::Switch,
        summary: "think on the opponent's time",
        details: "The search after a move goes on until the next command; what it found stays in \
                  the table.",
        get: |options| options.ponder.to_string(),
        set: |options, value| options.ponder = value.switch(),
    },
    OptionSpec {
        name: "resign",
        kind: Kind::Switch,
        summary: "resign Gomoku games whose loss the next move completes",
        details: "Othello games are always played to the end, because the score counts.",
        get: |options| options.resign.to_string(),
        set: |options, value| options.resign = value.switch(),
    },
    OptionSpec {
        name: "book",
        kind: Kind::Switch,
        summary: "play from the opening book at once (Othello)",
        details: "The book holds searches deeper than a game has time for. It is asked for a move to be \
                  played at full strength on a clock; analysis, suggestions and searches with a depth \
                  or node limit never use it.",
        get: |options| options.book.to_string(),
        set: |options, value| options.book = value.switch(),
    },
    OptionSpec {
        name: "seed",
        kind: Kind::Integer {
            min: 0,
            max: u64::MAX,
            unit: "",
        },
        summary: "seed of the choices that low levels make at random",
        details: "The same seed and the same moves give the same game.",
        get: |options| options.seed.to_string(),
        set: |options, value| options.seed = value.integer(),
    },
    OptionSpec {
        name: "rows",
        kind: Kind::Choice(&["auto", "top", "bottom"]),
        summary: "where rank 1 is drawn in board pictures",
        details: "`auto`: pictures for programs begin with the highest rank, as GoGui expects; \
                  `showboard` draws Othello with rank 1 at the top and Gomoku with rank 1 at the \
                  bottom. Names of points never change.",
        get: |options| {
            match options.rows {
                Rows::Auto => "auto",
                Rows::Top => "top",
                Rows::Bottom => "bottom",
            }
            .into()
        },
        set: |options, value| {
            options.rows = match value.word() {
                "top" => Rows::Top,
                "bottom" => Rows::Bottom,
                _ => Rows::Auto,
            };
        },
    },
    OptionSpec {
        name: "fouls",
        kind: Kind::Choice(&["refuse", "lose"]),
        summary: "what happens to a forbidden move of the controller in Renju",
        details: "`refuse` answers with an error and the reason; `lose` plays the move, and Black \
                  has lost, as tournaments have it.",
        get: |options| {
            match options.fouls {
                Fouls::Refuse => "refuse",
                Fouls::Lose => "lose",
            }
            .into()
        },
        set: |options, value| {
            options.fouls = if value.word() == "lose" {
                Fouls::Lose
            } else {
                Fouls::Refuse
            };
        },
    },
    OptionSpec {
        name: "graphics",
        kind: Kind::Choice(&["auto", "on", "off"]),
        summary: "whether searches draw the expected line on the board of the GUI",
        details: "GoGui reads these pictures from standard error. `auto`: as soon as GoGui has \
                  introduced itself.",
        get: |options| {
            match options.graphics {
                LiveGraphics::Auto => "auto",
                LiveGraphics::On => "on",
                LiveGraphics::Off => "off",
            }
            .into()
        },
        set: |options, value| {
            options.graphics = match value.word() {
                "on" => LiveGraphics::On,
                "off" => LiveGraphics::Off,
                _ => LiveGraphics::Auto,
            };
        },
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_texts_are_there() {
        for (n, spec) in OPTIONS.iter().enumerate() {
            assert!(
                OPTIONS[..n].iter().all(|other| other.name != spec.name),
                "{}",
                spec.name
            );
            assert!(
                spec.name
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c == '-')
            );
            assert!(
                !spec.summary.is_empty() && !spec.details.is_empty(),
                "{}",
                spec.name
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
    fn errors_change_nothing_and_say_what_is_right() {
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
    fn a_classic_player_stands_in_for_the_level() {
        let mut options = Options::default();
        options.set("level", "3").unwrap();
        assert_eq!(options.strength(), Strength::Level(3));
        options.set("classic", "weights").unwrap();
        assert_eq!(options.strength(), Strength::Classic("weights".into()));
        options.set("level", "8").unwrap();
        assert_eq!(options.strength(), Strength::Full);
    }
}
