//! Principal variation search (PVS) of the midgame, to a limited depth.
//!
//! Values are centi-discs for the side to move; a finished game has its final score. A pass uses no
//! depth. When the depth reaches the end of the game, the endgame search takes over. Search functions
//! return 0 once the counter is stopped; callers check that before they use a value.

use crate::othello::eval::patterns::Indices;
use crate::othello::rules::flip::Kernel;
use crate::othello::search::move_ordering::{self, HashMoves, OrderingWeights};
use crate::othello::search::observer::{Observer, OrderedBy, Table};
use crate::othello::search::tt_entry::{self, TtEntry};
use crate::othello::search::{move_list::MoveList, worker::Worker};
use crate::othello::{Board, CentiDiscs, Discs, Square, eval};
use std::ops::Range;

/// Less than all values.
const NO_VALUE: i32 = -20_000;

/// Least depth of the enhanced transposition cut-off.
const ETC_DEPTH: u32 = 4;

/// How a node gets the pattern indices of its board.
#[derive(Clone, Copy)]
pub(super) enum IndexSource<'a> {
    /// Computed from the board.
    Compute,
    /// Already known.
    Known(&'a Indices),
    /// Updated from those of the parent by a move: its square and the discs it flips.
    Update(&'a Indices, Square, u64),
}

impl IndexSource<'_> {
    #[inline(always)]
    fn indices(self, board: Board) -> Indices {
        match self {
            Self::Compute => Indices::of(board),
            Self::Known(indices) => *indices,
            Self::Update(before, square, flips) => before.after(square, flips),
        }
    }
}

impl<K: Kernel, O: Observer> Worker<'_, K, O> {
    /// The value of `board` to `depth` plies in the window (`alpha`, `beta`).
    pub(in crate::othello) fn search(
        &mut self,
        board: Board,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        if beta - alpha <= 1 {
            let moves = self.moves(board);
            self.search_null(board, moves, depth, alpha, IndexSource::Compute)
        } else {
            self.search_pv(board, depth, alpha, beta)
        }
    }

    /// The exact score, from the endgame search in the window widened to whole discs.
    pub(super) fn search_to_the_end(
        &mut self,
        board: Board,
        alpha: CentiDiscs,
        beta: CentiDiscs,
    ) -> CentiDiscs {
        let low = alpha.floor().0.clamp(-65, 64);
        let high = beta.ceil().0.clamp(low + 1, 65);
        Discs(self.solve(board, low, high)).into()
    }

    /// Null window (`alpha`, `alpha + 1`). `moves` are the legal moves.
    pub(super) fn search_null(
        &mut self,
        board: Board,
        moves: u64,
        depth: u32,
        alpha: i32,
        index_source: IndexSource,
    ) -> i32 {
        self.kernel.run(
            #[inline(always)]
            move || self.search_null_body(board, moves, depth, alpha, index_source),
        )
    }

    #[inline(always)]
    fn search_null_body(
        &mut self,
        board: Board,
        moves: u64,
        depth: u32,
        alpha: i32,
        index_source: IndexSource,
    ) -> i32 {
        let empties = board.empties();
        if depth >= empties {
            let (low, high) = (CentiDiscs(alpha), CentiDiscs(alpha + 1));
            return self.search_to_the_end(board, low, high).0;
        }
        if self.check_stop(empties) {
            return 0;
        }
        if depth == 0 {
            return self.leaf(&Indices::of(board), board, moves, alpha..alpha + 1);
        }
        if let Some(bound) = self.stability_cutoff(board, alpha.div_euclid(100), empties) {
            return 100 * bound;
        }
        let key = tt_entry::key(board);
        let known = self.probe_table(key).unwrap_or(TtEntry::UNKNOWN);
        let bounds = (known.lower.into(), known.upper.into());
        if self.applies(known, depth)
            && let Some(bound) = self.null_window_cutoff(Table::Shared, bounds, alpha, empties)
        {
            return bound;
        }
        if moves == 0 {
            let passed = board.pass();
            let replies = self.moves(passed);
            if replies == 0 {
                return 100 * board.final_score();
            }
            return -self.search_null(passed, replies, depth, -alpha - 1, IndexSource::Compute);
        }
        let indices = index_source.indices(board);
        if let Some(bound) = self.probcut(board, &indices, moves, depth, alpha) {
            return bound;
        }
        let mut list = MoveList::default();
        list.fill(self.kernel, board, moves);
        if depth > 1 {
            // Leaves have no entries.
            self.prefetch_children(&list);
        }
        if depth >= ETC_DEPTH
            && let Some(value) = self.etc(&list, depth, empties, alpha)
        {
            return value;
        }
        let hash_moves = HashMoves::first(known);
        let by_evaluation = list.len() > 1 && depth >= 3;
        // A hash move needs no score: the others are scored after it.
        let scored_at = usize::from(
            by_evaluation && move_ordering::hash_move_first(board, &mut list, moves, hash_moves),
        );
        if list.len() <= 1 {
            list.score_by(|_| 0);
        } else if !by_evaluation {
            self.observer.order(OrderedBy::Mobility, list.len() as u32);
            move_ordering::fastest_first(&mut list, known.move_bits());
        }
        let mut best = NO_VALUE;
        let mut best_square = None;
        for index in 0..list.len() {
            if by_evaluation && index == scored_at {
                self.by_evaluation(
                    board,
                    &indices,
                    &mut list,
                    hash_moves,
                    OrderingWeights::MIDGAME,
                );
            }
            let candidate = list.take();
            let value = if depth == 1 {
                self.check_stop(empties - 1);
                let indices = indices.after(candidate.square, candidate.flips(board));
                -self.leaf(
                    &indices,
                    candidate.child,
                    candidate.replies,
                    -alpha - 1..-alpha,
                )
            } else {
                -self.search_null(
                    candidate.child,
                    candidate.replies,
                    depth - 1,
                    -alpha - 1,
                    IndexSource::Update(&indices, candidate.square, candidate.flips(board)),
                )
            };
            if self.counter.stopped() {
                return 0;
            }
            if value > best {
                best = value;
                best_square = Some(candidate.square);
                if best > alpha {
                    self.observer.move_cutoff(empties, index == 0);
                    break;
                }
            }
        }
        let window = (alpha, alpha + 1);
        let entry = known.after(depth, self.selectivity.index(), window, best, best_square);
        self.table.store(key, entry);
        best
    }

    /// Open window.
    fn search_pv(&mut self, board: Board, depth: u32, alpha: i32, beta: i32) -> i32 {
        self.kernel.run(
            #[inline(always)]
            || self.search_pv_body(board, depth, alpha, beta),
        )
    }

    #[inline(always)]
    fn search_pv_body(&mut self, board: Board, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        let empties = board.empties();
        if depth >= empties {
            let (low, high) = (CentiDiscs(alpha), CentiDiscs(beta));
            return self.search_to_the_end(board, low, high).0;
        }
        if self.check_stop(empties) {
            return 0;
        }
        if depth == 0 {
            return self.leaf(&Indices::of(board), board, self.moves(board), alpha..beta);
        }
        let key = tt_entry::key(board);
        let known = self.probe_table(key).unwrap_or(TtEntry::UNKNOWN);
        let bounds = (known.lower.into(), known.upper.into());
        if self.applies(known, depth)
            && let Some(bound) = self.pv_cutoff(bounds, (alpha, beta), empties)
        {
            return bound;
        }
        let moves = self.moves(board);
        if moves == 0 {
            let passed = board.pass();
            if passed.moves() == 0 {
                return 100 * board.final_score();
            }
            return -self.search_pv(passed, depth, -beta, -alpha);
        }
        let start = alpha;
        let mut list = MoveList::default();
        list.fill(self.kernel, board, moves);
        let indices = Indices::of(board);
        self.by_evaluation(
            board,
            &indices,
            &mut list,
            HashMoves::first(known),
            OrderingWeights::MIDGAME,
        );
        let mut best = NO_VALUE;
        let mut best_square = None;
        for index in 0..list.len() {
            let candidate = list.take();
            let mut value;
            if index == 0 {
                value = -self.search_pv(candidate.child, depth - 1, -beta, -alpha);
            } else {
                value = -self.search_null(
                    candidate.child,
                    candidate.replies,
                    depth - 1,
                    -alpha - 1,
                    IndexSource::Update(&indices, candidate.square, candidate.flips(board)),
                );
                if value > alpha && value < beta {
                    value = -self.search_pv(candidate.child, depth - 1, -beta, -alpha);
                }
            }
            if self.counter.stopped() {
                return 0;
            }
            if value > best {
                best = value;
                best_square = Some(candidate.square);
                if best >= beta {
                    self.observer.move_cutoff(empties, index == 0);
                    break;
                }
                alpha = alpha.max(best);
            }
        }
        let entry = known.after(
            depth,
            self.selectivity.index(),
            (start, beta),
            best,
            best_square,
        );
        self.table.store(key, entry);
        best
    }

    /// The value of a leaf: the evaluation, of the position after a pass if the side to move must pass,
    /// and the final score at the end of the game. The evaluation was not fitted to such positions.
    #[inline(always)]
    fn leaf(&self, indices: &Indices, board: Board, moves: u64, window: Range<i32>) -> i32 {
        if moves != 0 {
            let indices = eval::in_memory(indices);
            return eval::evaluate_near(self.kernel, &indices, board, moves, window);
        }
        let passed = board.pass();
        let replies = self.moves(passed);
        if replies == 0 {
            return 100 * board.final_score();
        }
        -eval::evaluate_near(
            self.kernel,
            &eval::in_memory(&Indices::of(passed)),
            passed,
            replies,
            -window.end..-window.start,
        )
    }
}
