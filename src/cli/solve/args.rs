//! The arguments of `flipfive solve`.

use crate::cli::arguments::{Numbers, ReadArgs, ThreadArgs, parse_numbers, parse_seconds};
use crate::gomoku::solve::Goal;
use crate::othello::search::Selectivity;
use std::path::PathBuf;
use std::time::Duration;

/// Help of `--threads`.
const THREADS: &str = "Search threads for each position. In Gomoku, only the search of --goal best uses more than one";

/// Solve the problems of a file and check them against the answers that the file states
#[derive(clap::Args, Debug)]
#[command(mut_arg("threads", |threads| threads.help(THREADS)))]
#[command(after_long_help = "Examples:\n  \
    flipfive solve suite.obf --only 20-30\n  \
    flipfive solve game.sgf --seconds 60\n  \
    flipfive solve 'gomoku 15 moves h8 a1 i8 a2 j8 a4'")]
pub(in crate::cli) struct SolveArgs {
    /// File with a problem on each line, or a position; - for stdin
    ///
    /// A suite has one problem a line, all of one game. For a position (f5d6c3) or a file of games (SGF, GGF, ...), the
    /// last position of each game is solved. Games that cannot be solved are named, and the exit code is 1. Points have
    /// the letter I (a1, i9), which GTP leaves out. OBF (Othello): 64 squares row by row from a1 (X, O, -), then the side
    /// to move. After each `;` comes a known score of a move (`f5:+12`) or of the position (`+12`). Gomoku: `renju 15
    /// black B h8 i9 W h9` or `freestyle 15 moves h8 h9`. After each `;` comes one of `vcf 3`, `vcf none 2`, `vct`,
    /// `best MOVES`, `id NAME`. Lines that begin with # or % are comments.
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    #[command(flatten)]
    pub(super) game: ReadArgs,
    /// Solve only these problems, numbered from 1: numbers and ranges such as 1,5,40-59
    #[arg(long, value_name = "NUMBERS", value_parser = parse_numbers)]
    pub(super) only: Option<Numbers>,
    #[command(flatten)]
    pub(super) threads: ThreadArgs,
    /// Size of the transposition table in MB; it is cleared before each problem. Othello takes less where
    /// that is enough; a Gomoku search for a win by threats takes up to about as much, at least 100 MB
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub(super) hash: u32,
    /// Time limit for each problem in seconds [default: none for Othello, 60 for Gomoku]
    #[arg(long, visible_alias = "time", value_name = "SECONDS", value_parser = parse_seconds)]
    pub(super) seconds: Option<Duration>,
    /// Print a JSON object on a line for each problem, and one with the totals
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) othello: OthelloArgs,
    #[command(flatten)]
    pub(super) gomoku: GomokuArgs,
}

/// The arguments for Othello positions.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Othello")]
pub(super) struct OthelloArgs {
    /// Find only who wins, which is faster
    #[arg(long, conflicts_with = "depth")]
    pub(super) wld: bool,
    /// Search to PLIES plies instead of to the end, and report the mean error of the values
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(super) depth: Option<u32>,
    /// Certainty of the searches with --depth in percent: 73, 87, 95, 99 or 100 (no selective
    /// pruning)
    #[arg(
        long, value_name = "PERCENT", requires = "depth", default_value = "100",
        value_parser = parse_selectivity
    )]
    pub(super) selectivity: Selectivity,
    /// Find the value of every legal move
    #[arg(long)]
    pub(super) all_moves: bool,
    /// Count where the nodes of the searches go: by iteration and by number of empty squares, with the work of
    /// tables, Multi-ProbCut and move ordering. Needs one thread. Slower, since it uses the portable kernel
    #[arg(long)]
    pub(super) profile: bool,
}

/// The arguments for Gomoku positions.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Gomoku")]
pub(super) struct GomokuArgs {
    /// What to look for [default: threats]
    #[arg(long, value_enum, value_name = "GOAL")]
    pub(super) goal: Option<Goal>,
    /// The most attacks of a win by fours [default: 100]. A longer win that the file states is no contradiction then
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(super) attacks: Option<u32>,
    /// The deepest threat of a win by threats, in fours: 1 (open threes only) to 3 [default: 3]. Only --goal threats
    /// looks for such wins
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=3))]
    pub(super) threat: Option<u32>,
}

impl OthelloArgs {
    /// Whether any of these was given.
    pub(super) fn is_used(&self) -> bool {
        self.wld || self.depth.is_some() || self.all_moves || self.profile
    }
}

impl GomokuArgs {
    /// Whether any of these was given.
    pub(super) fn is_used(&self) -> bool {
        self.goal.is_some() || self.attacks.is_some() || self.threat.is_some()
    }
}

fn parse_selectivity(text: &str) -> Result<Selectivity, String> {
    let percent = text.trim_end_matches('%').parse().ok();
    percent.and_then(Selectivity::from_percent).ok_or_else(|| {
        let known: Vec<String> = Selectivity::percentages()
            .map(|percent| percent.to_string())
            .collect();
        format!("expected one of {}", known.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectivity_is_a_known_percentage() {
        assert_eq!(parse_selectivity("100").unwrap(), Selectivity::NONE);
        assert_eq!(parse_selectivity("73%").unwrap().percent(), 73);
        let error = parse_selectivity("80").unwrap_err();
        assert_eq!(error, "expected one of 73, 87, 95, 99, 100");
    }
}
