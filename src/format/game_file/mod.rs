//! Files of games in any format: [`GameReader`] reads the games of a file one after the other, and
//! [`GameWriter`] writes them.
//!
//! The reader finds out the format by itself, needs little memory however large the file is, and goes on
//! after a damaged game: it yields an error in its place.
//!
//! ```
//! use flipfive::format::game_file::{GameReader, ReadOptions};
//!
//! let text = "# two games\nf5d6c3d3c4\nf5f6e6\n";
//! let games: Vec<_> = GameReader::from_text(text, ReadOptions::default()).collect();
//! assert_eq!(games.len(), 2);
//! let first = games[0].as_ref().unwrap();
//! assert_eq!(first.line, 2);
//! assert_eq!(first.game.moves.len(), 5);
//! let record = first.game.record(5).unwrap();
//! assert_eq!(record.legal().len(), 6);
//! ```

mod kind;
mod line;
mod parts;
mod reader;
#[cfg(test)]
mod tests;
mod writer;

pub use kind::FileFormat;
pub(crate) use reader::text_of;
pub use reader::{GameReader, ReadOptions};
pub use writer::{GameWriter, WriteError, write};
