//! The transposition table entry of Othello, and the hash key of a board.

use crate::othello::{Board, Square};
use crate::search::{BitField, PackedEntry};

/// Stands for "no move".
const NO_SQUARE: u8 = 64;

/// Bounds of the value of a position, the search that found them, and its best moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtEntry {
    /// The value is at least this, in centi-discs.
    pub lower: i16,
    /// The value is at most this, in centi-discs.
    pub upper: i16,
    /// Depth of the search below the position in plies; the number of empties if it was solved.
    pub depth: u8,
    /// Number of the selectivity level of the search, see [`Selectivity::index`](super::Selectivity::index).
    pub selectivity: u8,
    /// The best move and the one that was best before it, as square numbers; 64 for none.
    pub moves: [u8; 2],
}

impl TtEntry {
    /// An entry that knows nothing: its bounds lie outside all values.
    pub(crate) const UNKNOWN: Self = Self {
        lower: -TtEntry::INFINITE,
        upper: TtEntry::INFINITE,
        depth: 0,
        selectivity: 0,
        moves: [NO_SQUARE; 2],
    };

    /// Above all values; the greatest number that 14 bits of two's complement can hold.
    pub(crate) const INFINITE: i16 = 8191;

    /// The hash moves as bits, best first; 0 for none.
    #[inline(always)]
    pub(crate) fn move_bits(self) -> [u64; 2] {
        self.moves.map(|square| {
            if square < NO_SQUARE {
                Square(square).bit()
            } else {
                0
            }
        })
    }

    /// This entry with the result of another search: to (`depth`, `selectivity`), in the window (`alpha`,
    /// `beta`), with the fail-soft result `value`. Bounds of the same depth and selectivity are kept.
    #[inline(always)]
    pub(crate) fn after(
        self,
        depth: u32,
        selectivity: u8,
        (alpha, beta): (i32, i32),
        value: i32,
        best: Option<Square>,
    ) -> Self {
        let same = u32::from(self.depth) == depth && self.selectivity == selectivity;
        let mut entry = Self {
            depth: depth as u8,
            selectivity,
            ..if same {
                self
            } else {
                Self {
                    moves: self.moves,
                    ..Self::UNKNOWN
                }
            }
        };
        if value > alpha {
            entry.lower = entry.lower.max(value as i16);
        }
        if value < beta {
            entry.upper = entry.upper.min(value as i16);
        }
        if entry.lower > entry.upper {
            // Selective searches can contradict one another; the newest result counts.
            entry.lower = if value > alpha {
                value as i16
            } else {
                -Self::INFINITE
            };
            entry.upper = if value < beta {
                value as i16
            } else {
                Self::INFINITE
            };
        }
        // After a fail low all moves have upper bounds only, so the old best move stays first.
        if let Some(best) = best
            && (value > alpha || self.moves[0] == NO_SQUARE)
            && self.moves[0] != best.0
        {
            entry.moves = [best.0, self.moves[0]];
        }
        entry
    }
}

const LOWER: BitField = BitField::first(14);
const UPPER: BitField = LOWER.then(14);
const DEPTH: BitField = UPPER.then(6);
const SELECTIVITY: BitField = DEPTH.then(3);
const BEST: BitField = SELECTIVITY.then(7);
const SECOND: BitField = BEST.then(7);

impl PackedEntry for TtEntry {
    #[inline(always)]
    fn pack(self) -> u64 {
        LOWER.pack_signed(i32::from(self.lower))
            | UPPER.pack_signed(i32::from(self.upper))
            | DEPTH.pack(u64::from(self.depth))
            | SELECTIVITY.pack(u64::from(self.selectivity))
            | BEST.pack(u64::from(self.moves[0]))
            | SECOND.pack(u64::from(self.moves[1]))
    }

    #[inline(always)]
    fn unpack(bits: u64) -> Self {
        Self {
            lower: LOWER.unpack_signed(bits) as i16,
            upper: UPPER.unpack_signed(bits) as i16,
            depth: DEPTH.unpack(bits) as u8,
            selectivity: SELECTIVITY.unpack(bits) as u8,
            moves: [BEST.unpack(bits) as u8, SECOND.unpack(bits) as u8],
        }
    }

    #[inline(always)]
    fn replacement_priority(self) -> i32 {
        i32::from(self.depth)
    }
}

/// The hash key of a board, seen from the side to move.
///
/// One multiplication to 128 bits, folded, as in wyhash (Wang Yi 2019): every input bit reaches both
/// halves, and the constants keep boards with few discs away from zero.
#[inline(always)]
pub(crate) fn key(board: Board) -> u64 {
    let product = u128::from(board.player ^ 0xa076_1d64_78bd_642f)
        * u128::from(board.opponent ^ 0xe703_7ed1_a0b4_28db);
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::Rng;

    #[test]
    fn packing_is_reversible_and_leaves_the_generation_alone() {
        let mut rng = Rng::new(3);
        for _ in 0..10_000 {
            let bound = |rng: &mut Rng| rng.below(2 * 8191 + 1) as i16 - 8191;
            let entry = TtEntry {
                lower: bound(&mut rng),
                upper: bound(&mut rng),
                depth: rng.below(61) as u8,
                selectivity: rng.below(8) as u8,
                moves: [rng.below(65) as u8, rng.below(65) as u8],
            };
            let bits = entry.pack();
            assert_eq!(bits >> 56, 0);
            assert_eq!(TtEntry::unpack(bits), entry);
        }
    }

    #[test]
    fn bounds_close_in_and_conditions_reset_them() {
        let at_least = TtEntry::UNKNOWN.after(9, 5, (100, 200), 250, Some(Square(3)));
        assert_eq!((at_least.lower, at_least.upper), (250, TtEntry::INFINITE));
        let exact = at_least.after(9, 5, (200, 400), 250, Some(Square(3)));
        assert_eq!((exact.lower, exact.upper, exact.moves), (250, 250, [3, 64]));
        let deeper = exact.after(10, 5, (200, 400), 180, Some(Square(4)));
        assert_eq!((deeper.lower, deeper.upper), (-TtEntry::INFINITE, 180));
        assert_eq!(
            deeper.moves,
            [3, 64],
            "a fail low does not replace the best move"
        );
        assert_eq!(
            exact.after(10, 5, (200, 400), 500, Some(Square(4))).moves,
            [4, 3]
        );
    }

    #[test]
    fn keys_tell_the_sides_apart() {
        assert_ne!(key(Board::START), key(Board::START.pass()));
    }
}
