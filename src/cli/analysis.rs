//! `flipfive analysis`: searches for programs, by lines of JSON.

use crate::cli::arguments::{ThreadArgs, parse_seconds};
use crate::cli::engine::game_named;
use crate::engine::Variant;
use crate::protocol::analysis::{self, AnalysisSettings, QueryLimits, ReportAs};
use std::time::Duration;

/// Search positions for a program: queries and answers are lines of JSON, as KataGo's analysis engine has
/// them
///
/// Every line on stdin is a query; every position of a query gets one final answer on stdout, in any order.
/// Points are those of GTP: files are letters without I. docs/analysis-protocol.md describes all fields.
#[derive(clap::Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct AnalysisArgs {
    /// Positions to search at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    parallel: u16,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Size of the transposition table of each search in MB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Best moves to report where a query has no multiPV
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    lines: u16,
    /// Game of queries that do not name it, whatever rules of Go they state: othello, gomoku, standard, renju, caro,
    /// caro-exact [default: they have to name it]
    #[arg(long, value_name = "NAME", value_parser = game_named)]
    game: Option<Variant>,
    /// Node limit of queries without a limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time limit in seconds of queries without a limit [default: 1, if there is no other limit]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Depth limit in plies of queries without a limit
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    /// The side from whose view win rates and scores are reported
    #[arg(long, value_enum, value_name = "SIDE", default_value_t = View::Sidetomove)]
    report_as: View,
    /// End all searches at the end of the input instead of finishing them
    #[arg(long)]
    quit_without_waiting: bool,
}

const EXAMPLES: &str = "\
Examples:
  echo '{\"id\":\"a\",\"game\":\"othello\",\"moves\":[[\"B\",\"F5\"]],\"maxDepth\":10}' | flipfive analysis
  flipfive analysis --parallel 4 --nodes 100000 < queries.jsonl > answers.jsonl";

#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum View {
    Black,
    White,
    /// The side to move
    #[value(alias = "side-to-move")]
    Sidetomove,
}

pub(super) fn run(args: &AnalysisArgs) -> anyhow::Result<()> {
    let limits = QueryLimits {
        nodes: args.nodes,
        time: args.time,
        depth: args.depth,
    };
    let one_second = QueryLimits {
        time: Some(Duration::from_secs(1)),
        ..limits
    };
    analysis::run(AnalysisSettings {
        parallel: args.parallel.into(),
        threads: args.threads.count(),
        hash_mb: args.hash as usize,
        lines: args.lines.into(),
        limits: if limits.is_limited() {
            limits
        } else {
            one_second
        },
        report_as: match args.report_as {
            View::Black => ReportAs::Black,
            View::White => ReportAs::White,
            View::Sidetomove => ReportAs::SideToMove,
        },
        game: args.game,
        quit_without_waiting: args.quit_without_waiting,
    })?;
    Ok(())
}
