//! The squares on the lines through a square, as vector kernels want them.

use crate::othello::rules::flip::portable::ABOVE;

/// The squares above and below a square in the ways of [`ABOVE`].
#[repr(C, align(64))]
pub(super) struct Ways {
    pub above: [i64; 4],
    pub below: [i64; 4],
}

/// By square.
pub(super) static WAYS: [Ways; 64] = {
    let mut ways = [const {
        Ways {
            above: [0; 4],
            below: [0; 4],
        }
    }; 64];
    let mut square = 0;
    while square < 64 {
        let mut way = 0;
        while way < 4 {
            ways[square].above[way] = ABOVE[square][way] as i64;
            // Turning the board by 180 degrees turns ways up into ways down.
            ways[square].below[way] = ABOVE[63 - square][way].reverse_bits() as i64;
            way += 1;
        }
        square += 1;
    }
    ways
};
