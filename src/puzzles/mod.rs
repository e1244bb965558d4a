//! Puzzles: positions of games in which exactly one move wins or saves. Every puzzle is proved.
//!
//! | file | contents |
//! |---|---|
//! | `finder` | the puzzles of a game |
//! | `othello` | only moves by exact scores |
//! | `puzzle` | a puzzle: position, question, solution |
//! | `seen_positions` | tells puzzles that are the same but for a symmetry |
//! | `lines` | puzzles as lines of suites |

mod finder;
mod lines;
mod othello;
mod puzzle;
mod seen_positions;
#[cfg(test)]
mod tests;

pub(crate) use finder::{Finder, FinderSettings};
pub(crate) use lines::{Source, suite_line};
pub(crate) use puzzle::{Puzzle, Question};
pub(crate) use seen_positions::SeenPositions;
