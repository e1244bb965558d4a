//! Matches between engines of any protocol.
//!
//! Our own referee holds the board, the rules and the clocks; engines are programs at the ends of two
//! pipes. What happened in a game is a [`Played`]: one line of the journal, from which every result,
//! record and report is made.
//!
//! Engines: [`spec`] says how one is started, [`process`] runs it, [`clients`] speak to it. [`dummy`]
//! is an engine that misbehaves on request. [`bridge`] puts an engine of any protocol in the place of our
//! own, [`compliance`] finds out whether an engine does what its protocol asks of it.

pub mod bridge;
pub mod clients;
pub mod compliance;
pub mod dummy;
pub mod played;
pub mod player;
pub mod process;
pub mod spec;

pub use played::{Ending, Played, Ply, Thought};
pub use player::{Answer, Fault, GameSpec, Player, Turn};
pub use spec::EngineSpec;
