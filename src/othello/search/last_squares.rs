//! The last four empty squares.
//!
//! No table, no move list: squares are tried one by one, those in regions with an odd number of
//! empties first (whoever moves last in a region gains there). All functions
//! are fail-soft with a null window (`alpha`, `alpha + 1`) in discs for the side to move.

use crate::othello::rules::flip::Kernel;
use crate::othello::search::worker::Worker;
use crate::othello::{Board, Square};

/// Below every score.
pub(super) const NOTHING: i32 = -127;

/// The squares of the board quadrants that a 4-bit parity word marks as odd.
pub(super) const ODD_SQUARES: [u64; 16] = {
    const QUADRANTS: [u64; 4] = [
        0x0000_0000_0f0f_0f0f,
        0x0000_0000_f0f0_f0f0,
        0x0f0f_0f0f_0000_0000,
        0xf0f0_f0f0_0000_0000,
    ];
    let mut table = [0; 16];
    let mut parity = 0;
    while parity < 16 {
        let mut quadrant = 0;
        while quadrant < 4 {
            if parity >> quadrant & 1 == 1 {
                table[parity] |= QUADRANTS[quadrant];
            }
            quadrant += 1;
        }
        parity += 1;
    }
    table
};

/// One bit for each quadrant with an odd number of the squares in `empty`.
pub(super) fn parity_of(empty: u64) -> u32 {
    (0..4).fold(0, |parity, quadrant| {
        parity | ((empty & ODD_SQUARES[1 << quadrant]).count_ones() & 1) << quadrant
    })
}

/// The parity word of a single square.
#[inline(always)]
pub(super) const fn quadrant(square: Square) -> u32 {
    1 << ((square.0 >> 2 & 1) | (square.0 >> 4 & 2))
}

/// The exact score with one empty square left.
#[inline(always)]
fn one<K: Kernel>(kernel: K, player: u64, square: Square) -> i32 {
    // With 63 discs on the board the difference before the move is 2 * own - 63.
    let own = 2 * player.count_ones() as i32;
    // Both sides at once: whether the mover can move is as good as a coin toss.
    let flips = kernel.count_last_flip(square, player);
    let (by_player, by_opponent) = (flips.by_player(), flips.by_opponent());
    // If nobody can move, the empty square goes to the winner.
    let nobody = if own <= 63 { own - 64 } else { own - 62 };
    let pass = if by_opponent > 0 {
        own - 64 - by_opponent
    } else {
        nobody
    };
    if by_player > 0 {
        own - 62 + by_player
    } else {
        pass
    }
}

/// With the two squares left, tried in this order.
#[inline(always)]
fn two<K: Kernel>(
    worker: &mut Worker<'_, K>,
    board: Board,
    alpha: i32,
    squares: [Square; 2],
) -> i32 {
    worker.counter.count();
    let Board { player, opponent } = board;
    let best = best_of_two(worker.kernel, player, opponent, alpha, squares);
    if best > NOTHING {
        return best;
    }
    let best = best_of_two(worker.kernel, opponent, player, -alpha - 1, squares);
    if best > NOTHING {
        return -best;
    }
    board.final_score()
}

/// The score of a move on one of the last two squares: the better one, or the first one that is
/// greater than `alpha`; [`NOTHING`] without a move.
///
/// What moves turn on the squares that are left, here and in the functions below, is found for all of
/// them at once although the first one may settle the node: the processor works on them side by side,
/// and it does not have to guess which moves are legal. Worth a tenth of the time of an exact search.
#[inline(always)]
fn best_of_two<K: Kernel>(
    kernel: K,
    player: u64,
    opponent: u64,
    alpha: i32,
    [first, second]: [Square; 2],
) -> i32 {
    let mut best = NOTHING;
    let [by_first, by_second] = kernel.flips_of([first, second], player, opponent);
    if by_first != 0 {
        best = -one(kernel, opponent ^ by_first, second);
        if best > alpha {
            return best;
        }
    }
    if by_second != 0 {
        best = best.max(-one(kernel, opponent ^ by_second, first));
    }
    best
}

/// With the three squares left, tried in this order.
#[inline(always)]
fn three<K: Kernel>(
    worker: &mut Worker<'_, K>,
    board: Board,
    alpha: i32,
    squares: [Square; 3],
) -> i32 {
    worker.counter.count();
    let [a, b, c] = squares;
    let mut best = NOTHING;
    let all = worker
        .kernel
        .flips_of(squares, board.player, board.opponent);
    for (square, turned, rest) in [
        (a, all[0], [b, c]),
        (b, all[1], [a, c]),
        (c, all[2], [a, b]),
    ] {
        if turned != 0 {
            best = best.max(-two(worker, board.play(square, turned), -alpha - 1, rest));
            if best > alpha {
                return best;
            }
        }
    }
    if best > NOTHING {
        best
    } else {
        pass(worker, board, alpha)
    }
}

/// With four empty squares. `parity` as in [`ODD_SQUARES`].
#[inline(always)]
pub(super) fn four<K: Kernel>(
    worker: &mut Worker<'_, K>,
    board: Board,
    alpha: i32,
    parity: u32,
) -> i32 {
    worker.kernel.run(
        #[inline(always)]
        || four_body(worker, board, alpha, parity),
    )
}

#[inline(always)]
fn four_body<K: Kernel>(worker: &mut Worker<'_, K>, board: Board, alpha: i32, parity: u32) -> i32 {
    worker.counter.count();
    let squares = in_order::<4>(board.empty(), parity);
    let [a, b, c, d] = squares;
    let all = worker
        .kernel
        .flips_of(squares, board.player, board.opponent);
    let mut best = NOTHING;
    for (square, turned, [x, y, z]) in [
        (a, all[0], [b, c, d]),
        (b, all[1], [a, c, d]),
        (c, all[2], [a, b, d]),
        (d, all[3], [a, b, c]),
    ] {
        if turned != 0 {
            let child = board.play(square, turned);
            best = best.max(-three(worker, child, -alpha - 1, lonely_first(x, y, z)));
            if best > alpha {
                return best;
            }
        }
    }
    if best > NOTHING {
        best
    } else {
        pass(worker, board, alpha)
    }
}

/// Puts a square that is alone in its quadrant first if the other two share one.
#[inline(always)]
fn lonely_first(x: Square, y: Square, z: Square) -> [Square; 3] {
    let (x_home, y_home, z_home) = (quadrant(x), quadrant(y), quadrant(z));
    if x_home == y_home && x_home != z_home {
        [z, x, y]
    } else if x_home == z_home && x_home != y_home {
        [y, x, z]
    } else {
        [x, y, z]
    }
}

/// The score of a board with three or four empties on which the side to move has no move.
#[cold]
fn pass<K: Kernel>(worker: &mut Worker<'_, K>, board: Board, alpha: i32) -> i32 {
    let passed = board.pass();
    if passed.moves() == 0 {
        return board.final_score();
    }
    -at_most_four(worker, passed, -alpha - 1)
}

/// The `N` squares of `empty`, those in odd quadrants first.
#[inline(always)]
fn in_order<const N: usize>(empty: u64, parity: u32) -> [Square; N] {
    let mut odd = empty & ODD_SQUARES[parity as usize & 15];
    let mut even = empty ^ odd;
    [(); N].map(|()| {
        // Without a branch: which quadrants are odd is as unpredictable as it gets.
        let from = if odd != 0 { odd } else { even };
        let bit = from & from.wrapping_neg();
        odd &= !bit;
        even &= !bit;
        Square(from.trailing_zeros() as u8)
    })
}

/// The score with at most four empty squares, for entry points that can be that late.
pub(super) fn at_most_four<K: Kernel>(worker: &mut Worker<'_, K>, board: Board, alpha: i32) -> i32 {
    worker.kernel.run(
        #[inline(always)]
        || at_most_four_body(worker, board, alpha),
    )
}

#[inline(always)]
fn at_most_four_body<K: Kernel>(worker: &mut Worker<'_, K>, board: Board, alpha: i32) -> i32 {
    let empty = board.empty();
    let parity = parity_of(empty);
    match empty.count_ones() {
        0 => board.final_score(),
        1 => one(worker.kernel, board.player, in_order::<1>(empty, parity)[0]),
        2 => two(worker, board, alpha, in_order(empty, parity)),
        3 => three(worker, board, alpha, in_order(empty, parity)),
        _ => four(worker, board, alpha, parity),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parity_names_the_odd_quadrants() {
        assert_eq!(parity_of(0), 0);
        for square in 0..64 {
            assert_eq!(parity_of(1 << square), quadrant(Square(square)));
            assert_ne!(
                ODD_SQUARES[quadrant(Square(square)) as usize] & 1 << square,
                0
            );
        }
        assert_eq!(parity_of(u64::MAX), 0);
    }
}
