//! The results of a match: what is known of each game, and what follows from all of them.

pub(crate) mod engine_stats;
pub(crate) mod evaluation_stats;
pub(crate) mod game_result;
pub(crate) mod match_info;
pub(crate) mod match_state;
pub(crate) mod replay;
pub(crate) mod stage_results;
pub(crate) mod standings;
pub(crate) mod statistics;
