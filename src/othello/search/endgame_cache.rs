//! Small caches of solved endings that belong to one worker.
//!
//! Most nodes of an endgame have few empties. Looking them up in the big shared table means waiting
//! for main memory each time, which takes longer than searching some of them; these stay near the
//! processor. They need no atomics, and the newest entry wins.
//!
//! Most look-ups find nothing, so the tags that tell it stand by themselves: only they have to be near.
//! All that is compared is the key, as in the shared table: 47 bits beside the place, so that a look-up
//! takes one board for another once in 10^14 times.

use crate::othello::Square;

/// What is known about a board.
#[derive(Clone, Copy, Debug, bytemuck::Zeroable)]
#[repr(C)]
pub(super) struct Ending {
    /// Bits of the key that the tag leaves out.
    rest: u16,
    /// The score is at least this, in discs.
    pub lower: i8,
    /// The score is at most this, in discs.
    pub upper: i8,
    /// The move that was best.
    best: u8,
}

impl Ending {
    /// Nothing known.
    const UNKNOWN: Self = Self {
        rest: 0,
        lower: -64,
        upper: 64,
        best: 0,
    };

    /// The remembered move as a bit.
    #[inline(always)]
    pub fn move_bit(self) -> u64 {
        Square(self.best).bit()
    }
}

#[derive(bytemuck::Zeroable)]
#[repr(C)]
struct Memory<const SIZE: usize> {
    /// The low halves of the keys.
    tags: [u32; SIZE],
    endings: [Ending; SIZE],
}

/// A cache of `SIZE` entries, a power of two up to 2^16, of ten bytes each. Memory is taken at the
/// first use: most searches never solve anything.
#[derive(Default)]
pub(super) struct Local<const SIZE: usize>(Option<Box<Memory<SIZE>>>);

/// The bits of a key between its tag and its place; never 0, which marks an entry that was never
/// written.
#[inline(always)]
fn rest(key: u64) -> u16 {
    (key >> 32) as u16 | 1
}

impl<const SIZE: usize> Local<SIZE> {
    /// Where a key belongs.
    #[inline(always)]
    fn place(key: u64) -> usize {
        (key >> (u64::BITS - SIZE.ilog2())) as usize
    }

    /// Takes the memory. Has to be called before [`Local::get`] and [`Local::put`] can do anything.
    pub fn prepare(&mut self) {
        self.0.get_or_insert_with(bytemuck::allocation::zeroed_box);
    }

    /// What is known about the board with this key.
    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<Ending> {
        let memory = self.0.as_ref()?;
        let place = Self::place(key);
        (memory.tags[place] == key as u32)
            .then(|| memory.endings[place])
            .filter(|ending| ending.rest == rest(key))
    }

    /// Remembers what a null-window search at `alpha` found about a board.
    #[inline(always)]
    pub fn put(
        &mut self,
        key: u64,
        known: Option<Ending>,
        (alpha, value): (i32, i32),
        best: Square,
    ) {
        let mut ending = known.unwrap_or(Ending::UNKNOWN);
        if value > alpha {
            ending.lower = ending.lower.max(value as i8);
        } else {
            ending.upper = ending.upper.min(value as i8);
        }
        ending.rest = rest(key);
        ending.best = best.0;
        if let Some(memory) = &mut self.0 {
            let place = Self::place(key);
            memory.tags[place] = key as u32;
            memory.endings[place] = ending;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_close_in_and_other_keys_are_not_taken_for_this_one() {
        let mut cache = Local::<16>::default();
        let key = 0xabcd_1234_5678_9abc;
        cache.put(key, None, (0, 4), Square(9));
        assert!(cache.get(key).is_none(), "there is no memory yet");
        cache.prepare();
        assert!(cache.get(0).is_none(), "an entry that was never written");
        cache.put(key, None, (0, 4), Square(9));
        let known = cache.get(key).unwrap();
        assert_eq!((known.lower, known.upper), (4, 64));
        assert_eq!(known.move_bit(), Square(9).bit());
        cache.put(key, Some(known), (6, 6), Square(10));
        let known = cache.get(key).unwrap();
        assert_eq!((known.lower, known.upper), (4, 6));
        // The same place, with one bit of the tag or of the rest changed.
        for other in [key ^ 1, key ^ 1 << 31, key ^ 1 << 33, key ^ 1 << 47] {
            assert!(cache.get(other).is_none(), "{other:#x}");
        }
    }
}
