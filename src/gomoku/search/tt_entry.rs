//! What the transposition table keeps about a Gomoku position, and the scale of search values.

use crate::gomoku::eval;
use crate::gomoku::rules::point::{POINTS, Point};
use crate::search::PackedEntry;

/// Value of a won position; a win in `n` plies is worth this less `n`.
pub const WIN: i32 = 30_000;
/// All values lie strictly between plus and minus this.
pub const BOUND: i32 = 32_000;
/// Values beyond this (or below its negative) are proven wins (or losses).
pub const PROVEN: i32 = 29_000;

const _: () = assert!(eval::LIMIT < PROVEN && BOUND <= i16::MAX as i32);

/// The value of a win that is complete `ply` plies from the root.
#[inline(always)]
pub const fn win_in(ply: usize) -> i32 {
    WIN - ply as i32
}

/// The value of a loss that is complete `ply` plies from the root.
#[inline(always)]
pub const fn loss_in(ply: usize) -> i32 {
    ply as i32 - WIN
}

/// Steps of the depth in a ply. Depths are fractions of a ply, so that reductions and extensions
/// can be finer than a ply.
pub const PLY: i32 = 16;

/// On which side of the true value a stored value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true value is at most this.
    Upper = 1,
    /// The true value is at least this.
    Lower = 2,
    /// This is the value at the depth.
    Exact = 3,
}

impl Bound {
    /// What a value says that was searched between `alpha` and `beta`.
    #[inline]
    pub const fn of(value: i32, alpha: i32, beta: i32) -> Self {
        if value >= beta {
            Self::Lower
        } else if value > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }
}

/// An entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// The best move, if one was found.
    pub best: Option<Point>,
    /// Value of the position, wins and losses counted from the position itself.
    pub value: i32,
    /// Static value, in hundredths of a unit.
    pub eval: i32,
    /// Depth of the search in steps of 1/16 ply, 0 to 4095.
    pub depth: i32,
    /// What the value says.
    pub bound: Bound,
}

const DEPTH_BITS: u32 = 12;

impl TtEntry {
    /// The value for a node `ply` plies from the root.
    #[inline]
    pub const fn value_at(&self, ply: usize) -> i32 {
        if self.value > PROVEN {
            self.value - ply as i32
        } else if self.value < -PROVEN {
            self.value + ply as i32
        } else {
            self.value
        }
    }

    /// The reverse of [`TtEntry::value_at`].
    #[inline]
    pub const fn relative(value: i32, ply: usize) -> i32 {
        if value > PROVEN {
            value + ply as i32
        } else if value < -PROVEN {
            value - ply as i32
        } else {
            value
        }
    }

    /// Whether the value is a proven win or loss, which holds at any depth.
    #[inline]
    pub fn is_proof(&self) -> bool {
        self.value > PROVEN && self.bound != Bound::Upper
            || self.value < -PROVEN && self.bound != Bound::Lower
    }

    /// The value for a node `ply` plies from the root, if it settles a question between `alpha` and `beta`.
    #[inline]
    pub fn answer(&self, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        let value = self.value_at(ply);
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        settles.then_some(value)
    }

    /// The static value, unless the value of a search is known to lie beyond it or to be exact. Proven
    /// values are left out: a pruning by margins must not make one.
    #[inline]
    pub const fn guess(&self) -> i32 {
        let better = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value > self.eval,
            Bound::Upper => self.value < self.eval,
        };
        if better && self.value.abs() < PROVEN {
            self.value
        } else {
            self.eval
        }
    }

    /// A node without depth where the side to move stands on its static value.
    #[inline]
    pub const fn still(eval: i32, bound: Bound) -> Self {
        Self {
            best: None,
            value: eval,
            eval,
            depth: 0,
            bound,
        }
    }
}

impl PackedEntry for TtEntry {
    fn pack(self) -> u64 {
        // Cell 0 is a wall, so it can stand for "no move".
        let best = self.best.map_or(0, |point| u64::from(point.0));
        let depth = self.depth.clamp(0, (1 << DEPTH_BITS) - 1) as u64;
        best | (self.value as u16 as u64) << 10
            | (self.eval as u16 as u64) << 26
            | depth << 42
            | (self.bound as u64) << 54
    }

    fn unpack(bits: u64) -> Self {
        let best = Point((bits as usize & (POINTS - 1)) as u16);
        Self {
            best: (best.0 != 0).then_some(best),
            value: i32::from((bits >> 10) as i16),
            eval: i32::from((bits >> 26) as i16),
            depth: (bits >> 42) as i32 & ((1 << DEPTH_BITS) - 1),
            bound: match bits >> 54 & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
        }
    }

    fn replacement_priority(self) -> i32 {
        self.depth / (PLY / 4) + if self.bound == Bound::Exact { 4 } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn unpack_reverses_pack(
            point in 165_u16..900,
            some in any::<bool>(),
            value in -BOUND..BOUND,
            eval in -eval::LIMIT..=eval::LIMIT,
            depth in 0..4096,
            bound in prop::sample::select(vec![Bound::Upper, Bound::Lower, Bound::Exact]),
        ) {
            let known = TtEntry { best: some.then_some(Point(point)), value, eval, depth, bound };
            prop_assert!(known.pack() >> 56 == 0);
            prop_assert_eq!(TtEntry::unpack(known.pack()), known);
        }

        #[test]
        fn wins_are_counted_from_the_node(value in -WIN..=WIN, ply in 0_usize..200) {
            let known = TtEntry {
                best: None,
                value: TtEntry::relative(value, ply),
                eval: 0,
                depth: 0,
                bound: Bound::Exact,
            };
            // Wins are only ever stored as many plies from the root as the node is at least.
            if value.abs() <= WIN - ply as i32 && value.abs() < BOUND - 1000 {
                prop_assert_eq!(known.value_at(ply), value);
            }
        }
    }
}
