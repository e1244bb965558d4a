//! The problems of Othello: exact scores, outcomes, searches of a given depth.

use crate::cli::solve::{SolveArgs, Suite, answer_all, speed};
use crate::game::Move;
use crate::othello::rules::notation::move_name;
use crate::othello::search::solve;
use crate::othello::search::solve::{Answer, Check, Finding, Problem, Task, Totals};
use crate::othello::search::{OthelloPlayer, Question};
use crate::search::StopToken;
use anyhow::Context;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt::{self, Display};

/// Solves and prints.
///
/// # Errors
/// A text that is no suite, a closed stdout; after all positions, answers that contradict the stated
/// scores.
pub(super) fn run(args: &SolveArgs, text: &str) -> anyhow::Result<()> {
    let wanted = &args.othello;
    let problems = solve::read_suite(text).with_context(|| args.file.display().to_string())?;
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
    let scores = Scores {
        player: OthelloPlayer::default(),
        task,
        totals: Totals::default(),
    };
    answer_all(args, problems, scores)
}

/// A suite on its way.
struct Scores {
    player: OthelloPlayer,
    task: Task,
    totals: Totals,
}

impl Suite for Scores {
    type Problem = Problem;

    const HEAD: &'static str =
        "   # empty   value  best            nodes    time s   M nodes/s  line";

    fn number(problem: &Problem) -> usize {
        problem.number
    }

    fn answer(&mut self, problem: &Problem) -> anyhow::Result<impl Display + Serialize> {
        let known = &problem.known;
        let answer = Answer::find(
            &mut self.player,
            known.position,
            &self.task,
            &StopToken::new(),
        )
        .with_context(|| format!("position {}: no answer", problem.number))?;
        let check = Check::new(known, &answer);
        self.totals.add(problem.number, &answer, &check);
        Ok(Answered::new(problem, &answer, check, self.task.all_moves))
    }

    fn totals(&self) -> impl Display + Serialize {
        Totalled::new(&self.totals, self.task.question)
    }

    fn wrong(&self) -> &[usize] {
        &self.totals.wrong
    }
}

/// A finding, in JSON one of `score` and `estimate` in discs, and `outcome`: 1, 0 or -1.
struct Found(Finding);

impl Serialize for Found {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        match self.0 {
            Finding::Score(discs) => map.serialize_entry("score", &discs)?,
            Finding::Outcome(sign) => map.serialize_entry("outcome", &sign)?,
            Finding::Estimate(hundredths) => {
                map.serialize_entry("estimate", &(f64::from(hundredths) / 100.0))?;
            }
        }
        map.end()
    }
}

#[derive(serde::Serialize)]
struct ScoredMove {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    value: Found,
    line: Vec<String>,
}

/// What is told about a position.
#[derive(serde::Serialize)]
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
    /// Whether the values of the moves belong into the text.
    #[serde(skip)]
    all_moves: bool,
}

impl Answered {
    fn new(problem: &Problem, answer: &Answer, check: Check, all_moves: bool) -> Self {
        let names = |line: &[Move]| line.iter().copied().map(move_name).collect();
        Self {
            position: problem.number,
            empties: problem.known.position.board.empties(),
            value: Found(answer.value),
            best: answer.best_moves().map(move_name).collect(),
            moves: answer
                .moves
                .iter()
                .map(|scored| ScoredMove {
                    mv: move_name(scored.line[0]),
                    value: Found(scored.value),
                    line: names(&scored.line),
                })
                .collect(),
            nodes: answer.nodes,
            seconds: answer.elapsed.as_secs_f64(),
            nodes_per_second: speed(answer.nodes, answer.elapsed).round(),
            mistakes: check.mistakes,
            all_moves,
        }
    }
}

impl Display for Answered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.moves.first().map_or(&[][..], |best| &best.line);
        write!(
            f,
            "{:>4} {:>5} {:>7}  {:<8} {:>12} {:>9.3} {:>11.1}  {}",
            self.position,
            self.empties,
            self.value.0,
            self.best.join("/"),
            self.nodes,
            self.seconds,
            self.nodes_per_second / 1e6,
            line.join(" ")
        )?;
        if self.all_moves {
            write!(f, "\n    ")?;
            for scored in &self.moves {
                write!(f, " {}:{}", scored.mv, scored.value.0)?;
            }
        }
        for mistake in &self.mistakes {
            write!(f, "\n     WRONG: {mistake}")?;
        }
        Ok(())
    }
}

/// What is told at the end.
#[derive(serde::Serialize)]
struct Totalled<'a> {
    positions: usize,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    mean_absolute_error: Option<f64>,
    best_move_rate: Option<f64>,
    wrong: &'a [usize],
    #[serde(skip)]
    totals: &'a Totals,
    /// Whether the answers are proofs.
    #[serde(skip)]
    proven: bool,
}

impl<'a> Totalled<'a> {
    fn new(totals: &'a Totals, question: Question) -> Self {
        Self {
            positions: totals.positions,
            nodes: totals.nodes,
            seconds: totals.elapsed.as_secs_f64(),
            nodes_per_second: speed(totals.nodes, totals.elapsed).round(),
            mean_absolute_error: totals.mean_error(),
            best_move_rate: totals.hit_rate(),
            wrong: &totals.wrong,
            totals,
            proven: question.is_proven(),
        }
    }
}

impl Display for Totalled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} positions, {} nodes, {:.3} s, {:.1} M nodes/s",
            self.positions,
            self.nodes,
            self.seconds,
            self.nodes_per_second / 1e6
        )?;
        let Totals {
            valued,
            chosen,
            hits,
            ..
        } = self.totals;
        if valued + chosen == 0 {
            return Ok(());
        }
        if self.proven {
            let wrong = self.wrong.len();
            return write!(f, "\n{wrong} answers contradict what the file states");
        }
        if let Some(error) = self.mean_absolute_error {
            write!(
                f,
                "\nmean absolute error {error:.3} discs, {valued} stated values"
            )?;
        }
        if let Some(rate) = self.best_move_rate {
            let percent = 100.0 * rate;
            write!(
                f,
                "\nbest move in {hits} of {chosen} positions ({percent:.1} %)"
            )?;
        }
        Ok(())
    }
}
