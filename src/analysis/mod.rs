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

mod analyzer;
mod game_analysis;
mod marks;
mod move_analysis;
mod notes;
mod summary;
#[cfg(test)]
mod tests;

pub(crate) use analyzer::{Analyzer, SearchSettings};
pub(crate) use game_analysis::GameAnalysis;
pub(crate) use marks::{Mark, Phase};
pub(crate) use move_analysis::{BestLine, MoveAnalysis, value_text};
pub(crate) use summary::{PlayerSummary, Tally};
