//! Small caches of endgame scores that belong to one worker.
//!
//! Most nodes of an endgame have few empties. A look-up in the large shared table waits for main memory,
//! which takes longer than searching some of these nodes. The caches stay near the processor, need no
//! atomics, and always replace.
//!
//! Most look-ups miss. So the 16-bit tags have an array of their own: a miss reads nothing else, and the tags take few lines of
//! the first-level cache. As in the shared table, a hit compares the key only. Tag and check hold 47 bits of the key besides
//! the index, so about one look-up in 10^14 is a false hit.

use crate::othello::{Square, search::selectivity::Selectivity};

/// The entry of a board.
#[derive(Clone, Copy, Debug, bytemuck::Zeroable)]
#[repr(C)]
pub(super) struct EndgameEntry {
    /// Bits of the key that the tag lacks.
    check: u32,
    /// The score is at least this, in discs.
    pub lower: i8,
    /// The score is at most this, in discs.
    pub upper: i8,
    /// The best move.
    best: u8,
    /// The selectivity of the search that found the bounds.
    pub selectivity: Selectivity,
}

impl EndgameEntry {
    /// An entry that knows nothing.
    const UNKNOWN: Self = Self {
        check: 0,
        lower: -64,
        upper: 64,
        best: 0,
        selectivity: Selectivity::NONE,
    };

    /// The best move as a bit.
    #[inline(always)]
    pub(crate) fn move_bit(self) -> u64 {
        Square(self.best).bit()
    }
}

#[derive(bytemuck::Zeroable)]
#[repr(C)]
struct Memory<const SIZE: usize> {
    /// The lowest 16 bits of the keys.
    tags: [u16; SIZE],
    entries: [EndgameEntry; SIZE],
}

/// A cache of `SIZE` entries, a power of two up to 2^16, of ten bytes each. Memory is allocated at the
/// first endgame search: most searches have none.
#[derive(Default)]
pub(super) struct EndgameCache<const SIZE: usize>(Option<Box<Memory<SIZE>>>);

/// The bits of a key between its tag and its slot; never 0, which marks an entry that was never
/// written.
#[inline(always)]
fn check_bits(key: u64) -> u32 {
    (key >> 16) as u32 | 1
}

impl<const SIZE: usize> EndgameCache<SIZE> {
    /// The slot of a key.
    #[inline(always)]
    fn slot(key: u64) -> usize {
        (key >> (u64::BITS - SIZE.ilog2())) as usize
    }

    /// Allocates the memory. Before that, [`EndgameCache::get`] finds nothing and [`EndgameCache::put`]
    /// does nothing.
    pub(crate) fn prepare(&mut self) {
        self.0.get_or_insert_with(bytemuck::allocation::zeroed_box);
    }

    /// The entry of the board with this key.
    #[inline(always)]
    pub(crate) fn get(&self, key: u64) -> Option<EndgameEntry> {
        let memory = self.0.as_ref()?;
        let slot = Self::slot(key);
        (memory.tags[slot] == key as u16)
            .then(|| memory.entries[slot])
            .filter(|entry| entry.check == check_bits(key))
    }

    /// Stores the fail-soft `value` of a null-window search at `alpha`. `known` is the previous entry of
    /// the board; its bounds are kept if they come from a search of the same selectivity.
    #[inline(always)]
    pub(crate) fn put(
        &mut self,
        key: u64,
        known: Option<EndgameEntry>,
        (alpha, value): (i32, i32),
        best: Square,
        selectivity: Selectivity,
    ) {
        let mut entry = known
            .filter(|known| known.selectivity == selectivity)
            .unwrap_or(EndgameEntry::UNKNOWN);
        if value > alpha {
            entry.lower = entry.lower.max(value as i8);
        } else {
            entry.upper = entry.upper.min(value as i8);
        }
        entry.check = check_bits(key);
        entry.best = best.0;
        entry.selectivity = selectivity;
        if let Some(memory) = &mut self.0 {
            let slot = Self::slot(key);
            memory.tags[slot] = key as u16;
            memory.entries[slot] = entry;
        }
    }
}

/// A cache of `SIZE` words, a power of two up to 2^16, for scores without move and selectivity. A word is 47 bits of the key
/// beside the slot's, a bit that is always set, and the two bounds in discs.
#[derive(Default)]
pub(super) struct BoundsCache<const SIZE: usize>(Option<Box<[u64; SIZE]>>);

/// The bounds of a score, in discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
}

impl<const SIZE: usize> BoundsCache<SIZE> {
    #[inline(always)]
    fn slot(key: u64) -> usize {
        (key >> (u64::BITS - SIZE.ilog2())) as usize
    }

    /// The part of a word that tells boards apart; never 0, which marks a word that was never written.
    #[inline(always)]
    fn tag(key: u64) -> u64 {
        key << 16 | 1 << 16
    }

    /// Allocates the memory, as [`EndgameCache::prepare`] does.
    pub(crate) fn prepare(&mut self) {
        self.0.get_or_insert_with(bytemuck::allocation::zeroed_box);
    }

    /// The bounds of the board with this key.
    #[inline(always)]
    pub(crate) fn get(&self, key: u64) -> Option<Bounds> {
        let word = self.0.as_ref()?[Self::slot(key)];
        (word ^ Self::tag(key) < 1 << 16).then(|| Bounds {
            lower: i32::from((word >> 8) as i8),
            upper: i32::from(word as i8),
        })
    }

    /// Stores the fail-soft `value` of a null-window search at `alpha`. `known` are the board's bounds so far.
    #[inline(always)]
    pub(crate) fn put(&mut self, key: u64, known: Option<Bounds>, alpha: i32, value: i32) {
        let Bounds {
            mut lower,
            mut upper,
        } = known.unwrap_or(Bounds {
            lower: -64,
            upper: 64,
        });
        if value > alpha {
            lower = lower.max(value);
        } else {
            upper = upper.min(value);
        }
        if let Some(words) = &mut self.0 {
            words[Self::slot(key)] =
                Self::tag(key) | u64::from(lower as u8) << 8 | u64::from(upper as u8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_the_bounds_of_one_board() {
        let mut cache = BoundsCache::<16>::default();
        let key = 0xabcd_1234_5678_9abc;
        cache.put(key, None, 0, 4);
        assert_eq!(cache.get(key), None, "no memory is allocated yet");
        cache.prepare();
        assert_eq!(cache.get(0), None, "a word that was never written");
        for (alpha, value, lower, upper) in [(-5, -4, -4, 64), (6, 6, -4, 6), (7, 2, -4, 2)] {
            cache.put(key, cache.get(key), alpha, value);
            assert_eq!(cache.get(key), Some(Bounds { lower, upper }));
        }
        for other in [key ^ 2, key ^ 1 << 31, key ^ 1 << 47] {
            assert_eq!(cache.get(other), None, "{other:#x}");
        }
        cache.put(key ^ 2, None, 63, 64);
        assert_eq!(cache.get(key), None, "the slot has another board now");
    }

    #[test]
    fn bounds_close_in_and_other_keys_are_not_taken_for_this_one() {
        let mut cache = EndgameCache::<16>::default();
        let key = 0xabcd_1234_5678_9abc;
        cache.put(key, None, (0, 4), Square(9), Selectivity::NONE);
        assert!(cache.get(key).is_none(), "no memory is allocated yet");
        cache.prepare();
        assert!(cache.get(0).is_none(), "an entry that was never written");
        cache.put(key, None, (0, 4), Square(9), Selectivity::NONE);
        let known = cache.get(key).unwrap();
        assert_eq!((known.lower, known.upper), (4, 64));
        assert_eq!(known.move_bit(), Square(9).bit());
        cache.put(key, Some(known), (6, 6), Square(10), Selectivity::NONE);
        let known = cache.get(key).unwrap();
        assert_eq!((known.lower, known.upper), (4, 6));
        // The bounds of another selectivity are not kept.
        let mut other = EndgameCache::<16>::default();
        other.prepare();
        other.put(
            key,
            Some(known),
            (2, 2),
            Square(11),
            Selectivity::PERCENT_95,
        );
        let uncertain = other.get(key).unwrap();
        assert_eq!((uncertain.lower, uncertain.upper), (-64, 2));
        assert!(uncertain.selectivity < Selectivity::NONE);
        // The same slot, with one bit of the tag or of the check bits changed.
        for other in [key ^ 1, key ^ 1 << 31, key ^ 1 << 33, key ^ 1 << 47] {
            assert!(cache.get(other).is_none(), "{other:#x}");
        }
    }
}
