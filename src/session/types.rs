//! What a session exchanges with its caller about searches.

use crate::engine::{Job, JobId};
use crate::game::{Move, Side};
use crate::search::{Balance, Report};
use std::time::{Duration, Instant};

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchMode {
    /// To play the best move. The time comes off the clock.
    Play,
    /// To report the best move. The board stays as it is.
    Suggest,
    /// To report every iteration until the search is stopped.
    Analyze,
    /// To fill the transposition table on the opponent's time. Nothing is reported.
    Ponder,
}

/// What limits the time of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchTime {
    /// The clock and the option `move-time`; nothing in [`SearchMode::Analyze`] and [`SearchMode::Ponder`].
    #[default]
    ByMode,
    /// This time. Not for [`SearchMode::Play`].
    Limit(Duration),
    /// Nothing. Not for [`SearchMode::Play`].
    Unlimited,
}

/// What a search needs to know besides its mode.
#[derive(Clone, Debug, Default)]
pub struct SearchOptions {
    /// Number of best lines (multi-PV); 0 for the option `lines`.
    pub lines: usize,
    /// If not empty, the search considers only these root moves.
    pub only: Vec<Move>,
    /// The search leaves out these root moves, unless no other legal move is left.
    pub avoid: Vec<Move>,
    /// The depth limit in plies, instead of the option `depth`.
    pub depth: Option<u32>,
    /// What limits the time of the search.
    pub time: SearchTime,
    /// The controller plays the move of a [`SearchMode::Suggest`] in the game: the opening book may answer, and
    /// a single legal move needs no value.
    pub for_game: bool,
    /// Search at full strength, whatever the level or the classic player.
    pub full_strength: bool,
    /// The seed of the random choices, instead of the option `seed`.
    pub seed: Option<u64>,
    /// Search the position after this many moves of the game instead of the current one, for the side
    /// to move there. Not for [`SearchMode::Play`].
    pub after: Option<usize>,
    /// Search stones that balance the position instead of the best move (Gomoku). Not for
    /// [`SearchMode::Play`].
    pub balance: Option<Balance>,
}

/// What the engine does in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineMove {
    /// Plays a move, which may be a pass.
    Move(Move),
    /// Resigns.
    Resign,
}

/// The immediate result of a request for a search.
#[derive(Debug)]
pub enum Started {
    /// The caller gives this job to the engine. The result follows in events.
    Search(Box<Job>),
    /// No search is necessary: this is the answer.
    Decided(EngineMove),
}

/// An event of the running search.
#[derive(Debug)]
pub enum SearchEvent {
    /// The search has completed an iteration.
    Progress(Report),
    /// The search has ended.
    Finished(FinishedSearch),
    /// The search has failed, for this reason.
    Failed(String),
}

/// The result of a search.
#[derive(Debug)]
pub struct FinishedSearch {
    /// What the search was for.
    pub mode: SearchMode,
    /// The side that the search was for.
    pub side: Side,
    /// The answer; `None` if the game is over.
    pub best_move: Option<EngineMove>,
    /// The last completed iteration.
    pub report: Option<Report>,
}

impl FinishedSearch {
    /// The result of a request that needs no search.
    pub fn without_search(mode: SearchMode, side: Side, best_move: EngineMove) -> Self {
        Self {
            mode,
            side,
            best_move: Some(best_move),
            report: None,
        }
    }
}

/// A search that has started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunningSearch {
    /// The job.
    pub id: JobId,
    /// What the search is for.
    pub mode: SearchMode,
    /// The side that the search is for.
    pub side: Side,
    /// When its time began: at the arrival of the request, or at the end of the search that the request waited for.
    pub started: Instant,
    /// The search considers only some root moves.
    pub restricted: bool,
}
