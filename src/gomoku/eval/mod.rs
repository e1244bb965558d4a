//! Static evaluation: what the empty cells promise to each side, and who is ahead in threats.
//!
//! The sum over all empty cells of what a stone there would make for one side, minus the same for
//! the other, is kept up to date by every move; a term for the threats that both sides have is added
//! at the leaf. The shape is that of Rapfi's classical evaluation (`eval/eval.cpp`); the threats count
//! alone and in pairs here.
//!
//! The numbers were fitted by logistic regression to the results of 8,400 games of this engine against
//! itself at 2,000 nodes a move (15x15, half of them freestyle, a quarter standard, a quarter Renju,
//! random openings of three to seven stones; 233,524 positions in which the side to move has no
//! five). Log loss on the last 15 % of the games: 0.452, beside 0.73 for the numbers set by hand before
//! and 0.518 for a first fit without pairs.

use super::patterns::{CLASSES, Class, PATTERNS, Pattern};

/// Value of a pattern, to which the class of the cell adds its own, in hundredths of a unit.
const VALUES: [i16; PATTERNS] = [0, 0, 0, -1, 1, 3, 6, 7, 13, 22, 22, 25, 98, 100];

/// What a class adds to the sum of its patterns, in hundredths of a unit.
const BONUS: [i16; CLASSES] = [0, 0, -7, -7, -5, 1, -5, 4, -44, 30, 96, 145, 34, 0];

/// What a cell is worth to the side whose patterns these are, in hundredths of a unit.
pub fn cell_value(patterns: [Pattern; 4], class: Class) -> i16 {
    if class == Class::Forbidden {
        // Not a move, but the lines through it still bind the opponent a little.
        return 0;
    }
    patterns.iter().map(|p| VALUES[*p as usize]).sum::<i16>() + BONUS[class as usize]
}

/// How much a pattern promises as a move (the single-pattern scores of Rapfi's built-in
/// configuration, halved at the top to fit).
const RANKS: [u16; PATTERNS] = [0, 0, 1, 2, 3, 7, 8, 8, 11, 19, 23, 33, 100, 250];

/// How much a move to a cell with these patterns promises, 0 to 255.
pub fn cell_rank(patterns: [Pattern; 4], class: Class) -> u8 {
    if class == Class::Forbidden {
        return 0;
    }
    patterns
        .iter()
        .map(|p| RANKS[*p as usize])
        .sum::<u16>()
        .min(255) as u8
}

/// The largest static evaluation in hundredths of a unit; proven values lie outside.
pub const LIMIT: i32 = 6000;

/// Number of cells of each class for one side, indexed by the class.
pub type Counts = [u16; 16];

/// Value of having the move, in hundredths of a unit.
const TEMPO: i32 = 116;

/// Facts about threats: the side to move has a cell of the classes from [`Class::OpenThree`] to
/// [`Class::OpenFour`], the other side has one of the classes from [`Class::OpenThree`] to
/// [`Class::Five`].
const FACTS: usize = 15;

/// What a fact is worth to the side to move (on the diagonal), and what two facts together add to that,
/// in the units of the fit.
const THREATS: [[i16; FACTS]; FACTS] = [
    [
        47, -19, 13, 2, -2, -36, 47, 10, -30, -14, -37, 21, -21, 7, -42,
    ],
    [
        0, 210, -101, 11, 13, -7, -8, -36, 37, 7, 10, -57, -132, -156, -201,
    ],
    [
        0, 0, 389, 49, 38, 11, -93, 35, 45, 39, -64, -95, -167, -198, -259,
    ],
    [0, 0, 0, -30, 5, 67, 178, 7, 23, 18, -34, 6, 80, 49, 100],
    [0, 0, 0, 0, -47, 20, -16, -4, 79, 96, -47, 1, 1, -14, -28],
    [
        0, 0, 0, 0, 0, 542, -109, 72, 159, 151, -102, -117, 97, -4, -536,
    ],
    [
        0, 0, 0, 0, 0, 0, 1084, 32, 242, 167, -114, -64, -108, 108, -1374,
    ],
    [0, 0, 0, 0, 0, 0, 0, -15, 51, 31, 3, -5, -39, -29, -30],
    [0, 0, 0, 0, 0, 0, 0, 0, -139, 65, -3, 13, -64, -73, -83],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, -203, -40, -34, -66, -63, -161],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, -12, 4, -93, 82],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 86, -6, -21, -48],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 70, 57, -326],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 190, -101],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -240],
];

/// The value of every set of facts, in hundredths of a unit.
pub struct ThreatTable(Box<[i16; 1 << FACTS]>);

impl Default for ThreatTable {
    fn default() -> Self {
        Self::new()
    }
}

impl ThreatTable {
    /// Adds up facts and pairs of facts.
    pub fn new() -> Self {
        let mut table = vec![0i16; 1 << FACTS];
        for set in 1..table.len() {
            // What the highest fact adds to the set without it.
            let high = set.ilog2() as usize;
            let rest = set ^ 1 << high;
            let pairs = (0..high).filter(|low| rest >> low & 1 == 1);
            let sum = pairs.map(|low| i32::from(THREATS[low][high])).sum::<i32>();
            let value = i32::from(table[rest]) + i32::from(THREATS[high][high]) + sum;
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
        const FIRST: usize = Class::OpenThree as usize;
        let mut set = 0;
        for n in 0..7 {
            set |= usize::from(own[FIRST + n] > 0) << n;
        }
        for n in 0..8 {
            set |= usize::from(other[FIRST + n] > 0) << (7 + n);
        }
        let value = difference + TEMPO + i32::from(self.0[set & ((1 << FACTS) - 1)]);
        value.clamp(-LIMIT, LIMIT)
    }
}

/// Hundredths of a unit that change the odds by a factor of e; the fit fixes the unit by it.
const SCALE: f32 = 200.0;

/// The expected result, 0 to 1, of a side with a static value in hundredths of a unit.
pub fn win_rate(value: i32) -> f32 {
    1.0 / (1.0 + (-(value as f32) / SCALE).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let alone = |p| [p, Pattern::Dead, Pattern::Dead, Pattern::Dead];
        for pair in Pattern::ALL
            .windows(2)
            .filter(|pair| pair[0] != Pattern::Dead)
        {
            let [low, high] = [pair[0], pair[1]];
            // A blocked pattern is the weaker neighbour of an open one with a stone less.
            if low == Pattern::OpenTwoBest || low == Pattern::OpenOne {
                continue;
            }
            let class = |p| Class::of(alone(p), false);
            assert!(cell_rank(alone(low), class(low)) <= cell_rank(alone(high), class(high)));
        }
    }

    #[test]
    fn threats_are_worth_more_to_whoever_is_to_move() {
        let table = ThreatTable::new();
        let none = Counts::default();
        let with = |class: Class| {
            let mut counts = none;
            counts[class as usize] = 1;
            counts
        };
        let nothing = table.value(0, &none, &none);
        for class in [
            Class::OpenThreePlus,
            Class::DoubleThree,
            Class::FourThree,
            Class::OpenFour,
        ] {
            let own = table.value(0, &with(class), &none);
            let both = table.value(0, &with(class), &with(class));
            assert!(own > nothing + 100, "{class:?}");
            assert!(both > nothing, "{class:?}");
        }
        // A five that has to be stopped first.
        let open_four = with(Class::OpenFour);
        assert!(table.value(0, &open_four, &with(Class::Five)) < table.value(0, &open_four, &none));
        // The sum over the cells counts as it is, up to the limit.
        assert_eq!(table.value(70, &none, &none), nothing + 70);
        assert_eq!(table.value(1 << 20, &none, &none), LIMIT);
        assert_eq!(table.value(-(1 << 20), &none, &none), -LIMIT);
    }
}
