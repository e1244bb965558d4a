//! The search: what to play in a position, and the value of that.
//!
//! [`root`] deepens a principal variation search ply by ply (`midgame`) and solves the position (`endgame`,
//! `last_squares`) as soon as the first endgame search fits into the limits. The transposition table
//! (`tt_entry`) is kept between moves. Several threads search the midgame as Lazy SMP and split the
//! nodes of the endgame (`split`).

mod endgame;
mod endgame_cache;
mod last_squares;
mod midgame;
mod move_list;
mod move_ordering;
mod move_queue;
mod observer;
mod parity;
mod probcut;
mod probcut_model;
mod profile;
mod root;
mod schedule;
#[allow(unnameable_types, reason = "only the hidden `internals` lead here")]
mod selectivity;
mod split;
mod split_point;
mod stability_cutoff;
mod transposition;
mod tt_entry;
mod worker;

pub(super) use observer::NoObserver;
pub(crate) use observer::{Iteration, Observer};
pub(crate) use profile::Profile;
pub(super) use root::SearchJob;
pub use schedule::SolveMode;
pub(super) use schedule::{ENDGAME_GROWTH, Schedule};
pub(crate) use selectivity::Selectivity;
pub(super) use tt_entry::TtEntry;
pub(super) use worker::Worker;
