//! Generic Game Format (GGF): Othello games as the Generic Game Server, NBoard, NTest and Edax write them,
//! usually one on a line.
//!
//! ```text
//! (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ---(64 squares)--- *]B[F5/1.20/3]W[F6];)
//! ```
//!
//! A tag is two letters, or one for a move, with one value in brackets. The server's archives put the
//! number of games in a match before them: `1 (;...;)`, or `2 (;...;)(;...;)` for two games from the same
//! start with the colours exchanged.
//!
//! The format also holds other boards and other games. Only Othello on 8x8 is read; another board and
//! Anti-Othello are errors. Komi is kept but has no effect, since the rules here do not know it.
//!
//! ```
//! use flipfive::format::ggf;
//! use flipfive::game::Side;
//!
//! let game = ggf::read("(;GM[Othello]PB[a]PW[b]TI[15:00]TY[8]B[F5/1.20/3]W[F6];)")?;
//! assert_eq!(game.moves[0].value, Some(1.2));
//! assert_eq!(game.time_left(Side::Black).unwrap().as_secs(), 897);
//! assert!(ggf::write(&game).ends_with("B[F5/1.20/3]W[F6];)"));
//! # Ok::<(), flipfive::format::FormatError>(())
//! ```

mod game;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use game::{Ending, Game, Score, TimeControl};
pub use read::{read, read_all, read_move};
pub use write::{discs, move_name, write, write_move};
