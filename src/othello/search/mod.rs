//! The search: an answer to "what should I play here, and what is it worth".
//!
//! `OthelloPlayer::think` deepens a principal-variation search ply by ply (`midgame`) and solves the
//! position to the last disc as soon as that fits into the limits (`endgame`, `last`). What a
//! position was worth is kept in a transposition table (`slot`) between moves. Several threads
//! search the same root and share the table.

mod endgame;
mod endgame_cache;
mod last_squares;
mod level;
mod midgame;
mod move_ordering;
mod plan;
mod probcut;
mod root;
pub mod solve;
mod split;
#[cfg(test)]
mod tests;
mod tt_entry;
mod worker;

use crate::game::{Game, Move};
use crate::othello::book::BOOK;
use crate::othello::classic;
use crate::othello::classic::{Classic, ClassicRoot};
use crate::othello::eval;
use crate::othello::rules::flip::{Kernel, Task, dispatch};
use crate::othello::{Board, Othello, Position, Square};
use crate::search;
use crate::search::{
    ClassicSpec, LevelSpec, Limits, MovesToGo, NodeCounter, PvLine, Report, Score, SearchControl,
    SearchRequest, SearchResult, StopToken, Strength, TranspositionTable, Value, deepen, smp,
};
use level::Opponent;
use plan::Plan;
pub use probcut::Selectivity;
use root::{Company, Root};
use tt_entry::TtEntry;
use worker::Worker;

/// Othello's search with its memory between moves.
#[derive(Default)]
pub struct OthelloPlayer {
    /// Made at the first search, when its size is known.
    table: Option<TranspositionTable<TtEntry>>,
    /// The size that was asked for; the system may have granted less.
    megabytes: usize,
}

/// What is asked about a position when there is no hurry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The final score, proven: the value is [`crate::search::Value::Exact`].
    Score,
    /// Who wins, proven, which is cheaper: the value is an estimate of +100, 0 or -100.
    Outcome,
    /// What a search to so many plies thinks, at least 1; the final score from there on to the end of
    /// the game if the position has no more empty squares than that.
    Estimate {
        /// Depth of the last iteration.
        plies: u32,
        /// Certainty of all iterations.
        selectivity: Selectivity,
    },
}

impl Question {
    /// Whether the answer is a proof, however it is found.
    pub const fn is_proven(self) -> bool {
        !matches!(self, Self::Estimate { .. })
    }
}

/// The squares that may be played at the root: the legal ones among `only`, or all legal ones if
/// that leaves nothing.
fn allowed(position: Position, only: &[Move]) -> u64 {
    let legal = position.board.moves();
    let wanted = only
        .iter()
        .filter_map(|mv| Square::try_from(mv.vertex()?).ok())
        .fold(0, |bits, square| bits | square.bit());
    if legal & wanted == 0 {
        legal
    } else {
        legal & wanted
    }
}

const GAME_OVER: SearchResult = SearchResult {
    best: None,
    report: None,
};

/// The answer of a classic player, which needs no memory.
fn play_classic(
    player: Classic,
    position: Position,
    request: &SearchRequest,
    stop: &StopToken,
    sink: &mut dyn FnMut(Report),
) -> SearchResult {
    let control = SearchControl::new(request.limits, stop.clone());
    let allowed = allowed(position, &request.only);
    let counter = NodeCounter::new(&control);
    let mut root = ClassicRoot::new(
        player,
        position.board,
        allowed,
        request.limits.depth,
        counter,
    );
    let report = deepen(&mut root, &control, request.lines, sink);
    let best = report
        .as_ref()
        .map_or(root.first_move(), |report| report.lines[0].moves[0]);
    SearchResult {
        best: Some(best),
        report,
    }
}

impl OthelloPlayer {
    fn table(&mut self, megabytes: usize) -> &TranspositionTable<TtEntry> {
        let megabytes = megabytes.max(1);
        if self.megabytes != megabytes {
            self.table = None;
            self.megabytes = megabytes;
        }
        let table = self
            .table
            .get_or_insert_with(|| TranspositionTable::new(megabytes));
        table.new_search();
        table
    }

    /// The move of a search to `depth` plies, or of an exact solution with `solve` empty squares and
    /// fewer; `None` if the game is over or the search was stopped before it had a move.
    pub fn play_fixed(
        &mut self,
        position: Position,
        depth: u32,
        solve: u32,
        stop: &StopToken,
    ) -> Option<Move> {
        let mut request = SearchRequest::new(Limits::none());
        request.hash_mb = 4;
        let plan = Plan::fixed(position.board.empties(), depth, solve);
        self.search(position, &request, plan, request.limits, stop, &mut |_| {})
            .best
    }

    /// The value of a position at each depth from 0 to `depth` (at most one less than there are empty
    /// squares) without any pruning that may err, in centi-discs for the side to move: what Multi-ProbCut
    /// is measured by.
    pub fn full_width(&mut self, board: Board, depth: u32) -> Vec<i32> {
        struct FullWidth<'a>(&'a TranspositionTable<TtEntry>, Board, u32);
        impl Task for FullWidth<'_> {
            type Output = Vec<i32>;
            fn run<K: Kernel>(self, kernel: K) -> Vec<i32> {
                let control = SearchControl::new(Limits::none(), StopToken::new());
                let mut worker = Worker::new(kernel, self.0, NodeCounter::new(&control));
                (0..=self.2)
                    .map(|depth| worker.search(self.1, depth, -20_000, 20_000))
                    .collect()
            }
        }
        let depth = depth.min(board.empties().saturating_sub(1));
        dispatch(FullWidth(self.table(16), board, depth))
    }

    /// The exact score of a position, in discs for the side to move.
    pub fn solution(&mut self, board: Board) -> i32 {
        struct Solution<'a>(&'a TranspositionTable<TtEntry>, Board);
        impl Task for Solution<'_> {
            type Output = i32;
            fn run<K: Kernel>(self, kernel: K) -> i32 {
                let control = SearchControl::new(Limits::none(), StopToken::new());
                Worker::new(kernel, self.0, NodeCounter::new(&control)).solve(self.1, -64, 64)
            }
        }
        dispatch(Solution(self.table(16), board))
    }

    /// Answers a question at full strength. Of the order, the number of lines, the moves, the threads
    /// and the table count; of its limits nothing but the time of the request.
    pub fn answer(
        &mut self,
        position: Position,
        question: Question,
        request: &SearchRequest,
        stop: &StopToken,
        sink: &mut dyn FnMut(Report),
    ) -> SearchResult {
        if position.board.is_over() {
            return GAME_OVER;
        }
        let plan = Plan::for_question(position.board.empties(), question);
        let limits = Limits {
            received: request.limits.received,
            ..Limits::none()
        };
        self.search(position, request, plan, limits, stop, sink)
    }

    /// Searches with the full engine by `plan`.
    fn search(
        &mut self,
        position: Position,
        request: &SearchRequest,
        plan: Plan,
        limits: Limits,
        stop: &StopToken,
        sink: &mut dyn FnMut(Report),
    ) -> SearchResult {
        let control = SearchControl::new(limits, stop.clone());
        let found = dispatch(Job {
            position,
            allowed: allowed(position, &request.only),
            table: self.table(request.hash_mb),
            control: &control,
            plan,
            threads: request.threads.max(1),
            lines: request.lines,
            sink,
        });
        found.map_or(GAME_OVER, |(best, report)| SearchResult {
            best: Some(best),
            report,
        })
    }
}

/// What the opening book says, if it may be asked and knows the position.
fn from_book(
    board: Board,
    request: &SearchRequest,
    sink: &mut dyn FnMut(Report),
) -> Option<SearchResult> {
    let limits = &request.limits;
    let is_open = limits.time.is_some() && limits.depth.is_none() && limits.nodes.is_none();
    if !(request.book && is_open && request.lines == 1 && request.only.is_empty()) {
        return None;
    }
    let advice = BOOK.advice(board)?;
    let moves: Vec<Move> = advice
        .line
        .iter()
        .map(|&square| Move::Place(square.into()))
        .collect();
    let depth = moves.len() as u32;
    let report = Report {
        depth,
        selectivity: probcut::LEVELS[0].1,
        lines: vec![PvLine {
            score: Score {
                value: Value::Estimate(advice.value),
                win_rate: eval::win_rate(advice.value, board.empties()),
            },
            depth,
            nodes: 0,
            moves,
        }],
        nodes: 0,
        elapsed: limits.received.elapsed(),
        hashfull: 0,
    };
    sink(report.clone());
    Some(SearchResult {
        best: report.lines[0].moves.first().copied(),
        report: Some(report),
    })
}

/// A search with all that it needs but the kernel.
struct Job<'a> {
    position: Position,
    allowed: u64,
    table: &'a TranspositionTable<TtEntry>,
    control: &'a SearchControl,
    plan: Plan,
    threads: usize,
    lines: usize,
    sink: &'a mut dyn FnMut(Report),
}

impl Task for Job<'_> {
    /// The move to play and the last report; `None` if the game is over.
    type Output = Option<(Move, Option<Report>)>;

    fn run<K: Kernel>(self, kernel: K) -> Self::Output {
        let Self {
            table,
            control,
            plan,
            sink,
            ..
        } = self;
        let company = Company::new();
        let root = || {
            let worker = Worker::new(kernel, table, NodeCounter::new(control));
            Root::new(worker, self.position.board, self.allowed, plan.clone())
        };
        let main = || {
            let mut root = root()?;
            if self.threads > 1 {
                root.lead(&company);
            }
            let at_sight = root.favourite();
            let report = deepen(&mut root, control, self.lines, sink);
            let best = report
                .as_ref()
                .map_or(at_sight, |report| report.lines[0].moves[0]);
            company.pool.close();
            Some((best, report))
        };
        let helper = |index| {
            root()?.help(index, &company);
            None
        };
        smp::run(self.threads, control, main, helper).0
    }
}

impl search::Player<Othello> for OthelloPlayer {
    const LEVELS: [LevelSpec; 8] = level::LEVELS;
    const CLASSICS: &'static [ClassicSpec] = classic::CLASSICS;

    /// A name that is not in `CLASSICS` means the full engine.
    ///
    /// With a time limit a single legal move is played without a search. Without one the caller
    /// wants to know what the position is worth, and it is searched like any other.
    fn think(
        &mut self,
        position: &Position,
        request: &SearchRequest,
        stop: &StopToken,
        sink: &mut dyn FnMut(Report),
    ) -> SearchResult {
        let position = *position;
        let board = position.board;
        if board.is_over() {
            return GAME_OVER;
        }
        let mut moves = Vec::new();
        Othello::legal(&position, &mut moves);
        if let [only] = moves[..]
            && request.limits.time.is_some()
        {
            return SearchResult {
                best: Some(only),
                report: None,
            };
        }
        let opponent = match &request.strength {
            Strength::Full => Opponent::Full,
            Strength::Level(level) => Opponent::of(*level),
            Strength::Classic(name) => {
                Classic::named(name).map_or(Opponent::Full, Opponent::Classic)
            }
        };
        let empties = board.empties();
        let plan = match opponent {
            Opponent::Classic(player) => {
                return play_classic(player, position, request, stop, sink);
            }
            Opponent::Limited { depth, solve_from } => {
                let depth = request.limits.depth.map_or(depth, |most| most.min(depth));
                Plan::fixed(empties, depth, solve_from)
            }
            Opponent::Full => {
                if let Some(result) = from_book(board, request, sink) {
                    return result;
                }
                Plan::new(empties, &request.limits)
            }
        };
        self.search(position, request, plan, request.limits, stop, sink)
    }

    fn clear(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    /// Half of the empties are ours; the last dozen take no time worth speaking of.
    fn moves_to_go(position: &Position) -> MovesToGo {
        let empties = position.board.empties();
        MovesToGo {
            expected: ((empties as f32 - 14.0) / 2.0).max(1.0),
            most: empties.div_ceil(2),
        }
    }
}
