//! Stable discs, which no sequence of moves can flip: a subset that is cheap to find.
//!
//! Flipping a disc along a line takes a disc on either side of it. So the disc is safe along the line
//! if it stands at an end, if no square of the line is empty, or if its neighbour on one side is a
//! stable disc of the same owner. A disc that is safe along all four lines is stable. Discs on an edge
//! can be flipped along the edge only, so a table has the exact result for each edge.

use crate::othello::rules::bitboard::{
    EDGES, FILE_A, FILE_H, NOT_FILE_A, NOT_FILE_H, RANK_1, RANK_8,
};

/// The squares off the border.
const INNER: u64 = !EDGES;

/// Configurations of an edge: three states a square.
const EDGE_STATES: usize = 3usize.pow(8);

/// Eight binary digits read as a number in base 3.
const TERNARY: [u16; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut power = 1;
        let mut square = 0;
        while square < 8 {
            if bits >> square & 1 != 0 {
                table[bits] += power;
            }
            power *= 3;
            square += 1;
        }
        bits += 1;
    }
    table
};

/// The stable discs of the player on every edge, by `TERNARY[player] + 2 * TERNARY[opponent]`.
static STABLE_ON_EDGE: [u8; EDGE_STATES] = edge_table();

/// The discs of an edge that a move of `player` on `square` flips along the edge.
const fn edge_flips(square: u32, player: u32, opponent: u32) -> u32 {
    let mut flips = 0;
    let mut run = 0;
    let mut at = (1 << square) << 1;
    while at & opponent != 0 {
        run |= at;
        at <<= 1;
    }
    if at & player != 0 {
        flips |= run;
    }
    run = 0;
    at = (1 << square) >> 1;
    while at & opponent != 0 {
        run |= at;
        at >>= 1;
    }
    if at & player != 0 {
        flips |= run;
    }
    flips
}

/// Solves every edge by retrograde analysis, from the full ones to the empty one.
///
/// Either side may play on any empty square of an edge at any time, whether or not it flips discs of
/// that edge, since it may flip discs elsewhere. A disc is stable if no such sequence flips it.
#[allow(long_running_const_eval)]
const fn edge_table() -> [u8; EDGE_STATES] {
    let mut table = [0; EDGE_STATES];

    let mut empties = 0;
    while empties <= 8 {
        let mut occupied: u32 = 0;
        while occupied < 256 {
            if occupied.count_zeros() - 24 == empties {
                // All subsets of the occupied squares, from the full one to the empty one.
                let mut player = occupied;
                loop {
                    let opponent = occupied & !player;
                    let mut stable = player;
                    let mut square = 0;
                    while square < 8 {
                        let bit = 1 << square;
                        if occupied & bit == 0 && stable != 0 {
                            let flips = edge_flips(square, player, opponent);
                            stable &= edge_at(&table, player | bit | flips, opponent & !flips);
                            let flips = edge_flips(square, opponent, player);
                            stable &= edge_at(&table, player & !flips, opponent | bit | flips);
                        }
                        square += 1;
                    }
                    table[edge_index(player, opponent)] = stable as u8;
                    if player == 0 {
                        break;
                    }
                    player = (player - 1) & occupied;
                }
            }
            occupied += 1;
        }
        empties += 1;
    }
    table
}

const fn edge_index(player: u32, opponent: u32) -> usize {
    TERNARY[player as usize] as usize + 2 * TERNARY[opponent as usize] as usize
}

const fn edge_at(table: &[u8; EDGE_STATES], player: u32, opponent: u32) -> u32 {
    table[edge_index(player, opponent)] as u32
}

#[inline(always)]
fn stable_on_edge(player: u64, opponent: u64) -> u64 {
    u64::from(STABLE_ON_EDGE[edge_index(player as u8 as u32, opponent as u8 as u32)])
}

/// File a as the low eight bits, a1 lowest.
#[inline(always)]
const fn file_a(bits: u64) -> u64 {
    // The product moves bit 8r to bit 56 + r; the partial products do not overlap.
    (bits & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The inverse of [`file_a`].
#[inline(always)]
const fn to_file_a(bits: u64) -> u64 {
    // The copies of the byte are seven bits apart, so that bit r of copy r lands on bit 8r.
    ((bits & 0x7f).wrapping_mul(0x0002_0408_1020_4081) | bits << 49) & FILE_A
}

/// The stable discs of `player` on the four edges, exact for each edge by itself.
#[inline(always)]
fn stable_edges(player: u64, opponent: u64) -> u64 {
    stable_on_edge(player, opponent)
        | stable_on_edge(player >> 56, opponent >> 56) << 56
        | to_file_a(stable_on_edge(file_a(player), file_a(opponent)))
        | to_file_a(stable_on_edge(file_a(player >> 7), file_a(opponent >> 7))) << 7
}

/// The squares of all lines in direction `step` without an empty square. `start` and `end` are the
/// squares without a neighbour below and above in that direction.
#[inline(always)]
const fn full_lines(discs: u64, step: u32, start: u64, end: u64) -> u64 {
    // Parallel prefix in steps of 1, 2 and 4: whether all squares before and behind each square are
    // occupied. Squares beyond the ends count as occupied.
    let start2 = start | start << step;
    let end2 = end | end >> step;
    let start4 = start2 | start2 << (2 * step);
    let end4 = end2 | end2 >> (2 * step);
    let mut below = discs & (discs << step | start);
    let mut above = discs & (discs >> step | end);
    below &= below << (2 * step) | start2;
    above &= above >> (2 * step) | end2;
    below &= below << (4 * step) | start4;
    above &= above >> (4 * step) | end4;
    below & above
}

/// Discs of `player` that no sequence of moves can flip: a subset of all such discs.
///
/// Exact on each edge by itself; in the interior, discs on full lines and discs beside stable discs of
/// their own colour.
#[inline]
pub fn stable_discs(player: u64, opponent: u64) -> u64 {
    let discs = player | opponent;
    let mut rows = discs;
    rows &= rows >> 4;
    rows &= rows >> 2;
    rows &= rows >> 1;
    let rows = (rows & FILE_A).wrapping_mul(0xff);
    let mut files = discs;
    files &= files.rotate_right(8);
    files &= files.rotate_right(16);
    files &= files.rotate_right(32);
    let rising = full_lines(discs, 9, RANK_1 | FILE_A, RANK_8 | FILE_H);
    let falling = full_lines(discs, 7, RANK_1 | FILE_H, RANK_8 | FILE_A);

    let inner = player & INNER;
    let mut stable = stable_edges(player, opponent) | (inner & rows & files & rising & falling);
    if stable == 0 {
        return 0;
    }
    loop {
        let left = stable << 1 & NOT_FILE_A;
        let right = stable >> 1 & NOT_FILE_H;
        let next = stable
            | inner
                & (rows | left | right)
                & (files | stable << 8 | stable >> 8)
                & (rising | left << 8 | right >> 8)
                & (falling | right << 8 | left >> 8);
        if next == stable {
            return stable;
        }
        stable = next;
    }
}

#[cfg(test)]
mod tests;
