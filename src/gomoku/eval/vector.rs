//! The vectors of windows, of which networks and policies are made.

/// Numbers of a vector.
pub(crate) const CHANNELS: usize = 16;

/// Fixed-point scale: this integer stands for 1.0 in a vector.
pub(crate) const ONE: i16 = 64;

/// The largest number of a cell.
pub(crate) const CLIP: i16 = 4;

/// The greatest number of a cell after clipping, in units of 1 / [`ONE`].
pub(crate) const CLIP_MAX: i16 = CLIP * ONE;

/// The vector of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(crate) struct Vector(pub [i8; CHANNELS]);

/// The sums of the vectors of a cell before they are clipped, in units of 1 / [`ONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct CellSums(pub [i16; CHANNELS]);

impl CellSums {
    /// No vectors.
    pub(crate) const ZERO: Self = Self([0; CHANNELS]);

    /// The sums of a cell without vectors whose bias a file states.
    pub(crate) fn of_bias(bias: &[f32; CHANNELS]) -> Self {
        Self(bias.map(|bias| (bias * f32::from(ONE)).round() as i16))
    }
}
