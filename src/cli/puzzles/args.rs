//! The arguments of `flipfive puzzles`.

use crate::cli::arguments::{Numbers, ReadArgs, parse_numbers};
use crate::puzzles::FinderSettings;
use clap::ArgGroup;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// Find positions of games in which exactly one move wins or saves
///
/// Othello: the best move is the only one that wins or draws, or leads by --gap discs, by exact scores. Gomoku:
/// only one move begins a win by fours (VCF) or by threats (VCT), or only one defends against a win by fours. Every
/// puzzle is proved; docs/puzzles.md says what exactly. Positions that are the same but for a symmetry count once.
/// By default only moves that the player of the game missed are puzzles.
///
/// One line a puzzle goes to stdout, unless files are given: OBF for Othello, puzzle lines for Gomoku, as
/// `flipfive solve` reads them from a file with puzzles of one game. Points are written with I as one of the letters.
#[derive(clap::Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct PuzzlesArgs {
    /// Files of games or folders with such files; - for stdin
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) game: ReadArgs,
    /// Only these games, numbered from 1 through all files: numbers and ranges such as 1,3-7
    #[arg(long, value_name = "NUMBERS", value_parser = parse_numbers)]
    pub(super) games: Option<Numbers>,
    #[command(flatten)]
    pub(super) search: SearchArgs,
    #[command(flatten)]
    pub(super) outputs: OutputArgs,
}

/// Which puzzles to find.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Search")]
pub(super) struct SearchArgs {
    /// Nodes for a position; one that needs more is no puzzle. In Gomoku, the proof that no other move wins by threats
    /// may take ten times as many [default: 10000000 in Othello, 100000 in Gomoku]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Games that are searched at the same time; the result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) threads: u16,
    /// Also take positions in which the player of the game found the move
    #[arg(long)]
    found: bool,
    /// Othello: number of empty squares
    #[arg(long, value_name = "MIN-MAX", default_value = "6-16", value_parser = parse_empties)]
    empties: RangeInclusive<usize>,
    /// Othello: least lead of the best move over all others in discs, if the result is the same
    #[arg(long, value_name = "DISCS", default_value_t = 8, value_parser = clap::value_parser!(i32).range(1..=64))]
    gap: i32,
    /// Gomoku: least number of attacks of a win
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    attacks: u32,
    /// Gomoku: depth of threats, in fours that would follow: 1 (open threes) to 3
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=3))]
    threat: u32,
}

/// Where the puzzles go. `-` is stdout.
#[derive(clap::Args, Debug)]
#[command(
    next_help_heading = "Output",
    group(ArgGroup::new("forced").args(["obf", "lines"]).multiple(true))
)]
pub(super) struct OutputArgs {
    /// Write the Othello puzzles in OBF, with the exact scores of the two best moves
    #[arg(long, value_name = "FILE")]
    pub(super) obf: Option<PathBuf>,
    /// Write the Gomoku puzzles as puzzle lines
    #[arg(long, value_name = "FILE")]
    pub(super) lines: Option<PathBuf>,
    /// Write a page on which to solve the puzzles; it needs no other files and no network
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
    /// Replace a file of --obf or --lines even if its name is that of games or positions, such as puzzles.obf
    #[arg(long, requires = "forced")]
    pub(super) force: bool,
}

const EXAMPLES: &str = "\
Exit codes: 0 everything was done; 6 some games could not be read, and the others were done; 1 other errors; \
2 a wrong command line.

Examples:
  flipfive puzzles games/ > puzzles.txt
  flipfive puzzles WTH_2020.wtb --obf puzzles.obf --html puzzles.html --threads 4
  flipfive puzzles match.sgf --lines puzzles.txt --attacks 5 --found
  flipfive solve puzzles.txt";

impl OutputArgs {
    /// The files that may be named.
    pub(super) fn named(&self) -> [&Option<PathBuf>; 3] {
        [&self.obf, &self.lines, &self.html]
    }

    /// The files that are named.
    pub(super) fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.named().into_iter().flatten()
    }
}

impl SearchArgs {
    pub(super) fn settings(&self) -> FinderSettings {
        FinderSettings {
            othello_nodes: self.nodes.unwrap_or(10_000_000),
            gomoku_nodes: self.nodes.unwrap_or(100_000),
            empties: self.empties.clone(),
            gap: self.gap,
            attacks: self.attacks,
            threat: self.threat,
            found: self.found,
        }
    }
}

/// A range of numbers of empty squares: `6-16`, or one number.
fn parse_empties(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    match (least.trim().parse(), most.trim().parse()) {
        (Ok(least), Ok(most)) if least <= most && most <= 60 => Ok(least..=most),
        _ => Err("expected a range of numbers up to 60, such as 6-16".into()),
    }
}
