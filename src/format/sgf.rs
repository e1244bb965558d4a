//! Smart Game Format (SGF): Othello (`GM[2]`) and Gomoku (`GM[4]`), read and written.
//!
//! Specification: Arno Hollosi, "SGF File Format, `FF[4]`". Programs write Othello in three ways:
//!
//! * Quarry: letter pairs with a1 at the top left, without passes.
//! * Edax: square names (`f5`), with the position in AB and AW.
//! * GoGui: no GM, and letter pairs with a8 at the top left. It opens games of Go only (`GM[1]`).
//!
//! The reader therefore tries both orientations and takes the one in which the moves are legal.
//!
//! ```
//! use flipfive::format::sgf;
//! use flipfive::gomoku::Rule;
//!
//! let game = sgf::read("(;GM[4]SZ[15]RU[4];B[hh];W[ii])", Rule::Freestyle)?;
//! assert_eq!(game.variant.name(), "Renju");
//! assert_eq!(game.moves.len(), 2);
//! assert!(sgf::write(&game, None).ends_with(";B[hh];W[ii])\n"));
//! # Ok::<(), flipfive::format::FormatError>(())
//! ```

mod game;
mod read;
mod syntax;
#[cfg(test)]
mod tests;
mod write;

pub use game::read_game;
pub use read::{read, read_expecting};
pub use write::{write, write_annotated, write_for_gogui, write_game};
pub(crate) use write::{write_for_gogui_by, write_game_by};
