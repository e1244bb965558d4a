//! Gomoku: wins by fours, wins by threats, best moves.

use crate::cli::solve::args::SolveArgs;
use crate::cli::solve::suite::{Solved, Solver, solve_all};
use crate::cli::solve::totals::{Check, Kind};
use crate::format::puzzle::{Facts, Puzzle};
use crate::format::{Problem, signed};
use crate::game::{Game, Move};
use crate::gomoku::rules::notation::{FirstRow, name};
use crate::gomoku::search::vct::MAX_THREAT_DEPTH;
use crate::gomoku::solve::{self, Answer, Finding, Goal, Task};
use crate::gomoku::{Gomoku, Position};
use crate::search::{StopToken, Value};
use crate::util::text::counted;
use serde::Serialize;
use std::fmt::{self, Display};
use std::time::Duration;

/// Solves a suite of Gomoku positions.
///
/// # Errors
/// Those of [`solve_all`].
pub(super) fn run(args: &SolveArgs, problems: Vec<Problem<Puzzle>>) -> anyhow::Result<()> {
    warn_of_unused(args);
    let task = Task {
        goal: args.gomoku.goal.unwrap_or(Goal::Threats),
        attacks: args.gomoku.attacks.unwrap_or(100),
        depth: args.gomoku.threat.unwrap_or(MAX_THREAT_DEPTH),
        time: args.seconds.unwrap_or(Duration::from_secs(60)),
        hash_mb: args.hash as usize,
        threads: args.threads.count(),
    };
    solve_all(args, problems, WinSolver(task))
}

/// Warns of `--threads` and `--threat` where the goal does not use them.
fn warn_of_unused(args: &SolveArgs) {
    let goal = args.gomoku.goal.unwrap_or(Goal::Threats);
    if args.threads.count() > 1 && !matches!(goal, Goal::Best) {
        log::warn!("--threads has no effect: only the search of --goal best uses more than one");
    }
    if args.gomoku.threat.is_some() && !matches!(goal, Goal::Threats) {
        log::warn!("--threat has no effect: only --goal threats looks for wins by threats");
    }
}

/// Solves positions by a task.
struct WinSolver(Task);

impl Solver for WinSolver {
    type Content = Puzzle;
    type Row = Row;

    const HEAD: &'static str =
        "   # rule       side   result         plies        nodes    time s  line";

    fn kind(&self) -> Kind {
        Kind::Wins
    }

    fn solve(
        &mut self,
        problem: &Problem<Puzzle>,
        _: &dyn Fn(String),
    ) -> anyhow::Result<Solved<Row>> {
        let puzzle = &problem.content;
        let answer = Answer::find(&puzzle.position, &self.0, &StopToken::new());
        let check = check(puzzle, &answer, &self.0);
        Ok(Solved {
            row: Row::new(problem, &answer, check.solved),
            check,
            nodes: answer.nodes,
            elapsed: answer.elapsed,
        })
    }
}

/// Compares an answer with the facts, and plays a win to its end by the rules.
fn check(puzzle: &Puzzle, answer: &Answer, task: &Task) -> Check {
    let (facts, goal) = (&puzzle.facts, task.goal);
    let fours = |attacks| answer.finding == Finding::Fours(attacks);
    let is_best = begins_with_best(puzzle, answer, task);
    let solved: Vec<bool> = [
        facts.vcf.map(fours),
        facts
            .no_vcf
            .and_then(|most| has_no_fours(most, answer, task)),
        (facts.vct && goal != solve::Goal::Fours).then(|| is_win(&answer.finding)),
        is_best,
    ]
    .into_iter()
    .flatten()
    .collect();
    let mut mistakes = contradictions(facts, answer, task);
    if is_best == Some(false) {
        mistakes.extend(other_best_move(puzzle, answer));
    }
    if matches!(answer.finding, Finding::Fours(_) | Finding::Threats) {
        mistakes.extend(play_out(&puzzle.position, &answer.line).err());
    }
    Check {
        mistakes,
        solved: (!solved.is_empty()).then(|| solved.iter().all(|solved| *solved)),
        error: None,
        move_loss: None,
    }
}

/// Whether the answer shows that no win by fours has `most` attacks or fewer. `None` if the task allows fewer attacks
/// and the search found no win by fours.
fn has_no_fours(most: u32, answer: &Answer, task: &Task) -> Option<bool> {
    match answer.finding {
        Finding::Fours(found) => Some(found > most),
        _ if most > task.attacks => None,
        _ => Some(answer.excludes_fours),
    }
}

fn is_win(finding: &Finding) -> bool {
    match finding {
        Finding::Fours(_) | Finding::Threats => true,
        // A claim solves nothing.
        Finding::Value(score) => matches!(score.value, Value::WinIn { proven: true, .. }),
        Finding::None | Finding::Unknown => false,
    }
}

/// Whether the answer begins with a best move that the file states. `None` if they are not compared.
///
/// A win may begin with several moves, so a stated best move need not begin the win that was found. Two cases are
/// certain: the task was to find the best move, or the file states the length of the win by fours that was found.
/// In these cases a win by fours is right, too, if a stated move begins one that is as short.
fn begins_with_best(puzzle: &Puzzle, answer: &Answer, task: &Task) -> Option<bool> {
    let facts = &puzzle.facts;
    let attacks = match answer.finding {
        Finding::Fours(attacks) => Some(attacks),
        _ => None,
    };
    let is_stated_win = attacks.is_some() && attacks == facts.vcf;
    if facts.best.is_empty() || !(is_stated_win || task.goal == solve::Goal::Best) {
        return None;
    }
    let first = answer.line.first().and_then(|mv| mv.vertex());
    if first.is_some_and(|vertex| facts.best.contains(&vertex)) {
        return Some(true);
    }
    let Some(attacks) = attacks else {
        return Some(false);
    };
    solve::begins_fours(&puzzle.position, &facts.best, attacks, task.time)
}

/// The sentence for an answer that begins with none of the stated best moves. `None` without an answer.
fn other_best_move(puzzle: &Puzzle, answer: &Answer) -> Option<String> {
    let rules = puzzle.position.rules();
    let named = |vertex| name(vertex, rules, FirstRow::Bottom).to_string();
    let first = named(answer.line.first()?.vertex()?);
    let best: Vec<String> = puzzle.facts.best.iter().copied().map(named).collect();
    let best = best.join(" ");
    Some(format!("the best move is {first}; the file states {best}"))
}

/// A sentence for each fact that a finding contradicts. That there is no win contradicts only facts within the limits
/// of the task.
fn contradictions(facts: &Facts, answer: &Answer, task: &Task) -> Vec<String> {
    let finding = &answer.finding;
    let attacks = |number: u32| counted(number as usize, "attack");
    let mut mistakes = Vec::new();
    match (facts.vcf, finding) {
        (Some(stated), Finding::Fours(found)) if *found != stated => mistakes.push(format!(
            "the shortest win by fours has {}; the file states {stated}",
            attacks(*found)
        )),
        (Some(stated), _) if answer.excludes_fours && stated <= task.attacks => {
            mistakes.push(format!(
                "there is no win by fours; the file states one with {}",
                attacks(stated)
            ))
        }
        _ => {}
    }
    if let (Some(most), Finding::Fours(found)) = (facts.no_vcf, finding)
        && *found <= most
    {
        mistakes.push(format!(
            "there is a win by fours with {}; the file states none with up to {most}",
            attacks(*found)
        ));
    }
    let all_threats = task.goal != solve::Goal::Fours && task.depth == MAX_THREAT_DEPTH;
    if facts.vct && all_threats && *finding == Finding::None {
        mistakes.push("there is no win by threats; the file states one".into());
    }
    mistakes
}

/// Plays a line by the rules of the game. It has to end with a win of the side to move.
fn play_out(position: &Position, line: &[Move]) -> Result<(), String> {
    let mut played = position.clone();
    for (mv, number) in line.iter().zip(1..) {
        let legality = Gomoku::check(&played, *mv);
        legality.map_err(|error| format!("move {number} of the line: {error}"))?;
        Gomoku::play(&mut played, *mv);
    }
    let winner = played.outcome().and_then(|outcome| outcome.winner);
    if winner == Some(position.side()) {
        Ok(())
    } else {
        Err("the line does not end with a win".into())
    }
}

/// The result in a word or two, and the plies to the end of a win or a loss.
fn result(answer: &Answer) -> (String, Option<u32>) {
    let plies = answer.line.len() as u32;
    match answer.finding {
        Finding::Fours(attacks) => (format!("vcf {attacks}"), Some(plies)),
        Finding::Threats => ("vct".into(), Some(plies)),
        Finding::None => ("none".into(), None),
        Finding::Unknown => ("unknown".into(), None),
        Finding::Value(score) => match score.value {
            Value::WinIn { plies, proven } => (announced("win", proven), Some(plies)),
            Value::LossIn { plies, proven } => (announced("loss", proven), Some(plies)),
            Value::Estimate(value) | Value::Exact(value) => {
                (signed(f64::from(value) / 100.0, 2), None)
            }
        },
    }
}

fn announced(result: &str, proven: bool) -> String {
    let kind = if proven { "" } else { "claimed " };
    format!("{kind}{result}")
}

/// The answer to a problem.
#[derive(Serialize)]
struct Row {
    position: usize,
    id: Option<String>,
    rule: &'static str,
    size: u8,
    side: String,
    /// `vcf 3`, `vct`, `win`, `claimed win`, `loss`, `claimed loss`, `none`, `unknown` or a value in
    /// evaluation units.
    result: String,
    plies: Option<u32>,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
    solved: Option<bool>,
}

impl Row {
    fn new(problem: &Problem<Puzzle>, answer: &Answer, solved: Option<bool>) -> Self {
        let Puzzle { position, facts } = &problem.content;
        let rules = position.rules();
        let (result, plies) = result(answer);
        let vertices = answer.line.iter().filter_map(|mv| mv.vertex());
        let names = vertices.map(|vertex| name(vertex, rules, FirstRow::Bottom));
        Self {
            position: problem.number,
            id: facts.id.clone(),
            rule: rules.rule().name(),
            size: rules.size(),
            side: position.side().to_string(),
            result,
            plies,
            line: names.map(|name| name.to_string()).collect(),
            nodes: answer.nodes,
            seconds: answer.elapsed.as_secs_f64(),
            solved,
        }
    }
}

impl Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = self.plies.map(|plies| plies.to_string());
        write!(
            f,
            "{:>4} {:<10} {:<6} {:<13} {:>6} {:>12} {:>9.3}  {}",
            self.position,
            self.rule,
            self.side,
            self.result,
            plies.unwrap_or_default(),
            self.nodes,
            self.seconds,
            self.line.join(" ")
        )
    }
}

#[cfg(test)]
mod tests;
