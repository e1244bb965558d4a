//! Positions of Othello as text: 64 squares row by row from a1, a blank, the side to move.
//!
//! ```
//! use flipfive::format::position;
//!
//! let text = "---------------------------OX------XO--------------------------- X";
//! let setup = position::parse_position(text).unwrap();
//! assert_eq!(position::write_position(&setup).as_deref(), Some(text));
//! ```

use crate::game::{Game, Setup, describe};
use crate::othello::rules::notation;
use crate::othello::{Othello, Rules};

/// Writes a position. `None` if it is not a position of Othello.
pub fn write_position(setup: &Setup) -> Option<String> {
    let position = Othello::from_setup(Rules, setup).ok()?;
    Some(notation::write_position(position))
}

/// Reads a position. `None` if the text is not a position of Othello.
pub fn parse_position(text: &str) -> Option<Setup> {
    let position = notation::parse_position(text).ok()?;
    Some(describe::<Othello>(&position))
}
