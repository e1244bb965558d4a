//! Matches between engines of any protocol.
//!
//! Our own referee holds the board, the rules and the clocks. What happened in a game is one line of the
//! journal, from which every result, record and report is made.

pub mod adjudication;
pub mod config;
pub mod engine_stats;
#[cfg(test)]
pub(crate) mod fixture;
pub mod game_result;
pub mod journal;
pub mod meta;
pub mod openings;
pub mod referee;
pub mod replay;
pub mod runner;
pub mod schedule;
pub mod standings;
pub mod stats;
pub mod time_control;

pub use game_result::{GameResult, Ply, Winner};
pub use meta::Title;
pub use stats::sprt::Sprt;
