//! A job: all inputs of a search as plain values that can be logged and repeated.

use crate::engine::variant::Variant;
use crate::game::{Move, Setup, Side};
use crate::search::SearchRequest;

/// Identifies a job. The caller chooses the ids, so that it can tell late events apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId(pub u64);

/// A search to be run.
#[derive(Clone, Debug)]
pub struct Job {
    /// Every event of the job carries this id.
    pub id: JobId,
    /// The game and its rule.
    pub variant: Variant,
    /// The position before the first move; its size is the board size.
    pub start: Setup,
    /// The moves since then. Passes that they imply may be missing.
    pub moves: Vec<(Side, Move)>,
    /// Limits and options of the search.
    pub request: SearchRequest,
}
