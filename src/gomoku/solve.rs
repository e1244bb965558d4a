//! Answers to problems: wins by fours, wins by threats, best moves.

use crate::game::{Move, Vertex};
use crate::gomoku::patterns::PointSet;
use crate::gomoku::rules::{Point, Position, RuleType, with_rule_type};
use crate::gomoku::search::vcf::{self, Vcf};
use crate::gomoku::search::vct::{self, Vct};
use crate::gomoku::search::{FullPlayer, move_of};
use crate::gomoku::state::State;
use crate::search::{Limits, NodeCounter, Score, SearchControl, SearchRequest, StopToken};
use std::time::Duration;

/// The least time for a search of the best move, which is to report something.
const MIN_TIME: Duration = Duration::from_millis(10);

/// What to look for.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// A shortest win by fours.
    Fours,
    /// A win by fours or by threats.
    Threats,
    /// The best move: a win by fours, or what the engine plays.
    Best,
}

/// How to answer a problem.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    /// What to look for.
    pub goal: Goal,
    /// The most attacks of a win by fours.
    pub attacks: u32,
    /// The deepest threat of a win by threats, in attacks: 1 to
    /// [`MAX_THREAT_DEPTH`](vct::MAX_THREAT_DEPTH).
    pub depth: u32,
    /// The time limit. With [`Goal::Best`] the search for a win by fours has at most a quarter of it.
    pub time: Duration,
    /// Size of the engine's transposition table in MB, at least 1. A search for a win by threats has as much memory, but at
    /// least 100 MB.
    pub hash_mb: usize,
    /// The engine's threads, at least 1.
    pub threads: usize,
}

impl Task {
    /// The time limit of the search for a proof. The engine has the rest if the best move is wanted.
    fn proof_time(&self) -> Duration {
        match self.goal {
            Goal::Fours | Goal::Threats => self.time,
            Goal::Best => self.time / 4,
        }
    }
}

/// The result of a problem.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Finding {
    /// A shortest win by fours, with its number of attacks.
    Fours(u32),
    /// A win by threats.
    Threats,
    /// There is no win of the kind that the task asks for.
    None,
    /// The time ran out first.
    Unknown,
    /// The engine's score.
    Value(Score),
}

/// The answer to a problem.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Answer {
    /// The result.
    pub finding: Finding,
    /// Whether there is no win by fours with as many attacks as the task allows.
    pub excludes_fours: bool,
    /// The best line; for a win up to the five. Empty without a win or a search.
    pub line: Vec<Move>,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time of all searches.
    pub elapsed: Duration,
}

impl Answer {
    /// Answers a problem.
    pub(crate) fn find(position: &Position, task: &Task, stop: &StopToken) -> Self {
        let control = SearchControl::new(Limits::time(task.proof_time()), stop.clone());
        let mut counter = NodeCounter::new(&control);
        let proof = with_rule_type!(position.rules().rule(), R => {
            prove::<R>(position, task, &mut counter)
        });
        let Proof {
            finding,
            line,
            excludes_fours,
        } = proof;
        let mut answer = Self {
            finding,
            excludes_fours,
            line: line.into_iter().map(move_of).collect(),
            nodes: counter.nodes(),
            elapsed: control.elapsed(),
        };
        if answer.line.is_empty() && task.goal == Goal::Best {
            let rest = task.time.saturating_sub(control.elapsed());
            let mut request = SearchRequest::new(Limits::time(rest.max(MIN_TIME)));
            request.hash_mb = task.hash_mb;
            request.threads = task.threads;
            let result = FullPlayer::default().think(position, &request, stop, &mut |_| {});
            if let Some(report) = result.report {
                answer.nodes += report.nodes;
                answer.finding = Finding::Value(report.lines[0].score);
                answer.line.clone_from(&report.lines[0].moves);
            }
            answer.elapsed = control.elapsed();
        }
        answer
    }
}

/// Whether one of the moves `first` begins a win by fours with at most this number of attacks. `None` if the time
/// runs out first.
pub(crate) fn begins_fours(
    position: &Position,
    first: &[Vertex],
    attacks: u32,
    time: Duration,
) -> Option<bool> {
    let control = SearchControl::new(Limits::time(time), StopToken::new());
    let mut counter = NodeCounter::new(&control);
    let first: PointSet = first.iter().copied().map(Point::from).collect();
    let outcome = with_rule_type!(position.rules().rule(), R => {
        let mut state = State::<R>::from_position(position);
        Vcf::new(&mut counter, u64::MAX).shortest(&mut state, attacks, &first)
    });
    match outcome {
        vcf::Outcome::Win { .. } => Some(true),
        vcf::Outcome::None => Some(false),
        vcf::Outcome::Unknown => None,
    }
}

/// What the searches for proofs found.
struct Proof {
    finding: Finding,
    /// The moves of a win.
    line: Vec<Point>,
    /// See [`Answer::excludes_fours`].
    excludes_fours: bool,
}

/// Looks for a win by fours, then, if that is the goal, for one by threats.
fn prove<R: RuleType>(position: &Position, task: &Task, counter: &mut NodeCounter) -> Proof {
    let mut state = State::<R>::from_position(position);
    let all = *state.empty();
    let mut proof = Proof {
        finding: Finding::Unknown,
        line: Vec::new(),
        excludes_fours: false,
    };
    match Vcf::new(counter, u64::MAX).shortest(&mut state, task.attacks, &all) {
        vcf::Outcome::Win { line, attacks } => {
            (proof.finding, proof.line) = (Finding::Fours(attacks), line);
            return proof;
        }
        vcf::Outcome::None => {
            (proof.finding, proof.excludes_fours) = (Finding::None, true);
        }
        vcf::Outcome::Unknown => {}
    }
    if task.goal == Goal::Threats {
        let mut search = Vct::new(counter, u64::MAX).with_memory(task.hash_mb);
        match search.solve(&mut state, task.depth) {
            vct::Outcome::Win { line } => {
                (proof.finding, proof.line) = (Finding::Threats, line);
            }
            vct::Outcome::None => {}
            vct::Outcome::Unknown => proof.finding = Finding::Unknown,
        }
    }
    proof
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_has_three_quarters_of_the_time() {
        let time_of = |goal| {
            let task = Task {
                goal,
                attacks: 10,
                depth: 1,
                time: Duration::from_secs(8),
                hash_mb: 1,
                threads: 1,
            };
            task.proof_time().as_secs()
        };
        assert_eq!(
            [Goal::Fours, Goal::Threats, Goal::Best].map(time_of),
            [8, 8, 2]
        );
    }
}
