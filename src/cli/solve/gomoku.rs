//! The problems of Gomoku: wins by fours, wins by threats, best moves.

use super::{Progress, SolveArgs, agree, chosen, speed};
use crate::game::Move;
use crate::gomoku::notation::{FirstRow, name};
use crate::gomoku::search::vct::DEEPEST_THREAT;
use crate::gomoku::solve::{self, Answer, Check, Finding, Problem, Task, Totals};
use crate::gomoku::{Point, Rules};
use crate::search::{Stop, Value};
use anyhow::Context;
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

/// What to look for.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
pub(super) enum Goal {
    /// A shortest win by fours
    Fours,
    /// A win by fours or by threats
    Threats,
    /// The best move, by the search if no win by fours is found
    Best,
}

/// Solves and prints.
///
/// # Errors
/// A text that is no suite, a closed stdout; after all positions, answers that contradict what is
/// stated.
pub(super) fn run(args: &SolveArgs, text: &str) -> anyhow::Result<()> {
    let problems = solve::read_suite(text).with_context(|| args.file.display().to_string())?;
    let problems = chosen(args, problems, |problem| problem.number)?;
    let task = Task {
        goal: match args.gomoku.goal.unwrap_or(Goal::Threats) {
            Goal::Fours => solve::Goal::Fours,
            Goal::Threats => solve::Goal::Threats,
            Goal::Best => solve::Goal::Best,
        },
        attacks: args.gomoku.attacks.unwrap_or(100),
        depth: args.gomoku.threat.unwrap_or(DEEPEST_THREAT),
        time: args.gomoku.seconds.unwrap_or(Duration::from_secs(60)),
        hash_mb: args.hash as usize,
        threads: usize::from(args.threads),
    };
    let progress = Progress::new(problems.len());
    let mut totals = Totals::default();
    let mut out = std::io::stdout().lock();
    if !args.json {
        writeln!(out, "{HEAD}")?;
    }
    for problem in &problems {
        let answer = Answer::find(&problem.position, &task, &Stop::new());
        let check = Check::new(problem, &answer, task.goal);
        totals.add(problem.number, &answer, &check);
        progress.aside(|| {
            if args.json {
                serde_json::to_writer(&mut out, &Answered::new(problem, &answer, &check))?;
                writeln!(out)?;
            } else {
                print(&mut out, problem, &answer, &check)?;
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
        print_totals(&mut out, &totals)?;
    }
    out.flush()?;
    agree(&totals.wrong, totals.positions)
}

const HEAD: &str = "   # rule       side   result         plies        nodes    time s  line";

fn names(moves: &[Move], rules: Rules) -> Vec<String> {
    let vertices = moves.iter().filter_map(|mv| mv.vertex());
    vertices
        .map(|vertex| name(Point::from(vertex), rules, FirstRow::Bottom).to_string())
        .collect()
}

/// The finding in a word or two, and the plies to the end of a win or a loss.
fn result(answer: &Answer) -> (String, Option<u32>) {
    let plies = answer.line.len() as u32;
    match answer.finding {
        Finding::Fours(attacks) => (format!("vcf {attacks}"), Some(plies)),
        Finding::Threats => ("vct".into(), Some(plies)),
        Finding::None => ("none".into(), None),
        Finding::Unknown => ("unknown".into(), None),
        Finding::Value(score) => match score.value {
            Value::WinIn(plies) => ("win".into(), Some(plies)),
            Value::LossIn(plies) => ("loss".into(), Some(plies)),
            Value::Estimate(value) | Value::Exact(value) => {
                (format!("{:+.2}", f64::from(value) / 100.0), None)
            }
        },
    }
}

fn print(
    out: &mut impl Write,
    problem: &Problem,
    answer: &Answer,
    check: &Check,
) -> std::io::Result<()> {
    let position = &problem.position;
    let (result, plies) = result(answer);
    writeln!(
        out,
        "{:>4} {:<10} {:<6} {:<13} {:>6} {:>12} {:>9.3}  {}",
        problem.number,
        position.rules().rule().name(),
        position.side().to_string(),
        result,
        plies.map_or_else(String::new, |plies| plies.to_string()),
        answer.nodes,
        answer.elapsed.as_secs_f64(),
        names(&answer.line, position.rules()).join(" ")
    )?;
    for mistake in &check.mistakes {
        writeln!(out, "     WRONG: {mistake}")?;
    }
    Ok(())
}

fn print_totals(out: &mut impl Write, totals: &Totals) -> std::io::Result<()> {
    writeln!(
        out,
        "{} positions, {} nodes, {:.3} s, {:.2} M nodes/s",
        totals.positions,
        totals.nodes,
        totals.elapsed.as_secs_f64(),
        speed(totals.nodes, totals.elapsed) / 1e6
    )?;
    if totals.stated > 0 {
        let (solved, stated) = (totals.solved, totals.stated);
        writeln!(
            out,
            "solved {solved} of {stated} positions with a stated answer"
        )?;
    }
    let wrong = totals.wrong.len();
    writeln!(out, "{wrong} answers contradict what the file states")
}

/// The line of a position.
#[derive(Serialize)]
struct Answered<'a> {
    position: usize,
    id: Option<&'a str>,
    rule: &'a str,
    size: u8,
    side: String,
    /// `vcf 3`, `vct`, `win`, `loss`, `none`, `unknown` or a value in evaluation units.
    result: String,
    plies: Option<u32>,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
    solved: Option<bool>,
    mistakes: &'a [String],
}

impl<'a> Answered<'a> {
    fn new(problem: &'a Problem, answer: &Answer, check: &'a Check) -> Self {
        let rules = problem.position.rules();
        let (result, plies) = result(answer);
        Self {
            position: problem.number,
            id: problem.facts.id.as_deref(),
            rule: rules.rule().name(),
            size: rules.size(),
            side: problem.position.side().to_string(),
            result,
            plies,
            line: names(&answer.line, rules),
            nodes: answer.nodes,
            seconds: answer.elapsed.as_secs_f64(),
            solved: check.solved,
            mistakes: &check.mistakes,
        }
    }
}

/// The last line.
#[derive(Serialize)]
struct Totalled<'a> {
    positions: usize,
    nodes: u64,
    seconds: f64,
    stated: usize,
    solved: usize,
    wrong: &'a [usize],
}

impl<'a> Totalled<'a> {
    fn new(totals: &'a Totals) -> Self {
        Self {
            positions: totals.positions,
            nodes: totals.nodes,
            seconds: totals.elapsed.as_secs_f64(),
            stated: totals.stated,
            solved: totals.solved,
            wrong: &totals.wrong,
        }
    }
}
