//! The choice of the kernel.

#[cfg(target_arch = "x86_64")]
use crate::othello::rules::flip::{avx2::Avx2, avx512::Avx512};
use crate::othello::rules::{flip::kernel::Kernel, flip::portable::Portable};
use std::sync::LazyLock;
use strum::IntoEnumIterator;

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

/// The kernels by name, the slowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::EnumIter, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum KernelChoice {
    Portable,
    Avx2,
    Avx512,
}

/// A value of `FLIPFIVE_KERNEL` that names no kernel of this processor.
#[derive(Debug, thiserror::Error)]
#[error("FLIPFIVE_KERNEL: this processor has no kernel \"{name}\"; expected one of: {available}")]
pub(crate) struct UnknownKernel {
    name: String,
    available: String,
}

impl KernelChoice {
    /// The kernels that this processor can run.
    pub(crate) fn available() -> impl Iterator<Item = Self> {
        Self::iter().filter(|kind| kind.is_available())
    }

    fn is_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        match self {
            Self::Portable => true,
            Self::Avx2 => Avx2::detect().is_some(),
            Self::Avx512 => Avx512::detect().is_some(),
        }
        #[cfg(not(target_arch = "x86_64"))]
        matches!(self, Self::Portable)
    }

    /// The kernel in use: that of the environment variable `FLIPFIVE_KERNEL` if this processor can run
    /// it, and the fastest one otherwise.
    #[inline]
    pub(crate) fn selected() -> Self {
        static SELECTED: LazyLock<KernelChoice> = LazyLock::new(|| {
            let forced = KernelChoice::forced().ok().flatten();
            forced.unwrap_or_else(KernelChoice::fastest)
        });
        *SELECTED
    }

    fn fastest() -> Self {
        Self::available().last().unwrap_or(Self::Portable)
    }

    /// The kernel that `FLIPFIVE_KERNEL` names.
    ///
    /// # Errors
    /// The variable names no kernel of this processor.
    pub(crate) fn forced() -> Result<Option<Self>, UnknownKernel> {
        let Some(name) = std::env::var_os("FLIPFIVE_KERNEL").filter(|name| !name.is_empty()) else {
            return Ok(None);
        };
        let name = name.to_string_lossy();
        let kind = name.parse().ok().filter(|kind: &Self| kind.is_available());
        kind.map(Some).ok_or_else(|| {
            let available: Vec<String> = Self::available().map(|kind| kind.to_string()).collect();
            UnknownKernel {
                name: name.into_owned(),
                available: available.join(", "),
            }
        })
    }
}
