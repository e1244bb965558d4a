//! The position of the search: the board with the patterns of every empty cell, updated by every move.

mod accumulator;
pub(crate) mod candidates;
mod defence_zone;
mod incremental;
mod network_accumulator;
mod preview;
mod static_eval;
mod tables;
mod threats;
mod zobrist;

pub(crate) use accumulator::{Accumulator, ForcedReply};
pub(crate) use defence_zone::defence_zone;
pub use incremental::State;
pub(crate) use static_eval::StaticEval;
