//! Game records as text: SGF, GGF, PSQ and PGN.
//!
//! | module | games | reads | writes |
//! |---|---|---|---|
//! | [`sgf`] | Othello, Gomoku | the main line of the first game | yes |
//! | [`ggf`] | Othello | all games | yes |
//! | [`psq`] | Gomoku | | yes |
//! | [`pgn`] | Othello, Gomoku | | yes, for programs that compute ratings |
//!
//! A reader checks every move against the rules and reports the line and column of the first error.
//! A [`GameRecord`] holds the start and the moves; an [`AnnotatedGame`] adds players, result, times and
//! values.

mod annotated;
mod error;
pub mod ggf;
mod numbers;
pub mod obf;
pub mod pgn;
pub mod position;
mod properties;
pub mod psq;
pub mod puzzle;
mod record;
pub mod sgf;
pub mod suite;

pub use annotated::{AnnotatedGame, AnnotatedMove, Decision, RecordedResult};
pub use error::FormatError;
pub(crate) use numbers::{milliseconds, short_decimal};
pub use record::{GameRecord, replay};
