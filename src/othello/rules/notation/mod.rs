//! Notations of Othello: move lists, positions, OBF problem lines, GGF boards.
//!
//! All of them name files a to h from left to right and ranks 1 to 8 from top to bottom, and list
//! boards row by row from a1. Readers accept all usual variants; writers use one of them.
//!
//! ```
//! use flipfive::othello::{Position, notation};
//!
//! let moves = notation::parse_transcript(Position::START, "F5 d6 c3").unwrap();
//! assert_eq!(moves.len(), 3);
//! let error = notation::parse_transcript(Position::START, "f5f5").unwrap_err();
//! assert_eq!(error.to_string(), "column 3: f5 cannot be played: the point is occupied");
//! ```

mod moves;
mod obf;
mod parser;
mod position;
#[cfg(test)]
mod tests;

pub use moves::{Passes, move_name, parse_move, parse_moves, parse_transcript, write_transcript};
pub use obf::Obf;
pub use parser::NotationError;
pub use position::{parse_ggf_board, parse_position, write_ggf_board, write_position};
