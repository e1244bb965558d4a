//! What both games share: sides, vertices, moves, results, records, symmetries, and the [`Game`] contract.
//!
//! This code serves sessions, records and tests. The searches work on the boards of their own game.
//!
//! ```
//! use flipfive::game::{DynRecord, Move, Record, Side, Vertex};
//! use flipfive::othello::{Othello, Rules};
//!
//! let mut record = Record::<Othello>::new(Rules);
//! record.play(Side::Black, Move::Place(Vertex::new(5, 4)))?; // f5
//! assert_eq!(record.stone(Vertex::new(4, 4)), Some(Side::Black));
//! assert!(record.undo());
//! # Ok::<(), flipfive::game::Illegal>(())
//! ```

mod coordinates;
mod moves;
mod outcome;
pub mod perft;
mod record;
mod rules;
mod setup;
mod side;
mod symmetry;

pub(crate) use coordinates::{ColumnLetters, ParsedVertex};
pub(crate) use moves::in_turns;
pub use moves::{Move, Vertex};
pub use outcome::{Ending, Foul, Illegal, Outcome};
pub use record::{DynRecord, Record, replay};
pub(crate) use record::{describe, replay_ply};
pub use rules::{Game, Threat};
pub use setup::{Setup, SetupError, SetupFault};
pub use side::Side;
pub use symmetry::Symmetry;
pub(crate) use symmetry::symmetries_of;
