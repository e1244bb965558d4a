//! Matches between engines of any protocol.
//!
//! Our own referee holds the board, the rules and the clocks; engines are programs at the ends of two
//! pipes. What happened in a game is a [`Played`]: one line of the journal, from which every result,
//! record and report is made.
//!
//! Engines: [`spec`] says how one is started, [`process`] runs it, [`clients`] speak to it. [`dummy`]
//! is an engine that misbehaves on request. [`bridge`] puts an engine of any protocol in the place of our
//! own, [`compliance`] finds out whether an engine does what its protocol asks of it.

pub mod adjudicate;
pub mod bridge;
pub mod clients;
pub mod compliance;
pub mod config;
pub mod dummy;
#[cfg(test)]
pub(crate) mod fixture;
pub mod html;
pub mod journal;
pub mod openings;
pub mod output;
pub mod play;
pub mod played;
pub mod player;
pub mod process;
pub mod schedule;
pub mod score;
pub mod spec;
pub mod sprt;
pub mod summary;
pub mod time;
pub mod title;
pub mod tournament;
pub mod usage;
pub mod walk;

pub use played::{Ending, Played, Ply, Thought};
pub use player::{Answer, Fault, GameSpec, Player, Turn};
pub use spec::EngineSpec;
pub use sprt::Sprt;
pub use title::Title;
