//! The vectors of windows, of which networks and policies are made.

/// Numbers of a vector.
pub(crate) const CHANNELS: usize = 16;

/// What 1.0 is in a vector.
pub(crate) const ONE: i16 = 64;

/// The vector of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(crate) struct Vector(pub [i8; CHANNELS]);
