//! The last four empty squares.
//!
//! No table, no move list: squares are tried one by one, those in regions with an odd number of
//! empties first (whoever moves last in a region gains there). All functions
//! are fail-soft with a null window (`alpha`, `alpha + 1`) in discs for the side to move.

use super::worker::Worker;
use crate::othello::flip::Kernel;
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

/// The squares next to each square.
const NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1u64 << square;
        let row = bit | (bit & 0x7f7f_7f7f_7f7f_7f7f) << 1 | (bit & 0xfefe_fefe_fefe_fefe) >> 1;
        table[square] = (row | row << 8 | row >> 8) ^ bit;
        square += 1;
    }
    table
};

/// Twice the discs that a move onto file (or rank) `at` of a full line turns, for all eight-square
/// lines of the mover's discs. What is not the mover's is the opponent's; squares beyond a shorter
/// line count as the opponent's, and never as the far end of a run.
const TURNED: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut at = 0;
    while at < 8 {
        let mut line = 0;
        while line < 256 {
            let mut run = 0;
            let mut cell = at + 1;
            while cell < 8 && line >> cell & 1 == 0 {
                run += 1;
                cell += 1;
            }
            if cell < 8 {
                table[at][line] += 2 * run;
            }
            run = 0;
            cell = at;
            while cell > 0 && line >> (cell - 1) & 1 == 0 {
                run += 1;
                cell -= 1;
            }
            if cell > 0 {
                table[at][line] += 2 * run;
            }
            line += 1;
        }
        at += 1;
    }
    table
};

/// The diagonals through each square: rising files with rising ranks, and with falling ranks.
const DIAGONALS: [[u64; 2]; 64] = {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (col, row) = (square % 8, square / 8);
            let (other_col, other_row) = (other % 8, other / 8);
            if col + other_row == other_col + row {
                table[square][0] |= 1 << other;
            }
            if col + row == other_col + other_row {
                table[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// Twice the discs that a move on `square`, the only empty one, turns for the owner of `player`.
#[inline(always)]
fn twice_turned(square: Square, player: u64) -> i32 {
    let at = square.index();
    let (col, row) = (at & 7, at >> 3);
    let by_file = &TURNED[col];
    let fold = |line: u64| (line.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize;
    let rank = (player >> (at & 56)) as usize & 255;
    // Gathers a file into a byte, rank 1 in the lowest bit.
    let file = ((player >> col & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56)
        as usize;
    i32::from(by_file[rank])
        + i32::from(TURNED[row][file])
        + i32::from(by_file[fold(player & DIAGONALS[at][0])])
        + i32::from(by_file[fold(player & DIAGONALS[at][1])])
}

/// The exact score with one empty square left.
#[inline(always)]
fn one(player: u64, square: Square) -> i32 {
    // With 63 discs on the board the difference before the move is 2 * own - 63.
    let own = 2 * player.count_ones() as i32;
    // Both sides at once: whether the mover can move is as good as a coin toss, and a wrong guess of
    // the processor costs more than four look-ups.
    let turned = twice_turned(square, player);
    let by_the_other = twice_turned(square, !player & !square.bit());
    if turned > 0 {
        own - 62 + turned
    } else if by_the_other > 0 || own <= 63 {
        own - 64 - by_the_other
    } else {
        // Nobody can move: the empty square goes to the winner.
        own - 62
    }
}

/// Discs that `player` turns on `square`, with a cheap look at the neighbours first.
#[inline(always)]
fn flips<K: Kernel>(kernel: K, square: Square, player: u64, opponent: u64) -> u64 {
    if NEIGHBOURS[square.index()] & opponent == 0 {
        return 0;
    }
    kernel.flips(square, player, opponent)
}

/// The discs that `board.player` turns on each of the squares.
///
/// All of them at once although the first one may settle the node: they do not depend on one another,
/// so the processor works on them side by side, and it does not have to guess which moves are legal.
/// Worth a tenth of the time of an exact search.
#[inline(always)]
fn all_flips<K: Kernel, const N: usize>(kernel: K, board: Board, squares: [Square; N]) -> [u64; N] {
    squares.map(|square| kernel.flips(square, board.player, board.opponent))
}

/// With the two squares `[first, second]` left, tried in this order.
#[inline(always)]
fn two<K: Kernel>(
    worker: &mut Worker<'_, K>,
    board: Board,
    alpha: i32,
    [first, second]: [Square; 2],
) -> i32 {
    worker.meter.count();
    let kernel = worker.kernel;
    let mut best = NOTHING;
    let [by_first, by_second] = all_flips(kernel, board, [first, second]);
    if by_first != 0 {
        best = -one(board.opponent ^ by_first, second);
        if best > alpha {
            return best;
        }
    }
    if by_second != 0 {
        return best.max(-one(board.opponent ^ by_second, first));
    }
    if best > NOTHING {
        return best;
    }
    // A pass: the same from the other side, whose good results are bad.
    let mut worst = -NOTHING;
    let turned = flips(kernel, first, board.opponent, board.player);
    if turned != 0 {
        worst = one(board.player ^ turned, second);
        if worst <= alpha {
            return worst;
        }
    }
    let turned = flips(kernel, second, board.opponent, board.player);
    if turned != 0 {
        return worst.min(one(board.player ^ turned, first));
    }
    if worst < -NOTHING {
        return worst;
    }
    board.final_score()
}

/// With the three squares left, tried in this order.
#[inline(always)]
fn three<K: Kernel>(
    worker: &mut Worker<'_, K>,
    board: Board,
    alpha: i32,
    squares: [Square; 3],
) -> i32 {
    worker.meter.count();
    let [a, b, c] = squares;
    let mut best = NOTHING;
    let all = all_flips(worker.kernel, board, squares);
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
    worker.meter.count();
    let squares = in_order::<4>(board.empty(), parity);
    let [a, b, c, d] = squares;
    let all = all_flips(worker.kernel, board, squares);
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
        1 => one(board.player, in_order::<1>(empty, parity)[0]),
        2 => two(worker, board, alpha, in_order(empty, parity)),
        3 => three(worker, board, alpha, in_order(empty, parity)),
        _ => four(worker, board, alpha, parity),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;
    use crate::othello::flip;

    #[test]
    fn last_move_counts_what_a_flip_turns() {
        let mut rng = Rng::new(11);
        for _ in 0..100_000 {
            let square = Square(rng.below(64) as u8);
            let player = rng.next() & rng.next() & !square.bit();
            let player = if rng.below(2) == 0 {
                player
            } else {
                !player & !square.bit()
            };
            let opponent = !player & !square.bit();
            let expected = 2 * flip::flips(square, player, opponent).count_ones() as i32;
            assert_eq!(
                twice_turned(square, player),
                expected,
                "{square} {player:#018x}"
            );
            assert_eq!(
                flips(flip::Portable, square, player, opponent).count_ones() as i32 * 2,
                expected
            );
        }
    }

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

    #[test]
    fn neighbours_of_a_corner_and_of_the_centre() {
        assert_eq!(NEIGHBOURS[0], 0x302);
        assert_eq!(NEIGHBOURS[63], 0x40c0_0000_0000_0000);
        assert_eq!(NEIGHBOURS[27].count_ones(), 8);
    }
}
