//! The unit of search depth, and the greatest distance from the root.

use std::ops::{Add, Sub};

/// Longest line from the root, in plies.
pub(crate) const MAX_PLY: usize = 256;

/// Steps in a ply.
const STEPS: i32 = 16;

/// A depth, or a change of one, in sixteenths of a ply, so that reductions and extensions can be
/// finer than a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub(crate) struct Depth(i32);

impl Depth {
    /// No depth: the quiescence search.
    pub(crate) const ZERO: Self = Self(0);
    /// One ply.
    pub(crate) const PLY: Self = Self::from_plies(1);

    /// A depth in plies.
    #[inline(always)]
    pub(crate) const fn from_plies(plies: i32) -> Self {
        Self(plies * STEPS)
    }

    /// A depth in sixteenths of a ply.
    #[inline(always)]
    pub(crate) const fn from_sixteenths(sixteenths: i32) -> Self {
        Self(sixteenths)
    }

    /// The depth in sixteenths of a ply.
    #[inline(always)]
    pub(crate) const fn sixteenths(self) -> i32 {
        self.0
    }

    /// The depth in whole plies, rounded towards zero.
    #[inline(always)]
    pub(crate) const fn plies(self) -> i32 {
        self.0 / STEPS
    }

    /// A margin that grows by `per_ply` with each ply.
    #[inline(always)]
    pub(crate) const fn margin(self, per_ply: i32) -> i32 {
        per_ply * self.0 / STEPS
    }
}

impl Add for Depth {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Depth {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}
