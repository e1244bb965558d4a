//! The comparison of answers with what a suite states, and the totals.

use crate::cli::solve::profile::ProfileReport;
use crate::util::text::counted;
use serde::Serialize;
use std::fmt::{self, Display};
use std::time::Duration;

/// An answer compared with what the suite states.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Check {
    /// A sentence for each contradiction.
    pub mistakes: Vec<String>,
    /// Whether the answer is a stated one (Othello: a stated best move); `None` if none is stated.
    pub solved: Option<bool>,
    /// Othello: distance from the stated value in discs, if one is stated.
    pub error: Option<f64>,
    /// Othello: how many discs the move loses against the best one, if the scores of both are stated.
    pub move_loss: Option<i32>,
}

/// Nodes per second.
pub(super) fn nodes_per_second(nodes: u64, elapsed: Duration) -> f64 {
    nodes as f64 / elapsed.as_secs_f64().max(1e-6)
}

/// All answers to a suite together.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Totals {
    positions: usize,
    nodes: u64,
    elapsed: Duration,
    /// Positions with a stated answer of the kind that was looked for.
    stated: usize,
    /// Those of them that were solved.
    solved: usize,
    /// Positions with a stated value.
    valued: usize,
    /// Sum of the distances from the stated values, in discs.
    error: f64,
    /// Positions in which the score of the move is stated.
    scored: usize,
    /// Sum of the losses of these moves, in discs.
    move_loss: i32,
    /// Numbers of the problems whose answers contradict the suite.
    wrong: Vec<usize>,
}

impl Totals {
    /// Adds an answer.
    pub(super) fn add(&mut self, number: usize, nodes: u64, elapsed: Duration, check: &Check) {
        self.positions += 1;
        self.nodes += nodes;
        self.elapsed += elapsed;
        if let Some(solved) = check.solved {
            self.stated += 1;
            self.solved += usize::from(solved);
        }
        if let Some(error) = check.error {
            self.valued += 1;
            self.error += error;
        }
        if let Some(loss) = check.move_loss {
            self.scored += 1;
            self.move_loss += loss;
        }
        if !check.mistakes.is_empty() {
            self.wrong.push(number);
        }
    }

    /// Numbers of the problems whose answers contradict the suite.
    pub(super) fn wrong(&self) -> &[usize] {
        &self.wrong
    }

    /// The totals as a report.
    pub(super) fn report(&self, kind: Kind, profile: Option<ProfileReport>) -> TotalsReport<'_> {
        let othello = kind != Kind::Wins;
        TotalsReport {
            positions: self.positions,
            nodes: self.nodes,
            seconds: self.elapsed.as_secs_f64(),
            nodes_per_second: nodes_per_second(self.nodes, self.elapsed).round(),
            stated: self.stated,
            solved: self.solved,
            mean_absolute_error: (self.valued > 0).then(|| self.error / self.valued as f64),
            best_move_rate: (othello && self.stated > 0)
                .then(|| self.solved as f64 / self.stated as f64),
            mean_move_loss: (self.scored > 0)
                .then(|| f64::from(self.move_loss) / self.scored as f64),
            wrong: &self.wrong,
            profile,
            valued: self.valued,
            kind,
        }
    }
}

/// What the answers to a suite are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Othello: proven scores or outcomes.
    Scores,
    /// Othello: estimates.
    Estimates,
    /// Gomoku: wins or best moves.
    Wins,
}

/// The totals as text or JSON.
#[derive(Serialize)]
pub(super) struct TotalsReport<'a> {
    positions: usize,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    stated: usize,
    solved: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_absolute_error: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_move_rate: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_move_loss: Option<f64>,
    wrong: &'a [usize],
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<ProfileReport>,
    #[serde(skip)]
    valued: usize,
    #[serde(skip)]
    kind: Kind,
}

impl Display for TotalsReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positions = counted(self.positions, "position");
        let (nodes, seconds) = (self.nodes, self.seconds);
        let speed = self.nodes_per_second / 1e6;
        write!(f, "{positions}, {nodes} nodes, {seconds:.3} s, ")?;
        write!(f, "{speed:.2} M nodes/s")?;
        self.write_comparison(f)?;
        match &self.profile {
            Some(profile) => write!(f, "\n{profile}"),
            None => Ok(()),
        }
    }
}

impl TotalsReport<'_> {
    /// How the answers compare with what the suite states.
    fn write_comparison(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (stated, solved, valued) = (self.stated, self.solved, self.valued);
        if self.kind == Kind::Estimates {
            if let Some(error) = self.mean_absolute_error {
                write!(
                    f,
                    "\nmean absolute error {error:.3} discs over {valued} stated values"
                )?;
            }
            if let Some(rate) = self.best_move_rate {
                let percent = 100.0 * rate;
                write!(
                    f,
                    "\nbest move in {solved} of {stated} positions ({percent:.1} %)"
                )?;
            }
            if let Some(loss) = self.mean_move_loss {
                write!(f, ", mean loss of a move {loss:.3} discs")?;
            }
            return Ok(());
        }
        if self.kind == Kind::Scores && stated + valued == 0 {
            return Ok(());
        }
        if self.kind == Kind::Wins && stated > 0 {
            write!(
                f,
                "\nsolved {solved} of {stated} positions with a stated answer"
            )?;
        }
        match self.wrong.len() {
            1 => write!(f, "\n1 answer contradicts what the file states"),
            wrong => write!(f, "\n{wrong} answers contradict what the file states"),
        }
    }
}
