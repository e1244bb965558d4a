//! Random numbers, checksummed data, files that are whole, memory, encodings of text, interrupts, threads, vector
//! instructions: knows no game and no search.

pub(crate) mod blob;
pub(crate) mod boxed;
pub(crate) mod files;
pub(crate) mod interrupt;
pub(crate) mod kernel;
pub(crate) mod memory;
pub(crate) mod open_files;
pub(crate) mod pairs;
pub(crate) mod rng;
pub(crate) mod text;
pub(crate) mod threads;
