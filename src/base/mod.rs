//! Ground floor: knows no game and no search.

pub mod rng;
