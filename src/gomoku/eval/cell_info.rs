//! What the search and the evaluation read of an empty cell.

use crate::gomoku::{eval::weights::CELL_VALUES, patterns::Pattern4};

/// What an empty cell means for one side. Packed, so that a cell for both sides is read and written as
/// one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideInfo(u32);

impl SideInfo {
    const PATTERN4: u32 = 15;

    /// No value, no promise, no threat.
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
        Pattern4::from_bits(self.0 & Self::PATTERN4)
    }
}

/// What an empty cell means for both sides.
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

    /// Whether the [`Pattern4`] differs for a side, and one of both is at least [`Pattern4::OpenThree`] or, with
    /// `fouls`, [`Pattern4::Forbidden`].
    #[inline(always)]
    pub const fn differs_in_threat(self, other: Self, fouls: bool) -> bool {
        // Both sides at once, each in 32 bits of its own. Additions carry into bit 4.
        const BOTH: u64 = 1 | 1 << 32;
        const PATTERN4: u64 = SideInfo::PATTERN4 as u64 * BOTH;
        const CARRY: u64 = (SideInfo::PATTERN4 as u64 + 1) * BOTH;
        const TO_THREE: u64 = CARRY - Pattern4::OpenThree as u64 * BOTH;
        let (a, b) = (self.0 & PATTERN4, other.0 & PATTERN4);
        let differ = (a ^ b) + PATTERN4;
        let mut threat = (a + TO_THREE) | (b + TO_THREE);
        if fouls {
            // The code of a forbidden cell is zero, the only one that does not carry here.
            threat |= !((a + PATTERN4) & (b + PATTERN4));
        }
        differ & threat & CARRY != 0
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
                    let other = SideInfo::new(value, attack, defence, Pattern4::DoubleTwo);
                    let cell = CellInfo::new(info, other);
                    assert_eq!((cell.of(0), cell.of(1)), (info, other));
                }
            }
        }
        // Values out of range are clamped.
        assert_eq!(SideInfo::new(i16::MAX, 0, 0, Pattern4::None).value(), 2047);
    }

    #[test]
    fn threats_that_differ_are_found_for_both_sides() {
        let info = |pattern4| SideInfo::new(-3, 200, 100, pattern4);
        let same = SideInfo::new(7, 1, 2, Pattern4::Four);
        for &old in Pattern4::ALL {
            for &new in Pattern4::ALL {
                for fouls in [false, true] {
                    let is_threat = |pattern4| {
                        pattern4 >= Pattern4::OpenThree || fouls && pattern4 == Pattern4::Forbidden
                    };
                    let expected = old != new && (is_threat(old) || is_threat(new));
                    for cells in [
                        [
                            CellInfo::new(info(old), same),
                            CellInfo::new(info(new), same),
                        ],
                        [
                            CellInfo::new(same, info(old)),
                            CellInfo::new(same, info(new)),
                        ],
                    ] {
                        let [before, after] = cells;
                        let found = before.differs_in_threat(after, fouls);
                        assert_eq!(found, expected, "{old:?} {new:?} {fouls}");
                    }
                }
            }
        }
    }
}
