//! The choice of the kernel.

use crate::othello::rules::{flip::kernel::Kernel, flip::portable::Portable};
#[cfg(target_arch = "x86_64")]
use crate::{
    othello::rules::flip::{avx2::Avx2, avx512::Avx512},
    util::kernel::KernelChoice,
};

/// Work that is generic over the kernel. A trait, since a closure cannot be generic.
pub trait Task {
    /// The result.
    type Output;
    /// Does the work.
    fn run<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// Runs a task with the kernel of `KernelChoice::selected`. The choice takes a few nanoseconds: call it
/// for whole trees, not for single boards.
pub fn dispatch<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    match KernelChoice::selected() {
        KernelChoice::Avx512 => {
            if let Some(kernel) = Avx512::detect() {
                return kernel.run(|| task.run(kernel));
            }
        }
        KernelChoice::Avx2 => {
            if let Some(kernel) = Avx2::detect() {
                return kernel.run(|| task.run(kernel));
            }
        }
        KernelChoice::Portable => {}
    }
    Portable.run(|| task.run(Portable))
}
