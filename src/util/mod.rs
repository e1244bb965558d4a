//! Random numbers and checksummed data: knows no game and no search.

pub mod blob;
pub mod boxed;
pub mod pairs;
pub mod rng;
