//! The kernel for any processor.

use crate::gomoku::eval::kernels::kernel::Kernel;
use crate::gomoku::eval::vector::{CHANNELS, CLIP_MAX, CellSums, Vector};

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Kernel for Portable {
    type Channels = [i16; CHANNELS];

    #[inline(always)]
    fn run<T>(self, body: impl FnOnce() -> T) -> T {
        body()
    }

    #[inline(always)]
    fn load(self, numbers: &CellSums) -> Self::Channels {
        numbers.0
    }

    #[inline(always)]
    fn store(self, numbers: Self::Channels) -> CellSums {
        CellSums(numbers)
    }

    #[inline(always)]
    fn add(self, mut numbers: Self::Channels, vector: &Vector) -> Self::Channels {
        for (number, &addend) in numbers.iter_mut().zip(&vector.0) {
            *number += i16::from(addend);
        }
        numbers
    }

    #[inline(always)]
    fn replace(self, mut numbers: Self::Channels, old: &Vector, new: &Vector) -> Self::Channels {
        for ((number, &old), &new) in numbers.iter_mut().zip(&old.0).zip(&new.0) {
            *number += i16::from(new) - i16::from(old);
        }
        numbers
    }

    #[inline(always)]
    fn add_clipped_change(
        self,
        mut total: Self::Channels,
        old: Self::Channels,
        new: Self::Channels,
    ) -> Self::Channels {
        for n in 0..CHANNELS {
            total[n] += new[n].clamp(0, CLIP_MAX) - old[n].clamp(0, CLIP_MAX);
        }
        total
    }

    #[inline(always)]
    fn clipped_dot(self, numbers: Self::Channels, weights: Self::Channels) -> i32 {
        let mut total = 0;
        for (number, weight) in numbers.into_iter().zip(weights) {
            total += i32::from(number.clamp(0, CLIP_MAX)) * i32::from(weight);
        }
        total
    }

    #[inline(always)]
    fn argmax(self, numbers: &[i32]) -> usize {
        let Some(&first) = numbers.first() else {
            return 0;
        };
        // Eight maxima, which are found side by side.
        let (chunks, rest) = numbers.as_chunks::<8>();
        let mut greatest = [first; 8];
        for chunk in chunks {
            for (greatest, number) in greatest.iter_mut().zip(chunk) {
                *greatest = (*greatest).max(*number);
            }
        }
        let greatest = greatest.iter().chain(rest).copied().fold(first, i32::max);
        let place = numbers.iter().position(|number| *number == greatest);
        place.unwrap_or(0)
    }
}
