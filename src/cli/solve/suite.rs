//! Solving the problems of a suite in turn, with output for each.

use crate::cli::progress_bar::{progress_bar, tick_steadily};
use crate::cli::solve::args::SolveArgs;
use crate::cli::solve::profile::ProfileReport;
use crate::cli::solve::totals::{Check, Kind, Totals};
use crate::cli::stdout::{stdout, write_json_line};
use crate::format::Problem;
use anyhow::bail;
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;
use std::time::Duration;

/// How one game answers problems.
pub(super) trait Solver {
    /// A line of the suite.
    type Content;
    /// An answer as text or JSON.
    type Row: Display + Serialize;

    /// The line above the answers.
    const HEAD: &'static str;

    /// What the answers are.
    fn kind(&self) -> Kind;

    /// Where the nodes of all answers went, if that was counted.
    fn profile(&self) -> Option<ProfileReport> {
        None
    }

    /// Answers a problem. `progress` shows how far the search is.
    ///
    /// # Errors
    /// No answer.
    fn solve(
        &mut self,
        problem: &Problem<Self::Content>,
        progress: &dyn Fn(String),
    ) -> anyhow::Result<Solved<Self::Row>>;
}

/// An answer with its cost.
pub(super) struct Solved<R> {
    pub row: R,
    pub check: Check,
    pub nodes: u64,
    pub elapsed: Duration,
}

/// Solves and prints the problems that `--only` selects.
///
/// # Errors
/// No selected problem, a problem without an answer, a closed stdout; at the end, answers that
/// contradict the suite.
pub(super) fn solve_all<S: Solver>(
    args: &SolveArgs,
    mut problems: Vec<Problem<S::Content>>,
    mut solver: S,
) -> anyhow::Result<()> {
    let all = problems.len();
    if let Some(only) = &args.only {
        problems.retain(|problem| only.contain(problem.number));
    }
    if problems.is_empty() {
        bail!("--only selects no problem; the file has problems 1 to {all}");
    }
    let bar = progress_bar(
        problems.len() as u64,
        "{wide_bar} {pos}/{len} positions, {elapsed} elapsed, {eta} left{msg}",
    );
    // One position can take minutes.
    tick_steadily(&bar);
    let mut totals = Totals::default();
    let mut out = stdout();
    if !args.json {
        writeln!(out, "{}", S::HEAD)?;
    }
    for problem in &problems {
        let solved = solver.solve(problem, &|text| bar.set_message(format!("; {text}")))?;
        bar.set_message("");
        totals.add(problem.number, solved.nodes, solved.elapsed, &solved.check);
        let printed = Checked {
            row: solved.row,
            mistakes: solved.check.mistakes,
        };
        bar.suspend(|| print(&mut out, args.json, &printed))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let report = totals.report(solver.kind(), solver.profile());
    print(&mut out, args.json, &report)?;
    fail_if_wrong(totals.wrong(), problems.len())
}

/// An answer with its contradictions.
#[derive(Serialize)]
struct Checked<R> {
    #[serde(flatten)]
    row: R,
    mistakes: Vec<String>,
}

impl<R: Display> Display for Checked<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.row)?;
        for mistake in &self.mistakes {
            write!(f, "\n     WRONG: {mistake}")?;
        }
        Ok(())
    }
}

/// Prints a line of text or JSON.
fn print(
    out: &mut impl Write,
    json: bool,
    item: &(impl Display + Serialize),
) -> std::io::Result<()> {
    if json {
        write_json_line(out, item)?;
    } else {
        writeln!(out, "{item}")?;
    }
    out.flush()
}

/// The most positions that the last message names. The rows before it show all of them.
const MAX_NAMED: usize = 20;

fn fail_if_wrong(wrong: &[usize], positions: usize) -> anyhow::Result<()> {
    if wrong.is_empty() {
        return Ok(());
    }
    let named = wrong.iter().take(MAX_NAMED).map(usize::to_string);
    let mut numbers = named.collect::<Vec<_>>().join(", ");
    if let Some(more @ 1..) = wrong.len().checked_sub(MAX_NAMED) {
        numbers += &format!(" and {more} more");
    }
    bail!(
        "{} of {positions} answers contradict the file: position {numbers}",
        wrong.len()
    );
}
