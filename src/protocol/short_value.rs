//! Values of searches in a few characters, for people at a GUI.

pub(crate) use crate::format::short_score as short_value;
