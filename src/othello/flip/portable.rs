//! Portable reference.

use crate::othello::square::Square;

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// See [`super::flips`].
#[inline]
pub fn flips(square: Square, player: u64, opponent: u64) -> u64 {
    let bit = square.bit();
    let ray = |step: fn(u64) -> u64| {
        let mut turned = 0;
        let mut at = step(bit);
        while at & opponent != 0 {
            turned |= at;
            at = step(at);
        }
        if at & player != 0 { turned } else { 0 }
    };
    ray(|b| (b << 1) & NOT_A)
        | ray(|b| (b >> 1) & NOT_H)
        | ray(|b| b << 8)
        | ray(|b| b >> 8)
        | ray(|b| (b << 9) & NOT_A)
        | ray(|b| (b >> 9) & NOT_H)
        | ray(|b| (b << 7) & NOT_H)
        | ray(|b| (b >> 7) & NOT_A)
}
