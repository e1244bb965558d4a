//! The AVX2 kernel: the sixteen numbers of a cell in one vector.

use crate::gomoku::eval::kernels::{kernel::Kernel, portable::Portable};
use crate::gomoku::eval::vector::{CLIP_MAX, CellSums, Vector};
use crate::util::kernel::{KernelChoice, has_avx2};
use std::arch::x86_64::*;
use std::sync::LazyLock;

/// Proof that the processor has the instructions of [`has_avx2`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The kernel, if this processor can run it.
    pub(crate) fn detect() -> Option<Self> {
        has_avx2().then_some(Self(()))
    }

    /// The kernel, unless the processor lacks it or `FLIPFIVE_KERNEL` selects the portable one.
    #[inline(always)]
    pub(crate) fn selected() -> Option<Self> {
        static SELECTED: LazyLock<Option<Avx2>> = LazyLock::new(|| {
            let is_portable = KernelChoice::selected() == KernelChoice::Portable;
            Avx2::detect().filter(|_| !is_portable)
        });
        *SELECTED
    }
}

impl Kernel for Avx2 {
    type Channels = __m256i;

    #[inline(always)]
    fn run<T>(self, body: impl FnOnce() -> T) -> T {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_instructions<T>(body: impl FnOnce() -> T) -> T {
            body()
        }
        // SAFETY: `Avx2` can only be made by `detect`, which has checked for all the instructions.
        unsafe { with_instructions(body) }
    }

    #[inline(always)]
    fn load(self, numbers: &CellSums) -> __m256i {
        bytemuck::must_cast(numbers.0)
    }

    #[inline(always)]
    fn store(self, numbers: __m256i) -> CellSums {
        CellSums(bytemuck::must_cast(numbers))
    }

    #[inline(always)]
    fn add(self, numbers: __m256i, vector: &Vector) -> __m256i {
        // SAFETY: `Avx2` can only be made by `detect`, which has checked for all the instructions.
        unsafe { add(numbers, vector) }
    }

    #[inline(always)]
    fn replace(self, numbers: __m256i, old: &Vector, new: &Vector) -> __m256i {
        // SAFETY: as above.
        unsafe { replace(numbers, old, new) }
    }

    #[inline(always)]
    fn add_clipped_change(self, total: __m256i, old: __m256i, new: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe { add_clipped_change(total, old, new) }
    }

    #[inline(always)]
    fn clipped_dot(self, numbers: __m256i, weights: __m256i) -> i32 {
        // SAFETY: as above.
        unsafe { clipped_dot(numbers, weights) }
    }

    #[inline(always)]
    fn argmax(self, numbers: &[i32]) -> usize {
        match numbers.last_chunk() {
            // SAFETY: as above.
            Some(last) => unsafe { argmax(numbers, last) },
            None => Portable.argmax(numbers),
        }
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn widened(vector: &Vector) -> __m256i {
    _mm256_cvtepi8_epi16(bytemuck::must_cast(vector.0))
}

#[target_feature(enable = "avx2")]
#[inline]
fn clipped(numbers: __m256i) -> __m256i {
    let positive = _mm256_max_epi16(numbers, _mm256_setzero_si256());
    _mm256_min_epi16(positive, _mm256_set1_epi16(CLIP_MAX))
}

#[target_feature(enable = "avx2")]
#[inline]
fn add(numbers: __m256i, vector: &Vector) -> __m256i {
    _mm256_add_epi16(numbers, widened(vector))
}

#[target_feature(enable = "avx2")]
#[inline]
fn replace(numbers: __m256i, old: &Vector, new: &Vector) -> __m256i {
    let change = _mm256_sub_epi16(widened(new), widened(old));
    _mm256_add_epi16(numbers, change)
}

#[target_feature(enable = "avx2")]
#[inline]
fn add_clipped_change(total: __m256i, old: __m256i, new: __m256i) -> __m256i {
    _mm256_add_epi16(total, _mm256_sub_epi16(clipped(new), clipped(old)))
}

#[target_feature(enable = "avx2")]
#[inline]
fn clipped_dot(numbers: __m256i, weights: __m256i) -> i32 {
    let eight = _mm256_madd_epi16(clipped(numbers), weights);
    let four = _mm_add_epi32(
        _mm256_castsi256_si128(eight),
        _mm256_extracti128_si256::<1>(eight),
    );
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    let one = _mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two));
    _mm_cvtsi128_si32(one)
}

/// The index of the greatest of at least eight numbers, `last` among them.
#[target_feature(enable = "avx2")]
#[inline]
fn argmax(numbers: &[i32], last: &[i32; 8]) -> usize {
    let chunks = numbers.as_chunks::<8>().0;
    // The last eight overlap with the chunks.
    let mut eight: __m256i = bytemuck::must_cast(*last);
    for chunk in chunks {
        eight = _mm256_max_epi32(eight, bytemuck::must_cast(*chunk));
    }
    let four = _mm_max_epi32(
        _mm256_castsi256_si128(eight),
        _mm256_extracti128_si256::<1>(eight),
    );
    let two = _mm_max_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    let one = _mm_max_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two));
    let greatest = _mm256_broadcastd_epi32(one);
    let places_in = |chunk: &[i32; 8]| {
        let equal = _mm256_cmpeq_epi32(greatest, bytemuck::must_cast(*chunk));
        _mm256_movemask_ps(_mm256_castsi256_ps(equal)) as u64
    };
    // Its place is unpredictable, so there is one branch for 64 numbers.
    for (n, group) in chunks.chunks(8).enumerate() {
        let mut places = 0;
        for (k, chunk) in group.iter().enumerate() {
            places |= places_in(chunk) << (8 * k);
        }
        if places != 0 {
            return 64 * n + places.trailing_zeros() as usize;
        }
    }
    numbers.len() - last.len() + places_in(last).trailing_zeros() as usize
}
