//! Moves and commands as people type them.

use crate::engine::Variant;
use crate::game::{Move, ParsedVertex, Side};
use crate::gomoku::OpeningRule;
use crate::play::effect::{Effect, MessageKind};
use crate::play::game::Game;
use crate::play::opening::OpeningChoice;
use crate::play::opponent::Opponent;
use crate::search::MAX_LEVEL;
use clap::ValueEnum;
use std::path::PathBuf;
use std::time::Instant;

/// A typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// A move, or a pass.
    Play(Move),
    /// A choice in an opening.
    Choose(OpeningChoice),
    /// Take back a round.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Look for the best move.
    Hint,
    /// Give up.
    Resign,
    /// Exchange the colours.
    Swap,
    /// Make the engine move at once.
    Now,
    /// Begin a new game.
    New {
        /// The game, if it changes.
        variant: Option<Variant>,
        /// The board size, if it changes.
        size: Option<u8>,
        /// The rule of its opening, if it has one.
        opening: Option<OpeningRule>,
    },
    /// Play against a level.
    Level(u8),
    /// Play against a classic player.
    Classic(String),
    /// Play against another person.
    Human,
    /// Shows or hides something; `None` for the opposite of now.
    Show(Shows, Option<bool>),
    /// List the threats on the board.
    Threats,
    /// Draw the board.
    Board,
    /// Write the game to a file.
    Save {
        /// The file; otherwise the one that was used last.
        path: Option<PathBuf>,
        /// Whether another file of this name may be replaced.
        overwrite: bool,
    },
    /// Read a game from a file.
    Load(PathBuf),
    /// Show the score table.
    Scores,
    /// List the commands.
    Help,
    /// Leave.
    Quit,
}

/// What can be shown on the board or hidden.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::VariantNames, strum::Display,
)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Shows {
    /// Legal points (Othello).
    Legal,
    /// Discs that a move flips (Othello).
    Flips,
    /// Threats (Gomoku).
    Threats,
    /// Forbidden points (Renju).
    Forbidden,
}

/// A command: its names, its arguments, what it does, and how it is read.
pub(crate) struct CommandSpec {
    /// The names; the first one is shown.
    names: &'static [&'static str],
    /// The arguments, for the help.
    arguments: &'static str,
    /// What it does.
    summary: &'static str,
    parse: fn(&str) -> Result<Command, String>,
}

/// All commands, in the order of the help.
const COMMANDS: &[CommandSpec] = &[
    CommandSpec {
        names: &["undo", "u"],
        arguments: "",
        summary: "take back your last move and everything after it",
        parse: |rest| none(rest, Command::Undo),
    },
    CommandSpec {
        names: &["redo", "r"],
        arguments: "",
        summary: "play again what was taken back",
        parse: |rest| none(rest, Command::Redo),
    },
    CommandSpec {
        names: &["hint", "h"],
        arguments: "",
        summary: "ask the engine for your best move",
        parse: |rest| none(rest, Command::Hint),
    },
    CommandSpec {
        names: &["now", "stop"],
        arguments: "",
        summary: "make the engine move at once",
        parse: |rest| none(rest, Command::Now),
    },
    CommandSpec {
        names: &["resign"],
        arguments: "",
        summary: "give the game up",
        parse: |rest| none(rest, Command::Resign),
    },
    CommandSpec {
        names: &["swap"],
        arguments: "",
        summary: "exchange the colours",
        parse: |rest| none(rest, Command::Swap),
    },
    CommandSpec {
        names: &["new"],
        arguments: "[GAME] [SIZE] [RULE]",
        summary: "begin a new game; RULE: swap, swap2",
        parse: new_game,
    },
    CommandSpec {
        names: &["level", "l"],
        arguments: "N",
        summary: "play against level N, 1 (rookie) to 8 (sage)",
        parse: level,
    },
    CommandSpec {
        names: &["classic"],
        arguments: "NAME",
        summary: "play against a classic player",
        parse: |rest| some(rest, "a name", |name| Command::Classic(name.to_owned())),
    },
    CommandSpec {
        names: &["human"],
        arguments: "",
        summary: "play against another person at this keyboard",
        parse: |rest| none(rest, Command::Human),
    },
    CommandSpec {
        names: &["black", "b"],
        arguments: "",
        summary: "swap, swap2: take Black",
        parse: |rest| none(rest, Command::Choose(OpeningChoice::Take(Side::Black))),
    },
    CommandSpec {
        names: &["white", "w"],
        arguments: "",
        summary: "swap, swap2: take White",
        parse: |rest| none(rest, Command::Choose(OpeningChoice::Take(Side::White))),
    },
    CommandSpec {
        names: &["two"],
        arguments: "",
        summary: "swap2: place two more; the other player chooses",
        parse: |rest| none(rest, Command::Choose(OpeningChoice::PlaceTwo)),
    },
    CommandSpec {
        names: &["show"],
        arguments: "WHAT",
        summary: "show legal, flips, threats or forbidden",
        parse: |rest| shows(rest, true),
    },
    CommandSpec {
        names: &["hide"],
        arguments: "WHAT",
        summary: "hide legal, flips, threats or forbidden",
        parse: |rest| shows(rest, false),
    },
    CommandSpec {
        names: &["threats"],
        arguments: "",
        summary: "list the threats on the board",
        parse: |rest| none(rest, Command::Threats),
    },
    CommandSpec {
        names: &["board"],
        arguments: "",
        summary: "draw the board again",
        parse: |rest| none(rest, Command::Board),
    },
    CommandSpec {
        names: &["save"],
        arguments: "[FILE]",
        summary: "write the game; FILE's ending selects the format",
        parse: |rest| Ok(save(rest, false)),
    },
    CommandSpec {
        names: &["save!"],
        arguments: "[FILE]",
        summary: "the same, and replace a file that is there",
        parse: |rest| Ok(save(rest, true)),
    },
    CommandSpec {
        names: &["load"],
        arguments: "FILE",
        summary: "go on with the first game of a file",
        parse: |rest| some(rest, "a file", |path| Command::Load(path.into())),
    },
    CommandSpec {
        names: &["scores"],
        arguments: "",
        summary: "show the score table",
        parse: |rest| none(rest, Command::Scores),
    },
    CommandSpec {
        names: &["help", "?"],
        arguments: "",
        summary: "list the commands",
        parse: |rest| none(rest, Command::Help),
    },
    CommandSpec {
        names: &["quit", "q", "exit"],
        arguments: "",
        summary: "leave",
        parse: |rest| none(rest, Command::Quit),
    },
];

fn none(rest: &str, command: Command) -> Result<Command, String> {
    match rest {
        "" => Ok(command),
        _ => Err(format!(
            "{rest:?} is too much; the command has no arguments"
        )),
    }
}

fn some(rest: &str, expected: &str, command: fn(&str) -> Command) -> Result<Command, String> {
    match rest {
        "" => Err(format!("expected {expected} after the command")),
        _ => Ok(command(rest)),
    }
}

fn new_game(rest: &str) -> Result<Command, String> {
    let (mut size, mut opening, mut name) = (None, None, Vec::new());
    for word in rest.split_whitespace() {
        if let Ok(rule) = OpeningRule::from_str(word, true) {
            opening = Some(rule);
        } else if let Ok(number) = word.parse() {
            size = Some(number);
        } else {
            name.push(word);
        }
    }
    let name = name.join(" ");
    let variant = match name.as_str() {
        "" => None,
        _ => Some(Variant::from_name(&name).ok_or_else(|| {
            format!(
                "there is no game {name:?}; expected othello, gomoku, standard, renju, caro or \
                 caro-exact, a board size, swap or swap2"
            )
        })?),
    };
    Ok(Command::New {
        variant,
        size,
        opening,
    })
}

fn level(rest: &str) -> Result<Command, String> {
    let level = rest
        .parse()
        .ok()
        .filter(|level| (1..=MAX_LEVEL).contains(level));
    level
        .map(Command::Level)
        .ok_or_else(|| format!("{rest:?} is not a level; expected 1 to {MAX_LEVEL}"))
}

fn shows(rest: &str, shown: bool) -> Result<Command, String> {
    use strum::VariantNames;
    let what = rest.to_ascii_lowercase().parse();
    let command = what.map(|what| Command::Show(what, Some(shown)));
    command.map_err(|_| {
        let expected = Shows::VARIANTS.join(", ");
        format!("{rest:?} cannot be shown; expected one of: {expected}")
    })
}

fn save(rest: &str, overwrite: bool) -> Command {
    Command::Save {
        path: (!rest.is_empty()).then(|| rest.into()),
        overwrite,
    }
}

impl Command {
    /// Reads a line for a board of `size`. `None` for an empty line.
    ///
    /// # Errors
    /// What is wrong with the line, and what would be right.
    pub(crate) fn parse(line: &str, size: u8) -> Result<Option<Self>, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if word.is_empty() {
            return Ok(None);
        }
        let lower = word.to_lowercase();
        if let Some(spec) = COMMANDS.iter().find(|spec| spec.names.contains(&&*lower)) {
            return (spec.parse)(rest.trim())
                .map(Some)
                .map_err(|error| format!("{lower}: {error}"));
        }
        match ParsedVertex::parse(word) {
            Some(_) if !rest.is_empty() => Err(format!("one move at a time, please: {word:?}")),
            Some(_) => match Move::from_name(word, size) {
                Some(mv) => Ok(Some(Command::Play(mv))),
                None => Err(format!("{word} is not on the {size}x{size} board")),
            },
            None => Err(unknown(&lower)),
        }
    }

    /// Whether the command makes sense while the engine thinks about its turn; others wait for its move.
    pub(crate) fn interrupts(&self) -> bool {
        matches!(
            self,
            Command::Undo
                | Command::Now
                | Command::Resign
                | Command::Swap
                | Command::New { .. }
                | Command::Level(_)
                | Command::Classic(_)
                | Command::Human
                | Command::Load(_)
                | Command::Quit
        )
    }

    /// Carries the command out. What has to be drawn or printed beyond messages is up to the caller.
    pub(crate) fn run(self, game: &mut Game, now: Instant) {
        match self {
            Command::Play(mv) => game.place(mv, now),
            Command::Choose(choice) => game.choose(choice, now),
            Command::Undo => game.undo(now),
            Command::Redo => game.redo(now),
            Command::Hint => game.ask_hint(now),
            Command::Resign => game.resign(now),
            Command::Swap => game.swap_sides(now),
            Command::Now => game.move_now(now),
            Command::New {
                variant,
                size,
                opening,
            } => game.new_game(variant, size, opening, now),
            Command::Level(level) => game.change_opponent(Opponent::Level(level), now),
            Command::Classic(name) => match Opponent::classic(game.variant(), &name) {
                Ok(opponent) => game.change_opponent(opponent, now),
                Err(error) => game.refuse(error),
            },
            Command::Human => game.change_opponent(Opponent::Human, now),
            Command::Show(what, shown) => show(game, what, shown),
            Command::Threats => threats(game),
            Command::Save { path, overwrite } => save_game(game, path, overwrite),
            Command::Load(path) => game.open(path),
            Command::Scores => game.effect(Effect::ShowScores),
            Command::Quit => game.effect(Effect::Quit),
            // They concern the screen, not the game.
            Command::Board | Command::Help => {}
        }
    }
}

fn show(game: &mut Game, what: Shows, shown: Option<bool>) {
    let is_othello = game.variant() == Variant::Othello;
    if is_othello != matches!(what, Shows::Legal | Shows::Flips) {
        let (variant, what) = (game.variant(), what.to_string());
        game.refuse(format!("{variant} has no {what} to show"));
        return;
    }
    let switches = &mut game.shown;
    let (name, switch) = match what {
        Shows::Legal => ("legal points", &mut switches.legal),
        Shows::Flips => ("flips", &mut switches.flips),
        Shows::Threats => ("threats", &mut switches.threats),
        Shows::Forbidden => ("forbidden points", &mut switches.forbidden),
    };
    *switch = shown.unwrap_or(!*switch);
    let state = if *switch { "shown" } else { "hidden" };
    game.say(MessageKind::Info, format!("{name}: {state}"));
}

fn threats(game: &mut Game) {
    let threats = game.threat_texts();
    let text = match (game.variant(), threats.is_empty()) {
        (Variant::Othello, _) => "Othello has no threats; the command is for Gomoku".into(),
        (_, true) => "there are no threats on the board".into(),
        (_, false) => threats.join("\n"),
    };
    game.say(MessageKind::Info, text);
}

fn save_game(game: &mut Game, path: Option<PathBuf>, overwrite: bool) {
    let known = game.file().cloned();
    let Some(path) = path.or_else(|| known.clone()) else {
        game.refuse("save: expected a file name such as game.sgf");
        return;
    };
    let overwrite = overwrite || known.as_ref() == Some(&path);
    let file = Box::new(game.to_file());
    game.effect(Effect::Save {
        path,
        overwrite,
        game: file,
    });
}

/// What is wrong with an unknown word: the nearest command, if one is near.
fn unknown(word: &str) -> String {
    let names = COMMANDS.iter().flat_map(|spec| spec.names);
    let distance = |name: &str| strsim::damerau_levenshtein(word, name);
    let near = names
        .map(|&name| (distance(name), name))
        .min()
        .filter(|&(distance, name)| distance <= 2 && distance < name.len());
    match near {
        Some((_, name)) => format!("unknown command {word:?}; did you mean {name:?}?"),
        None => format!("unknown command {word:?}; expected a move such as d3, or \"help\""),
    }
}

/// The list of commands, a line each.
pub(crate) fn command_list() -> Vec<String> {
    let usage = |spec: &CommandSpec| format!("{} {}", spec.names.join(", "), spec.arguments);
    let width = COMMANDS.iter().map(|spec| usage(spec).trim().len()).max();
    let width = width.unwrap_or(0);
    COMMANDS
        .iter()
        .map(|spec| format!("{:<width$}  {}", usage(spec).trim(), spec.summary))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Vertex;
    use crate::gomoku::Rule;

    fn parse(line: &str) -> Result<Option<Command>, String> {
        Command::parse(line, 15)
    }

    #[test]
    fn moves_and_commands() {
        let i9 = Move::Place(Vertex::new(8, 8));
        for (line, command) in [
            (" I9 ", Command::Play(i9)),
            ("pass", Command::Play(Move::Pass)),
            ("UNDO", Command::Undo),
            ("level 3", Command::Level(3)),
            (
                "save a b.sgf",
                Command::Save {
                    path: Some("a b.sgf".into()),
                    overwrite: false,
                },
            ),
            (
                "save!",
                Command::Save {
                    path: None,
                    overwrite: true,
                },
            ),
            (
                "new gomoku standard 19 swap2",
                Command::New {
                    variant: Some(Variant::Gomoku(Rule::Standard)),
                    size: Some(19),
                    opening: Some(OpeningRule::Swap2),
                },
            ),
            (
                "new Swap",
                Command::New {
                    variant: None,
                    size: None,
                    opening: Some(OpeningRule::Swap),
                },
            ),
            ("hide threats", Command::Show(Shows::Threats, Some(false))),
            ("show flips", Command::Show(Shows::Flips, Some(true))),
        ] {
            assert_eq!(parse(line), Ok(Some(command)), "{line}");
        }
        assert_eq!(parse("  "), Ok(None));
    }

    #[test]
    fn errors_say_what_would_be_right() {
        for (line, text) in [
            ("p16", "p16 is not on the 15x15 board"),
            ("undoo", "did you mean \"undo\"?"),
            ("xyzzy", "expected a move such as d3, or \"help\""),
            ("undo 3", "the command has no arguments"),
            ("level 9", "level: \"9\" is not a level; expected 1 to 8"),
            ("load", "load: expected a file"),
            ("new chess", "there is no game \"chess\""),
            (
                "show stars",
                "expected one of: legal, flips, threats, forbidden",
            ),
            ("d3 d4", "one move at a time"),
        ] {
            let error = parse(line).unwrap_err();
            assert!(error.contains(text), "{line}: {error}");
        }
    }

    #[test]
    fn names_are_unique_and_no_moves() {
        let names: Vec<_> = COMMANDS.iter().flat_map(|spec| spec.names).collect();
        for (n, name) in names.iter().enumerate() {
            assert!(!names[..n].contains(name), "{name}");
            assert_eq!(ParsedVertex::parse(name), None, "{name}");
        }
        assert_eq!(command_list().len(), COMMANDS.len());
    }

    /// The help on the screen has five columns beside the list.
    #[test]
    fn the_list_fits_in_80_columns() {
        for line in command_list() {
            assert!(line.chars().count() <= 75, "{line}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_line_panics(line in "\\PC{0,30}", size in 5u8..23) {
            let _ = Command::parse(&line, size);
        }
    }
}
