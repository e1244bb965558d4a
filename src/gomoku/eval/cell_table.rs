//! Look-up table from four line patterns to the evaluation data of a cell.

use crate::game::Side;
use crate::gomoku::eval::cell_info::{CellInfo, SideInfo};
use crate::gomoku::eval::weights::{WEIGHTS, rule_side};
use crate::gomoku::patterns::{
    CellPatterns, LinePatterns, PATTERNS, Pattern, Pattern4, pattern_code,
};
use crate::gomoku::rules::Rule;
use crate::util::boxed::boxed_array;

/// Room for the numbers of unordered pairs of patterns, of which there are 105.
const PAIRS: usize = 1 << 7;

const _: () = assert!(PATTERNS * (PATTERNS + 1) / 2 <= PAIRS);

/// The [`SideInfo`] of every combination of four line patterns under one rule. Combinations are
/// numbered without holes, so that the table (44 KB for each side that needs its own) fits into the
/// second-level cache.
pub(crate) struct CellTable {
    /// Numbers of unordered pairs of patterns, by the two patterns with four bits each.
    pairs: Box<[u8; 256]>,
    /// By the numbers of two pairs, first for Black, then for White.
    infos: Box<[[SideInfo; PAIRS * PAIRS]; 2]>,
    /// Which half of `infos` is White's: the first, where the rule is the same for both sides.
    white: usize,
}

impl CellTable {
    /// Builds the table of a rule.
    pub(crate) fn of(rule: Rule) -> Self {
        let mut pairs = Box::new([0; 256]);
        let mut both: Vec<[Pattern; 2]> = Vec::with_capacity(PAIRS);
        for a in Pattern::ALL {
            for b in Pattern::ALL.into_iter().filter(|b| *b <= a) {
                pairs[a as usize | (b as usize) << 4] = both.len() as u8;
                pairs[b as usize | (a as usize) << 4] = both.len() as u8;
                both.push([a, b]);
            }
        }
        let mut infos = boxed_array::<_, 2>([SideInfo::NONE; PAIRS * PAIRS]);
        let sides = if rule.has_fouls() { 2 } else { 1 };
        for (side, infos) in Side::ALL.into_iter().zip(infos.iter_mut()).take(sides) {
            let weights = &WEIGHTS.cells[rule_side(rule, side)];
            let fouls = rule.has_fouls() && side == Side::Black;
            for (high, [a, b]) in both.iter().enumerate() {
                for (low, [c, d]) in both.iter().enumerate() {
                    let four = [*a, *b, *c, *d];
                    let code = pattern_code(four);
                    infos[high * PAIRS + low] = SideInfo::new(
                        weights.value[code],
                        weights.attack[code] as u8,
                        weights.defence[code] as u8,
                        Pattern4::of(four, fouls),
                    );
                }
            }
        }
        Self {
            pairs,
            infos,
            white: sides - 1,
        }
    }

    /// The parts of the table, for reading it.
    #[inline(always)]
    pub(crate) fn reader(&self) -> CellReader<'_> {
        CellReader {
            pairs: &self.pairs,
            infos: [&self.infos[0], &self.infos[self.white]],
        }
    }
}

/// The parts of a [`CellTable`]. A loop keeps them in registers, so that it need not look them up for each cell.
#[derive(Clone, Copy)]
pub(crate) struct CellReader<'a> {
    pairs: &'a [u8; 256],
    /// By side.
    infos: [&'a [SideInfo; PAIRS * PAIRS]; 2],
}

impl CellReader<'_> {
    /// What the patterns of a cell mean for both sides.
    #[inline(always)]
    pub(crate) fn cell(self, patterns: CellPatterns) -> CellInfo {
        CellInfo::new(self.side(patterns.of(0), 0), self.side(patterns.of(1), 1))
    }

    /// What the patterns of a cell mean for one side: 0 Black, 1 White.
    #[inline(always)]
    pub(crate) fn side(self, patterns: LinePatterns, side: usize) -> SideInfo {
        let [low, high] = patterns.0.to_le_bytes();
        let low = usize::from(self.pairs[usize::from(low)]);
        let high = usize::from(self.pairs[usize::from(high)]);
        // The pairs may be taken in either order.
        self.infos[side][(low * PAIRS + high) & (PAIRS * PAIRS - 1)]
    }
}
