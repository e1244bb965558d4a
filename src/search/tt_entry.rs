//! What the entries of the transposition table have in common in both games: how they are packed, what
//! the bound of a value means, and which entry of a full bucket is replaced.

/// How a stored value relates to the true value at its depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true value is at most the stored one.
    Upper = 1,
    /// The true value is at least the stored one.
    Lower = 2,
    /// The stored value is the true one.
    Exact = 3,
}

impl Bound {
    /// The bound of a fail-soft result of a search in the window (`alpha`, `beta`).
    #[inline]
    pub(crate) const fn of(value: i32, alpha: i32, beta: i32) -> Self {
        if value >= beta {
            Self::Lower
        } else if value > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }

    /// Whether a value with this bound ends the search of a node with the window (`alpha`, `beta`).
    #[inline]
    pub(crate) const fn cuts_off(self, value: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => value >= beta,
            Self::Upper => value <= alpha,
        }
    }

    /// The reverse of `self as u64`.
    #[inline]
    pub(crate) const fn from_bits(bits: u64) -> Self {
        match bits {
            1 => Self::Upper,
            2 => Self::Lower,
            _ => Self::Exact,
        }
    }
}

/// The bits of a packed entry that hold one number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BitField {
    shift: u32,
    width: u32,
}

impl BitField {
    /// The lowest `width` bits.
    pub(crate) const fn first(width: u32) -> Self {
        Self { shift: 0, width }
    }

    /// The `width` bits above this field. An entry has 56 bits in all.
    pub(crate) const fn then(self, width: u32) -> Self {
        let shift = self.shift + self.width;
        assert!(shift + width <= DATA_BITS);
        Self { shift, width }
    }

    /// The greatest number that [`BitField::unpack`] can return.
    pub(crate) const fn max(self) -> u64 {
        (1 << self.width) - 1
    }

    /// A number that fits, in its place.
    #[inline(always)]
    pub(crate) const fn pack(self, number: u64) -> u64 {
        debug_assert!(number <= self.max());
        number << self.shift
    }

    /// A number in two's complement, in its place.
    #[inline(always)]
    pub(crate) const fn pack_signed(self, number: i32) -> u64 {
        (number as u64 & self.max()) << self.shift
    }

    /// The number in this field of a packed entry.
    #[inline(always)]
    pub(crate) const fn unpack(self, bits: u64) -> u64 {
        bits >> self.shift & self.max()
    }

    /// The number in two's complement in this field of a packed entry.
    #[inline(always)]
    pub(crate) const fn unpack_signed(self, bits: u64) -> i32 {
        // The left shift drops the bits above the field, the right shift extends the sign.
        let top = (bits << (u64::BITS - self.shift - self.width)) as i64;
        (top >> (u64::BITS - self.width)) as i32
    }
}

/// Bits of a packed entry; the other bits of a word hold the generation.
pub(crate) const DATA_BITS: u32 = 56;

/// The content of an entry.
///
/// The games store different facts: Othello two bounds of the value, a selectivity and two moves;
/// Gomoku one value with its bound, the static evaluation and one move. Both together exceed a word, so
/// each game lays out its own fields with [`BitField`]. What the table needs to know is declared here.
pub(crate) trait PackedEntry: Copy {
    /// Packs the content into the low 56 bits; the high 8 bits must be zero.
    fn pack(self) -> u64;
    /// The reverse of [`PackedEntry::pack`].
    fn unpack(bits: u64) -> Self;
    /// Priority of keeping the entry of the current search; the entry with the lowest one is replaced.
    fn replacement_priority(self) -> i32;
    /// Whether this entry of the current search is worth more than a `new` one for the same
    /// position.
    fn outlives(self, new: Self) -> bool {
        let _ = new;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_do_not_overlap_and_keep_signs() {
        const LOW: BitField = BitField::first(10);
        const MIDDLE: BitField = LOW.then(14);
        const HIGH: BitField = MIDDLE.then(32);
        for (low, middle, high) in [(0, -8192, i32::MIN), (1023, 8191, -1), (5, -1, i32::MAX)] {
            let bits = LOW.pack(low) | MIDDLE.pack_signed(middle) | HIGH.pack_signed(high);
            assert_eq!(bits >> DATA_BITS, 0);
            assert_eq!(LOW.unpack(bits), low);
            assert_eq!(MIDDLE.unpack_signed(bits), middle);
            assert_eq!(HIGH.unpack_signed(bits), high);
        }
    }

    #[test]
    fn a_bound_cuts_off_only_on_its_side_of_the_window() {
        for (value, bound) in [(-5, Bound::Upper), (5, Bound::Lower), (0, Bound::Exact)] {
            assert_eq!(Bound::of(value, -3, 3), bound);
            assert!(bound.cuts_off(value, -3, 3));
            assert_eq!(Bound::from_bits(bound as u64), bound);
        }
        assert!(!Bound::Upper.cuts_off(5, -3, 3));
        assert!(!Bound::Lower.cuts_off(-5, -3, 3));
    }
}
