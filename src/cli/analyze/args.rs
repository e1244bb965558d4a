//! The arguments of `flipfive analyze`.

use crate::analysis::SearchSettings;
use crate::cli::arguments::{Numbers, ReadArgs, ThreadArgs, parse_numbers, parse_seconds};
use crate::tournament::Shard;
use clap::ArgGroup;
use std::path::PathBuf;
use std::time::Duration;

/// Look at games move by move: the value of each move, what would have been better, and what it lost
///
/// Moves that lose at least 5, 10 or 20 % of the expected result are inaccuracies (?!), mistakes (?) and
/// blunders (??); between estimates, a blunder loses at least 30 %. Othello is exact from solvable endgames on; in
/// Gomoku the notes name missed wins, threats that were not answered, forbidden moves, and the move that lost the
/// game. Values are from the view of the player who moves. Points are written with I as one of the letters (h8 is
/// the centre of 15x15).
/// docs/analysis.md describes the outputs.
#[derive(clap::Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct AnalyzeArgs {
    /// Files of games or folders with such files; - for stdin
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) game: ReadArgs,
    /// Only these games, numbered from 1 through all files: numbers and ranges such as 1,3-7
    #[arg(long, value_name = "NUMBERS", value_parser = parse_numbers)]
    pub(super) games: Option<Numbers>,
    /// Only every N-th game, from the K-th on, to share the work among several machines
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE)]
    pub(super) shard: Shard,
    #[command(flatten)]
    pub(super) search: SearchArgs,
    #[command(flatten)]
    pub(super) outputs: OutputArgs,
}

/// The limits of the searches.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Search")]
pub(super) struct SearchArgs {
    /// Time of a search in seconds; a move outside of the best lines takes two, a suspected blunder eight times as
    /// much again [default: 1, if there is no other
    /// limit]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Nodes of a search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth of a search in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    /// Number of best lines
    #[arg(long, value_name = "N", default_value_t = SearchSettings::DEFAULT.lines as u16, value_parser = clap::value_parser!(u16).range(1..=100))]
    lines: u16,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Size of the transposition table in MB; it is cleared before each game
    #[arg(long, value_name = "MB", default_value_t = SearchSettings::DEFAULT.hash_mb as u32, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Othello: solve positions with this many empty squares or fewer, whatever the limits are
    #[arg(long, value_name = "N", default_value_t = SearchSettings::DEFAULT.solve_from as u8, value_parser = clap::value_parser!(u8).range(0..=60))]
    solve: u8,
}

/// Where the results go. `-` is stdout, on which the table is printed otherwise.
#[derive(clap::Args, Debug)]
#[command(
    next_help_heading = "Output",
    group(ArgGroup::new("forced").args(["json", "sgf", "gogui"]).multiple(true))
)]
pub(super) struct OutputArgs {
    /// Write lines of JSON: one object for each move, and one for each game after its moves
    #[arg(long, value_name = "FILE")]
    pub(super) json: Option<PathBuf>,
    /// Write comma-separated values: one row for each move
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,
    /// Write the games with values, marks (BM, DO, IT, TE), comments and variations
    #[arg(long, value_name = "FILE")]
    pub(super) sgf: Option<PathBuf>,
    /// Write the games as --sgf does, but as games of Go, since GoGui opens no others
    #[arg(long, value_name = "FILE")]
    pub(super) gogui: Option<PathBuf>,
    /// Write a page with the board, the graph and the lines of all games; it needs no other files and no network
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
    /// Go on where an interrupted run ended: games that are complete in the file of --json are not searched again
    #[arg(long, requires = "json")]
    pub(super) resume: bool,
    /// Begin the file of --json anew even if it has finished games, and replace a file of --sgf or --gogui even if no
    /// analysis has written its games
    #[arg(long, requires = "forced", conflicts_with = "resume")]
    pub(super) force: bool,
}

const EXAMPLES: &str = "\
Exit codes: 0 everything was done; 6 some games could not be read, and the others were done; 1 other errors; \
2 a wrong command line.

Examples:
  flipfive analyze game.sgf
  flipfive analyze game.sgf --html report.html --sgf annotated.sgf
  flipfive analyze games/ --time 0.2 --json moves.jsonl --csv moves.csv
  flipfive analyze games/ --time 0.2 --json moves.jsonl --resume
  flipfive analyze - --game renju --nodes 100000 --games 3-7 < games.sgf";

impl AnalyzeArgs {
    /// Whether the game with this number, from 1 through all files, is to be analysed.
    pub(super) fn selects(&self, number: usize) -> bool {
        let games = self.games.as_ref();
        games.is_none_or(|games| games.contain(number)) && self.shard.has((number - 1) as u32)
    }
}

impl OutputArgs {
    /// The files that may be named.
    pub(super) fn named(&self) -> [&Option<PathBuf>; 5] {
        [&self.json, &self.csv, &self.sgf, &self.gogui, &self.html]
    }

    /// The files that are named.
    pub(super) fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.named().into_iter().flatten()
    }
}

impl SearchArgs {
    pub(super) fn settings(&self) -> SearchSettings {
        let is_limited = self.time.is_some() || self.nodes.is_some() || self.depth.is_some();
        SearchSettings {
            time: if is_limited {
                self.time
            } else {
                SearchSettings::DEFAULT.time
            },
            nodes: self.nodes,
            depth: self.depth,
            lines: self.lines.into(),
            threads: self.threads.count(),
            hash_mb: self.hash as usize,
            solve_from: self.solve.into(),
        }
    }
}
