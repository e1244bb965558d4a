//! Othello's player: levels, classic players, the opening book and the full search behind one door.

use crate::game::{Game, Move};
use crate::othello::classic::{Classic, ClassicRoot};
use crate::othello::levels::{CLASSICS, LEVELS, Recipe};
use crate::othello::rules::flip::{Kernel, Task, dispatch};
use crate::othello::search::{
    NoObserver, Observer, Schedule, SearchJob, Selectivity, SolveMode, TtEntry, Worker,
};
use crate::othello::{Board, CentiDiscs, Discs, Othello, Position, Square, book, eval};
use crate::search::players::recipe_of;
use crate::search::{
    KeptTable, LEVEL_TABLE_MB, Limits, MAX_LEVEL, MovesToGo, NodeCounter, Player, PlayerSpec,
    PvLine, Report, Score, SearchControl, SearchRequest, SearchResult, StopToken, Strength,
    TranspositionTable, Value, deepen,
};

#[cfg(test)]
mod tests;

/// Othello's player with its transposition table, which is kept between moves.
#[derive(Default)]
pub struct OthelloPlayer {
    table: KeptTable<TtEntry>,
    /// The table of the levels with a fixed depth.
    level_table: KeptTable<TtEntry>,
}

impl OthelloPlayer {
    /// Whether the values at a strength are in discs. Those of the classic players are not.
    pub(crate) fn has_values_in_discs(strength: &Strength) -> bool {
        let recipe = recipe_of(strength, &LEVELS, &CLASSICS, Recipe::Full);
        !matches!(recipe, Recipe::Classic(_))
    }
}

/// The moves that may be played at the root: the legal ones that the request allows, or all legal ones if
/// it allows none.
fn allowed_moves(position: Position, request: &SearchRequest) -> u64 {
    let legal = position.board.moves();
    let [only, avoid] = [&request.only, &request.avoid].map(|moves| {
        moves
            .iter()
            .filter_map(|mv| Square::try_from(mv.vertex()?).ok())
            .fold(0, |bits, square| bits | square.bit())
    });
    let wanted = if request.only.is_empty() { legal } else { only };
    match legal & wanted & !avoid {
        0 => legal,
        allowed => allowed,
    }
}

/// The move of a classic player, which has no memory.
fn play_classic(
    player: Classic,
    position: Position,
    request: &SearchRequest,
    stop: &StopToken,
    sink: &mut dyn FnMut(Report),
) -> SearchResult {
    let control = SearchControl::new(request.limits, stop.clone());
    let allowed = allowed_moves(position, request);
    let counter = NodeCounter::new(&control);
    let mut root = ClassicRoot::new(
        player,
        position.board,
        allowed,
        request.limits.depth,
        counter,
    );
    let report = deepen(&mut root, &control, request.lines, sink);
    SearchResult::of_search(report, root.first_move())
}

/// The move of the opening book, if the request allows it and the book has the position.
fn from_book(
    board: Board,
    request: &SearchRequest,
    sink: &mut dyn FnMut(Report),
) -> Option<SearchResult> {
    let limits = &request.limits;
    let has_only_time = limits.time.is_some() && limits.depth.is_none() && limits.nodes.is_none();
    let is_free = request.only.is_empty() && request.avoid.is_empty();
    if !(request.book && has_only_time && request.lines == 1 && is_free) {
        return None;
    }
    let found = book::book().best_line(board)?;
    let moves: Vec<Move> = found
        .moves
        .iter()
        .map(|&square| Move::Place(square.into()))
        .collect();
    let depth = moves.len() as u32;
    let report = Report {
        depth,
        selectivity: Selectivity::LEAST_CERTAIN.percent(),
        lines: vec![PvLine {
            score: Score::new(
                Value::Estimate(found.value.0),
                eval::win_rate(found.value, board.empties()),
            ),
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

impl OthelloPlayer {
    /// The move and the value, for the side to move, of a search to `depth` plies, or of an exact solution with
    /// `solve_from` empty squares or fewer. `None` if the game is over, or if the search was stopped before it
    /// had a move.
    pub fn search_fixed(
        &mut self,
        position: Position,
        depth: u32,
        solve_from: u32,
        stop: &StopToken,
    ) -> Option<(Move, CentiDiscs)> {
        let mut request = SearchRequest::new(Limits::none());
        request.hash_mb = 4;
        let schedule = Schedule::fixed(position.board.empties(), depth, solve_from);
        let table = &mut self.table;
        let sink = &mut |_| {};
        let found = search(table, position, &request, schedule, stop, sink, NoObserver);
        let value = match found.report?.lines.first()?.score.value {
            Value::Estimate(value) => value,
            Value::Exact(discs) => 100 * discs,
            _ => return None,
        };
        Some((found.best?, CentiDiscs(value)))
    }

    /// The values of a position at the depths 0 to `depth` (at most one less than the number of empty
    /// squares) without forward pruning. Multi-ProbCut is fitted to them.
    pub fn full_width(&mut self, board: Board, depth: u32) -> Vec<CentiDiscs> {
        struct FullWidth<'a>(&'a TranspositionTable<TtEntry>, Board, u32);
        impl Task for FullWidth<'_> {
            type Output = Vec<CentiDiscs>;
            fn run<K: Kernel>(self, kernel: K) -> Vec<CentiDiscs> {
                let control = SearchControl::new(Limits::none(), StopToken::new());
                let mut worker = Worker::new(kernel, self.0, NodeCounter::new(&control));
                (0..=self.2)
                    .map(|depth| CentiDiscs(worker.search(self.1, depth, -20_000, 20_000)))
                    .collect()
            }
        }
        let depth = depth.min(board.empties().saturating_sub(1));
        // The table must not tell the values of deeper searches.
        self.table.clear();
        dispatch(FullWidth(
            self.table.for_search(&SearchRequest::new(Limits::none())),
            board,
            depth,
        ))
    }

    /// The exact score of a position.
    pub fn exact_score(&mut self, board: Board) -> Discs {
        struct ExactScore<'a>(&'a TranspositionTable<TtEntry>, Board);
        impl Task for ExactScore<'_> {
            type Output = Discs;
            fn run<K: Kernel>(self, kernel: K) -> Discs {
                let control = SearchControl::new(Limits::none(), StopToken::new());
                let mut worker = Worker::new(kernel, self.0, NodeCounter::new(&control));
                Discs(worker.solve(self.1, -64, 64))
            }
        }
        dispatch(ExactScore(
            self.table.for_search(&SearchRequest::new(Limits::none())),
            board,
        ))
    }

    /// Solves a position at full strength, however long it takes. Of the request only the number of
    /// lines, the moves, the threads, the table size and the time of receipt matter.
    pub fn solve(
        &mut self,
        position: Position,
        mode: SolveMode,
        request: &SearchRequest,
        stop: &StopToken,
        sink: &mut dyn FnMut(Report),
    ) -> SearchResult {
        self.solve_observed(position, mode, request, stop, sink, NoObserver)
    }

    /// [`OthelloPlayer::solve`] with an observer of the main thread.
    pub(crate) fn solve_observed(
        &mut self,
        position: Position,
        mode: SolveMode,
        request: &SearchRequest,
        stop: &StopToken,
        sink: &mut dyn FnMut(Report),
        observer: impl Observer,
    ) -> SearchResult {
        if position.board.is_over() {
            return SearchResult::default();
        }
        let schedule = Schedule::for_mode(position.board.empties(), mode);
        let request = SearchRequest {
            limits: Limits {
                received: request.limits.received,
                ..Limits::none()
            },
            ..request.clone()
        };
        let table = &mut self.table;
        search(table, position, &request, schedule, stop, sink, observer)
    }
}

/// Searches with the full engine.
fn search<O: Observer>(
    table: &mut KeptTable<TtEntry>,
    position: Position,
    request: &SearchRequest,
    schedule: Schedule,
    stop: &StopToken,
    sink: &mut dyn FnMut(Report),
    observer: O,
) -> SearchResult {
    let control = SearchControl::new(request.limits, stop.clone());
    let found = O::run(SearchJob {
        board: position.board,
        allowed: allowed_moves(position, request),
        table: table.for_search(request),
        control: &control,
        schedule,
        threads: request.threads,
        lines: request.lines,
        sink,
        observer,
    });
    found.unwrap_or_default()
}

impl Player<Othello> for OthelloPlayer {
    const LEVELS: [PlayerSpec; MAX_LEVEL as usize] = LEVELS.specs();
    const CLASSICS: &'static [PlayerSpec] = &CLASSICS.specs::<{ CLASSICS.list.len() }>();

    /// An unknown name of a classic player means the full engine.
    ///
    /// With a time limit a single legal move is played without a search. Without one, or if the limit says so, the
    /// request is an analysis, so the position is searched.
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
            return SearchResult::default();
        }
        let mut moves = Vec::new();
        Othello::legal(&position, &mut moves);
        if let [only] = moves[..]
            && request.limits.time.is_some_and(|time| time.stop_if_single)
        {
            return SearchResult::of_move(only);
        }
        let recipe = recipe_of(&request.strength, &LEVELS, &CLASSICS, Recipe::Full);
        let empties = board.empties();
        match recipe {
            Recipe::Classic(player) => play_classic(player, position, request, stop, sink),
            // Position and level determine the move, whatever was searched before.
            Recipe::Fixed { depth, solve_from } => {
                let depth = request.limits.depth.map_or(depth, |limit| limit.min(depth));
                let schedule = Schedule::fixed(empties, depth, solve_from);
                let request = SearchRequest {
                    hash_mb: LEVEL_TABLE_MB,
                    // With helpers, the values in the table would depend on the machine.
                    threads: 1,
                    ..request.clone()
                };
                let table = &mut self.level_table;
                table.clear();
                search(table, position, &request, schedule, stop, sink, NoObserver)
            }
            Recipe::Full => {
                if let Some(result) = from_book(board, request, sink) {
                    return result;
                }
                let schedule = Schedule::new(empties, &request.limits);
                let table = &mut self.table;
                search(table, position, request, schedule, stop, sink, NoObserver)
            }
        }
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    /// Half of the empties are ours, and the last dozen take hardly any time.
    fn moves_to_go(position: &Position) -> MovesToGo {
        let empties = position.board.empties();
        MovesToGo {
            expected: ((empties as f32 - 14.0) / 2.0).max(1.0),
            most: empties.div_ceil(2),
        }
    }
}
