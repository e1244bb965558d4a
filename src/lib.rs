//! Flipfive: an engine for Othello and Gomoku, with rules, protocols, game files and a match runner.
//!
//! | to | begin with |
//! |---|---|
//! | play by the rules | [`engine::Variant::new_record`], [`game::DynRecord`] |
//! | search a position | [`engine::Engine`] |
//! | speak GTP, Gomocup's protocol or NBoard's | [`protocol::Conversation`] |
//! | read and write games | [`format::game_file`] |
//! | drive other engines | [`engines::connect`] |
//! | run a match | [`tournament::MatchSettings`] |
//! | look at the moves of a game | [`analysis::Analyzer`] |
//!
//! ```
//! use flipfive::engine::Variant;
//! use flipfive::game::{Move, Side};
//!
//! let mut record = Variant::Othello.new_record(8).unwrap();
//! record.play(Side::Black, Move::from_name("f5", 8).unwrap())?;
//! assert_eq!(record.legal().len(), 3);
//! # Ok::<(), flipfive::game::Illegal>(())
//! ```
//!
//! Layers, lowest first; not all are public. A layer uses only layers above it in this list; `docs/architecture.md` says more.
//!
//! ```text
//! util                     random numbers, checksummed files: knows no game
//! game                     what both games share: moves, records, set-ups, perft
//! search                   limits, time, transposition table, iterative deepening, threads: knows no game
//! othello, gomoku          rules, evaluation and search of one game each
//! engine                   runs one job at a time on a thread of its own; the option table
//! format                   game records as text
//! session                  the game between a controller and the engine, without input and output
//! protocol                 GTP, Gomocup, NBoard, JSON queries; its event loops read stdin and write stdout
//! engines                  engines of other people behind one trait
//! tournament               matches between engines of any protocol
//! analysis                 games looked at move by move: losses, best lines, marks
//! puzzles                  positions of games in which exactly one move wins or saves
//! report                   text, JSON, CSV, records and pages made from matches and analyses
//! train                    self-play games and fits of the weights
//! play                     a game in the terminal
//! cli                      sub-commands
//! ```

pub mod analysis;
#[doc(hidden)]
pub mod cli;
pub mod engine;
pub mod engines;
pub mod format;
pub mod game;
pub mod gomoku;
pub mod othello;
pub(crate) mod play;
pub mod protocol;
pub(crate) mod puzzles;
pub(crate) mod report;
pub mod search;
pub mod session;
pub mod tournament;
pub(crate) mod train;
pub(crate) mod util;

/// What the benchmarks and the integration tests use. No stable interface.
#[doc(hidden)]
pub mod internals {
    pub use crate::gomoku::patterns::Pattern4;
    pub use crate::gomoku::rules::notation::{FirstRow, NotationError, parse_moves};
    pub use crate::gomoku::rules::{Caro, CaroExact, Freestyle, Point, Renju, RuleType, Standard};
    pub use crate::gomoku::state::State;
    pub use crate::othello::eval::evaluate;
    pub use crate::othello::player::OthelloPlayer;
    pub use crate::othello::rules::flip::{Kernel, Portable, Task, dispatch};
    pub use crate::othello::rules::score::{CentiDiscs, Discs};
    pub use crate::othello::rules::square::squares;
    pub use crate::othello::rules::stability::stable_discs;
    pub use crate::othello::rules::symmetry::canonical;
    pub use crate::othello::search::SolveMode;
    pub use crate::othello::solve::{Answer, Finding, Scored, Task as SolveTask};
    pub use crate::protocol::analysis::dispatcher::{Dispatcher, Step};
    pub use crate::util::rng::Rng;
}
