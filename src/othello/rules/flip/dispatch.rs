//! The choice of the kernel.

#[cfg(target_arch = "x86_64")]
use crate::othello::rules::flip::{avx2::Avx2, avx512::Avx512};
use crate::othello::rules::{flip::kernel::Kernel, flip::portable::Portable};

/// Work that is generic over the kernel. A trait, since a closure cannot be generic.
pub trait Task {
    /// The result.
    type Output;
    /// Does the work.
    fn run<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// Runs a task with the fastest kernel of this processor. The choice takes a few nanoseconds: call it
/// for whole trees, not for single boards.
pub fn dispatch<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(kernel) = Avx512::detect() {
        return kernel.run(|| task.run(kernel));
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(kernel) = Avx2::detect() {
        return kernel.run(|| task.run(kernel));
    }
    Portable.run(|| task.run(Portable))
}
