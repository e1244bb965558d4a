//! Ground floor: knows no game and no search.

pub mod hash;
pub mod rng;
pub mod sealed;
