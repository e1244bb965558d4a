//! Limits of a search.

use crate::search::TimeBudget;
use std::time::{Duration, Instant};

/// The limits of a search; the first one reached ends it. Without limits, the search runs until it is stopped.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum nominal depth in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes of all workers. With one worker, the search ends at exactly this node.
    pub nodes: Option<u64>,
    /// Time limits, counted from `received`.
    pub time: Option<TimeBudget>,
    /// When the request was received. The time until the search starts counts, too.
    pub received: Instant,
}

impl Limits {
    /// No limits.
    pub fn none() -> Self {
        Self {
            depth: None,
            nodes: None,
            time: None,
            received: Instant::now(),
        }
    }

    /// A limit of the depth in plies.
    pub fn depth(plies: u32) -> Self {
        Self {
            depth: Some(plies),
            ..Self::none()
        }
    }

    /// A limit of the time, all of which may be used.
    pub fn time(time: Duration) -> Self {
        Self {
            time: Some(TimeBudget::fixed(time)),
            ..Self::none()
        }
    }

    /// A limit of the nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::none()
        }
    }
}
