//! The four line patterns through a cell, combined.

use crate::gomoku::patterns::pattern::{PATTERNS, Pattern};

/// The strongest threat that a stone on an empty cell makes, in ascending order of strength: the
/// combination of the four line patterns through the cell. Rapfi calls it `Pattern4` as well and tells more
/// of the weak ones apart.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, strum::VariantArray,
)]
#[repr(u8)]
pub enum Pattern4 {
    /// Black in Renju: the patterns look like an overline, a double four or a double three. Only the
    /// double three may prove to be allowed.
    Forbidden,
    /// No threat: neither an open three nor a four.
    #[default]
    None,
    /// An open three.
    OpenThree,
    /// An open three with a blocked three or an open two.
    OpenThreePlus,
    /// Two open threes (3-3).
    DoubleThree,
    /// A four that one stone answers.
    Four,
    /// A four with a blocked three or an open two.
    FourPlus,
    /// A four with an open three (4-3).
    FourThree,
    /// An open four or two fours (4-4): no single stone stops the five.
    OpenFour,
    /// A five.
    Five,
}

/// Room for the codes of [`Pattern4`], a power of two so that a mask keeps any code in range.
pub(crate) const PATTERN4_CODES: usize = 16;

impl Pattern4 {
    /// All values in ascending order.
    pub const ALL: &[Self] = <Self as strum::VariantArray>::VARIANTS;

    /// The value with this code; [`Pattern4::None`] for codes that do not exist.
    #[inline(always)]
    pub const fn from_code(code: usize) -> Self {
        match code {
            0 => Self::Forbidden,
            1 => Self::None,
            2 => Self::OpenThree,
            3 => Self::OpenThreePlus,
            4 => Self::DoubleThree,
            5 => Self::Four,
            6 => Self::FourPlus,
            7 => Self::FourThree,
            8 => Self::OpenFour,
            9 => Self::Five,
            _ => Self::None,
        }
    }

    /// Combines the patterns of the four lines through a cell. `fouls`: for Black in Renju.
    pub fn of(patterns: [Pattern; 4], fouls: bool) -> Self {
        let count = |test: fn(Pattern) -> bool| patterns.iter().filter(|p| test(**p)).count();
        let five = count(|p| p == Pattern::Five);
        let overlines = count(|p| p == Pattern::Overline);
        let open_fours = count(|p| p == Pattern::OpenFour);
        let fours = count(Pattern::is_four);
        let threes = count(Pattern::is_open_three);
        let blocked_threes = count(|p| p == Pattern::BlockedThree);
        let twos = count(Pattern::is_open_two);
        match (fours, threes, blocked_threes, twos) {
            _ if five > 0 => Self::Five,
            _ if fouls && (overlines > 0 || fours > 1 || threes > 1) => Self::Forbidden,
            _ if open_fours > 0 || fours > 1 => Self::OpenFour,
            (1, 1.., ..) => Self::FourThree,
            (1, _, 0, 0) => Self::Four,
            (1, ..) => Self::FourPlus,
            (_, 2.., ..) => Self::DoubleThree,
            (_, 1, 0, 0) => Self::OpenThree,
            (_, 1, ..) => Self::OpenThreePlus,
            _ => Self::None,
        }
    }
}

/// The patterns of the four lines through a cell for one side, four bits for each direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinePatterns(pub u16);

impl LinePatterns {
    /// The pattern of the line in a direction.
    #[inline(always)]
    pub const fn line(self, direction: usize) -> Pattern {
        Pattern::from_bits(self.0 as u32 >> (4 * direction) & 15)
    }

    /// The same with another pattern in one direction.
    #[must_use]
    pub const fn with(self, direction: usize, pattern: Pattern) -> Self {
        let shift = 4 * direction;
        Self(self.0 & !(15 << shift) | (pattern as u16) << shift)
    }
}

/// The [`LinePatterns`] of an empty cell for both sides: Black's in the low half, White's in the high
/// half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct CellPatterns(pub u32);

impl CellPatterns {
    /// The bits of the patterns in direction 0.
    pub(crate) const ONE_DIRECTION: u32 = 0x000f_000f;

    /// The patterns for one side: 0 Black, 1 White.
    #[inline(always)]
    pub(crate) const fn of(self, side: usize) -> LinePatterns {
        LinePatterns((self.0 >> (16 * side)) as u16)
    }

    /// The same with other patterns in one direction. `both`: Black's pattern in bits 0 to 3, White's in
    /// bits 16 to 19.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn with(self, direction: usize, both: u32) -> Self {
        let shift = 4 * direction;
        Self(self.0 & !(Self::ONE_DIRECTION << shift) | both << shift)
    }
}

/// Number of unordered combinations of four patterns.
pub(crate) const PATTERN_CODES: usize = 2380;

const _: () =
    assert!(PATTERNS * (PATTERNS + 1) * (PATTERNS + 2) * (PATTERNS + 3) / 24 == PATTERN_CODES);

/// The number of an unordered combination of four patterns, 0 to 2379: the place of the sorted
/// combination among all sorted combinations.
pub(crate) fn pattern_code(patterns: [Pattern; 4]) -> usize {
    let mut numbers = patterns.map(|pattern| pattern as usize);
    numbers.sort_unstable();
    let [a, b, c, d] = numbers;
    // Combinatorial number system: multisets are sets once the n-th number is raised by n.
    let binomial = |n: usize, k: usize| {
        if n < k {
            0
        } else {
            (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
        }
    };
    binomial(a, 1) + binomial(b + 1, 2) + binomial(c + 2, 3) + binomial(d + 3, 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_has_a_code_of_its_own() {
        let mut seen = vec![false; PATTERN_CODES];
        for a in Pattern::ALL {
            for b in Pattern::ALL.into_iter().filter(|b| *b >= a) {
                for c in Pattern::ALL.into_iter().filter(|c| *c >= b) {
                    for d in Pattern::ALL.into_iter().filter(|d| *d >= c) {
                        let number = pattern_code([a, b, c, d]);
                        assert!(!std::mem::replace(&mut seen[number], true));
                        assert_eq!(pattern_code([d, b, a, c]), number);
                    }
                }
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
        assert_eq!(pattern_code([Pattern::Dead; 4]), 0);
    }
}
