//! Matches between engines of any protocol.
//!
//! Our own referee holds the board, the rules and the clocks; engines are programs at the ends of two
//! pipes. What happened in a game is a [`Played`]: one line of the journal, from which every result,
//! record and report is made.

#[cfg(test)]
pub(crate) mod fixture;
pub mod html;
pub mod output;
pub mod played;
pub mod player;
pub mod score;
pub mod sprt;
pub mod summary;
pub mod title;
pub mod usage;
pub mod walk;

pub use played::{Ending, Played, Ply, Thought};
pub use player::{Answer, Fault, GameSpec, Player, Turn};
pub use sprt::Sprt;
pub use title::Title;
