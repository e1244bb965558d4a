//! Openings: read from files (opening suites), or generated; all games of a round start from the same one.

mod format;
mod generator;
mod opening;
mod reader;
mod suite;

pub use format::OpeningFormat;
pub use generator::{GeneratorSettings, OpeningGenerator};
pub use opening::Opening;
pub use reader::{OpeningsError, read};
pub use suite::{OpeningOrder, OpeningSource, OpeningSymmetry, Openings};
