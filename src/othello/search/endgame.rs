//! Exact search to the last disc.
//!
//! Scores are final disc differences for the side to move, -64 to 64, empties counted for the
//! winner; all functions are fail-soft. The fewer squares are left, the less a node may cost: the
//! evaluation orders moves high up, the number of replies below, the parity of regions near the
//! leaves; the shared table gives way to the worker's own caches, and in the last squares to none.

use crate::othello::rules::bitboard::CORNERS;
use crate::othello::rules::flip::Kernel;
use crate::othello::rules::stability::stable_discs;
use crate::othello::search::last_squares::{NOTHING, ODD_SQUARES, at_most_four, four, parity_of};
use crate::othello::search::move_ordering;
use crate::othello::search::move_ordering::{Candidate, Candidates, FastestFirst};
use crate::othello::search::split;
use crate::othello::search::tt_entry;
use crate::othello::search::tt_entry::TtEntry;
use crate::othello::search::worker::Worker;
use crate::othello::{Board, Square};

/// Up to here squares are tried in a fixed order, without move list and with the smallest cache.
const SHALLOW: u32 = 6;
/// What a reply of the opponent weighs beside the evaluation, in centi-discs.
const REPLY: i32 = 200;
/// From here on the children are looked up before any is searched. Below, they are kept in the smallest
/// cache if at all, and are looked up when their turn comes.
const LOOK_UP: u32 = SHALLOW + 2;
/// Up to here the worker's own cache is used instead of the shared table.
const LOCAL: u32 = 13;

/// With so many empties it pays to count stable discs if `alpha` (in discs) is at least this: with a
/// lower `alpha` the opponent would need more stable discs than it can have.
const STABILITY_PAYS: [i8; 64] = {
    let mut table = [99; 64];
    let mut empties = 0;
    while empties < 64 {
        table[empties] = if empties < 5 {
            99
        } else if empties < 9 {
            8
        } else if empties < 13 {
            14
        } else if empties < 20 {
            20
        } else if empties < 30 {
            28
        } else if empties < 40 {
            40
        } else {
            99
        };
        empties += 1;
    }
    table
};

impl<K: Kernel> Worker<'_, K> {
    /// The score of `board` in the window (`alpha`, `beta`).
    pub(super) fn solve(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        self.prepare();
        let empty = board.empty();
        if beta - alpha <= 1 {
            let moves = self.moves(board);
            self.solve_null(board, moves, alpha, empty.count_ones(), parity_of(empty))
        } else {
            self.solve_pv(board, alpha, beta)
        }
    }

    /// What the side to move can play.
    #[inline(always)]
    pub(super) fn moves(&self, board: Board) -> u64 {
        self.kernel.moves(board.player, board.opponent)
    }

    /// An upper bound from stable discs if it is at most `alpha`.
    #[inline(always)]
    pub(super) fn stability_cut(&self, board: Board, alpha: i32, empties: u32) -> Option<i32> {
        if alpha < i32::from(STABILITY_PAYS[empties as usize & 63]) {
            return None;
        }
        let safe = stable_discs(board.opponent, board.player).count_ones() as i32;
        let most = 64 - 2 * safe;
        (most <= alpha).then_some(most)
    }

    /// Null window (`alpha`, `alpha + 1`).
    #[inline(always)]
    fn solve_null(
        &mut self,
        board: Board,
        moves: u64,
        alpha: i32,
        empties: u32,
        parity: u32,
    ) -> i32 {
        if empties > LOCAL {
            self.solve_null_deep(board, moves, alpha, empties, parity)
        } else if empties > SHALLOW {
            self.solve_local(board, moves, alpha, empties, parity)
        } else if empties > 4 {
            self.solve_shallow(board, moves, alpha, empties, parity)
        } else {
            at_most_four(self, board, alpha)
        }
    }

    /// What a move is worth for the side that makes it, in the null window (`alpha`, `alpha + 1`).
    /// `empties` and `parity` are those before the move.
    #[inline(always)]
    pub(super) fn child_score(
        &mut self,
        candidate: Candidate,
        alpha: i32,
        empties: u32,
        parity: u32,
    ) -> i32 {
        let parity = move_ordering::after(parity, candidate.square);
        let Candidate { child, replies, .. } = candidate;
        -self.solve_null(child, replies, -alpha - 1, empties - 1, parity)
    }

    /// Null window with more than [`LOCAL`] empties.
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
        parity: u32,
    ) -> i32 {
        if self.counter.check_stop() {
            return 0;
        }
        if let Some(most) = self.stability_cut(board, alpha, empties) {
            return most;
        }
        let key = tt_entry::key(board);
        let known = self.table.probe(key).unwrap_or(TtEntry::UNKNOWN);
        if self.applies(known, empties) {
            let (lower, upper) = in_discs(known);
            if lower > alpha {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
        }
        if moves == 0 {
            let passed = board.pass();
            let replies = self.moves(passed);
            if replies == 0 {
                return board.final_score();
            }
            return -self.solve_null(passed, replies, -alpha - 1, empties, parity);
        }
        if let Some(bound) = self.probable_score(board, moves, empties, alpha) {
            return bound;
        }
        let mut list = Candidates::default();
        list.fill(self.kernel, board, moves);
        if empties > LOCAL + 1
            && let Some(value) = self.transposition_cut(&mut list, empties, 100 * alpha)
        {
            return value / 100;
        }
        if list.len() > 1 {
            let remembered = known.move_bits();
            move_ordering::by_evaluation(self.kernel, board, &mut list, remembered, REPLY);
        }
        let mut best = NOTHING;
        let mut best_square = None;
        for index in 0..list.len() {
            if index > 0
                && empties >= split::FROM
                && let Some(pool) = self.pool
                && pool.is_wanted()
            {
                let rest = split::Rest {
                    moves: list.rest(index).collect(),
                    alpha,
                    empties,
                    parity,
                };
                (best, best_square) = self.share(pool, rest, (best, best_square));
                if self.counter.stopped() {
                    return 0;
                }
                break;
            }
            let candidate = list.pick(index);
            let value = self.child_score(candidate, alpha, empties, parity);
            if self.counter.stopped() {
                return 0;
            }
            if value > best {
                best = value;
                best_square = Some(candidate.square);
                if best > alpha {
                    break;
                }
            }
        }
        let entry = known.after(
            empties,
            self.selectivity,
            (100 * alpha, 100 * alpha + 1),
            100 * best,
            best_square,
        );
        self.table.store(key, entry);
        best
    }

    /// Null window with more than [`SHALLOW`] and up to [`LOCAL`] empties.
    fn solve_local(
        &mut self,
        board: Board,
        moves: u64,
        alpha: i32,
        empties: u32,
        parity: u32,
    ) -> i32 {
        self.kernel.run(
            #[inline(always)]
            || self.solve_local_body(board, moves, alpha, empties, parity),
        )
    }

    #[inline(always)]
    fn solve_local_body(
        &mut self,
        board: Board,
        moves: u64,
        alpha: i32,
        empties: u32,
        parity: u32,
    ) -> i32 {
        if self.counter.check_stop() {
            return 0;
        }
        if let Some(most) = self.stability_cut(board, alpha, empties) {
            return most;
        }
        let key = tt_entry::key(board);
        let known = self.local.get(key);
        let mut remembered = 0;
        if let Some(known) = known {
            if i32::from(known.lower) > alpha {
                return i32::from(known.lower);
            }
            if i32::from(known.upper) <= alpha {
                return i32::from(known.upper);
            }
            remembered = known.move_bit();
        }
        if moves == 0 {
            let passed = board.pass();
            let replies = self.moves(passed);
            if replies == 0 {
                return board.final_score();
            }
            return -self.solve_local(passed, replies, -alpha - 1, empties, parity);
        }
        let children = self.kernel.expand_few(board, moves);
        let number = moves.count_ones() as usize;
        if empties >= LOOK_UP {
            for index in 0..number.min(16) {
                let child = board.play(children.squares[index], children.flips[index]);
                if let Some(known) = self.local.get(tt_entry::key(child))
                    && -i32::from(known.upper) > alpha
                {
                    return -i32::from(known.upper);
                }
            }
        }
        let mut order = FastestFirst::new(&children, moves, board.opponent, remembered, parity);
        let mut best = NOTHING;
        let mut best_square = Square(0);
        for _ in 0..number {
            let index = order.take();
            let square = children.squares[index];
            let value = -self.solve_null(
                board.play(square, children.flips[index]),
                children.replies[index],
                -alpha - 1,
                empties - 1,
                move_ordering::after(parity, square),
            );
            if value > best {
                best = value;
                best_square = square;
                if best > alpha {
                    break;
                }
            }
        }
        if self.counter.stopped() {
            return 0;
        }
        self.local.put(key, known, (alpha, best), best_square);
        best
    }

    /// Null window with five empties up to [`SHALLOW`].
    fn solve_shallow(
        &mut self,
        board: Board,
        moves: u64,
        alpha: i32,
        empties: u32,
        parity: u32,
    ) -> i32 {
        self.kernel.run(
            #[inline(always)]
            || self.solve_shallow_body(board, moves, alpha, empties, parity),
        )
    }

    #[inline(always)]
    fn solve_shallow_body(
        &mut self,
        board: Board,
        moves: u64,
        alpha: i32,
        empties: u32,
        parity: u32,
    ) -> i32 {
        self.counter.check_stop();
        if let Some(most) = self.stability_cut(board, alpha, empties) {
            return most;
        }
        if moves == 0 {
            let passed = board.pass();
            let replies = self.moves(passed);
            if replies == 0 {
                return board.final_score();
            }
            return -self.solve_shallow(passed, replies, -alpha - 1, empties, parity);
        }
        let key = tt_entry::key(board);
        let known = self.tiny.get(key);
        if let Some(known) = known {
            if i32::from(known.lower) > alpha {
                return i32::from(known.lower);
            }
            if i32::from(known.upper) <= alpha {
                return i32::from(known.upper);
            }
        }
        let odd = ODD_SQUARES[parity as usize & 15];
        let mut best = NOTHING;
        'squares: for group in [
            moves & odd & CORNERS,
            moves & !odd & CORNERS,
            moves & odd & !CORNERS,
            moves & !odd & !CORNERS,
        ] {
            let mut rest = group;
            while rest != 0 {
                let square = Square(rest.trailing_zeros() as u8);
                rest &= rest - 1;
                let turned = self.kernel.flips(square, board.player, board.opponent);
                let child = board.play(square, turned);
                let parity = move_ordering::after(parity, square);
                let value = if empties == 5 {
                    -four(self, child, -alpha - 1, parity)
                } else {
                    let replies = self.moves(child);
                    -self.solve_shallow(child, replies, -alpha - 1, empties - 1, parity)
                };
                if value > best {
                    best = value;
                    if best > alpha {
                        break 'squares;
                    }
                }
            }
        }
        self.tiny.put(key, known, (alpha, best), Square(0));
        best
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
        if self.counter.check_stop() {
            return 0;
        }
        let key = tt_entry::key(board);
        let known = self.table.probe(key).unwrap_or(TtEntry::UNKNOWN);
        if self.applies(known, empties) {
            let (lower, upper) = in_discs(known);
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
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
        let mut list = Candidates::default();
        list.fill(self.kernel, board, moves);
        move_ordering::by_evaluation(self.kernel, board, &mut list, known.move_bits(), REPLY);
        let mut best = NOTHING;
        let mut best_square = None;
        for index in 0..list.len() {
            let candidate = list.pick(index);
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
                    break;
                }
                alpha = alpha.max(best);
            }
        }
        let entry = known.after(
            empties,
            self.selectivity,
            (100 * start, 100 * beta),
            100 * best,
            best_square,
        );
        self.table.store(key, entry);
        best
    }
}

/// The bounds of a solved entry in discs. They are whole discs except for "unknown", which must stay
/// outside every score.
#[inline(always)]
fn in_discs(entry: TtEntry) -> (i32, i32) {
    (i32::from(entry.lower) / 100, i32::from(entry.upper) / 100)
}
