//! `flipfive solve`: answers the problems of a suite and checks what it states about them.

mod gomoku;
mod othello;

use crate::gomoku::search::solve as gomoku_suite;
use crate::othello::search::Selectivity;
use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

/// Solve the problems of a file and check what it states about them.
#[derive(clap::Args, Debug)]
pub struct SolveArgs {
    /// Problems, one a line; - for stdin. Othello in OBF: 64 squares row by row from a1 (X, O, -), the
    /// side to move, then `;` and any of `f5:+12` (score of a move) and `+12` (score of the position).
    /// Gomoku: `renju 15 black B h8 i9 W h9` or `freestyle 15 moves h8 h9`, then `;` and any of `vcf 3`,
    /// `vcf none 2`, `vct`, `best MOVES`, `id NAME`
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Problems to solve, by their place in the file: numbers and ranges like 1,5,40-59
    #[arg(long, value_name = "NUMBERS", value_parser = parse_numbers)]
    only: Option<Numbers>,
    /// Search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of the transposition table in MB; it is emptied for each position
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Print JSON objects, one a line: one for each position, and the totals
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    othello: OthelloArgs,
    #[command(flatten)]
    gomoku: GomokuArgs,
}

/// What is asked about Othello positions.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Othello")]
struct OthelloArgs {
    /// Only find out who wins, which is faster
    #[arg(long, conflicts_with = "depth")]
    wld: bool,
    /// Search to so many plies instead of to the end; the report says how far the values are from the
    /// stated ones
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Certainty of searches with --depth, in percent: 73, 87, 95, 99 or 100 (nothing is pruned on a
    /// guess)
    #[arg(
        long, value_name = "PERCENT", requires = "depth", default_value = "100",
        value_parser = parse_selectivity
    )]
    selectivity: Selectivity,
    /// Find the value of every legal move
    #[arg(long)]
    all_moves: bool,
}

/// What is asked about Gomoku positions.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Gomoku")]
struct GomokuArgs {
    /// What to look for: a shortest win by fours, any win by fours or threats, or the best move
    /// [default: threats]
    #[arg(long, value_enum, value_name = "GOAL")]
    goal: Option<gomoku::Goal>,
    /// The most attacks of a win by fours [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    attacks: Option<u32>,
    /// The deepest threat, in fours that it threatens: 1 (open threes) to 3 [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=3))]
    threat: Option<u32>,
    /// The most time for a position, in seconds [default: 60]
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    seconds: Option<Duration>,
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0);
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "expected a number of seconds above 0".into())
}

/// Places in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Numbers(Vec<RangeInclusive<usize>>);

impl Numbers {
    fn contain(&self, number: usize) -> bool {
        self.0.iter().any(|range| range.contains(&number))
    }
}

fn parse_numbers(text: &str) -> Result<Numbers, String> {
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|&n| n > 0);
    text.split(',')
        .map(|part| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            match (number(first), number(last)) {
                (Some(first), Some(last)) if first <= last => Ok(first..=last),
                _ => Err(format!(
                    "expected numbers and ranges like 1,5,40-59, found {part:?}"
                )),
            }
        })
        .collect::<Result<_, _>>()
        .map(Numbers)
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

/// Solves and prints.
///
/// # Errors
/// A file that cannot be read, options of the other game, a closed stdout; after all positions, answers
/// that contradict what is stated.
pub fn run(args: &SolveArgs) -> anyhow::Result<()> {
    let name = args.file.display().to_string();
    let text = if args.file.as_os_str() == "-" {
        std::io::read_to_string(std::io::stdin()).context("stdin")?
    } else {
        std::fs::read_to_string(&args.file).with_context(|| name.clone())?
    };
    if gomoku_suite::is_suite(&text) {
        let othello = &args.othello;
        if othello.wld || othello.depth.is_some() || othello.all_moves {
            bail!("--wld, --depth and --all-moves are for Othello, {name} has Gomoku positions");
        }
        gomoku::run(args, &text)
    } else {
        let gomoku = &args.gomoku;
        let time = gomoku.threat.is_some() || gomoku.seconds.is_some();
        if time || gomoku.goal.is_some() || gomoku.attacks.is_some() {
            bail!(
                "--goal, --attacks, --threat and --seconds are for Gomoku, {name} has Othello positions"
            );
        }
        othello::run(args, &text)
    }
}

/// What differs between the games. What is told is one or more lines of text, or a JSON object.
trait Suite {
    /// A problem of a file.
    type Problem;

    /// The line above the answers.
    const HEAD: &'static str;

    /// The place of a problem in its file, counted from 1.
    fn number(problem: &Self::Problem) -> usize;

    /// Answers a problem.
    ///
    /// # Errors
    /// No answer.
    fn answer(&mut self, problem: &Self::Problem) -> anyhow::Result<impl Display + Serialize>;

    /// What all answers come to.
    fn totals(&self) -> impl Display + Serialize;

    /// The numbers of the problems whose answers contradict the file.
    fn wrong(&self) -> &[usize];
}

/// Answers the problems that `--only` leaves, and prints.
fn answer_all<S: Suite>(
    args: &SolveArgs,
    mut problems: Vec<S::Problem>,
    mut suite: S,
) -> anyhow::Result<()> {
    let all = problems.len();
    if let Some(only) = &args.only {
        problems.retain(|problem| only.contain(S::number(problem)));
    }
    if problems.is_empty() {
        bail!("--only: the file has positions 1 to {all}");
    }
    let progress = Progress::new(problems.len());
    let mut out = std::io::stdout().lock();
    if !args.json {
        writeln!(out, "{}", S::HEAD)?;
    }
    for problem in &problems {
        let answered = suite.answer(problem)?;
        progress.aside(|| tell(&mut out, args.json, &answered))?;
        progress.step();
    }
    progress.done();
    tell(&mut out, args.json, &suite.totals())?;
    agree(suite.wrong(), problems.len())
}

/// Writes what there is to tell and a line feed.
fn tell(
    out: &mut impl Write,
    json: bool,
    what: &(impl Display + Serialize),
) -> std::io::Result<()> {
    if json {
        serde_json::to_writer(&mut *out, what)?;
        writeln!(out)?;
    } else {
        writeln!(out, "{what}")?;
    }
    out.flush()
}

/// The error of answers that contradict the file, if there are any.
fn agree(wrong: &[usize], positions: usize) -> anyhow::Result<()> {
    if wrong.is_empty() {
        return Ok(());
    }
    let numbers: Vec<String> = wrong.iter().map(usize::to_string).collect();
    bail!(
        "{} of {positions} answers contradict the file: position {}",
        wrong.len(),
        numbers.join(", ")
    );
}

fn speed(nodes: u64, elapsed: Duration) -> f64 {
    nodes as f64 / elapsed.as_secs_f64().max(1e-6)
}

/// A bar on a terminal, nothing elsewhere.
struct Progress(Option<ProgressBar>);

impl Progress {
    fn new(positions: usize) -> Self {
        Self(std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(positions as u64);
            let style = ProgressStyle::with_template(
                "{wide_bar} {pos}/{len} positions, {elapsed} gone, {eta} to go",
            );
            if let Ok(style) = style {
                bar.set_style(style);
            }
            // A single position can take minutes; the time has to move on.
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        }))
    }

    /// Prints without disturbing the bar.
    fn aside<R>(&self, print: impl FnOnce() -> R) -> R {
        match &self.0 {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    fn step(&self) {
        if let Some(bar) = &self.0 {
            bar.inc(1);
        }
    }

    fn done(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges() {
        let numbers = parse_numbers("1, 5,40-59").unwrap();
        let inside: Vec<usize> = (0..70).filter(|&n| numbers.contain(n)).collect();
        assert_eq!(inside.len(), 22);
        assert_eq!(inside[..3], [1, 5, 40]);
        for wrong in ["", "0", "5-", "-5", "7-3", "a", "1,,2", "1-2-3"] {
            assert!(parse_numbers(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn selectivity_is_a_known_percentage() {
        assert_eq!(parse_selectivity("100").unwrap(), Selectivity::NONE);
        assert_eq!(parse_selectivity("73%").unwrap().percent(), 73);
        let error = parse_selectivity("80").unwrap_err();
        assert_eq!(error, "expected one of 73, 87, 95, 99, 100");
    }
}
