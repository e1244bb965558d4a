//! Files of games and positions.
//!
//! | module | contents | reads | writes |
//! |---|---|---|---|
//! | [`game_file`] | games, in any of the formats | yes | yes |
//! | [`sgf`] | games of Othello or Gomoku, with variations | yes | yes |
//! | [`ggf`] | games of Othello | yes | yes |
//! | [`wthor`] | databases of Othello games | yes | yes |
//! | [`psq`] | a game of Gomoku, for Piskvork | yes | yes |
//! | [`pgn`] | games, for programs that compute ratings | | yes |
//! | [`obf`] | suites of Othello positions | yes | |
//! | [`puzzle`] | suites of Gomoku positions | yes | |
//! | `announced_win` | suites of Gomoku positions with announced wins | yes | |
//! | [`position`] | a position of Othello in a line | yes | yes |
//!
//! The readers of games check every move against the rules and report the line and column of the first
//! error. A [`GameRecord`] holds the start and the moves of a game; an [`AnnotatedGame`] adds players,
//! result, times and values; a [`FileGame`] adds comments, marks and variations.

mod annotated;
pub(crate) mod announced_win;
mod date;
mod diagram;
mod error;
mod file_game;
pub mod game_file;
pub mod ggf;
mod numbers;
pub mod obf;
pub mod pgn;
pub mod position;
mod properties;
pub mod psq;
pub mod puzzle;
mod record;
mod score_fields;
mod score_text;
pub mod sgf;
mod suite;
mod tree;
pub mod wthor;

pub use annotated::{AnnotatedGame, AnnotatedMove, Decision, GameError, RecordedResult};
pub use diagram::Diagram;
pub(crate) use diagram::{BOARD_STYLE, EmptyBoard};
pub use error::FormatError;
pub use file_game::FileGame;
pub(crate) use numbers::{fixed, milliseconds, short_decimal, signed};
pub(crate) use record::replay_ply;
pub use record::{GameRecord, replay};
pub use score_fields::{Decided, ScoreFields};
pub(crate) use score_fields::{rounded, score_of_outcome};
pub(crate) use score_text::{claimed, long_score, short_score};
pub use suite::{Problem, SuiteError};
pub use tree::{GameNode, GameTree, Mark, MarkKind, NodeId};
