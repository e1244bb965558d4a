//! The problems of Gomoku: wins by fours, wins by threats, best moves.

use crate::cli::solve::{SolveArgs, Suite, answer_all, speed};
use crate::game::Move;
use crate::gomoku::rules::notation::{FirstRow, name};
use crate::gomoku::search::DEEPEST_THREAT;
use crate::gomoku::search::solve;
use crate::gomoku::search::solve::{Answer, Check, Finding, Problem, Task, Totals};
use crate::gomoku::{Point, Rules};
use crate::search::{StopToken, Value};
use anyhow::Context;
use serde::Serialize;
use std::fmt::{self, Display};
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
    let totals = Totals::default();
    answer_all(args, problems, Wins { task, totals })
}

/// A suite on its way.
struct Wins {
    task: Task,
    totals: Totals,
}

impl Suite for Wins {
    type Problem = Problem;

    const HEAD: &'static str =
        "   # rule       side   result         plies        nodes    time s  line";

    fn number(problem: &Problem) -> usize {
        problem.number
    }

    fn answer(&mut self, problem: &Problem) -> anyhow::Result<impl Display + Serialize> {
        let answer = Answer::find(&problem.position, &self.task, &StopToken::new());
        let check = Check::new(problem, &answer, self.task.goal);
        self.totals.add(problem.number, &answer, &check);
        Ok(Answered::new(problem, &answer, check))
    }

    fn totals(&self) -> impl Display + Serialize {
        Totalled::new(&self.totals)
    }

    fn wrong(&self) -> &[usize] {
        &self.totals.wrong
    }
}

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

/// What is told about a position.
#[derive(Serialize)]
struct Answered {
    position: usize,
    id: Option<String>,
    rule: &'static str,
    size: u8,
    side: String,
    /// `vcf 3`, `vct`, `win`, `loss`, `none`, `unknown` or a value in evaluation units.
    result: String,
    plies: Option<u32>,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
    solved: Option<bool>,
    mistakes: Vec<String>,
}

impl Answered {
    fn new(problem: &Problem, answer: &Answer, check: Check) -> Self {
        let rules = problem.position.rules();
        let (result, plies) = result(answer);
        Self {
            position: problem.number,
            id: problem.facts.id.clone(),
            rule: rules.rule().name(),
            size: rules.size(),
            side: problem.position.side().to_string(),
            result,
            plies,
            line: names(&answer.line, rules),
            nodes: answer.nodes,
            seconds: answer.elapsed.as_secs_f64(),
            solved: check.solved,
            mistakes: check.mistakes,
        }
    }
}

impl Display for Answered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:>4} {:<10} {:<6} {:<13} {:>6} {:>12} {:>9.3}  {}",
            self.position,
            self.rule,
            self.side,
            self.result,
            self.plies
                .map_or_else(String::new, |plies| plies.to_string()),
            self.nodes,
            self.seconds,
            self.line.join(" ")
        )?;
        for mistake in &self.mistakes {
            write!(f, "\n     WRONG: {mistake}")?;
        }
        Ok(())
    }
}

/// What is told at the end.
#[derive(Serialize)]
struct Totalled<'a> {
    positions: usize,
    nodes: u64,
    seconds: f64,
    stated: usize,
    solved: usize,
    wrong: &'a [usize],
    #[serde(skip)]
    speed: f64,
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
            speed: speed(totals.nodes, totals.elapsed),
        }
    }
}

impl Display for Totalled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} positions, {} nodes, {:.3} s, {:.2} M nodes/s",
            self.positions,
            self.nodes,
            self.seconds,
            self.speed / 1e6
        )?;
        if self.stated > 0 {
            let (solved, stated) = (self.solved, self.stated);
            writeln!(
                f,
                "solved {solved} of {stated} positions with a stated answer"
            )?;
        }
        let wrong = self.wrong.len();
        write!(f, "{wrong} answers contradict what the file states")
    }
}
