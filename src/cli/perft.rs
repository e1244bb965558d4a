//! `flipfive perft`: counts the leaves of the game tree and measures the speed.

use crate::cli::arguments::read_options;
use crate::cli::engine::game_named;
use crate::cli::position::named_game;
use crate::cli::progress_bar::progress_bar;
use crate::cli::stdout::stdout;
use crate::engine::Variant;
use crate::format::FileGame;
use crate::game::Game;
use crate::game::perft::{Convention, Perft, divide, perft, perft_in_parts};
use crate::gomoku::{self, Gomoku};
use crate::othello::{self, Othello};
use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressDrawTarget};
use serde::Serialize;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::time::{Duration, Instant};

/// Counts that take longer than this show their progress.
const PROGRESS_AFTER: Duration = Duration::from_secs(2);
/// Greatest number of steps of the progress bar.
const MAX_PARTS: u64 = 4096;

/// Count the leaves of the game tree, the check of the move generators
#[derive(clap::Args, Debug)]
pub(super) struct PerftArgs {
    /// The game: othello, gomoku, standard, renju, caro, caro-exact
    #[arg(value_name = "GAME", value_parser = game_named)]
    game: Variant,
    /// Depth in plies
    #[arg(value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=100))]
    plies: u32,
    /// How to count: with A a pass is a ply and a finished game counts as a leaf; with B a pass is free;
    /// C and D are like A and B, but drop games that end before the last ply
    #[arg(long, value_name = "LETTER", default_value = "A", value_parser = parse_convention)]
    convention: Letter,
    /// Also print the count below each move
    #[arg(long)]
    divide: bool,
    /// Position to count from: moves (f5d6, h8i9), 64 squares and the side to move (---...XO... X),
    /// `renju 15 moves h8 i9`, or a file that `flipfive convert` reads. Points have the letter I, which GTP
    /// leaves out
    #[arg(long, value_name = "STRING")]
    position: Option<OsString>,
    /// Size of the Gomoku board, where it is not stated [default: 15]
    #[arg(long, visible_alias = "size", value_name = "N", value_parser = clap::value_parser!(u8).range(5..=22))]
    board_size: Option<u8>,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

/// A convention with its letter.
#[derive(Clone, Copy, Debug)]
struct Letter(char, Convention);

fn parse_convention(text: &str) -> Result<Letter, String> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(letter), None) => Convention::from_letter(letter)
            .map(|convention| Letter(letter.to_ascii_uppercase(), convention)),
        _ => None,
    }
    .ok_or_else(|| "expected A, B, C or D".into())
}

/// Counts and prints the result.
///
/// # Errors
/// A position that is malformed or illegal, a board size that the game lacks, a closed stdout.
pub(super) fn run(args: &PerftArgs) -> anyhow::Result<()> {
    let game = position(args)?;
    let now = game.game.record(usize::MAX)?.current();
    match args.game {
        Variant::Othello => {
            count::<Othello>(args, "othello", &Othello::from_setup(othello::Rules, &now)?)
        }
        Variant::Gomoku(rule) => {
            let rules = gomoku::Rules::new(now.size, rule).context("--board-size")?;
            count::<Gomoku>(args, rule.name(), &Gomoku::from_setup(rules, &now)?)
        }
    }
}

/// The game that ends with the position to count from.
fn position(args: &PerftArgs) -> anyhow::Result<FileGame> {
    let options = read_options(Some(args.game), args.board_size)?;
    let word = args.position.as_deref().unwrap_or(OsStr::new("start"));
    let game = named_game(word, options, 1)?;
    let variant = game.game.variant;
    if variant != args.game {
        bail!("the position is one of {variant}, not of {}", args.game);
    }
    Ok(game)
}

/// A progress bar, hidden for short counts.
struct Progress {
    bar: ProgressBar,
    start: Instant,
    shown: bool,
}

impl Progress {
    fn new(parts: u64, start: Instant) -> Self {
        let bar = progress_bar(parts, "{wide_bar} {percent} %, {eta} left");
        bar.set_draw_target(ProgressDrawTarget::hidden());
        Self {
            bar,
            start,
            shown: false,
        }
    }

    fn step(&mut self) {
        self.bar.inc(1);
        if !self.shown && self.start.elapsed() > PROGRESS_AFTER {
            self.shown = true;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

/// The depth at which to cut the tree into parts: enough of them for a smooth bar, and so few that they
/// cost no speed.
fn levels<G: Perft>(position: &G::Position, plies: u32) -> u32 {
    let mut levels = 0;
    while levels + 3 < plies && perft::<G>(position, levels + 1, Convention::A) <= MAX_PARTS {
        levels += 1;
    }
    levels
}

fn count<G: Perft>(args: &PerftArgs, game: &str, position: &G::Position) -> anyhow::Result<()> {
    let Letter(letter, convention) = args.convention;
    let start = Instant::now();
    let levels = levels::<G>(position, args.plies);
    let mut progress = Progress::new(perft::<G>(position, levels, Convention::A), start);
    let mut count = |position: &_, plies, levels| {
        perft_in_parts::<G>(position, plies, convention, levels, &mut || progress.step())
    };
    let mut parts = Vec::new();
    if args.divide {
        parts = divide::<G>(position, args.plies, convention, |child, plies| {
            count(child, plies, levels.saturating_sub(1))
        });
    }
    let leaves = if parts.is_empty() {
        count(position, args.plies, levels)
    } else {
        parts.iter().map(|&(_, leaves)| leaves).sum()
    };
    let seconds = start.elapsed().as_secs_f64();
    progress.bar.finish_and_clear();

    let rate = leaves as f64 / seconds.max(1e-9);
    let mut out = stdout();
    if args.json {
        let moves = parts.iter().map(|&(mv, leaves)| MoveCount {
            mv: mv.to_string(),
            leaves,
        });
        let count = Count {
            game,
            plies: args.plies,
            convention: letter,
            leaves,
            seconds,
            leaves_per_second: rate.round() as u64,
            moves: args.divide.then(|| moves.collect()),
        };
        writeln!(out, "{}", serde_json::to_string(&count)?)?;
    } else {
        for (mv, leaves) in parts {
            writeln!(out, "{:<4} {leaves}", mv.to_string())?;
        }
        writeln!(
            out,
            "{leaves} leaves in {seconds:.3} s, {:.1} M leaves/s",
            rate / 1e6
        )?;
    }
    Ok(())
}

/// The result as JSON.
#[derive(Serialize)]
struct Count<'a> {
    game: &'a str,
    plies: u32,
    convention: char,
    leaves: u64,
    seconds: f64,
    leaves_per_second: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveCount>>,
}

/// The leaves below a move.
#[derive(Serialize)]
struct MoveCount {
    #[serde(rename = "move")]
    mv: String,
    leaves: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::position::escape_board;
    use crate::gomoku::Rule;
    use crate::othello::rules::notation;
    use clap::{Args, Command, FromArgMatches};

    fn args(words: &[&str]) -> Result<PerftArgs, clap::Error> {
        let command = PerftArgs::augment_args(Command::new("perft").no_binary_name(true));
        let matches = command.try_get_matches_from(words)?;
        PerftArgs::from_arg_matches(&matches)
    }

    #[test]
    fn command_lines_are_read() {
        let read = args(&["othello", "11"]).unwrap();
        assert_eq!((read.plies, read.convention.0), (11, 'A'));
        let read = args(&["Renju", "3", "--convention", "d", "--divide", "--json"]).unwrap();
        assert!(matches!(read.game, Variant::Gomoku(Rule::Renju)));
        assert_eq!(read.convention.1, Convention::D);
        // A board may begin with hyphens, of which the first is escaped, but a flag is no position.
        let board = escape_board(notation::write_position(othello::Position::START).into());
        let text = board.to_str().unwrap();
        let read = args(&["othello", "3", "--position", text]).unwrap();
        assert_eq!(read.position, Some(board));
        assert!(args(&["othello", "3", "--position", "--divide"]).is_err());
        for wrong in [
            &["chess", "3"][..],
            &["othello", "many"],
            &["othello", "101"],
            &["othello", "3", "--convention", "E"],
            &["othello", "3", "--convention", "AB"],
            &["othello"],
        ] {
            assert!(args(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn positions_are_read_as_everywhere() {
        let plies = |words: &[&str]| {
            let game = position(&args(words).unwrap());
            game.map(|game| game.game.moves.len())
        };
        let board = escape_board(notation::write_position(othello::Position::START).into());
        let board = board.to_str().unwrap();
        assert_eq!(plies(&["othello", "1"]).unwrap(), 0);
        assert_eq!(plies(&["othello", "1", "--position", board]).unwrap(), 0);
        assert_eq!(plies(&["othello", "1", "--position", " f5d6"]).unwrap(), 2);
        assert_eq!(
            plies(&["gomoku", "1", "--position", "h8 I9o15"]).unwrap(),
            3
        );
        assert_eq!(
            plies(&["renju", "1", "--position", "renju 9 moves a1"]).unwrap(),
            1
        );
        // A size that the file does not state is that of Go, as for all other commands.
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.sgf");
        std::fs::write(&file, "(;FF[4]GM[1];B[dp];W[hh])").unwrap();
        let words = ["gomoku", "1", "--position", file.to_str().unwrap()];
        let game = position(&args(&words).unwrap()).unwrap();
        assert_eq!(game.game.start.size, 19);
        for text in ["", "f5f5", "renju 15 moves h8"] {
            assert!(
                plies(&["othello", "1", "--position", text]).is_err(),
                "{text}"
            );
        }
        for text in [
            "h",
            "8",
            "h0",
            "h16",
            "p1",
            "h8h8",
            "é1",
            "h999",
            "renju 15 moves h8",
        ] {
            assert!(
                plies(&["gomoku", "1", "--position", text]).is_err(),
                "{text}"
            );
        }
    }

    #[test]
    fn the_tree_is_cut_into_a_few_thousand_parts() {
        let start = othello::Position::START;
        assert_eq!(levels::<Othello>(&start, 3), 0);
        assert_eq!(levels::<Othello>(&start, 11), 5);
        let start = Gomoku::start(gomoku::Rules::default());
        assert_eq!(levels::<Gomoku>(&start, 5), 1);
    }
}
