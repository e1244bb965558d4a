//! Which vector instructions the kernels of the games may use on this processor.

use std::sync::LazyLock;
use strum::IntoEnumIterator;

/// Whether the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT (x86-64-v3: Haswell, Zen and later).
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// Whether the processor has AVX-512 F, BW, CD, DQ, VL, VBMI, VBMI2, VPOPCNTDQ and GFNI and all of [`has_avx2`] (Ice Lake,
/// Zen 4 and later). All of them execute PEXT in a few cycles.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn has_avx512() -> bool {
    has_avx2()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("gfni")
}

/// The sets of instructions that there are kernels for, by name, the slowest first.
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
            Self::Avx2 => has_avx2(),
            Self::Avx512 => has_avx512(),
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
