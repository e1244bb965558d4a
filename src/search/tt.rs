//! The transposition table: a lock-free cache of search results.
//!
//! Each 64-byte bucket holds four entries of two words: `key ^ data` and `data`. A reader that sees
//! the two words of different writers gets a key that does not match (Hyatt and Mann 2002: "A
//! lockless transposition table implementation for parallel search"), so no lock is needed.
//! The low 56 data bits belong to the game ([`PackedEntry`]), the high 8 hold the generation: the number of
//! the search that wrote the entry, modulo 255.

use crate::search::SearchRequest;
use crate::search::tt_entry::{DATA_BITS, PackedEntry};
use crate::search::{pages::prefer_large_pages, prefetch::prefetch};
use crate::util::memory::{SEARCH_MEMORY, is_granted};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

const WAYS: usize = 4;

/// Words of a bucket, which is a cache line.
const WORDS: usize = 2 * WAYS;
type Bucket = [AtomicU64; WORDS];
const LINE: usize = size_of::<Bucket>();

/// Zeroed buckets, each in a cache line of its own.
struct Buckets {
    /// Has room to skip words up to the first cache line. An allocation with the alignment of a line would be
    /// zeroed at once; this one is mapped as it is used.
    words: Box<[AtomicU64]>,
    /// Words to skip.
    first: usize,
    count: usize,
}

impl Buckets {
    fn new(count: usize) -> Option<Self> {
        let mut words: Box<[AtomicU64]> =
            bytemuck::allocation::try_zeroed_slice_box((count + 1).checked_mul(WORDS)?).ok()?;
        prefer_large_pages(&mut words);
        let address = words.as_ptr().addr();
        let first = address.next_multiple_of(LINE) - address;
        Some(Self {
            words,
            first: first / size_of::<AtomicU64>(),
            count,
        })
    }

    #[inline(always)]
    fn get(&self, index: usize) -> &Bucket {
        let start = self.first + index * WORDS;
        match self.words[start..].first_chunk() {
            Some(bucket) => bucket,
            None => unreachable!("there is room for {} buckets", self.count),
        }
    }
}

/// From this fill in thousandths on, all pages of the table are in use: a page has 256 entries. To map them again takes
/// several times as long as to write zeros.
const ALL_PAGES_USED: u16 = 30;

/// Priority that an entry loses with every search that has begun since it was written.
const AGE_PENALTY: i32 = 8;

const DATA_MASK: u64 = (1 << DATA_BITS) - 1;

/// A table of a fixed number of buckets. Keys should be well mixed in all 64 bits.
pub(crate) struct TranspositionTable<E> {
    buckets: Buckets,
    /// 1 to 255; 0 marks an entry that was never written.
    generation: AtomicU8,
    entry: PhantomData<fn() -> E>,
}

impl<E: PackedEntry> TranspositionTable<E> {
    /// A table of at most `megabytes` MB (2^20 bytes each; at least one bucket), or of what the system grants
    /// besides the memory of the search.
    /// The memory is mapped as it is used, in large pages where the system has them.
    pub(crate) fn new(megabytes: usize) -> Self {
        let mut count = (megabytes.saturating_mul(1 << 20) / LINE).max(1);
        let wanted = count;
        let buckets = loop {
            // A table that takes all memory would leave none for the search.
            let buckets = Buckets::new(count).filter(|_| count == 1 || is_granted(SEARCH_MEMORY));
            if let Some(buckets) = buckets {
                break buckets;
            }
            count = (count / 2).max(1);
        };
        if count < wanted {
            // No warning: Piskvork would take a line on stderr for the move.
            log::info!(
                "the system does not grant a transposition table of {megabytes} MB; it has {} MB",
                (count * LINE) >> 20
            );
        }
        Self {
            buckets,
            generation: AtomicU8::new(1),
            entry: PhantomData,
        }
    }

    /// Starts a new generation: the existing entries become older.
    pub(crate) fn new_search(&self) {
        let next = self.generation.load(Ordering::Relaxed) % 255 + 1;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// Removes all entries.
    fn clear(&mut self) {
        for word in &mut self.buckets.words {
            *word.get_mut() = 0;
        }
        self.generation.store(1, Ordering::Relaxed);
    }

    /// Whether a new table is ready sooner than this one is cleared.
    fn is_nearly_empty(&self) -> bool {
        self.permille(|data| data != 0) < ALL_PAGES_USED
    }

    /// Prefetches the bucket of a key.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// The entry of a key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<E> {
        let bucket = self.bucket(key);
        for way in 0..WAYS {
            let data = bucket[2 * way + 1].load(Ordering::Relaxed);
            let check = bucket[2 * way].load(Ordering::Relaxed);
            if check ^ data == key && data >> DATA_BITS != 0 {
                return Some(E::unpack(data & DATA_MASK));
            }
        }
        None
    }

    /// Writes an entry. It replaces the entry of the same key, unless that one outlives it, else the one with
    /// the lowest priority.
    #[inline]
    pub(crate) fn store(&self, key: u64, entry: E) {
        let generation = self.generation.load(Ordering::Relaxed);
        let data = entry.pack() | u64::from(generation) << DATA_BITS;
        debug_assert_eq!(entry.pack() & !DATA_MASK, 0, "an entry packs into 56 bits");
        let bucket = self.bucket(key);
        let (mut target, mut lowest) = (0, i32::MAX);
        for way in 0..WAYS {
            let old = bucket[2 * way + 1].load(Ordering::Relaxed);
            let check = bucket[2 * way].load(Ordering::Relaxed);
            let born = (old >> DATA_BITS) as u8;
            let same = check ^ old == key && born != 0;
            if same && born == generation && E::unpack(old & DATA_MASK).outlives(entry) {
                return;
            }
            if same || born == 0 {
                target = way;
                break;
            }
            // Generations run from 1 to 255 and wrap around.
            let age = (i32::from(generation) + 255 - i32::from(born)) % 255;
            let old = E::unpack(old & DATA_MASK);
            let priority = old.replacement_priority() - AGE_PENALTY * age;
            if priority < lowest {
                (target, lowest) = (way, priority);
            }
        }
        bucket[2 * target].store(key ^ data, Ordering::Relaxed);
        bucket[2 * target + 1].store(data, Ordering::Relaxed);
    }

    /// Entries of the current search among the first thousand, in thousandths.
    pub(crate) fn hashfull(&self) -> u16 {
        let generation = u64::from(self.generation.load(Ordering::Relaxed));
        self.permille(|data| data >> DATA_BITS == generation)
    }

    /// How many of a thousand entries hold such data, by a sample.
    fn permille(&self, counts: impl Fn(u64) -> bool) -> u16 {
        let sample = self.buckets.count.min(1000 / WAYS);
        let used = (0..sample)
            .map(|index| self.buckets.get(index))
            .flat_map(|bucket| (0..WAYS).map(|way| bucket[2 * way + 1].load(Ordering::Relaxed)))
            .filter(|&data| counts(data))
            .count();
        (used * 1000 / (sample * WAYS)) as u16
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        // Multiply-high maps the key onto any number of buckets without a division; it uses the high
        // bits, and the whole key is compared afterwards.
        self.buckets
            .get(((u128::from(key) * self.buckets.count as u128) >> 64) as usize)
    }
}

/// A transposition table that is kept from one search to the next. It is allocated at the first search, when its size is
/// known.
pub(crate) struct KeptTable<E> {
    /// With the requested size in MB; the system may have granted less.
    table: Option<(usize, TranspositionTable<E>)>,
}

impl<E> Default for KeptTable<E> {
    fn default() -> Self {
        Self { table: None }
    }
}

impl<E: PackedEntry> KeptTable<E> {
    /// The table, ready for a new search of this request: as it is if it has at least [`SearchRequest::table_mb`] and not more
    /// than `hash_mb`, else a new one.
    pub(crate) fn for_search(&mut self, request: &SearchRequest) -> &TranspositionTable<E> {
        let megabytes = request.table_mb();
        // Freed first, so that both tables never need memory at the same time.
        self.table
            .take_if(|(size, _)| !(megabytes..=request.hash_mb.max(1)).contains(size));
        let (_, table) = self
            .table
            .get_or_insert_with(|| (megabytes, TranspositionTable::new(megabytes)));
        table.new_search();
        table
    }

    /// The requested size of the table, once a search has needed it.
    #[cfg(test)]
    pub(crate) fn megabytes(&self) -> Option<usize> {
        self.table.as_ref().map(|(size, _)| *size)
    }

    /// The table, once a search has needed it.
    pub(crate) fn get(&self) -> Option<&TranspositionTable<E>> {
        self.table.as_ref().map(|(_, table)| table)
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.table.take_if(|(_, table)| table.is_nearly_empty());
        if let Some((_, table)) = &mut self.table {
            table.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;
    use crate::util::rng::Rng;
    use std::time::Duration;

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Plain(u32);

    impl PackedEntry for Plain {
        fn pack(self) -> u64 {
            u64::from(self.0)
        }
        fn unpack(bits: u64) -> Self {
            Self(bits as u32)
        }
        fn replacement_priority(self) -> i32 {
            (self.0 & 0xff) as i32
        }
    }

    #[test]
    fn gives_back_what_was_put_or_nothing() {
        let table = TranspositionTable::<Plain>::new(1);
        let mut rng = Rng::new(7);
        let pairs: Vec<_> = (0..10_000).map(|n| (rng.next(), Plain(n))).collect();
        for &(key, entry) in &pairs {
            assert_eq!(table.probe(key), None);
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
        }
        let kept = pairs
            .iter()
            .filter(|(key, entry)| table.probe(*key) == Some(*entry))
            .count();
        assert!(
            kept > 9_900,
            "only {kept} of 10,000 entries are left in 65,536 places"
        );
        for &(key, entry) in &pairs {
            assert!(table.probe(key).is_none_or(|found| found == entry));
        }
    }

    #[test]
    fn the_entry_of_lowest_priority_is_replaced_and_age_lowers_it() {
        let table = TranspositionTable::<Plain>::new(0);
        for (key, depth) in [(1, 10), (2, 30), (3, 20), (4, 40), (5, 50)] {
            table.store(key, Plain(depth));
        }
        assert_eq!(table.probe(1), None);
        for _ in 0..5 {
            table.new_search();
        }
        // 30 - 5 * 8 < 15, so a new shallow entry outlives the deep old ones.
        table.store(6, Plain(15));
        table.store(7, Plain(16));
        assert_eq!(table.probe(6), Some(Plain(15)));
        assert_eq!(table.probe(7), Some(Plain(16)));
        assert_eq!((table.probe(3), table.probe(2)), (None, None));
    }

    #[test]
    fn buckets_are_cache_lines() {
        for count in [1, 2, 1000] {
            let buckets = Buckets::new(count).unwrap();
            for index in [0, count / 2, count - 1] {
                assert_eq!(buckets.get(index).as_ptr().addr() % LINE, 0);
            }
        }
    }

    #[test]
    fn clear_forgets() {
        let request = SearchRequest::new(Limits::none());
        // Nearly empty and nearly full.
        for entries in [1, 900_000] {
            let mut kept = KeptTable::<Plain>::default();
            kept.for_search(&request);
            let (_, table) = kept.table.as_mut().unwrap();
            let key = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            for n in 1..=entries {
                table.store(key(n), Plain(1));
            }
            assert!(entries == 1 || table.hashfull() > ALL_PAGES_USED);
            // Entries of older searches take their pages, too.
            table.new_search();
            assert_eq!(table.hashfull(), 0);
            assert!(entries == 1 || table.permille(|data| data != 0) > ALL_PAGES_USED);
            kept.clear();
            assert_eq!(kept.get().is_some(), entries > 1);
            let table = kept.for_search(&request);
            assert_eq!(table.permille(|data| data != 0), 0);
            for n in 1..=entries {
                assert_eq!(table.probe(key(n)), None);
            }
        }
    }

    #[test]
    fn a_table_is_kept_where_it_is_large_enough_and_not_too_large() {
        let mut kept = KeptTable::<Plain>::default();
        let mut request = SearchRequest::new(Limits::none());
        let mut sizes = Vec::new();
        for (hash_mb, limits) in [
            (256, Limits::time(Duration::from_millis(100))),
            (256, Limits::time(Duration::from_millis(300))),
            (256, Limits::time(Duration::from_millis(100))),
            (256, Limits::none()),
            (256, Limits::time(Duration::from_millis(100))),
            (100, Limits::time(Duration::from_millis(100))),
            (100, Limits::none()),
            (0, Limits::none()),
        ] {
            (request.hash_mb, request.limits) = (hash_mb, limits);
            kept.for_search(&request);
            sizes.extend(kept.megabytes());
        }
        assert_eq!(sizes, [64, 128, 128, 256, 256, 64, 100, 1]);
    }

    #[test]
    fn key_zero_is_not_found_in_an_empty_table() {
        assert_eq!(TranspositionTable::<Plain>::new(1).probe(0), None);
    }

    #[test]
    fn generations_wrap_around() {
        let table = TranspositionTable::<Plain>::new(0);
        for n in 0..600 {
            table.store(1, Plain(n));
            let found = (table.probe(1), table.hashfull());
            assert_eq!(found, (Some(Plain(n)), 250), "search {n}");
            table.new_search();
        }
        let table = TranspositionTable::<Plain>::new(0);
        (0..254).for_each(|_| table.new_search());
        (1..=4).for_each(|key| table.store(key, Plain(10)));
        // Generation 255, then 1 and 2.
        (0..2).for_each(|_| table.new_search());
        table.store(5, Plain(3));
        table.store(6, Plain(2));
        let found = (table.probe(5), table.probe(6));
        assert_eq!(found, (Some(Plain(3)), Some(Plain(2))));
    }
}
