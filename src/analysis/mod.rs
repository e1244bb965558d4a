//! Games looked at move by move: what each move was worth, what would have been better, and what was missed.
//!
//! | file | contents |
//! |---|---|
//! | `analyzer` | the searches of a game |
//! | `game_analysis` | what is found out about a game |
//! | `move_analysis` | what is found out about a move |
//! | `summary` | how the players did: mean losses, accuracies |
//! | `marks` | the marks of moves, and the phases of a game |
//! | `notes` | Gomoku: missed wins, unstopped threats, forbidden points |
//!
//! Black has an open three here and plays elsewhere:
//!
//! ```
//! use flipfive::analysis::{Analyzer, SearchSettings};
//! use flipfive::format::{AnnotatedGame, sgf};
//! use flipfive::gomoku::Rule;
//!
//! let record = "(;GM[4]FF[4]SZ[15];B[hh];W[bb];B[ih];W[bd];B[jh];W[bf];B[oo])";
//! let game = AnnotatedGame::from(&sgf::read(record, Rule::Freestyle)?);
//! let mut analyzer = Analyzer::new(SearchSettings {
//!     time: None,
//!     nodes: Some(10_000),
//!     ..SearchSettings::default()
//! });
//! let analysis = analyzer.analyze(&game, &mut || {})?;
//! let last = &analysis.moves[6];
//! assert_eq!((last.played.as_str(), last.best.as_str()), ("o1", "g8"));
//! assert_eq!(last.remarks(), ["missed a win in 3"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analyzer;
mod game_analysis;
mod marks;
mod move_analysis;
mod notes;
mod summary;
#[cfg(test)]
mod tests;

pub use analyzer::{AnalysisError, Analyzer, SearchSettings};
pub use game_analysis::GameAnalysis;
pub use marks::{Mark, Phase};
pub(crate) use move_analysis::value_text;
pub use move_analysis::{BestLine, MoveAnalysis, MoveNotes, NamedPoint, Threatened};
pub use summary::{PlayerSummary, Tally};
