//! Openings: read from files (opening suites), or generated; all games of a round start from the same one.

mod format;
mod generator;
mod reader;
mod suite;

pub(crate) use format::OpeningFormat;
pub(crate) use generator::{GeneratorSettings, OpeningGenerator};
pub(crate) use reader::{OpeningsError, read};
pub(crate) use suite::{Opening, OpeningSource, Openings};
pub use suite::{OpeningOrder, OpeningSymmetry};
