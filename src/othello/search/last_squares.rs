//! The last four empty squares, without move list. Only the search of five looks into a cache before it comes here.
//!
//! Parity ordering: squares in odd quadrants come first. All functions are fail-soft with a null window
//! (`alpha`, `alpha + 1`) in discs for the side to move.

use crate::othello::search::observer::Observer;
use crate::othello::search::parity::{ODD_SQUARES, parity_of, share_quadrant};
use crate::othello::{Board, Square, rules::flip::Kernel, search::worker::Worker};

/// Less than all scores.
pub(super) const NO_SCORE: i32 = -127;

/// The exact score with one empty square, by last flip counts.
#[inline(always)]
fn solve_1<K: Kernel>(kernel: K, player: u64, square: Square) -> i32 {
    // With 63 discs on the board the difference before the move is 2 * own - 63.
    let own = 2 * player.count_ones() as i32;
    // Counted for both sides at once: whether the side to move can move is unpredictable.
    let flips = kernel.count_last_flip(square, player);
    let (by_player, by_opponent) = (flips.by_player(), flips.by_opponent());
    // If neither side can move, the empty square goes to the winner.
    let no_move = if own <= 63 { own - 64 } else { own - 62 };
    let pass = if by_opponent > 0 {
        own - 64 - by_opponent
    } else {
        no_move
    };
    if by_player > 0 {
        own - 62 + by_player
    } else {
        pass
    }
}

/// With two empty squares, tried in this order.
#[inline(always)]
fn solve_2<K: Kernel, O: Observer>(
    worker: &mut Worker<'_, K, O>,
    board: Board,
    alpha: i32,
    squares: [Square; 2],
) -> i32 {
    worker.count(2);
    let Board { player, opponent } = board;
    let best = best_of_2(worker, player, opponent, alpha, squares);
    if best > NO_SCORE {
        return best;
    }
    let best = best_of_2(worker, opponent, player, -alpha - 1, squares);
    if best > NO_SCORE {
        return -best;
    }
    board.final_score()
}

/// The score of the better move on one of the last two squares, or of the first move above `alpha`;
/// [`NO_SCORE`] without a legal move.
#[inline(always)]
fn best_of_2<K: Kernel, O: Observer>(
    worker: &mut Worker<'_, K, O>,
    player: u64,
    opponent: u64,
    alpha: i32,
    [first, second]: [Square; 2],
) -> i32 {
    let mut best = NO_SCORE;
    let by_first = worker.kernel.flips(first, player, opponent);
    if by_first != 0 {
        worker.observer.count_last_move();
        best = -solve_1(worker.kernel, opponent ^ by_first, second);
        if best > alpha {
            worker.observer.move_cutoff(2, true);
            return best;
        }
    }
    let by_second = worker.kernel.flips(second, player, opponent);
    if by_second != 0 {
        worker.observer.count_last_move();
        best = best.max(-solve_1(worker.kernel, opponent ^ by_second, first));
        if best > alpha {
            worker.observer.move_cutoff(2, by_first == 0);
        }
    }
    best
}

/// With three empty squares, tried in this order.
///
/// Here and with four, the flips on all squares are computed at once, although the first move may cause a
/// cut-off: the processor computes them side by side and has no legality to predict.
#[inline(always)]
fn solve_3<K: Kernel, O: Observer>(
    worker: &mut Worker<'_, K, O>,
    board: Board,
    alpha: i32,
    squares: [Square; 3],
) -> i32 {
    worker.count(3);
    let [a, b, c] = squares;
    let mut best = NO_SCORE;
    let all = worker
        .kernel
        .flips_of(squares, board.player, board.opponent);
    for (square, flips, rest) in [
        (a, all[0], [b, c]),
        (b, all[1], [a, c]),
        (c, all[2], [a, b]),
    ] {
        if flips != 0 {
            let is_first = best == NO_SCORE;
            best = best.max(-solve_2(
                worker,
                board.play(square, flips),
                -alpha - 1,
                rest,
            ));
            if best > alpha {
                worker.observer.move_cutoff(3, is_first);
                return best;
            }
        }
    }
    if best > NO_SCORE {
        best
    } else {
        pass(worker, board, alpha)
    }
}

/// With four empty squares. `parity` is an index of [`ODD_SQUARES`].
#[inline(always)]
pub(super) fn solve_4<K: Kernel, O: Observer>(
    worker: &mut Worker<'_, K, O>,
    board: Board,
    alpha: i32,
    parity: u32,
) -> i32 {
    let kernel = worker.kernel;
    kernel.call(
        (worker, board, alpha, parity, ()),
        #[inline(always)]
        |worker, board, alpha, parity, ()| solve_4_body(worker, board, alpha, parity),
    )
}

#[inline(always)]
fn solve_4_body<K: Kernel, O: Observer>(
    worker: &mut Worker<'_, K, O>,
    board: Board,
    alpha: i32,
    parity: u32,
) -> i32 {
    worker.count(4);
    let squares = in_order::<4>(board.empty(), parity);
    let [a, b, c, d] = squares;
    let all = worker
        .kernel
        .flips_of(squares, board.player, board.opponent);
    let mut best = NO_SCORE;
    for (square, flips, [x, y, z]) in [
        (a, all[0], [b, c, d]),
        (b, all[1], [a, c, d]),
        (c, all[2], [a, b, d]),
        (d, all[3], [a, b, c]),
    ] {
        if flips != 0 {
            let child = board.play(square, flips);
            let is_first = best == NO_SCORE;
            best = best.max(-solve_3(worker, child, -alpha - 1, odd_first(x, y, z)));
            if best > alpha {
                worker.observer.move_cutoff(4, is_first);
                return best;
            }
        }
    }
    if best > NO_SCORE {
        best
    } else {
        pass(worker, board, alpha)
    }
}

/// Puts a square that is alone in its quadrant first if the other two share a quadrant.
#[inline(always)]
fn odd_first(x: Square, y: Square, z: Square) -> [Square; 3] {
    if share_quadrant(x, y) && !share_quadrant(x, z) {
        [z, x, y]
    } else if share_quadrant(x, z) && !share_quadrant(x, y) {
        [y, x, z]
    } else {
        [x, y, z]
    }
}

/// The score of a board with three or four empties on which the side to move has no move.
#[cold]
fn pass<K: Kernel, O: Observer>(worker: &mut Worker<'_, K, O>, board: Board, alpha: i32) -> i32 {
    let passed = board.pass();
    if passed.moves() == 0 {
        return board.final_score();
    }
    -solve_up_to_4(worker, passed, -alpha - 1)
}

/// The `N` squares of `empty`, those in odd quadrants first.
#[inline(always)]
fn in_order<const N: usize>(empty: u64, parity: u32) -> [Square; N] {
    // Without branches, since the parity of quadrants is unpredictable. What is left of the odd squares after each square
    // does not depend on the even ones, so that the two chains run side by side.
    let mut odd = empty & ODD_SQUARES[parity as usize & 15];
    let mut even = empty ^ odd;
    [(); N].map(|()| {
        let from = if odd != 0 { odd } else { even };
        odd &= odd.wrapping_sub(1);
        even &= !(from & from.wrapping_neg());
        Square(from.trailing_zeros() as u8)
    })
}

/// With at most four empty squares, for searches that begin there.
pub(super) fn solve_up_to_4<K: Kernel, O: Observer>(
    worker: &mut Worker<'_, K, O>,
    board: Board,
    alpha: i32,
) -> i32 {
    worker.kernel.run(
        #[inline(always)]
        || solve_up_to_4_body(worker, board, alpha),
    )
}

#[inline(always)]
fn solve_up_to_4_body<K: Kernel, O: Observer>(
    worker: &mut Worker<'_, K, O>,
    board: Board,
    alpha: i32,
) -> i32 {
    let empty = board.empty();
    let parity = parity_of(empty);
    match empty.count_ones() {
        0 => board.final_score(),
        1 => {
            worker.observer.count_last_move();
            solve_1(worker.kernel, board.player, in_order::<1>(empty, parity)[0])
        }
        2 => solve_2(worker, board, alpha, in_order(empty, parity)),
        3 => solve_3(worker, board, alpha, in_order(empty, parity)),
        _ => solve_4(worker, board, alpha, parity),
    }
}
