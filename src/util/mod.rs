//! Random numbers and checksummed data: knows no game and no search.

pub(crate) mod blob;
pub(crate) mod boxed;
pub(crate) mod pairs;
pub(crate) mod rng;
