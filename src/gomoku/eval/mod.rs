//! Static evaluation: what the empty cells promise to each side, and who is ahead in threats.
//!
//! The sum over all empty cells of what a stone there would make for one side, minus the same for
//! the other, is kept up to date by every move; a term for the threats that the side to move has or
//! faces is added at the leaf. The shape is that of Rapfi's classical evaluation (`eval/eval.cpp`);
//! the numbers are set by hand.

use super::patterns::{Class, PATTERNS, Pattern};

/// Value of a pattern in hundredths of a unit; an open three is worth about one unit on the board,
/// because it leaves two or three cells that would make an open four.
const VALUES: [i16; PATTERNS] = [0, 0, 1, 3, 4, 9, 12, 14, 13, 24, 28, 30, 50, 100];

/// What a class adds to the sum of its patterns, in hundredths of a unit: possibilities in two
/// lines that meet in a cell are worth more than apart.
const fn bonus(class: Class) -> i16 {
    match class {
        Class::DoubleTwo => 6,
        Class::BlockedThreePlus => 10,
        Class::OpenThreePlus => 14,
        Class::DoubleThree => 45,
        Class::FourPlus => 12,
        Class::FourThree => 60,
        Class::OpenFour => 30,
        _ => 0,
    }
}

/// What a cell is worth to the side whose patterns these are, in hundredths of a unit.
pub fn cell_value(patterns: [Pattern; 4], class: Class) -> i16 {
    if class == Class::Forbidden {
        // Not a move, but the lines through it still bind the opponent a little.
        return 0;
    }
    patterns.iter().map(|p| VALUES[*p as usize]).sum::<i16>() + bonus(class)
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
const TEMPO: i32 = 140;

/// The static value for the side to move in hundredths of a unit, between plus and minus [`LIMIT`].
/// `difference` is the sum over the cells; `own` and `other` count the cells of each class.
#[inline]
pub fn value(difference: i32, own: &Counts, other: &Counts) -> i32 {
    let has = |counts: &Counts, class: Class| i32::from(counts[class as usize] > 0);
    let mut value = difference + TEMPO;
    if has(other, Class::Five) > 0 {
        // The move is bound to one cell, and the opponent has the next free one.
        value -= 80;
    } else if has(other, Class::OpenFour) > 0 {
        // An open three has to be answered.
        value -= 40;
    } else {
        value += 220 * has(own, Class::FourThree) + 90 * has(own, Class::DoubleThree);
    }
    value -= 60 * has(other, Class::FourThree) + 30 * has(other, Class::DoubleThree);
    value.clamp(-LIMIT, LIMIT)
}

/// Hundredths of a unit that change the odds by a factor of e. Rapfi uses 200 for the same shape.
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
    fn values_and_ranks_grow_with_the_threat() {
        let alone = |p| [p, Pattern::Dead, Pattern::Dead, Pattern::Dead];
        for pair in Pattern::ALL
            .windows(2)
            .filter(|pair| pair[0] != Pattern::Dead)
        {
            for (low, high) in [(pair[0], pair[1])] {
                // A blocked pattern is the weaker neighbour of an open one with a stone less.
                if low == Pattern::OpenTwoBest || low == Pattern::OpenOne {
                    continue;
                }
                let class = |p| Class::of(alone(p), false);
                assert!(cell_value(alone(low), class(low)) <= cell_value(alone(high), class(high)));
                assert!(cell_rank(alone(low), class(low)) <= cell_rank(alone(high), class(high)));
            }
        }
    }
}
