//! A job: everything a search needs, as plain values that can be logged and replayed.

use crate::engine::variant::Variant;
use crate::game::{Move, Setup, Side};
use crate::search::SearchRequest;

/// Names a job. Ids are given by whoever asks, so that late events can be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId(pub u64);

/// A search to be done.
#[derive(Clone, Debug)]
pub struct Job {
    /// Comes back with every event.
    pub id: JobId,
    /// The game and its rule.
    pub variant: Variant,
    /// The position before the first move; its size is the board size.
    pub start: Setup,
    /// Every ply since, passes written out.
    pub moves: Vec<(Side, Move)>,
    /// What is to be done.
    pub request: SearchRequest,
}
