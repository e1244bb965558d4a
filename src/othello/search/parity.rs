//! Parity: which quadrants of the board have an odd number of empty squares. Whoever plays first into
//! an odd region also plays last there, which gains.
//!
//! Searches carry it in a word, which also says what type of node is expected.

use crate::othello::Square;

/// The squares of the quadrants that a 4-bit parity word marks as odd.
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

/// The parity word of a board: a bit for each quadrant with an odd number of the squares in `empty`.
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

/// Whether two squares are in the same quadrant.
#[inline(always)]
pub(super) const fn share_quadrant(a: Square, b: Square) -> bool {
    (a.0 ^ b.0) & 0b100_100 == 0
}

/// A bit above the quadrants: the node is expected to be an All-node, where no move exceeds alpha. It has nothing to do with
/// parity, but both go with every call, and one more argument would not fit into registers.
pub(super) const ALL_NODE: u32 = 1 << 4;

/// The word after a move. The child of an expected All-node is expected to be a Cut-node, and the other way round.
#[inline(always)]
pub(super) fn after(parity: u32, square: Square) -> u32 {
    const CHANGES: [u8; 64] = {
        let mut changes = [0; 64];
        let mut square = 0;
        while square < 64 {
            changes[square] = (quadrant(Square(square as u8)) | ALL_NODE) as u8;
            square += 1;
        }
        changes
    };
    parity ^ u32::from(CHANGES[square.index() & 63])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_share_the_quadrants_of_their_parity_words() {
        for a in (0..64).map(Square) {
            for b in (0..64).map(Square) {
                assert_eq!(share_quadrant(a, b), quadrant(a) == quadrant(b));
            }
        }
    }

    #[test]
    fn moves_change_the_quadrant_and_the_expected_node_type() {
        for square in (0..64).map(Square) {
            let word = after(0, square);
            assert_eq!(word, quadrant(square) | ALL_NODE);
            assert_eq!(after(word, square), 0);
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
}
