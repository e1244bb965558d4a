//! The value of the threats of both sides, and of having the move.

use crate::gomoku::eval::weights::{THREAT_FLAGS, WEIGHTS};
use crate::gomoku::patterns::{PATTERN4_CODES, Pattern4};
use crate::gomoku::rules::Rule;
use crate::util::boxed::boxed_array;

/// The largest static evaluation in hundredths of a unit; proven values lie outside.
pub(crate) const LIMIT: i32 = 6000;

/// Number of empty cells of each [`Pattern4`] for one side.
pub(crate) type Pattern4Counts = [u16; PATTERN4_CODES];

/// The threats on the board, a bit each. Bits 0 to 6: the side to move has a cell of
/// [`Pattern4::OpenThree`], and so on up to [`Pattern4::OpenFour`]. Bits 7 to 14: the other side has a cell of
/// [`Pattern4::OpenThree`], and so on up to [`Pattern4::Five`].
#[inline(always)]
pub(crate) fn threat_flags(own: &Pattern4Counts, other: &Pattern4Counts) -> usize {
    const FIRST: usize = Pattern4::OpenThree as usize;
    let mut flags = 0;
    for n in 0..7 {
        flags |= usize::from(own[FIRST + n] > 0) << n;
    }
    for n in 0..8 {
        flags |= usize::from(other[FIRST + n] > 0) << (7 + n);
    }
    flags
}

/// The value of every set of [`threat_flags`] together with the move, in hundredths of a unit.
pub struct ThreatTable(Box<[i16; 1 << THREAT_FLAGS]>);

impl ThreatTable {
    /// Adds up the weights of the flags and of the pairs of flags under a rule.
    pub fn of(rule: Rule) -> Self {
        let weights = &WEIGHTS.threats[rule.index()];
        let mut table = boxed_array(0i16);
        table[0] = weights.tempo;
        for flags in 1..table.len() {
            // What the highest flag adds to the set without it.
            let high = flags.ilog2() as usize;
            let rest = flags ^ 1 << high;
            let start = high * (high + 1) / 2;
            let pairs = (0..=high).filter(|low| flags >> low & 1 == 1);
            let sum: i32 = pairs.map(|low| i32::from(weights.pairs[start + low])).sum();
            let value = i32::from(table[rest]) + sum;
            table[flags] = value.clamp(-LIMIT, LIMIT) as i16;
        }
        Self(table)
    }

    /// The static value for the side to move in hundredths of a unit, between plus and minus [`LIMIT`].
    /// `difference` is the sum of the values of the cells; `own` and `other` count the cells of each
    /// [`Pattern4`].
    #[inline]
    pub fn value(&self, difference: i32, own: &Pattern4Counts, other: &Pattern4Counts) -> i32 {
        let flags = threat_flags(own, other);
        let value = difference + i32::from(self.0[flags & ((1 << THREAT_FLAGS) - 1)]);
        value.clamp(-LIMIT, LIMIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threats_have_more_value_for_the_side_to_move() {
        let table = ThreatTable::of(Rule::Freestyle);
        let none = Pattern4Counts::default();
        let with = |pattern4: Pattern4| {
            let mut counts = none;
            counts[pattern4 as usize] = 1;
            counts
        };
        let nothing = table.value(0, &none, &none);
        for pattern4 in [
            Pattern4::OpenThreePlus,
            Pattern4::DoubleThree,
            Pattern4::FourThree,
            Pattern4::OpenFour,
        ] {
            let own = table.value(0, &with(pattern4), &none);
            let both = table.value(0, &with(pattern4), &with(pattern4));
            assert!(own > nothing + 100, "{pattern4:?}");
            assert!(both > nothing, "{pattern4:?}");
        }
        // A five that has to be stopped first.
        let open_four = with(Pattern4::OpenFour);
        assert!(
            table.value(0, &open_four, &with(Pattern4::Five)) < table.value(0, &open_four, &none)
        );
        // The sum over the cells counts as it is, up to the limit.
        assert_eq!(table.value(70, &none, &none), nothing + 70);
        assert_eq!(table.value(1 << 20, &none, &none), LIMIT);
        assert_eq!(table.value(-(1 << 20), &none, &none), -LIMIT);
    }
}
