//! `flipfive solve`: solves the problems of a suite and checks them against the answers that it
//! states.

mod args;
mod gomoku;
mod othello;
mod problems;
mod profile;
mod suite;
mod totals;

use crate::cli::exit::usage;
use anyhow::{anyhow, bail};
pub(super) use args::SolveArgs;
use problems::Problems;

/// Solves the problems of a suite and prints the answers.
///
/// # Errors
/// A file that cannot be read or is not a suite, options of the other game, a closed stdout; at the
/// end, answers that contradict the suite, and games that cannot be solved.
pub(super) fn run(args: &SolveArgs) -> anyhow::Result<()> {
    let threads = args.threads.count();
    if args.othello.profile && threads > 1 {
        return Err(usage(anyhow!(
            "--profile counts the nodes of one thread, but --threads is {threads}; expected 1"
        )));
    }
    let input = problems::read(args)?;
    let (file, failures) = (&input.name, input.failures);
    match input.problems {
        Problems::Gomoku(_) if args.othello.is_used() => bail!(
            "--wld, --depth, --all-moves and --profile are for Othello, but {file} has Gomoku positions"
        ),
        Problems::Othello(_) if args.gomoku.is_used() => {
            bail!("--goal, --attacks and --threat are for Gomoku, but {file} has Othello positions")
        }
        Problems::Gomoku(problems) => gomoku::run(args, problems)?,
        Problems::Othello(problems) => othello::run(args, problems)?,
    }
    if failures > 0 {
        bail!("{failures} of the games cannot be solved");
    }
    Ok(())
}
