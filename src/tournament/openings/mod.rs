//! Openings: read from files (opening suites), or generated; all games of a round start from the same one.

mod format;
mod generator;
mod opening;
mod reader;
mod suite;

pub(crate) use format::OpeningFormat;
pub(crate) use generator::{GeneratorSettings, OpeningGenerator};
pub(crate) use opening::Opening;
pub(crate) use reader::OpeningsError;
pub(crate) use reader::read;
pub use suite::{OpeningOrder, OpeningSymmetry};
pub(crate) use suite::{OpeningSource, Openings};
