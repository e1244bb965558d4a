//! Endgame search: principal variation search to the last disc, for exact scores.
//!
//! Scores are final disc differences for the side to move, -64 to 64, with empties counted for the
//! winner. All functions are fail-soft. The fewer squares are left, the less a node may cost. Moves are
//! ordered by evaluation high in the tree, by mobility below, by parity near the leaves. The shared
//! table gives way to the worker's own caches, and the last squares use none.

use crate::othello::eval::patterns::Indices;
use crate::othello::rules::bitboard::{CORNERS, neighbours};
use crate::othello::rules::flip::Kernel;
use crate::othello::search::endgame_cache::Bounds;
use crate::othello::search::last_squares::{NO_SCORE, solve_4, solve_up_to_4};
use crate::othello::search::move_list::{Candidate, MoveList};
use crate::othello::search::move_ordering::{self, FastestFirst, HashMoves, OrderingWeights};
use crate::othello::search::observer::{Observer, OrderedBy, Table};
use crate::othello::search::parity::{self, ALL_NODE, ODD_SQUARES, parity_of};
use crate::othello::search::split_point::{MIN_EMPTIES, RemainingMoves};
use crate::othello::search::tt_entry::{self, TtEntry};
use crate::othello::search::{probcut_model, selectivity::Selectivity};
use crate::othello::{Board, Square, search::worker::Worker};

/// Shallow nodes have at most this many empties: fixed move order, no move list, the smallest cache.
pub(super) const SHALLOW: u32 = 6;
/// From this many empties on, nodes in the thread cache are ordered by the ordering evaluation. Below, it costs more time
/// than it saves.
const PATTERN_ORDERING: u32 = 10;
/// From this many empties on, the evaluation that orders moves has the factors, too.
const FACTORS_ORDERING: u32 = 16;
/// Nodes with at most this many empties use the thread cache instead of the shared table.
const THREAD_CACHE: u32 = 13;

const _: () = assert!(
    THREAD_CACHE + 1 >= MIN_EMPTIES,
    "a node above the thread cache may be a split point"
);

impl<K: Kernel, O: Observer> Worker<'_, K, O> {
    /// The score of `board` in the window (`alpha`, `beta`).
    pub(in crate::othello) fn solve(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        self.prepare();
        let empty = board.empty();
        if beta - alpha <= 1 {
            let moves = self.moves(board);
            self.solve_null(board, moves, alpha, empty.count_ones(), parity_of(empty))
        } else {
            self.solve_pv(board, alpha, beta)
        }
    }

    /// Null window (`alpha`, `alpha + 1`), by number of empties.
    #[inline(always)]
    fn solve_null(
        &mut self,
        board: Board,
        moves: u64,
        alpha: i32,
        empties: u32,
        parity: u32,
    ) -> i32 {
        if empties > THREAD_CACHE {
            self.solve_null_deep(board, moves, alpha, empties, parity)
        } else if empties > SHALLOW {
            self.solve_cached(board, moves, alpha, parity)
        } else if empties > 4 || self.counter.is_close_to_limit() {
            self.solve_shallow(board, moves, alpha, parity)
        } else {
            solve_up_to_4(self, board, alpha)
        }
    }

    /// The score of a move for the side that makes it, in the null window (`alpha`, `alpha + 1`).
    /// `empties` and `parity` are those before the move.
    #[inline(always)]
    pub(super) fn child_score(
        &mut self,
        candidate: Candidate,
        alpha: i32,
        empties: u32,
        parity: u32,
    ) -> i32 {
        let parity = parity::after(parity, candidate.square);
        let Candidate { child, replies, .. } = candidate;
        -self.solve_null(child, replies, -alpha - 1, empties - 1, parity)
    }

    /// Null window with more than [`THREAD_CACHE`] empties.
    fn solve_null_deep(
        &mut self,
        board: Board,
        moves: u64,
        alpha: i32,
        empties: u32,
        parity: u32,
    ) -> i32 {
        self.kernel.run(
            #[inline(always)]
            || self.solve_null_body(board, moves, alpha, empties, parity),
        )
    }

    #[inline(always)]
    fn solve_null_body(
        &mut self,
        board: Board,
        moves: u64,
        alpha: i32,
        empties: u32,
        mut parity: u32,
    ) -> i32 {
        if self.check_stop(empties) {
            return 0;
        }
        if let Some(bound) = self.stability_cutoff(board, alpha, empties) {
            return bound;
        }
        let key = tt_entry::key(board);
        let known = self.probe_table(key).unwrap_or(TtEntry::UNKNOWN);
        if self.applies(known, empties)
            && let Some(bound) =
                self.null_window_cutoff(Table::Shared, in_discs(known), alpha, empties)
        {
            return bound;
        }
        if moves == 0 {
            let passed = board.pass();
            let replies = self.moves(passed);
            if replies == 0 {
                return board.final_score();
            }
            return -self.solve_null(passed, replies, -alpha - 1, empties, parity ^ ALL_NODE);
        }
        let indices = Indices::of(board);
        if let Some(bound) = self.probcut_score(board, &indices, moves, empties, alpha) {
            return bound;
        }
        let mut list = MoveList::default();
        list.fill(self.kernel, board, moves);
        if empties > THREAD_CACHE + 1 {
            self.prefetch_children(&list);
            if let Some(value) = self.etc(&list, empties, empties, 100 * alpha) {
                return value / 100;
            }
        }
        let hash_moves = HashMoves::in_endgame(known, empties);
        // The order of the moves of an All-node does not matter.
        let may_cut = parity & ALL_NODE == 0;
        let weights = if may_cut && empties >= FACTORS_ORDERING {
            OrderingWeights::ENDGAME
        } else {
            OrderingWeights::ENDGAME_FAST
        };
        let by_evaluation = list.len() > 1;
        if !by_evaluation {
            list.score_by(|_| 0);
        }
        // A hash move needs no score: the others are scored after it.
        let scored_at = usize::from(
            by_evaluation && move_ordering::hash_move_first(board, &mut list, moves, hash_moves),
        );
        let mut best = NO_SCORE;
        let mut best_square = None;
        for index in 0..list.len() {
            if by_evaluation && index == scored_at {
                self.by_evaluation(board, &indices, &mut list, hash_moves, weights);
            }
            if index > 0
                && let Some(pool) = self.pool
                && pool.has_idle_worker()
            {
                let node = RemainingMoves {
                    moves: list.rest(index).collect(),
                    alpha,
                    empties,
                    parity,
                };
                (best, best_square) = self.split(pool, node, (best, best_square));
                if self.counter.stopped() {
                    return 0;
                }
                break;
            }
            let candidate = list.take();
            let value = self.child_score(candidate, alpha, empties, parity);
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
            // If the first move does not exceed alpha, the others hardly ever do.
            parity |= ALL_NODE;
        }
        let entry = known.after(
            empties,
            self.selectivity.index(),
            (100 * alpha, 100 * alpha + 1),
            100 * best,
            best_square,
        );
        self.table.store(key, entry);
        best
    }

    /// Null window with more than [`SHALLOW`] and up to [`THREAD_CACHE`] empties.
    fn solve_cached(&mut self, board: Board, moves: u64, alpha: i32, parity: u32) -> i32 {
        let kernel = self.kernel;
        kernel.call(
            (self, board, moves, alpha, parity),
            #[inline(always)]
            |worker, board, moves, alpha, parity| {
                worker.solve_cached_body(board, moves, alpha, parity)
            },
        )
    }

    #[inline(always)]
    fn solve_cached_body(&mut self, board: Board, moves: u64, alpha: i32, mut parity: u32) -> i32 {
        // Counted again, so that all arguments are in registers.
        let empties = board.empties();
        if self.check_stop(empties) {
            return 0;
        }
        if let Some(bound) = self.stability_cutoff(board, alpha, empties) {
            return bound;
        }
        let selectivity = self.selectivity_at(empties);
        let key = tt_entry::key(board);
        let known = self.thread_cache.get(key);
        self.observer.look_up(Table::Thread, known.is_some());
        let mut hash_move = 0;
        if let Some(known) = known {
            let bounds = (known.lower.into(), known.upper.into());
            if known.selectivity >= selectivity
                && let Some(bound) = self.null_window_cutoff(Table::Thread, bounds, alpha, empties)
            {
                return bound;
            }
            hash_move = known.move_bit();
        }
        if moves == 0 {
            let passed = board.pass();
            let replies = self.moves(passed);
            if replies == 0 {
                return board.final_score();
            }
            return -self.solve_cached(passed, replies, -alpha - 1, parity ^ ALL_NODE);
        }
        if selectivity != Selectivity::NONE
            && let Some(bound) = self.cached_probcut(board, moves, empties, alpha)
        {
            return bound;
        }
        let children = self.kernel.expand_few(board, moves);
        let number = moves.count_ones() as usize;
        // An All-node has no child that cuts, and its moves may come in any order.
        let may_cut = parity & ALL_NODE == 0;
        if may_cut && let Some(bound) = self.cached_etc(board, &children, number, empties, alpha) {
            return bound;
        }
        let mut order = FastestFirst::EMPTY;
        if number == 1 {
            order.fill_single();
        } else if empties >= PATTERN_ORDERING && may_cut {
            self.observer
                .order(OrderedBy::OrderingEvaluation, moves.count_ones());
            order.fill_by_patterns(board, &children, moves, hash_move, parity);
        } else {
            self.observer.order(OrderedBy::Mobility, moves.count_ones());
            order.fill(self.kernel, board, &children, moves, hash_move, parity);
        }
        let mut best = NO_SCORE;
        let mut best_square = Square(0);
        for tried in 0..number {
            let index = order.take(self.kernel);
            let square = children.squares[index];
            let child = board.play(square, children.flips[index]);
            let (replies, parity_after) = (children.replies[index], parity::after(parity, square));
            // As in `solve_null`, but the compiler does not know that no child has more or fewer empties.
            let value = if empties > SHALLOW + 1 {
                -self.solve_cached(child, replies, -alpha - 1, parity_after)
            } else {
                -self.solve_shallow(child, replies, -alpha - 1, parity_after)
            };
            if value > best {
                best = value;
                best_square = square;
                if best > alpha {
                    self.observer.move_cutoff(empties, tried == 0);
                    break;
                }
            }
            parity |= ALL_NODE;
        }
        if self.counter.stopped() {
            return 0;
        }
        self.thread_cache
            .put(key, known, (alpha, best), best_square, selectivity);
        best
    }

    /// The selectivity of a node in the thread cache. With few empty squares there is no Multi-ProbCut, and all bounds are
    /// exact.
    #[inline(always)]
    pub(super) fn selectivity_at(&self, empties: u32) -> Selectivity {
        if empties < probcut_model::MIN_EMPTIES {
            Selectivity::NONE
        } else {
            self.selectivity
        }
    }

    /// Multi-ProbCut for a node of the thread's own cache. A function of its own, so that searches without it have smaller
    /// code.
    #[inline(never)]
    fn cached_probcut(
        &mut self,
        board: Board,
        moves: u64,
        empties: u32,
        alpha: i32,
    ) -> Option<i32> {
        self.kernel.run(
            #[inline(always)]
            || self.probcut_score(board, &Indices::of(board), moves, empties, alpha),
        )
    }

    /// Null window with five empties up to [`SHALLOW`]. Close to the node limit also with fewer empties, since
    /// the search of the last squares does not look at limits.
    fn solve_shallow(&mut self, board: Board, moves: u64, alpha: i32, parity: u32) -> i32 {
        let kernel = self.kernel;
        kernel.call(
            (self, board, moves, alpha, parity),
            #[inline(always)]
            |worker, board, moves, alpha, parity| {
                worker.solve_shallow_body(board, moves, alpha, parity)
            },
        )
    }

    #[inline(always)]
    fn solve_shallow_body(&mut self, board: Board, moves: u64, alpha: i32, parity: u32) -> i32 {
        // Counted again, so that all arguments are in registers.
        let empties = board.empties();
        if self.check_stop(empties) {
            return 0;
        }
        if let Some(bound) = self.stability_cutoff(board, alpha, empties) {
            return bound;
        }
        if moves == 0 {
            let passed = board.pass();
            let replies = self.moves(passed);
            if replies == 0 {
                return board.final_score();
            }
            return -self.solve_shallow(passed, replies, -alpha - 1, parity);
        }
        let key = tt_entry::key(board);
        let known = self.l1_cache.get(key);
        self.observer.look_up(Table::L1, known.is_some());
        if let Some(Bounds { lower, upper }) = known
            && let Some(bound) = self.null_window_cutoff(Table::L1, (lower, upper), alpha, empties)
        {
            return bound;
        }
        let odd = ODD_SQUARES[parity as usize & 15];
        let isolated = !neighbours(board.empty());
        let mut best = NO_SCORE;
        let mut rest = moves;
        while rest != 0 {
            // Corners first, then odd quadrants, and in each of these groups squares without an empty square beside them,
            // which the opponent cannot answer there. Without branches on the groups, which are unpredictable.
            let corners = rest & CORNERS;
            let group = if corners != 0 { corners } else { rest };
            let odd_ones = group & odd;
            let group = if odd_ones != 0 { odd_ones } else { group };
            let isolated_ones = group & isolated;
            let group = if isolated_ones != 0 {
                isolated_ones
            } else {
                group
            };
            let square = Square(group.trailing_zeros() as u8);
            rest ^= group & group.wrapping_neg();
            let flips = self.kernel.flips(square, board.player, board.opponent);
            let child = board.play(square, flips);
            let parity = parity::after(parity, square);
            let value = if empties == 5 && !self.counter.is_close_to_limit() {
                -self.solve_last_four(child, -alpha - 1, parity)
            } else {
                let replies = self.moves(child);
                -self.solve_shallow(child, replies, -alpha - 1, parity)
            };
            let is_first = best == NO_SCORE;
            if value > best {
                best = value;
                if best > alpha {
                    self.observer.move_cutoff(empties, is_first);
                    break;
                }
            }
        }
        if self.counter.stopped() {
            return 0;
        }
        self.l1_cache.put(key, known, alpha, best);
        best
    }

    /// [`solve_4`] with a cache: siblings often come to the same four squares by other orders of the same moves.
    #[inline(always)]
    fn solve_last_four(&mut self, board: Board, alpha: i32, parity: u32) -> i32 {
        let key = tt_entry::key(board);
        let known = self.last_four.get(key);
        self.observer.look_up(Table::L1, known.is_some());
        if let Some(Bounds { lower, upper }) = known
            && (lower > alpha || upper <= alpha)
        {
            self.count(4);
            self.observer.table_cutoff(Table::L1, 4);
            return if lower > alpha { lower } else { upper };
        }
        let value = solve_4(self, board, alpha, parity);
        self.last_four.put(key, known, alpha, value);
        value
    }

    /// Open window.
    fn solve_pv(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        self.kernel.run(
            #[inline(always)]
            || self.solve_pv_body(board, alpha, beta),
        )
    }

    #[inline(always)]
    fn solve_pv_body(&mut self, board: Board, mut alpha: i32, beta: i32) -> i32 {
        let empties = board.empties();
        if self.check_stop(empties) {
            return 0;
        }
        let key = tt_entry::key(board);
        let known = self.probe_table(key).unwrap_or(TtEntry::UNKNOWN);
        if self.applies(known, empties)
            && let Some(bound) = self.pv_cutoff(in_discs(known), (alpha, beta), empties)
        {
            return bound;
        }
        let moves = board.moves();
        if moves == 0 {
            let passed = board.pass();
            if passed.moves() == 0 {
                return board.final_score();
            }
            return -self.solve(passed, -beta, -alpha);
        }
        let start = alpha;
        let mut list = MoveList::default();
        list.fill(self.kernel, board, moves);
        self.by_evaluation(
            board,
            &Indices::of(board),
            &mut list,
            HashMoves::in_endgame(known, empties),
            OrderingWeights::ENDGAME,
        );
        let mut best = NO_SCORE;
        let mut best_square = None;
        for index in 0..list.len() {
            let candidate = list.take();
            let mut value;
            if index == 0 {
                value = -self.solve(candidate.child, -beta, -alpha);
            } else {
                value = -self.solve(candidate.child, -alpha - 1, -alpha);
                if value > alpha && value < beta {
                    value = -self.solve(candidate.child, -beta, -alpha);
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
            empties,
            self.selectivity.index(),
            (100 * start, 100 * beta),
            100 * best,
            best_square,
        );
        self.table.store(key, entry);
        best
    }
}

/// The bounds of an entry of the endgame in discs. They are whole discs, or unknown, which stays outside
/// all scores.
#[inline(always)]
fn in_discs(entry: TtEntry) -> (i32, i32) {
    (i32::from(entry.lower) / 100, i32::from(entry.upper) / 100)
}
