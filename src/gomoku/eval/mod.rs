//! Static evaluation: what the empty cells promise to each side, and who is ahead in threats.
//!
//! The sum over all empty cells of what a stone there would make for one side, minus the same for
//! the other, is kept up to date by every move; a term for the threats that both sides have is added
//! at the leaf. The shape is that of Rapfi's classical evaluation (`eval/eval.cpp`); the threats count
//! alone and in pairs here.
//!
//! The [`weights`] are fitted to the results of games that the engine played against itself;
//! `docs/training.md` says how.

pub mod weights;

use crate::gomoku::patterns::tables::Pattern4;
use crate::gomoku::rules::rule::Rule;
use weights::{FACTS, WEIGHTS};

/// The largest static evaluation in hundredths of a unit; proven values lie outside.
pub const LIMIT: i32 = 6000;

/// Number of cells of each class for one side, indexed by the class.
pub type Counts = [u16; 16];

/// The facts about a position, a bit each: which classes of cells the side to move has, and the other one.
#[inline(always)]
pub fn facts(own: &Counts, other: &Counts) -> usize {
    const FIRST: usize = Pattern4::OpenThree as usize;
    let mut set = 0;
    for n in 0..7 {
        set |= usize::from(own[FIRST + n] > 0) << n;
    }
    for n in 0..8 {
        set |= usize::from(other[FIRST + n] > 0) << (7 + n);
    }
    set
}

/// The value of every set of [`facts`] and of having the move, in hundredths of a unit.
pub struct ThreatTable(Box<[i16; 1 << FACTS]>);

impl ThreatTable {
    /// Adds up the facts and pairs of facts of a rule.
    pub fn of(rule: Rule) -> Self {
        let weights = &WEIGHTS.threats[weights::place(rule)];
        let mut table = vec![0i16; 1 << FACTS];
        table[0] = weights.tempo;
        for set in 1..table.len() {
            // What the highest fact adds to the set without it.
            let high = set.ilog2() as usize;
            let rest = set ^ 1 << high;
            let start = high * (high + 1) / 2;
            let pairs = (0..=high).filter(|low| set >> low & 1 == 1);
            let sum: i32 = pairs.map(|low| i32::from(weights.pairs[start + low])).sum();
            let value = i32::from(table[rest]) + sum;
            table[set] = value.clamp(-LIMIT, LIMIT) as i16;
        }
        match table.into_boxed_slice().try_into() {
            Ok(table) => Self(table),
            Err(_) => unreachable!("the vector has a value for every set"),
        }
    }

    /// The static value for the side to move in hundredths of a unit, between plus and minus
    /// [`LIMIT`]. `difference` is the sum over the cells; `own` and `other` count the cells of each
    /// class.
    #[inline]
    pub fn value(&self, difference: i32, own: &Counts, other: &Counts) -> i32 {
        let set = facts(own, other);
        let value = difference + i32::from(self.0[set & ((1 << FACTS) - 1)]);
        value.clamp(-LIMIT, LIMIT)
    }
}

/// Hundredths of a unit that change the odds by a factor of e; the fit fixes the unit by it.
pub const SCALE: f32 = 200.0;

/// The expected result, 0 to 1, of a side with a static value in hundredths of a unit.
pub fn win_rate(value: i32) -> f32 {
    1.0 / (1.0 + (-(value as f32) / SCALE).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::patterns::tables::Pattern;

    #[test]
    fn win_rate_is_a_probability_and_symmetric() {
        assert!((win_rate(0) - 0.5).abs() < 1e-6);
        for value in [-LIMIT, -300, -1, 1, 300, LIMIT] {
            let rate = win_rate(value);
            assert!((0.0..=1.0).contains(&rate));
            assert!((rate + win_rate(-value) - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn ranks_grow_with_the_threat() {
        for cells in &WEIGHTS.cells {
            let rank = |p| {
                let four = weights::code([p, Pattern::Dead, Pattern::Dead, Pattern::Dead]);
                (cells.attack[four], cells.defence[four])
            };
            let (none, two, three) = (
                rank(Pattern::Dead),
                rank(Pattern::OpenTwo),
                rank(Pattern::OpenThreeBest),
            );
            assert!(
                none.0 < two.0 && two.0 < three.0,
                "{none:?} {two:?} {three:?}"
            );
            assert!(
                none.1 < two.1 && two.1 < three.1,
                "{none:?} {two:?} {three:?}"
            );
        }
    }

    #[test]
    fn threats_are_worth_more_to_whoever_is_to_move() {
        let table = ThreatTable::of(Rule::Freestyle);
        let none = Counts::default();
        let with = |class: Pattern4| {
            let mut counts = none;
            counts[class as usize] = 1;
            counts
        };
        let nothing = table.value(0, &none, &none);
        for class in [
            Pattern4::OpenThreePlus,
            Pattern4::DoubleThree,
            Pattern4::FourThree,
            Pattern4::OpenFour,
        ] {
            let own = table.value(0, &with(class), &none);
            let both = table.value(0, &with(class), &with(class));
            assert!(own > nothing + 100, "{class:?}");
            assert!(both > nothing, "{class:?}");
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
