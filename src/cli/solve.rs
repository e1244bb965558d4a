//! `flipfive solve`: answers the problems of a suite and checks the scores that it states.

use crate::game::Move;
use crate::othello::notation::move_name;
use crate::othello::search::{Brain, Question, Selectivity};
use crate::othello::solve::{self, Answer, Check, Finding, Problem, Task, Totals};
use crate::search::Stop;
use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::{IsTerminal, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

/// Solve Othello positions and check the scores that their file states.
#[derive(clap::Args, Debug)]
pub struct SolveArgs {
    /// Positions in OBF, one a line: 64 squares row by row from a1 (X, O, -), the side to move, then
    /// `;` and any of `f5:+12` (score of a move) and `+12` (score of the position); - for stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,
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
    /// Positions to solve, by their place in the file: numbers and ranges like 1,5,40-59
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
/// A file that cannot be read, a closed stdout; after all positions, answers that contradict the
/// stated scores.
pub fn run(args: &SolveArgs) -> anyhow::Result<()> {
    let text = if args.file.as_os_str() == "-" {
        std::io::read_to_string(std::io::stdin()).context("stdin")?
    } else {
        std::fs::read_to_string(&args.file).with_context(|| args.file.display().to_string())?
    };
    let mut problems = solve::read_suite(&text).with_context(|| args.file.display().to_string())?;
    let all = problems.len();
    if let Some(only) = &args.only {
        problems.retain(|problem| only.contain(problem.number));
    }
    if problems.is_empty() {
        bail!("--only: the file has positions 1 to {all}");
    }
    let question = match args.depth {
        Some(plies) => Question::Estimate {
            plies,
            selectivity: args.selectivity,
        },
        None if args.wld => Question::Outcome,
        None => Question::Score,
    };
    let task = Task {
        question,
        all_moves: args.all_moves,
        threads: usize::from(args.threads),
        hash_mb: args.hash as usize,
    };

    let progress = Progress::new(problems.len());
    let mut brain = Brain::default();
    let mut totals = Totals::default();
    let mut out = std::io::stdout().lock();
    if !args.json {
        writeln!(out, "{HEAD}")?;
    }
    for problem in &problems {
        let answer = Answer::find(&mut brain, problem.known.position, &task, &Stop::new())
            .with_context(|| format!("position {}: no answer", problem.number))?;
        let check = Check::new(&problem.known, &answer);
        totals.add(problem.number, &answer, &check);
        progress.aside(|| {
            if args.json {
                serde_json::to_writer(&mut out, &Answered::new(problem, &answer, &check))?;
                writeln!(out)?;
            } else {
                print(&mut out, problem, &answer, &check, args.all_moves)?;
            }
            out.flush()
        })?;
        progress.step();
    }
    progress.done();
    if args.json {
        serde_json::to_writer(&mut out, &Totalled::new(&totals))?;
        writeln!(out)?;
    } else {
        print_totals(&mut out, &totals, question)?;
    }
    out.flush()?;
    if !totals.wrong.is_empty() {
        let numbers: Vec<String> = totals.wrong.iter().map(usize::to_string).collect();
        bail!(
            "{} of {} answers contradict the file: position {}",
            totals.wrong.len(),
            totals.positions,
            numbers.join(", ")
        );
    }
    Ok(())
}

const HEAD: &str = "   # empty   value  best            nodes    time s   M nodes/s  line";

fn speed(nodes: u64, elapsed: Duration) -> f64 {
    nodes as f64 / elapsed.as_secs_f64().max(1e-6)
}

fn names(moves: impl Iterator<Item = Move>, between: &str) -> String {
    moves.map(move_name).collect::<Vec<_>>().join(between)
}

fn print(
    out: &mut impl Write,
    problem: &Problem,
    answer: &Answer,
    check: &Check,
    all_moves: bool,
) -> std::io::Result<()> {
    let line = answer.moves.first().map_or(&[][..], |best| &best.line);
    writeln!(
        out,
        "{:>4} {:>5} {:>7}  {:<8} {:>12} {:>9.3} {:>11.1}  {}",
        problem.number,
        problem.known.position.board.empties(),
        answer.value,
        names(answer.best_moves(), "/"),
        answer.nodes,
        answer.elapsed.as_secs_f64(),
        speed(answer.nodes, answer.elapsed) / 1e6,
        names(line.iter().copied(), " ")
    )?;
    if all_moves {
        let values: Vec<String> = answer
            .moves
            .iter()
            .map(|scored| format!("{}:{}", move_name(scored.line[0]), scored.value))
            .collect();
        writeln!(out, "     {}", values.join(" "))?;
    }
    for mistake in &check.mistakes {
        writeln!(out, "     WRONG: {mistake}")?;
    }
    Ok(())
}

fn print_totals(out: &mut impl Write, totals: &Totals, question: Question) -> std::io::Result<()> {
    writeln!(
        out,
        "{} positions, {} nodes, {:.3} s, {:.1} M nodes/s",
        totals.positions,
        totals.nodes,
        totals.elapsed.as_secs_f64(),
        speed(totals.nodes, totals.elapsed) / 1e6
    )?;
    if totals.valued + totals.chosen == 0 {
        return Ok(());
    }
    if question.is_proven() {
        let wrong = totals.wrong.len();
        return writeln!(out, "{wrong} answers contradict what the file states");
    }
    if let Some(error) = totals.mean_error() {
        let valued = totals.valued;
        writeln!(
            out,
            "mean absolute error {error:.3} discs, {valued} stated values"
        )?;
    }
    if let Some(rate) = totals.hit_rate() {
        writeln!(
            out,
            "best move in {} of {} positions ({:.1} %)",
            totals.hits,
            totals.chosen,
            100.0 * rate
        )?;
    }
    Ok(())
}

/// A finding in JSON: exactly one of the three.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Found {
    /// Discs.
    Score(i32),
    /// 1, 0 or -1.
    Outcome(i32),
    /// Discs.
    Estimate(f64),
}

impl From<Finding> for Found {
    fn from(finding: Finding) -> Self {
        match finding {
            Finding::Score(discs) => Self::Score(discs),
            Finding::Outcome(sign) => Self::Outcome(sign),
            Finding::Estimate(hundredths) => Self::Estimate(f64::from(hundredths) / 100.0),
        }
    }
}

#[derive(Serialize)]
struct ScoredMove {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    value: Found,
    line: Vec<String>,
}

/// The line of a position.
#[derive(Serialize)]
struct Answered {
    position: usize,
    empties: u32,
    #[serde(flatten)]
    value: Found,
    best: Vec<String>,
    moves: Vec<ScoredMove>,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    mistakes: Vec<String>,
}

impl Answered {
    fn new(problem: &Problem, answer: &Answer, check: &Check) -> Self {
        Self {
            position: problem.number,
            empties: problem.known.position.board.empties(),
            value: answer.value.into(),
            best: answer.best_moves().map(move_name).collect(),
            moves: answer
                .moves
                .iter()
                .map(|scored| ScoredMove {
                    mv: move_name(scored.line[0]),
                    value: scored.value.into(),
                    line: scored.line.iter().copied().map(move_name).collect(),
                })
                .collect(),
            nodes: answer.nodes,
            seconds: answer.elapsed.as_secs_f64(),
            nodes_per_second: speed(answer.nodes, answer.elapsed).round(),
            mistakes: check.mistakes.clone(),
        }
    }
}

/// The last line.
#[derive(Serialize)]
struct Totalled<'a> {
    positions: usize,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    mean_absolute_error: Option<f64>,
    best_move_rate: Option<f64>,
    wrong: &'a [usize],
}

impl<'a> Totalled<'a> {
    fn new(totals: &'a Totals) -> Self {
        Self {
            positions: totals.positions,
            nodes: totals.nodes,
            seconds: totals.elapsed.as_secs_f64(),
            nodes_per_second: speed(totals.nodes, totals.elapsed).round(),
            mean_absolute_error: totals.mean_error(),
            best_move_rate: totals.hit_rate(),
            wrong: &totals.wrong,
        }
    }
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
