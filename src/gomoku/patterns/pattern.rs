//! Line patterns: what a stone on an empty cell makes of one line through it.

/// What a stone on an empty cell makes of one line through it, in ascending order of strength.
///
/// The patterns are those of Rapfi, whose names stand in brackets. In the examples `*` is the stone in
/// question, `x` are other stones of the same side, `_` are empty cells, and `o` is a stone of the
/// opponent or the edge of the board, which is also what lies beyond both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Pattern {
    /// No five can come of it: `o_*__o` (DEAD).
    Dead,
    /// More than five in a row where only five win: `xx*xxx`. For Black in Renju also two fours within
    /// the line: `x_x*x_x`. It has no value, or is a foul (OL).
    Overline,
    /// One more stone makes a blocked two: `o*____o` (B1).
    BlockedOne,
    /// One more stone makes an open two: `___*___` (F1).
    OpenOne,
    /// One more stone makes a blocked three: `ox*___` (B2).
    BlockedTwo,
    /// One more stone makes an open three, on one or two cells: `__x*__` (F2).
    OpenTwo,
    /// One more stone makes an open three, on three cells: `__x*___` (F2A).
    OpenTwoWide,
    /// One more stone makes an open three, on four cells or more: `___x*___` (F2B).
    OpenTwoBest,
    /// One more stone makes a four: `ox*x__` (B3).
    BlockedThree,
    /// One more stone makes an open four, on one cell: `_x_*x_` (F3).
    OpenThree,
    /// One more stone makes an open four, on two cells or more: `__x*x__` (F3S).
    OpenThreeBest,
    /// One more stone makes a five, and a single answer stops that: `oxx*x_` (B4).
    Four,
    /// One more stone makes a five, whatever the answer: `_xx*x_` (F4).
    OpenFour,
    /// Five that win: `xx*xx` (F5).
    Five,
}

/// Number of patterns.
pub(crate) const PATTERNS: usize = 14;

impl Pattern {
    /// All patterns in ascending order.
    pub const ALL: [Self; PATTERNS] = [
        Self::Dead,
        Self::Overline,
        Self::BlockedOne,
        Self::OpenOne,
        Self::BlockedTwo,
        Self::OpenTwo,
        Self::OpenTwoWide,
        Self::OpenTwoBest,
        Self::BlockedThree,
        Self::OpenThree,
        Self::OpenThreeBest,
        Self::Four,
        Self::OpenFour,
        Self::Five,
    ];

    /// The pattern with this number; [`Pattern::Dead`] for numbers that do not exist.
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Self {
        Self::ALL[if bits < PATTERNS as u32 {
            bits as usize
        } else {
            0
        }]
    }

    /// Whether this is a four, open or not.
    pub const fn is_four(self) -> bool {
        matches!(self, Self::Four | Self::OpenFour)
    }

    /// Whether this is a three that threatens an open four.
    pub const fn is_open_three(self) -> bool {
        matches!(self, Self::OpenThree | Self::OpenThreeBest)
    }

    /// Whether this is a two that threatens an open three.
    pub const fn is_open_two(self) -> bool {
        matches!(self, Self::OpenTwo | Self::OpenTwoWide | Self::OpenTwoBest)
    }

    /// An open two or a blocked three: one more stone makes a threat.
    pub const fn is_promising(self) -> bool {
        self.is_open_two() || matches!(self, Self::BlockedThree)
    }
}
