//! What is wrong with the settings of a match.

use crate::engine::Variant;
use crate::engines::SpecError;
use crate::tournament::openings::OpeningsError;

/// Settings from which no match can be made.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The game is unknown.
    #[error("unknown game {name:?}; expected one of: {expected}")]
    Game {
        /// The name that was given.
        name: String,
        /// The known names.
        expected: String,
    },
    /// The game has no board of this size.
    #[error("{variant} is not played on a board of size {size}; expected {}", variant.sizes())]
    Size {
        /// The game.
        variant: Variant,
        /// The size.
        size: u8,
    },
    /// The number of engines is wrong.
    #[error("{0} given; expected {1}")]
    Engines(String, &'static str),
    /// Two engines have the same name.
    #[error("two engines have the name {0:?}; give one of them another name with name=NAME")]
    SameName(String),
    /// The description of an engine is wrong.
    #[error("engine {number}: {source}")]
    Engine {
        /// The number of the engine, from 1.
        number: usize,
        /// The error.
        source: SpecError,
    },
    /// The openings are wrong.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// A value is wrong.
    #[error("{0}")]
    Value(String),
}
