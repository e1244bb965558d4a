//! Seeded generator, hash and checksummed files: knows no game and no search.

pub mod blob;
pub mod boxed;
pub mod hash;
pub mod pairs;
pub mod rng;
