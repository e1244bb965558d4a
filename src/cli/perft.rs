//! `flipfive perft`: counts the leaves of the game tree and measures the speed.

use crate::cli::engine::game_named;
use crate::cli::progress_bar::progress_bar;
use crate::engine::Variant;
use crate::game::perft::{Convention, Perft, divide, perft, perft_in_parts};
use crate::game::{Game, Illegal, Move};
use crate::gomoku::rules::notation::{FirstRow, parse_moves};
use crate::gomoku::{self, Gomoku};
use crate::othello::{self, Othello, rules::notation};
use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget};
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};

/// Counts that take longer than this show their progress.
const PROGRESS_AFTER: Duration = Duration::from_secs(2);
/// Greatest number of steps of the progress bar.
const MAX_PARTS: u64 = 4096;

/// Count the leaves of the game tree.
#[derive(clap::Args, Debug)]
pub struct PerftArgs {
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
    /// Position to count from: the moves from the start (f5d6..., h8i9...), or for Othello 64 squares and
    /// the side to move (---...XO... X)
    #[arg(long, value_name = "STRING", allow_hyphen_values = true)]
    position: Option<String>,
    /// Size of the Gomoku board
    #[arg(long, value_name = "N", default_value_t = 15)]
    board_size: u8,
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
pub fn run(args: &PerftArgs) -> anyhow::Result<()> {
    match args.game {
        Variant::Othello => {
            let position = match &args.position {
                None => Othello::start(othello::Rules),
                Some(text) => othello_position(text).context("--position")?,
            };
            count::<Othello>(args, "othello", &position)
        }
        Variant::Gomoku(rule) => {
            let rules = gomoku::Rules::new(args.board_size, rule).context("--board-size")?;
            let mut position = Gomoku::start(rules);
            if let Some(text) = &args.position {
                play_moves(&mut position, text).context("--position")?;
            }
            count::<Gomoku>(args, rule.name(), &position)
        }
    }
}

/// Reads a list of moves or a board: only in the former is the second character a digit.
fn othello_position(text: &str) -> anyhow::Result<othello::Position> {
    let text = text.trim();
    if text.chars().nth(1).is_some_and(|c| c.is_ascii_digit()) {
        let mut position = othello::Position::START;
        for mv in notation::parse_transcript(position, text)? {
            Othello::play(&mut position, mv);
        }
        Ok(position)
    } else {
        Ok(notation::parse_position(text)?)
    }
}

/// Plays a list of moves.
fn play_moves(position: &mut gomoku::Position, text: &str) -> anyhow::Result<()> {
    for vertex in parse_moves(text, Gomoku::rules(position), FirstRow::Bottom)? {
        let mv = Move::Place(vertex);
        let legality = match Gomoku::outcome(position) {
            Some(_) => Err(Illegal::GameOver),
            None => Gomoku::check(position, mv),
        };
        legality.with_context(|| mv.to_string())?;
        Gomoku::play(position, mv);
    }
    Ok(())
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
    let mut out = std::io::stdout().lock();
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
    use crate::gomoku::Rule;
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
        // A board may begin with hyphens.
        let board = notation::write_position(othello::Position::START);
        let read = args(&["othello", "3", "--position", &board]).unwrap();
        assert_eq!(read.position, Some(board));
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
    fn a_position_is_a_board_or_a_list_of_moves() {
        let board = notation::write_position(othello::Position::START);
        assert_eq!(othello_position(&board).unwrap(), othello::Position::START);
        let played = othello_position(" f5d6").unwrap();
        assert_eq!(played.board.empties(), 58);
        assert!(othello_position("f5f5").is_err());
        assert!(othello_position("").is_err());
    }

    #[test]
    fn gomoku_moves_are_a_letter_and_a_number() {
        let start = || Gomoku::start(gomoku::Rules::default());
        let mut position = start();
        play_moves(&mut position, "h8 I9o15").unwrap();
        assert_eq!(Gomoku::count_children(&position), 222);
        for wrong in ["h", "8", "h0", "h16", "p1", "h8h8", "é1", "h999"] {
            assert!(play_moves(&mut start(), wrong).is_err(), "{wrong}");
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
