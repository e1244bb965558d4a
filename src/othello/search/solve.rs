//! Suites of problems with known scores: reading them, answering them, holding the answers against
//! what is known.

use crate::game::{Game, Move};
use crate::othello::rules::notation::{NotationError, Obf, move_name};
use crate::othello::search::{OthelloPlayer, Question};
use crate::othello::{Othello, Position};
use crate::search::{Limits, Player as _, PvLine, SearchRequest, StopToken, Value};
use std::fmt;
use std::time::Duration;

/// A position of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its place in the suite, counted from 1; comments and empty lines do not count.
    pub number: usize,
    /// The position and what is known about it.
    pub known: Obf,
}

/// Why a suite cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// A line is not a problem.
    #[error("line {line}: {error}")]
    Notation {
        /// Counted from 1.
        line: usize,
        /// What is wrong with it.
        error: NotationError,
    },
    /// A score is stated for a move that cannot be played.
    #[error("line {line}: a score for {}, which is not a legal move there", move_name(*mv))]
    Illegal {
        /// Counted from 1.
        line: usize,
        /// The move.
        mv: Move,
    },
    /// There is no problem in it.
    #[error("no positions: expected lines of 64 squares, the side to move and known scores (OBF)")]
    Empty,
}

/// Reads a suite in OBF: a problem a line. Lines that are empty or begin with `#` or `%` are comments.
///
/// # Errors
/// The first line that is no problem, or whose moves are not those of the position.
pub fn read_suite(text: &str) -> Result<Vec<Problem>, SuiteError> {
    let mut problems = Vec::new();
    let mut legal = Vec::new();
    for (index, text) in text.lines().enumerate() {
        let text = text.trim();
        if text.is_empty() || text.starts_with(['#', '%']) {
            continue;
        }
        let line = index + 1;
        let known = Obf::parse(text).map_err(|error| SuiteError::Notation { line, error })?;
        legal.clear();
        Othello::legal(&known.position, &mut legal);
        if let Some(&(mv, _)) = known.moves.iter().find(|(mv, _)| !legal.contains(mv)) {
            return Err(SuiteError::Illegal { line, mv });
        }
        problems.push(Problem {
            number: problems.len() + 1,
            known,
        });
    }
    if problems.is_empty() {
        return Err(SuiteError::Empty);
    }
    Ok(problems)
}

/// What was found out about a position or a move, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The proven final score in discs, -64 to 64.
    Score(i32),
    /// The proven outcome: 1 for a win, 0 for a draw, -1 for a loss.
    Outcome(i32),
    /// An estimate in centi-discs.
    Estimate(i32),
}

impl Finding {
    fn of(value: Value, question: Question) -> Self {
        let hundredths = match value {
            Value::Exact(discs) if question != Question::Outcome => return Self::Score(discs),
            Value::Exact(discs) => discs,
            Value::Estimate(hundredths) => hundredths,
            // Gomoku's; kept apart only by the type.
            Value::WinIn(_) => 1,
            Value::LossIn(_) => -1,
        };
        match question {
            Question::Outcome => Self::Outcome(hundredths.signum()),
            _ => Self::Estimate(hundredths),
        }
    }

    /// The same as far as `question` asks for it, from a score in discs.
    fn of_score(discs: i32, question: Question) -> Self {
        match question {
            Question::Outcome => Self::Outcome(discs.signum()),
            _ => Self::Score(discs),
        }
    }

    /// Whether a stated score in discs contradicts it. Estimates are never contradicted.
    pub fn contradicts(self, stated: i32) -> bool {
        match self {
            Self::Score(discs) => discs != stated,
            Self::Outcome(sign) => sign != stated.signum(),
            Self::Estimate(_) => false,
        }
    }

    /// The distance to a stated score in discs; between outcomes, 2 lie between a win and a loss.
    pub fn error(self, stated: i32) -> f64 {
        match self {
            Self::Score(discs) => f64::from((discs - stated).abs()),
            Self::Outcome(sign) => f64::from((sign - stated.signum()).abs()),
            Self::Estimate(hundredths) => (f64::from(hundredths) / 100.0 - f64::from(stated)).abs(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Score(discs) => format!("{discs:+}"),
            Self::Outcome(1..) => "win".into(),
            Self::Outcome(0) => "draw".into(),
            Self::Outcome(_) => "loss".into(),
            Self::Estimate(hundredths) => format!("{:+.2}", f64::from(*hundredths) / 100.0),
        };
        // Padding has to reach the text as a whole.
        f.pad(&text)
    }
}

/// How to answer.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// What is asked about every position.
    pub question: Question,
    /// Whether every legal move gets a value of its own.
    pub all_moves: bool,
    /// Workers, at least 1.
    pub threads: usize,
    /// Size of the transposition table in MB, at least 1.
    pub hash_mb: usize,
}

/// A move with what follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scored {
    /// Its value.
    pub value: Finding,
    /// The best play beginning with it; never empty. Passes are written out.
    pub line: Vec<Move>,
}

/// An answer to a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What the position is worth.
    pub value: Finding,
    /// The best move, or all moves if they were asked for, best first. Empty if the game is over.
    pub moves: Vec<Scored>,
    /// Nodes of all workers.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

impl Answer {
    /// Searches a position with an empty table. `None` if `stop` came before there was an answer.
    pub fn find(
        player: &mut OthelloPlayer,
        position: Position,
        task: &Task,
        stop: &StopToken,
    ) -> Option<Self> {
        let board = position.board;
        if board.is_over() {
            return Some(Self {
                value: Finding::of_score(board.final_score(), task.question),
                moves: Vec::new(),
                nodes: 0,
                elapsed: Duration::ZERO,
            });
        }
        player.clear();
        let mut request = SearchRequest::new(Limits::none());
        request.threads = task.threads;
        request.hash_mb = task.hash_mb;
        if task.all_moves {
            request.lines = 64;
        }
        let verdict = player.answer(position, task.question, &request, stop, &mut |_| {});
        if stop.is_raised() {
            return None;
        }
        let report = verdict.report?;
        let scored = |line: PvLine| Scored {
            value: Finding::of(line.score.value, task.question),
            line: line.moves,
        };
        let moves: Vec<Scored> = report.lines.into_iter().map(scored).collect();
        Some(Self {
            value: moves.first()?.value,
            moves,
            nodes: report.nodes,
            elapsed: report.elapsed,
        })
    }

    /// The moves that are as good as the best one, as far as values of moves are known.
    pub fn best_moves(&self) -> impl Iterator<Item = Move> {
        self.moves
            .iter()
            .take_while(|scored| scored.value == self.value)
            .map(|scored| scored.line[0])
    }
}

/// An answer beside what the suite says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Check {
    /// One sentence for each contradiction.
    pub mistakes: Vec<String>,
    /// How far the value is from the stated one, in discs, if one is stated.
    pub error: Option<f64>,
    /// Whether the first best move is a best one according to the suite, if that is known.
    pub hit: Option<bool>,
}

impl Check {
    /// Compares an answer with the scores of the suite.
    pub fn new(known: &Obf, answer: &Answer) -> Self {
        let mut check = Self::default();
        let listed = |mv: Move| known.moves.iter().find(|(other, _)| *other == mv);
        let best = known.moves.iter().map(|&(_, score)| score).max();
        if let Some(stated) = known.score.or(best) {
            check.error = Some(answer.value.error(stated));
            if answer.value.contradicts(stated) {
                let value = answer.value;
                let sentence = format!("the value is {value}, stated is {stated:+}");
                check.mistakes.push(sentence);
            }
        }
        if let (Some(best), Some(chosen)) = (best, answer.moves.first()) {
            let mv = chosen.line[0];
            let score = listed(mv).map(|&(_, score)| score);
            check.hit = Some(match answer.value {
                Finding::Outcome(_) => score.map(i32::signum) == Some(best.signum()),
                _ => score == Some(best),
            });
            if check.hit == Some(false) && !matches!(answer.value, Finding::Estimate(_)) {
                let name = move_name(mv);
                check.mistakes.push(match score {
                    Some(score) => {
                        format!("the best move is {name}, stated for it is {score:+}, not {best:+}")
                    }
                    None => format!("the best move is {name}, which is not among those stated"),
                });
            }
        }
        for scored in answer.moves.iter().skip(1) {
            let mv = scored.line[0];
            if let Some(&(_, stated)) = listed(mv)
                && scored.value.contradicts(stated)
            {
                let (name, value) = (move_name(mv), scored.value);
                let sentence = format!("{name} is worth {value}, stated is {stated:+}");
                check.mistakes.push(sentence);
            }
        }
        check
    }
}

/// All answers together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Totals {
    /// Answered positions.
    pub positions: usize,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time of all searches.
    pub elapsed: Duration,
    /// Positions with a stated value.
    pub valued: usize,
    /// Sum of the distances to the stated values, in discs.
    pub error: f64,
    /// Positions with stated moves.
    pub chosen: usize,
    /// Those of them in which a best move was found.
    pub hits: usize,
    /// Numbers of the problems that were answered wrongly.
    pub wrong: Vec<usize>,
}

impl Totals {
    /// Adds an answer.
    pub fn add(&mut self, number: usize, answer: &Answer, check: &Check) {
        self.positions += 1;
        self.nodes += answer.nodes;
        self.elapsed += answer.elapsed;
        if let Some(error) = check.error {
            self.valued += 1;
            self.error += error;
        }
        if let Some(hit) = check.hit {
            self.chosen += 1;
            self.hits += usize::from(hit);
        }
        if !check.mistakes.is_empty() {
            self.wrong.push(number);
        }
    }

    /// Mean distance to the stated values in discs, if any were stated.
    pub fn mean_error(&self) -> Option<f64> {
        (self.valued > 0).then(|| self.error / self.valued as f64)
    }

    /// Part of the positions in which a best move was found, if best moves were stated.
    pub fn hit_rate(&self) -> Option<f64> {
        (self.chosen > 0).then(|| self.hits as f64 / self.chosen as f64)
    }
}
