//! How the positions are searched, and whose values are reported.

use crate::engine::Variant;
use crate::game::Side;
use crate::search::Score;
use std::time::Duration;

/// How the positions are searched.
#[derive(Clone, Debug)]
pub struct AnalysisSettings {
    /// Number of positions that are searched at once, at least 1.
    pub parallel: usize,
    /// Search threads for each position, at least 1.
    pub threads: usize,
    /// Size of the transposition table of each search in MB.
    pub hash_mb: usize,
    /// Number of best moves (multi-PV) for queries that do not say it, at least 1.
    pub lines: usize,
    /// Limits for queries that have none of their own.
    pub limits: QueryLimits,
    /// The side from whose view values are reported.
    pub report_as: ReportAs,
    /// The game of queries that do not name it, whatever rules of Go they state; `None` if they have to.
    pub game: Option<Variant>,
    /// Whether the end of the input ends all searches.
    pub quit_without_waiting: bool,
}

/// Limits of a search; the first one reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueryLimits {
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Maximum time from the start of the search.
    pub time: Option<Duration>,
    /// Maximum depth in plies.
    pub depth: Option<u32>,
}

impl QueryLimits {
    /// Whether there is a limit.
    pub fn is_limited(&self) -> bool {
        self.nodes.is_some() || self.time.is_some() || self.depth.is_some()
    }
}

/// The side from whose view values are reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReportAs {
    /// Black's view.
    Black,
    /// White's view.
    White,
    /// The view of the side to move.
    #[default]
    SideToMove,
}

impl ReportAs {
    /// The view with KataGo's name: `BLACK`, `WHITE` or `SIDETOMOVE`, in any case.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "black" => Some(ReportAs::Black),
            "white" => Some(ReportAs::White),
            "sidetomove" => Some(ReportAs::SideToMove),
            _ => None,
        }
    }

    /// A score for `side` from this view.
    pub(super) fn view(self, score: Score, side: Side) -> Score {
        let viewer = match self {
            ReportAs::Black => Side::Black,
            ReportAs::White => Side::White,
            ReportAs::SideToMove => side,
        };
        if viewer == side {
            score
        } else {
            score.reversed()
        }
    }
}
