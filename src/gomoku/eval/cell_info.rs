//! What the search and the evaluation read of an empty cell.

use crate::gomoku::eval::weights::CELL_VALUES;
use crate::gomoku::patterns::{PATTERN4_CODES, Pattern4};

/// The evaluation data of an empty cell for one side: value, scores for move ordering, `Pattern4`. Packed, so that a cell for both sides is read and written as
/// one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideInfo(u32);

impl SideInfo {
    const CODE: u32 = PATTERN4_CODES as u32 - 1;

    /// All zero: no value, no score, no threat.
    pub const NONE: Self = Self(Pattern4::None as u32);

    /// `value` is clamped to [`CELL_VALUES`], which takes 12 bits.
    pub fn new(value: i16, attack: u8, defence: u8, pattern4: Pattern4) -> Self {
        let value = value.clamp(*CELL_VALUES.start(), *CELL_VALUES.end());
        let value = i32::from(value) as u32;
        Self(value << 20 | u32::from(attack) << 12 | u32::from(defence) << 4 | pattern4 as u32)
    }

    /// The value of the cell for the side, in hundredths of a unit.
    #[inline(always)]
    pub const fn value(self) -> i32 {
        self.0 as i32 >> 20
    }

    /// Score of a move of the side there, 0 to 255, for move ordering.
    #[inline(always)]
    pub const fn attack(self) -> i32 {
        (self.0 >> 12 & 255) as i32
    }

    /// Score of a move of the opponent there, 0 to 255, for move ordering.
    #[inline(always)]
    pub const fn defence(self) -> i32 {
        (self.0 >> 4 & 255) as i32
    }

    /// The strongest threat of a stone there.
    #[inline(always)]
    pub const fn pattern4(self) -> Pattern4 {
        Pattern4::from_code(self.code())
    }

    /// The code of [`SideInfo::pattern4`], as an index of a table with [`PATTERN4_CODES`] entries.
    #[inline(always)]
    pub(crate) const fn code(self) -> usize {
        (self.0 & Self::CODE) as usize
    }
}

/// The evaluation data of an empty cell for both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellInfo(u64);

impl CellInfo {
    /// Combines what the cell means for Black and for White.
    #[inline(always)]
    pub const fn new(black: SideInfo, white: SideInfo) -> Self {
        Self(black.0 as u64 | (white.0 as u64) << 32)
    }

    /// What the cell means for one side: 0 Black, 1 White.
    #[inline(always)]
    pub const fn of(self, side: usize) -> SideInfo {
        SideInfo((self.0 >> (32 * side)) as u32)
    }

    /// Whether the [`Pattern4`] differs for a side.
    #[inline(always)]
    pub const fn pattern4_differs(self, other: Self) -> bool {
        const CODES: u64 = SideInfo::CODE as u64 | (SideInfo::CODE as u64) << 32;
        (self.0 ^ other.0) & CODES != 0
    }
}

impl Default for CellInfo {
    fn default() -> Self {
        Self::new(SideInfo::NONE, SideInfo::NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_can_be_read() {
        for value in [-2048, -101, -1, 0, 1, 426, 2047] {
            for (attack, defence) in [(0, 255), (255, 0), (17, 4)] {
                for &pattern4 in Pattern4::ALL {
                    let info = SideInfo::new(value, attack, defence, pattern4);
                    assert_eq!(info.value(), i32::from(value));
                    assert_eq!(info.attack(), i32::from(attack));
                    assert_eq!(info.defence(), i32::from(defence));
                    assert_eq!(info.pattern4(), pattern4);
                    let other = SideInfo::new(value, attack, defence, Pattern4::DoubleThree);
                    let cell = CellInfo::new(info, other);
                    assert_eq!((cell.of(0), cell.of(1)), (info, other));
                }
            }
        }
        // Values out of range are clamped.
        assert_eq!(SideInfo::new(i16::MAX, 0, 0, Pattern4::None).value(), 2047);
    }

    #[test]
    fn a_pattern4_that_differs_is_found_for_both_sides() {
        let info = |pattern4| SideInfo::new(-3, 200, 100, pattern4);
        let same = |value| SideInfo::new(value, 1, 2, Pattern4::Four);
        for &old in Pattern4::ALL {
            for &new in Pattern4::ALL {
                for [before, after] in [
                    [
                        CellInfo::new(info(old), same(7)),
                        CellInfo::new(info(new), same(-8)),
                    ],
                    [
                        CellInfo::new(same(7), info(old)),
                        CellInfo::new(same(-8), info(new)),
                    ],
                ] {
                    let found = before.pattern4_differs(after);
                    assert_eq!(found, old != new, "{old:?} {new:?}");
                }
            }
        }
    }
}
