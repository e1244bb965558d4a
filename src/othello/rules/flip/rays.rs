//! The rays from a square, as vector kernels load them.

use crate::othello::rules::bitboard::RAYS_UP;

/// The squares above and below a square, by direction as in [`RAYS_UP`].
#[repr(C, align(64))]
pub(super) struct Rays {
    pub up: [i64; 4],
    pub down: [i64; 4],
}

/// By square.
pub(super) static RAYS: [Rays; 64] = {
    let mut rays = [const {
        Rays {
            up: [0; 4],
            down: [0; 4],
        }
    }; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            rays[square].up[direction] = RAYS_UP[square][direction] as i64;
            // A rotation of the board by 180 degrees exchanges up and down.
            rays[square].down[direction] = RAYS_UP[63 - square][direction].reverse_bits() as i64;
            direction += 1;
        }
        square += 1;
    }
    rays
};
