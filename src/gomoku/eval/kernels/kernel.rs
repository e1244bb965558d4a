//! The operations that every kernel provides.

use crate::gomoku::eval::vector::{CHANNELS, CellSums, Vector};

/// Elementary operations on the sums of cells and on lists of scores.
pub(crate) trait Kernel: Copy {
    /// [`CHANNELS`] numbers of 16 bits.
    type Channels: Copy;

    /// Calls `body`, compiled for the instructions of this kernel together with all that is inlined into it.
    fn run<T>(self, body: impl FnOnce() -> T) -> T;

    /// Reads the sums of a cell.
    fn load(self, numbers: &CellSums) -> Self::Channels;

    /// Writes the sums of a cell.
    fn store(self, numbers: Self::Channels) -> CellSums;

    /// The sums of a cell plus a vector.
    fn add(self, numbers: Self::Channels, vector: &Vector) -> Self::Channels;

    /// The sums of a cell with the vector `new` in the place of `old`.
    fn replace(self, numbers: Self::Channels, old: &Vector, new: &Vector) -> Self::Channels;

    /// `total`, plus what clipping leaves of the sums `new` of a cell, minus what it leaves of `old`.
    fn add_clipped_change(
        self,
        total: Self::Channels,
        old: Self::Channels,
        new: Self::Channels,
    ) -> Self::Channels;

    /// The sum of the products of what clipping leaves of the numbers and the weights.
    fn clipped_dot(self, numbers: Self::Channels, weights: Self::Channels) -> i32;

    /// The first index of the greatest number; 0 if there are none.
    fn argmax(self, numbers: &[i32]) -> usize;
}

/// A sum over all cells and a change of it.
#[inline(always)]
pub(crate) fn pool_plus(mut pool: [i32; CHANNELS], change: CellSums) -> [i32; CHANNELS] {
    // Without the detour through memory, LLVM computes the changes with SSE2 in vectors of four numbers, as many as
    // a vector of the pool holds, instead of eight.
    let change = std::hint::black_box(change);
    for (pool, change) in pool.iter_mut().zip(change.0) {
        *pool += i32::from(change);
    }
    pool
}
