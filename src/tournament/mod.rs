//! Matches and tournaments between engines of any protocol.
//!
//! [`MatchSettings`] describe a match; [`MatchSettings::prepare`] checks them and makes a [`Match`];
//! [`Match::run`] plays it. The match runner's own referee keeps the board, the rules and the clocks. Each
//! finished game is one line of the journal, from which every result, game record and report is computed.
//!
//! `examples/run_a_match.rs` runs a match. The statistics can be used on their own:
//!
//! ```
//! use flipfive::tournament::{EloModel, MatchScore, Pentanomial, Sprt, SprtResult};
//!
//! // Game pairs: LL, LD, WL, DD, WD, WW.
//! let score = MatchScore::from(Pentanomial::from([40, 110, 60, 190, 140, 60]));
//! let elo = score.sample().unwrap().elo();
//! assert_eq!(format!("{:.1} +/- {:.1}", elo.value, elo.error()), "20.3 +/- 14.4");
//!
//! let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, EloModel::Logistic).unwrap();
//! assert_eq!(sprt.status(&score).verdict, SprtResult::Continue);
//! ```

mod adjudication;
mod clock;
mod delays;
mod endgame_solver;
mod engine_builds;
mod engine_failures;
mod engine_stats;
mod evaluation_stats;
#[cfg(test)]
mod fake_engine;
#[cfg(test)]
pub(crate) mod fixture;
mod game_queue;
mod game_result;
pub mod journal;
mod key_values;
mod levels;
mod match_info;
mod match_state;
mod opening_rule;
mod openings;
mod prepare;
mod probe;
mod referee;
mod replay;
mod runner;
mod schedule;
mod settings;
mod stage_results;
mod standings;
mod statistics;
mod stats;

pub use adjudication::{Adjudication, DrawRule, ResignRule, ResignSide};
pub use clock::TimeLimits;
pub(crate) use engine_builds::changed_files;
pub use engine_builds::{EngineBuild, ProgramFile};
pub use engine_stats::EngineStats;
pub use evaluation_stats::{
    AnnouncedGames, Announcements, Calibration, EvaluationStats, PHASES, PhaseError, Swing,
};
pub use game_result::{GameResult, OpeningStep, Ply};
pub use levels::LevelRange;
pub use match_info::MatchInfo;
pub use match_state::MatchState;
pub use openings::{OpeningOrder, OpeningSymmetry, OpeningsError};
pub use prepare::SettingsError;
pub use probe::ProbeError;
pub use referee::GameSettings;
pub use replay::{Replay, ReplayStep};
pub use runner::{Match, MatchObserver, MatchOutcome, Participant};
pub use schedule::{
    Schedule, ScheduledGame, Shard, Stage, SwissScore, TournamentFormat, TournamentKind,
};
pub use settings::{MatchFileError, MatchSettings};
pub use stage_results::{StageResult, StageResults, SwissRow};
pub use standings::{Scoreboard, Standings};
pub use statistics::{HistoryPoint, MatchStatistics};
pub use stats::elo::{Estimate, Sample, elo_to_score, score_to_elo};
pub use stats::rating::Rating;
pub use stats::score::{MatchScore, Outcome, Pentanomial, Wdl};
pub use stats::sprt::{EloModel, Sprt, SprtError, SprtParameters, SprtResult, SprtStatus};
