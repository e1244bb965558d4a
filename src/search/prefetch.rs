//! Prefetching of cache lines.

/// Prefetches the cache line of `target`. A hint: it does not affect results.
#[inline(always)]
pub(crate) fn prefetch<T>(target: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch never faults, and SSE is part of every x86-64 processor. Probes of the
        // transposition table are nearly always cache misses, which this hides.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(target).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = target;
    }
}
