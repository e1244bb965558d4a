//! Zobrist hashing: the keys whose exclusive or is the hash of a position.

use crate::game::Side;
use crate::gomoku::rules::{POINTS, Point, Rule};
use crate::util::rng::mix;

/// Keys of the stones, by side and point.
static STONE_KEYS: [[u64; POINTS]; 2] = {
    let mut keys = [[0; POINTS]; 2];
    let mut n = 0;
    while n < 2 * POINTS {
        keys[n / POINTS][n % POINTS] = mix(0x476f_6d6f_6b75 + n as u64);
        n += 1;
    }
    keys
};

/// Key of White's turn.
pub(crate) const TURN_KEY: u64 = mix(0x7475_726e);

/// Key of a stone.
#[inline(always)]
pub(crate) fn stone_key(side: Side, point: Point) -> u64 {
    STONE_KEYS[side.index()][point.index()]
}

/// Key of the empty board with Black to move.
pub(crate) const fn board_key(rule: Rule, size: u8) -> u64 {
    mix((rule.code() as u64) << 8 | size as u64)
}
