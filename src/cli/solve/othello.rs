//! The problems of Othello: exact scores, outcomes, searches of a given depth.

use super::{Progress, SolveArgs, agree, chosen, speed};
use crate::game::Move;
use crate::othello::notation::move_name;
use crate::othello::search::{Brain, Question};
use crate::othello::solve::{self, Answer, Check, Finding, Problem, Task, Totals};
use crate::search::Stop;
use anyhow::Context;
use serde::Serialize;
use std::io::Write;

/// Solves and prints.
///
/// # Errors
/// A text that is no suite, a closed stdout; after all positions, answers that contradict the stated
/// scores.
pub(super) fn run(args: &SolveArgs, text: &str) -> anyhow::Result<()> {
    let wanted = &args.othello;
    let problems = solve::read_suite(text).with_context(|| args.file.display().to_string())?;
    let problems = chosen(args, problems, |problem| problem.number)?;
    let question = match wanted.depth {
        Some(plies) => Question::Estimate {
            plies,
            selectivity: wanted.selectivity,
        },
        None if wanted.wld => Question::Outcome,
        None => Question::Score,
    };
    let task = Task {
        question,
        all_moves: wanted.all_moves,
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
                print(&mut out, problem, &answer, &check, wanted.all_moves)?;
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
    agree(&totals.wrong, totals.positions)
}

const HEAD: &str = "   # empty   value  best            nodes    time s   M nodes/s  line";

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
