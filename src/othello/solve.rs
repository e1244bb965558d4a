//! Answers to problems: exact scores, outcomes, or searches of a given depth.

use crate::game::{Move, Side};
use crate::othello::search::{ENDGAME_GROWTH, NoObserver, Observer, Selectivity, SolveMode};
use crate::othello::{Board, CentiDiscs, OthelloPlayer, Position};
use crate::search::{Limits, Player as _, PvLine, Report, SearchRequest, StopToken, Value};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// The result for a position or a move, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The proven final score in discs, -64 to 64.
    Score(i32),
    /// The proven outcome: 1 for a win, 0 for a draw, -1 for a loss.
    Outcome(i32),
    /// An estimate in centi-discs.
    Estimate(i32),
    /// Nothing: the search was stopped.
    Unknown,
}

impl Finding {
    pub(crate) fn of(value: Value, mode: SolveMode) -> Self {
        let hundredths = match value {
            Value::Exact(discs) if mode != SolveMode::WinLossDraw => return Self::Score(discs),
            Value::Exact(discs) => discs,
            Value::Estimate(hundredths) => hundredths,
            // Gomoku's; no Othello search returns these.
            Value::WinIn { .. } => 1,
            Value::LossIn { .. } => -1,
        };
        match mode {
            SolveMode::WinLossDraw => Self::Outcome(hundredths.signum()),
            _ => Self::Estimate(hundredths),
        }
    }

    /// A proven score in discs, reduced to what `mode` asks for.
    fn of_score(discs: i32, mode: SolveMode) -> Self {
        match mode {
            SolveMode::WinLossDraw => Self::Outcome(discs.signum()),
            _ => Self::Score(discs),
        }
    }

    /// Whether a known score in discs contradicts it. Nothing contradicts an estimate.
    pub fn contradicts(self, stated: i32) -> bool {
        match self {
            Self::Score(discs) => discs != stated,
            Self::Outcome(sign) => sign != stated.signum(),
            Self::Estimate(_) | Self::Unknown => false,
        }
    }

    /// The distance to a known score in discs. Between outcomes, a win and a loss are 2 apart;
    /// nothing has a distance to an unknown one.
    pub fn error(self, stated: i32) -> f64 {
        match self {
            Self::Score(discs) => f64::from((discs - stated).abs()),
            Self::Outcome(sign) => f64::from((sign - stated.signum()).abs()),
            Self::Estimate(hundredths) => (f64::from(hundredths) / 100.0 - f64::from(stated)).abs(),
            Self::Unknown => f64::NAN,
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
            Self::Unknown => "unknown".into(),
        };
        // Pads the whole text, which `write!` would not.
        f.pad(&text)
    }
}

/// How to answer a problem.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The question.
    pub mode: SolveMode,
    /// Whether to find the value of every legal move.
    pub all_moves: bool,
    /// Search threads, at least 1.
    pub threads: usize,
    /// Size of the transposition table in MB, at least 1.
    pub hash_mb: usize,
}

/// A move with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scored {
    /// Its value.
    pub value: Finding,
    /// The best line that begins with it; never empty. Includes passes.
    pub line: Vec<Move>,
}

/// The answer to a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The value of the position.
    pub value: Finding,
    /// The best move, or all moves if the task asks for them, best first. Empty if the game is
    /// over.
    pub moves: Vec<Scored>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time of the search.
    pub elapsed: Duration,
}

/// A transposition table of this many MB is large enough for a task: a larger one saves hardly a node, but the
/// system has to zero it. `docs/notes/othello.md` has the measurements.
fn sufficient_table(empties: u32, task: &Task) -> usize {
    let for_best_move = match task.mode {
        SolveMode::Depth { plies, selectivity } if plies < empties => {
            if selectivity == Selectivity::LEAST_CERTAIN {
                2.0 * 1.4_f64.powi(plies as i32 - 16)
            } else {
                2.5_f64.powi(plies as i32 - 9)
            }
        }
        _ => 4.0 * ENDGAME_GROWTH.powi(empties as i32 - 20),
    };
    let megabytes = for_best_move * if task.all_moves { 4.0 } else { 1.0 };
    megabytes.ceil() as usize
}

impl Answer {
    /// Searches a position with an empty table. `None` if `stop` is raised before the end of the
    /// search. `sink` gets a report after each iteration.
    pub fn find(
        player: &mut OthelloPlayer,
        position: Position,
        task: &Task,
        stop: &StopToken,
        sink: &mut dyn FnMut(Report),
    ) -> Option<Self> {
        Self::find_observed(player, position, task, stop, sink, NoObserver)
    }

    /// [`Answer::find`] with an observer of the main thread, which also hears of a search that is stopped.
    pub(crate) fn find_observed(
        player: &mut OthelloPlayer,
        position: Position,
        task: &Task,
        stop: &StopToken,
        sink: &mut dyn FnMut(Report),
        observer: impl Observer,
    ) -> Option<Self> {
        let board = position.board;
        if board.is_over() {
            return Some(Self {
                value: Finding::of_score(board.final_score(), task.mode),
                moves: Vec::new(),
                nodes: 0,
                elapsed: Duration::ZERO,
            });
        }
        player.clear();
        let mut request = SearchRequest::new(Limits::none());
        request.threads = task.threads;
        request.hash_mb = task.hash_mb.min(sufficient_table(board.empties(), task));
        if task.all_moves {
            request.lines = 64;
        }
        let result = player.solve_observed(position, task.mode, &request, stop, sink, observer);
        if stop.is_raised() {
            return None;
        }
        let report = result.report?;
        let scored = |line: PvLine| Scored {
            value: Finding::of(line.score.value, task.mode),
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

    /// The moves with the value of the best one, among those whose values are known.
    pub fn best_moves(&self) -> impl Iterator<Item = Move> {
        self.moves
            .iter()
            .take_while(|scored| scored.value == self.value)
            .map(|scored| scored.line[0])
    }
}

/// The value of a board for the side to move by a search to `plies` (73 %, empty table): the mean of the last two
/// iterations, or the final score. Iterations of odd depth find more for the side to move than those of even depth
/// (`docs/notes/othello.md`), so the value of one depth neither says how even a position is nor compares positions with
/// different sides to move.
pub(crate) fn mean_of_iterations(
    player: &mut OthelloPlayer,
    board: Board,
    plies: u32,
) -> CentiDiscs {
    let position = Position {
        board,
        side: Side::Black,
    };
    let task = Task {
        mode: SolveMode::Depth {
            plies,
            selectivity: Selectivity::LEAST_CERTAIN,
        },
        all_moves: false,
        threads: 1,
        hash_mb: usize::MAX,
    };
    // By depth, since an iteration may be reported more than once.
    let mut values = BTreeMap::new();
    let mut note = |report: Report| {
        values.insert(report.depth, report.lines[0].score.value);
    };
    let answer = Answer::find(player, position, &task, &StopToken::new(), &mut note);
    if let Some(Finding::Score(discs)) = answer.map(|answer| answer.value) {
        return CentiDiscs(100 * discs);
    }
    let estimates = values
        .values()
        .rev()
        .take(2)
        .filter_map(|value| match value {
            Value::Estimate(value) => Some(*value),
            _ => None,
        });
    let (sum, count) = estimates.fold((0, 0), |(sum, count), value| (sum + value, count + 1));
    CentiDiscs(sum / count.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_that_of_an_odd_and_an_even_depth() {
        let mut player = OthelloPlayer::default();
        let mode = |plies| SolveMode::Depth {
            plies,
            selectivity: Selectivity::LEAST_CERTAIN,
        };
        let [one, five, six, seven] = [1, 5, 6, 7].map(|plies| {
            let request = SearchRequest::new(Limits::none());
            let stop = StopToken::new();
            player.clear();
            let found = player.solve(Position::START, mode(plies), &request, &stop, &mut |_| {});
            match found.report.unwrap().lines[0].score.value {
                Value::Estimate(value) => value,
                value => panic!("{value:?}"),
            }
        });
        assert!(five != six && six != seven);
        let mut mean = |plies| mean_of_iterations(&mut player, Board::START, plies).0;
        assert_eq!(mean(6), (five + six) / 2);
        assert_eq!(mean(7), (six + seven) / 2);
        assert_eq!(mean(1), one);
    }

    #[test]
    fn the_mean_of_a_search_to_the_end_is_the_score() {
        // One empty square, h8, which flips two discs in the last row.
        let board = Board::new(!0 >> 1 & !(3 << 61), 3 << 61);
        let mut player = OthelloPlayer::default();
        assert_eq!(mean_of_iterations(&mut player, board, 8), CentiDiscs(6400));
        let over = Board::new(!0 >> 1, 0);
        assert_eq!(mean_of_iterations(&mut player, over, 8), CentiDiscs(6400));
    }

    #[test]
    fn tables_are_as_large_as_the_task_needs() {
        let size = |empties, mode, all_moves| {
            let task = Task {
                mode,
                all_moves,
                threads: 1,
                hash_mb: 256,
            };
            sufficient_table(empties, &task)
        };
        let depth = |plies, selectivity| SolveMode::Depth { plies, selectivity };
        assert_eq!(size(20, SolveMode::Exact, false), 4);
        assert_eq!(size(20, SolveMode::Exact, true), 16);
        assert_eq!(size(30, depth(9, Selectivity::NONE), false), 1);
        assert_eq!(size(30, depth(11, Selectivity::NONE), false), 7);
        assert_eq!(size(30, depth(16, Selectivity::LEAST_CERTAIN), false), 2);
        // A search to the end is a solution.
        assert_eq!(size(20, depth(20, Selectivity::NONE), false), 4);
    }
}
