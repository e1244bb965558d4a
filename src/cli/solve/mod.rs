//! `flipfive solve`: solves the problems of a suite and checks them against the answers that it
//! states.

mod args;
mod gomoku;
mod othello;
mod suite;
mod totals;

pub use args::SolveArgs;

use crate::cli::arguments::read_file;
use crate::format::puzzle;
use anyhow::bail;

/// Solves the problems of a suite and prints the answers.
///
/// # Errors
/// A file that cannot be read or is not a suite, options of the other game, a closed stdout; at the
/// end, answers that contradict the suite.
pub fn run(args: &SolveArgs) -> anyhow::Result<()> {
    let (file, text) = read_file(&args.file)?;
    if puzzle::is_suite(&text) {
        if args.othello.is_used() {
            bail!(
                "--wld, --depth and --all-moves are for Othello, but {file} has Gomoku positions"
            );
        }
        gomoku::run(args, &file, &text)
    } else {
        if args.gomoku.is_used() {
            bail!(
                "--goal, --attacks, --threat and --seconds are for Gomoku, but {file} has Othello \
                 positions"
            );
        }
        othello::run(args, &file, &text)
    }
}
