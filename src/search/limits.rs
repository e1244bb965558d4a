//! What a search may use up.

use crate::search::time_manager::TimeBudget;
use std::time::Instant;

/// Bounds of a search; the first one that is reached ends it. No bound at all means "until stopped".
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Deepest nominal iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes of all workers together. With one worker the search ends at exactly this node.
    pub nodes: Option<u64>,
    /// Time, counted from `received`.
    pub time: Option<TimeBudget>,
    /// When the request was received. Time spent before the worker woke up counts.
    pub received: Instant,
}

impl Limits {
    /// No bound but the stop token.
    pub fn none() -> Self {
        Self {
            depth: None,
            nodes: None,
            time: None,
            received: Instant::now(),
        }
    }

    /// An iteration depth in plies.
    pub fn depth(plies: u32) -> Self {
        Self {
            depth: Some(plies),
            ..Self::none()
        }
    }

    /// A number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::none()
        }
    }
}
