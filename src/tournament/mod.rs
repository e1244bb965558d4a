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

mod delays;
mod engine_builds;
#[cfg(test)]
mod fake_engine;
#[cfg(test)]
pub(crate) mod fixture;
pub mod journal;
mod key_values;
mod levels;
mod openings;
mod prepare;
mod probe;
mod referee;
mod results;
mod runner;
mod schedule;
mod settings;
mod stats;

pub(crate) use engine_builds::changed_files;
pub use engine_builds::{EngineBuild, ProgramFile};
pub use levels::LevelRange;
pub use openings::{OpeningOrder, OpeningSymmetry, OpeningsError};
pub use prepare::SettingsError;
pub use probe::ProbeError;
pub use referee::GameSettings;
pub use referee::adjudication::{Adjudication, DrawRule, ResignRule, ResignSide};
pub use referee::clock::TimeLimits;
pub use results::engine_stats::EngineStats;
pub use results::evaluation_stats::{
    AnnouncedGames, Announcements, Calibration, EvaluationStats, PHASES, PhaseError, Swing,
};
pub use results::game_result::{GameResult, OpeningStep, Ply};
pub use results::match_info::MatchInfo;
pub use results::match_state::MatchState;
pub use results::replay::{Replay, ReplayStep};
pub use results::stage_results::{StageResult, StageResults, SwissRow};
pub use results::standings::{Scoreboard, Standings};
pub use results::statistics::{HistoryPoint, MatchStatistics};
pub use runner::{Match, MatchObserver, MatchOutcome, Participant};
pub use schedule::{
    Schedule, ScheduledGame, Shard, Stage, SwissScore, TournamentFormat, TournamentKind,
};
pub use settings::{MatchFileError, MatchSettings};
pub use stats::elo::{Estimate, Sample, elo_to_score, score_to_elo};
pub use stats::rating::Rating;
pub use stats::score::{MatchScore, Outcome, Pentanomial, Wdl};
pub use stats::sprt::{EloModel, Sprt, SprtError, SprtParameters, SprtResult, SprtStatus};
