//! The position of the search: the board with the patterns of every empty cell, updated by every move.

pub mod accumulator;
pub mod candidates;
pub mod defence_zone;
pub mod forced_reply;
pub mod incremental;
mod tables;
mod threats;
mod zobrist;

pub use accumulator::Accumulator;
pub use forced_reply::ForcedReply;
pub use incremental::State;
