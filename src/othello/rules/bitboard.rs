//! Bitboards: sets of squares as 64-bit words, bit `n` for square `n`.
//!
//! The functions are plain 64-bit arithmetic for code that runs once a move. Searches use the kernels
//! in [`flip`](super::flip), which are faster on processors with vector instructions.

use crate::othello::rules::square::Square;

/// All squares but those of file a.
pub(crate) const NOT_FILE_A: u64 = 0xfefe_fefe_fefe_fefe;
/// All squares but those of file h.
pub(crate) const NOT_FILE_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// The squares of file a.
pub(crate) const FILE_A: u64 = !NOT_FILE_A;
/// The squares of file h.
pub(crate) const FILE_H: u64 = !NOT_FILE_H;
/// The squares of rank 1.
pub(crate) const RANK_1: u64 = 0xff;
/// The squares of rank 8.
pub(crate) const RANK_8: u64 = 0xff << 56;
/// The four corners.
pub(crate) const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The squares at the border of the board, corners included.
pub(crate) const EDGES: u64 = FILE_A | FILE_H | RANK_1 | RANK_8;

/// For each square, the squares above it in steps of 1, 8, 7 and 9, in this order.
pub(super) static RAYS_UP: [[u64; 4]; 64] = {
    const STEPS: [(u32, u64); 4] = [
        (1, NOT_FILE_A),
        (8, u64::MAX),
        (7, NOT_FILE_H),
        (9, NOT_FILE_A),
    ];
    let mut rays = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (step, on_board) = STEPS[direction];
            let mut at = (1u64 << square) << step & on_board;
            while at != 0 {
                rays[square][direction] |= at;
                at = at << step & on_board;
            }
            direction += 1;
        }
        square += 1;
    }
    rays
};

/// The squares of a set and all squares next to them.
#[inline(always)]
pub(crate) const fn with_neighbours(set: u64) -> u64 {
    set | neighbours(set)
}

/// The squares next to a square of a set. Those of the set itself are among them only if another one is next to them.
#[inline(always)]
pub(crate) const fn neighbours(set: u64) -> u64 {
    let beside = (set & NOT_FILE_H) << 1 | (set & NOT_FILE_A) >> 1;
    let row = set | beside;
    beside | row << 8 | row >> 8
}

/// The legal moves of `player`: the empty squares on which a disc would flip discs of `opponent`.
///
/// Parallel prefix (Kogge-Stone) over the eight directions. Masking the opponent's discs keeps
/// horizontal and diagonal steps from wrapping around the files a and h.
#[inline]
pub(crate) const fn moves(player: u64, opponent: u64) -> u64 {
    let inner = opponent & NOT_FILE_A & NOT_FILE_H;
    let empty = !(player | opponent);
    (moves_along(player, inner, 1)
        | moves_along(player, opponent, 8)
        | moves_along(player, inner, 7)
        | moves_along(player, inner, 9))
        & empty
}

#[inline(always)]
const fn moves_along(player: u64, through: u64, step: u32) -> u64 {
    let mut up = through & (player << step);
    let mut down = through & (player >> step);
    up |= through & (up << step);
    down |= through & (down >> step);
    let through_up = through & (through << step);
    let through_down = through & (through >> step);
    up |= through_up & (up << (2 * step));
    down |= through_down & (down >> (2 * step));
    up |= through_up & (up << (2 * step));
    down |= through_down & (down >> (2 * step));
    (up << step) | (down >> step)
}

/// The discs of `opponent` that a disc of `player` on the empty `square` would flip; 0 if the move is
/// not legal.
///
/// Along a ray the flipped discs end at the first square that is not the opponent's, the blocker.
/// Upwards (towards h8) the blocker is the lowest set bit of a masked word, and subtraction finds it.
/// Downwards a byte swap mirrors the board top to bottom, which turns three of the four directions
/// into upward ones. The fourth stays inside a byte, where three shifts fill it. A baseline x86-64 has
/// no count of leading zeros, which would be shorter.
#[inline]
pub(crate) fn flips(square: Square, player: u64, opponent: u64) -> u64 {
    let above = &RAYS_UP[square.index() & 63];
    // The square in the same file of the mirrored board.
    let below = &RAYS_UP[(square.index() & 63) ^ 56];
    let (mirrored_player, mirrored_opponent) = (player.swap_bytes(), opponent.swap_bytes());
    let mirrored = upward(below[1], mirrored_player, mirrored_opponent)
        | upward(below[2], mirrored_player, mirrored_opponent)
        | upward(below[3], mirrored_player, mirrored_opponent);
    upward(above[0], player, opponent)
        | upward(above[1], player, opponent)
        | upward(above[2], player, opponent)
        | upward(above[3], player, opponent)
        | leftward(square.bit(), u32::from(square.0 & 56), player, opponent)
        | mirrored.swap_bytes()
}

/// The opponent's discs from the lower end of the ray up to the first disc of the player; 0 if there
/// is no such run.
#[inline(always)]
const fn upward(ray: u64, player: u64, opponent: u64) -> u64 {
    let blockers = ray & !opponent;
    let end = blockers & blockers.wrapping_neg() & player;
    // Everything below the end; nothing if there is none.
    end.wrapping_sub((end != 0) as u64) & ray
}

/// [`upward`] for the ray towards file a from the square `bit`, whose row begins at bit `shift`.
#[inline(always)]
const fn leftward(bit: u64, shift: u32, player: u64, opponent: u64) -> u64 {
    // The part of the row below the square, the row moved to the lowest byte.
    let below = (bit >> shift) - 1;
    let mut filled = below & !(opponent >> shift);
    filled |= filled >> 1;
    filled |= filled >> 2;
    filled |= filled >> 4;
    // The highest blocker has nothing filled above it.
    let end = filled & !(filled >> 1) & (player >> shift);
    (below & !filled & ((end != 0) as u64).wrapping_neg()) << shift
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_stay_on_the_board() {
        let around = |square: Square| with_neighbours(square.bit());
        assert_eq!(around(Square::new(0, 0)), 0x0303);
        assert_eq!(around(Square::new(7, 0)), 0xc0c0);
        assert_eq!(around(Square::new(0, 7)), 0x0303 << 48);
        assert_eq!(around(Square::new(7, 7)), 0xc0c0 << 48);
        assert_eq!(around(Square::new(1, 1)), 0x07_0707);
        for square in (0..64).map(Square) {
            assert_eq!(neighbours(square.bit()), around(square) ^ square.bit());
        }
        // A square of the set belongs to them if another one is next to it.
        assert_eq!(neighbours(0x21), 0x7352);
        assert_eq!(neighbours(0x23), 0x7757);
    }
}
