//! The arithmetic of the network, the policy and the move picker: a portable kernel and one for AVX2.
//!
//! A loop over cells is written once over a [`Kernel`] and entered through [`with_kernel!`]. The kernels give the same
//! numbers: sums of integers are exact, and sums of floats are added up in the same order.
//!
//! LLVM does not do this by itself. Given AVX2, it makes vectors of the same number of several cells, which it has to
//! put together one by one. `docs/notes/gomoku.md` has the figures.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod kernel;
mod portable;

#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Avx2;
pub(crate) use kernel::{Kernel, pool_plus};
pub(crate) use portable::Portable;

/// Runs `$body` with the kernel for this processor as `$kernel`.
macro_rules! with_kernel {
    ($kernel:ident => $body:expr) => {{
        use $crate::gomoku::eval::Kernel as _;
        let $kernel = $crate::gomoku::eval::Portable;
        #[cfg(target_arch = "x86_64")]
        if let Some($kernel) = $crate::gomoku::eval::Avx2::selected() {
            $kernel.run(
                #[inline(always)]
                || $body,
            )
        } else {
            $kernel.run(
                #[inline(always)]
                || $body,
            )
        }
        #[cfg(not(target_arch = "x86_64"))]
        $kernel.run(
            #[inline(always)]
            || $body,
        )
    }};
}
pub(crate) use with_kernel;

#[cfg(test)]
mod tests;
