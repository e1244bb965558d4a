//! What the evaluation counts on a board.
//!
//! Differences are the side to move's minus the opponent's.

use super::edge::EDGES;
use crate::othello::Board;
use crate::othello::flip::Kernel;

/// Number of features.
pub const FEATURES: usize = 20;

/// The names of the features, in order.
pub const NAMES: [&str; FEATURES] = [
    "moves",
    "log moves",
    "frontier discs",
    "potential moves",
    "discs",
    "corners",
    "X squares at an empty corner",
    "C squares at an empty corner",
    "X squares at an own corner",
    "C squares at an own corner",
    "X squares at the opponent's corner",
    "A squares",
    "B squares",
    "edges",
    "corner moves",
    "second ring without X squares",
    "centre",
    "to move",
    "to move, odd number of empties",
    "odd quadrants",
];

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const CORNERS: u64 = 0x8100_0000_0000_0081;
const X_SQUARES: u64 = 0x0042_0000_0000_4200;
const C_SQUARES: u64 = 0x4281_0000_0000_8142;
const A_SQUARES: u64 = 0x2400_8100_0081_0024;
const B_SQUARES: u64 = 0x1800_0081_8100_0018;
const SECOND_RING: u64 = 0x003c_4242_4242_3c00;
const CENTRE: u64 = 0x0000_3c3c_3c3c_0000;
const QUADRANTS: [u64; 4] = [
    0x0000_0000_0f0f_0f0f,
    0x0000_0000_f0f0_f0f0,
    0x0f0f_0f0f_0000_0000,
    0xf0f0_f0f0_0000_0000,
];

/// 16 ln(1 + n), rounded: a second move is worth more than a twelfth.
const LOG: [i8; 65] = {
    // ln(1 + n) = sum of ln(1 + 1/k) for k = 1..=n; the series of 2 artanh(1 / (2k + 1)).
    let mut table = [0; 65];
    let mut log = 0.0f64;
    let mut n = 1;
    while n < 65 {
        let t = 1.0 / (2.0 * n as f64 + 1.0);
        let square = t * t;
        log +=
            2.0 * t * (1.0 + square / 3.0 + square * square / 5.0 + square * square * square / 7.0);
        table[n] = (16.0 * log + 0.5) as i8;
        n += 1;
    }
    table
};

/// The squares next to any of `bits`, and `bits`.
#[inline(always)]
const fn spread(bits: u64) -> u64 {
    let rows = bits | bits << 1 & NOT_A | bits >> 1 & NOT_H;
    rows | rows << 8 | rows >> 8
}

/// One file as eight bits, rank 1 lowest.
#[inline(always)]
const fn file(bits: u64, col: u32) -> u64 {
    (bits >> col & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[inline(always)]
fn count(bits: u64) -> i32 {
    bits.count_ones() as i32
}

/// The features of a board with these legal moves, in the order of [`NAMES`].
#[inline(always)]
pub(crate) fn features<K: Kernel>(kernel: K, board: Board, moves: u64) -> [i32; FEATURES] {
    let Board { player, opponent } = board;
    let empty = board.empty();
    let replies = kernel.moves(opponent, player);
    let near_empty = spread(empty);
    let difference = |mask: u64| count(player & mask) - count(opponent & mask);
    let [by_empty, by_player, by_opponent] =
        [empty, player, opponent].map(|side| spread(side & CORNERS));
    let edges = &*EDGES;
    let edge_values = edges.get(player, opponent)
        + edges.get(player >> 56, opponent >> 56)
        + edges.get(file(player, 0), file(opponent, 0))
        + edges.get(file(player, 7), file(opponent, 7));
    let odd = QUADRANTS
        .into_iter()
        .map(|quadrant| count(empty & quadrant) & 1)
        .sum();
    [
        count(moves) - count(replies),
        i32::from(LOG[moves.count_ones() as usize & 63])
            - i32::from(LOG[replies.count_ones() as usize & 63]),
        difference(near_empty),
        count(spread(opponent) & empty) - count(spread(player) & empty),
        count(player) - count(opponent),
        difference(CORNERS),
        difference(X_SQUARES & by_empty),
        difference(C_SQUARES & by_empty),
        count(player & X_SQUARES & by_player) - count(opponent & X_SQUARES & by_opponent),
        count(player & C_SQUARES & by_player) - count(opponent & C_SQUARES & by_opponent),
        count(player & X_SQUARES & by_opponent) - count(opponent & X_SQUARES & by_player),
        difference(A_SQUARES),
        difference(B_SQUARES),
        edge_values,
        count(moves & CORNERS) - count(replies & CORNERS),
        difference(SECOND_RING),
        difference(CENTRE),
        1,
        count(empty) & 1,
        odd,
    ]
}
