//! Openings: read from files (opening suites), or generated; all games of a round start from the same one.

mod book;
mod format;
mod generator;
mod reader;
mod suite;

pub(crate) use book::read_book;
pub(crate) use format::OpeningFormat;
pub(crate) use generator::{GeneratorSettings, OpeningGenerator};
pub use reader::OpeningsError;
pub(crate) use reader::read;
pub(crate) use suite::{Opening, OpeningSource, Openings};
pub use suite::{OpeningOrder, OpeningSymmetry};
