//! The transposition table entry of Gomoku.

use crate::gomoku::rules::{POINTS, Point};
use crate::gomoku::search::depth::Depth;
use crate::gomoku::search::score::{self, CLAIMED, PROVEN};
use crate::gomoku::state::StaticEval;
use crate::search::{BitField, Bound, PackedEntry};

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtEntry {
    /// The best move, if one was found.
    pub best: Option<Point>,
    /// Value of the position; wins and losses are counted from the position itself.
    pub value: i32,
    /// Static evaluation.
    pub eval: StaticEval,
    /// Depth of the search, below 256 plies.
    pub depth: Depth,
    /// What the value says.
    pub bound: Bound,
}

impl TtEntry {
    /// An entry of depth 0 whose value is the static evaluation.
    #[inline]
    pub(crate) const fn static_eval(eval: StaticEval, bound: Bound) -> Self {
        Self {
            best: None,
            value: eval.value,
            eval,
            depth: Depth::ZERO,
            bound,
        }
    }

    /// Whether the value is a proven win or loss, which holds at any depth.
    #[inline]
    pub(crate) fn is_proof(&self) -> bool {
        self.value > PROVEN && self.bound != Bound::Upper
            || self.value < -PROVEN && self.bound != Bound::Lower
    }

    /// The value with which a node `ply` plies from the root is cut off, if it is.
    #[inline]
    pub(crate) fn cutoff(&self, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        let value = score::from_tt(self.value, ply);
        self.bound.cuts_off(value, alpha, beta).then_some(value)
    }

    /// The static evaluation, corrected by the value where the bound allows it. Wins and
    /// losses are left out: a pruning by margins must not return one.
    #[inline]
    pub(crate) const fn tt_eval(&self) -> i32 {
        let better = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value > self.eval.value,
            Bound::Upper => self.value < self.eval.value,
        };
        if better && self.value.abs() < CLAIMED {
            self.value
        } else {
            self.eval.value
        }
    }
}

/// By how much deeper an entry has to be to outlive a new one for the same position: reduced
/// searches and probes come back to positions that were searched deeper.
const KEPT_DEPTH: Depth = Depth::from_plies(2);

/// Cell 0 is a wall, so it stands for "no move".
const BEST: BitField = BitField::first(10);
const VALUE: BitField = BEST.then(16);
const EVAL: BitField = VALUE.then(14);
const COMPLETE: BitField = EVAL.then(1);
const DEPTH: BitField = COMPLETE.then(12);
const BOUND: BitField = DEPTH.then(2);

const _: () = assert!(POINTS as u64 == BEST.max() + 1);

impl PackedEntry for TtEntry {
    fn pack(self) -> u64 {
        let depth = self.depth.sixteenths().clamp(0, DEPTH.max() as i32);
        BEST.pack(self.best.map_or(0, |point| u64::from(point.0)))
            | VALUE.pack_signed(self.value)
            | EVAL.pack_signed(self.eval.value)
            | COMPLETE.pack(u64::from(self.eval.complete))
            | DEPTH.pack(depth as u64)
            | BOUND.pack(self.bound as u64)
    }

    fn unpack(bits: u64) -> Self {
        let best = Point(BEST.unpack(bits) as u16);
        Self {
            best: (best.0 != 0).then_some(best),
            value: VALUE.unpack_signed(bits),
            eval: StaticEval {
                value: EVAL.unpack_signed(bits),
                complete: COMPLETE.unpack(bits) != 0,
            },
            depth: Depth::from_sixteenths(DEPTH.unpack(bits) as i32),
            bound: Bound::from_bits(BOUND.unpack(bits)),
        }
    }

    fn replacement_priority(self) -> i32 {
        // Four for a ply. An exact value counts as a ply more.
        let bonus = if self.bound == Bound::Exact { 4 } else { 0 };
        self.depth.sixteenths() / 4 + bonus
    }

    fn outlives(self, new: Self) -> bool {
        self.depth > new.depth + KEPT_DEPTH && new.bound != Bound::Exact && !new.is_proof()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::search::score::{INFINITE, claimed_win_in, win_in};
    use crate::gomoku::{eval, search::depth::Depth};
    use crate::search::TranspositionTable;
    use proptest::prelude::*;

    const ZERO: StaticEval = StaticEval {
        value: 0,
        complete: true,
    };

    proptest! {
        #[test]
        fn unpack_reverses_pack(
            point in 165_u16..900,
            some in any::<bool>(),
            value in -INFINITE..INFINITE,
            eval in -eval::LIMIT..=eval::LIMIT,
            complete in any::<bool>(),
            depth in 0..4096,
            bound in prop::sample::select(vec![Bound::Upper, Bound::Lower, Bound::Exact]),
        ) {
            let eval = StaticEval { value: eval, complete };
            let entry = TtEntry { best: some.then_some(Point(point)), value, eval, depth: Depth::from_sixteenths(depth), bound };
            prop_assert!(entry.pack() >> 56 == 0);
            prop_assert_eq!(TtEntry::unpack(entry.pack()), entry);
        }
    }

    #[test]
    fn a_deeper_entry_outlives_bounds_but_neither_proofs_nor_exact_values() {
        let entry = |value, plies, bound| TtEntry {
            best: None,
            value,
            eval: ZERO,
            depth: Depth::from_plies(plies),
            bound,
        };
        let table = TranspositionTable::<TtEntry>::new(1);
        let deep = entry(10, 9, Bound::Lower);
        let put = |new: TtEntry| {
            table.store(7, deep);
            table.store(7, new);
            table.probe(7) == Some(new)
        };
        assert!(!put(entry(20, 6, Bound::Lower)));
        assert!(put(entry(20, 7, Bound::Lower)));
        assert!(put(entry(20, 0, Bound::Exact)));
        assert!(put(entry(win_in(5), 0, Bound::Lower)));
        assert!(!put(entry(claimed_win_in(5), 0, Bound::Lower)));
        // An entry of an earlier search gives way.
        table.store(7, deep);
        table.new_search();
        table.store(7, entry(20, 0, Bound::Lower));
        assert_eq!(table.probe(7), Some(entry(20, 0, Bound::Lower)));
    }
}
