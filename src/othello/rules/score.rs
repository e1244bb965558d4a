//! Units of scores: discs for exact scores, centi-discs for estimates.

/// A score in discs, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Discs(pub i32);

/// A value in hundredths of a disc, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CentiDiscs(pub i32);

impl CentiDiscs {
    /// The greatest whole number of discs that is not above the value.
    #[inline(always)]
    pub const fn floor(self) -> Discs {
        Discs(self.0.div_euclid(100))
    }

    /// The least whole number of discs that is not below the value.
    #[inline(always)]
    pub const fn ceil(self) -> Discs {
        Discs((self.0 + 99).div_euclid(100))
    }
}

impl From<Discs> for CentiDiscs {
    #[inline(always)]
    fn from(score: Discs) -> Self {
        Self(100 * score.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_widen_to_whole_discs() {
        for (value, floor, ceil) in [(250, 2, 3), (-250, -3, -2), (200, 2, 2), (-1, -1, 0)] {
            let value = CentiDiscs(value);
            assert_eq!((value.floor(), value.ceil()), (Discs(floor), Discs(ceil)));
        }
        assert_eq!(CentiDiscs::from(Discs(-7)), CentiDiscs(-700));
    }
}
