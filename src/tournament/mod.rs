//! Matches between engines of any protocol.
//!
//! The match runner's own referee keeps the board, the rules and the clocks. Each finished game is one
//! line of the journal, from which every result, game record and report is computed.

pub mod adjudication;
pub mod config;
pub mod engine_stats;
#[cfg(test)]
pub(crate) mod fixture;
pub mod game_result;
pub mod journal;
pub mod match_info;
pub mod openings;
pub mod referee;
pub mod replay;
pub mod runner;
pub mod schedule;
pub mod standings;
pub mod stats;
pub mod time_control;

pub use engine_stats::{EngineStats, engine_stats};
pub use game_result::{GameResult, Ply, Winner};
pub use match_info::MatchInfo;
pub use replay::{Replay, ReplayStep};
pub use standings::{Scoreboard, Standings};
pub use stats::elo::{Estimate, Sample, elo_to_score, score_to_elo};
pub use stats::rating::Rating;
pub use stats::score::{MatchScore, Pentanomial, Wdl};
pub use stats::sprt::{EloModel, Sprt, SprtParameters, SprtResult, SprtStatus};
pub use time_control::TimeControl;
