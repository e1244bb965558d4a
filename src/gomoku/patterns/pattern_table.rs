//! The pattern of every window, as a table.

use crate::game::Side;
use crate::gomoku::patterns::windows::{
    Half, for_each_window, half_width, real_halves, split, swap_colours,
};
use crate::gomoku::patterns::{classify::patterns_of_windows, pattern::Pattern};
use crate::gomoku::rules::Rule;
use crate::util::boxed::boxed_array;

/// Contents of one side of the widest window, two bits a cell.
const HALVES: usize = 1 << 10;
/// Contents of five cells that occur on boards: the sum of 3^n for n from 0 to 5.
const REAL_HALVES: usize = 364;
/// Room for the numbers of windows, a power of two so that a mask keeps any number in range.
const WINDOWS: usize = 1 << 18;

const _: () = assert!(REAL_HALVES * REAL_HALVES <= WINDOWS);

/// The pattern of every window under one rule. Windows are numbered without holes, so that the table
/// (130 KB) fits into the second-level cache.
pub(crate) struct PatternTable {
    /// Numbers of the contents before and after a cell; those of the first are multiples of the number
    /// of contents of the second.
    numbers: Box<[[u32; HALVES]; 2]>,
    /// By the sum of the two numbers: the pattern for Black in the low four bits, for White in the high
    /// four.
    patterns: Box<[u8; WINDOWS]>,
}

impl PatternTable {
    /// Builds the table of a rule.
    pub(crate) fn of(rule: Rule) -> Self {
        let half = half_width(rule);
        let [black, white] = Side::ALL.map(|side| patterns_of_windows(rule, side));
        let mut numbers = Box::new([[0; HALVES]; 2]);
        for (n, key) in real_halves(half, Half::Before).enumerate() {
            numbers[0][key] = (n * REAL_HALVES) as u32;
        }
        for (n, key) in real_halves(half, Half::After).enumerate() {
            numbers[1][key] = n as u32;
        }
        let mut patterns = boxed_array::<u8, WINDOWS>(0);
        for_each_window(half, |key| {
            let (before, after) = split(half, key);
            patterns[(numbers[0][before] + numbers[1][after]) as usize] =
                black[key] as u8 | (white[swap_colours(key)] as u8) << 4;
        });
        Self { numbers, patterns }
    }

    /// The parts of the table, for reading it.
    #[inline(always)]
    pub(crate) fn reader(&self) -> PatternReader<'_> {
        PatternReader {
            numbers: &self.numbers,
            patterns: &self.patterns,
        }
    }
}

/// The parts of a [`PatternTable`]. A loop keeps them in registers, so that it need not look them up for each cell.
#[derive(Clone, Copy)]
pub(crate) struct PatternReader<'a> {
    numbers: &'a [[u32; HALVES]; 2],
    patterns: &'a [u8; WINDOWS],
}

impl PatternReader<'_> {
    /// The patterns of both sides for the cells before and after a cell: Black's in bits 0 to 3, White's
    /// in bits 16 to 19.
    #[inline(always)]
    pub(crate) fn both(self, (before, after): (usize, usize)) -> u32 {
        let number = self.numbers[0][before & (HALVES - 1)] + self.numbers[1][after & (HALVES - 1)];
        let byte = u32::from(self.patterns[number as usize & (WINDOWS - 1)]);
        (byte | byte << 12) & 0x000f_000f
    }

    /// The pattern of one side (0 Black, 1 White) for the cells before and after a cell.
    #[inline(always)]
    pub(crate) fn pattern(self, window: (usize, usize), side: usize) -> Pattern {
        Pattern::from_bits(self.both(window) >> (16 * side) & 15)
    }
}

#[cfg(test)]
mod tests;
