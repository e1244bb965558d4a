//! Observers: a search reports its events to an observer, which may count them.
//!
//! The observer is a type parameter of the search. The search that plays has [`NoObserver`], whose methods are empty:
//! the compiler removes the calls and everything that is computed for them. [`super::Profile`] counts everything.

use crate::othello::rules::flip::{Task, dispatch};
use crate::othello::search::selectivity::Selectivity;

/// A part of a search from the root: an iteration of iterative deepening, or what follows the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Iteration {
    /// The midgame search to this depth. `line` counts the lines from 0 (multi-PV).
    Midgame { depth: u32, line: usize },
    /// The endgame search of this selectivity.
    Endgame {
        selectivity: Selectivity,
        line: usize,
    },
    /// The proofs that complete the principal variation after an exact search.
    PrincipalVariation,
}

/// A table of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Table {
    /// The transposition table, which all threads share.
    Shared,
    /// The cache of a thread.
    Thread,
    /// The two caches that stay in the first-level cache of the processor: that of shallow nodes and that of four
    /// empties.
    L1,
}

/// A kind of move ordering. None of them searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OrderedBy {
    /// The evaluation after each move.
    Evaluation,
    /// Fastest-first with the ordering evaluation.
    OrderingEvaluation,
    /// Fastest-first alone.
    Mobility,
}

/// What a search reports. `empties` is the number of empty squares of the node.
pub(crate) trait Observer: Sized {
    /// Runs a search with this observer.
    #[inline]
    fn run<T: Task>(search: T) -> T::Output {
        dispatch(search)
    }

    /// An iteration begins, or its re-search in another window. The window is in centi-discs; `None` if each proof
    /// has its own.
    #[inline(always)]
    fn begin_iteration(&mut self, _iteration: Iteration, _window: Option<(i32, i32)>) {}

    /// The node counter has counted this number of nodes: 1, or 0 once the search has stopped.
    #[inline(always)]
    fn count(&mut self, _empties: u32, _nodes: u64) {}

    /// The last move of a game was scored without a node.
    #[inline(always)]
    fn count_last_move(&mut self) {}

    /// A node was looked up in a table.
    #[inline(always)]
    fn look_up(&mut self, _table: Table, _is_hit: bool) {}

    /// A bound in a table caused a cut-off.
    #[inline(always)]
    fn table_cutoff(&mut self, _table: Table, _empties: u32) {}

    /// Enhanced transposition cut-off: a child was looked up.
    #[inline(always)]
    fn etc_look_up(&mut self, _table: Table, _is_hit: bool) {}

    /// Enhanced transposition cut-off: a bound of a child caused a cut-off.
    #[inline(always)]
    fn etc_cutoff(&mut self, _table: Table, _empties: u32) {}

    /// Stable discs caused a cut-off.
    #[inline(always)]
    fn stability_cutoff(&mut self, _empties: u32) {}

    /// The moves of a node were ordered.
    #[inline(always)]
    fn order(&mut self, _by: OrderedBy, _moves: u32) {}

    /// The search of a move caused a cut-off. `is_first`: it was the first move that was searched.
    #[inline(always)]
    fn move_cutoff(&mut self, _empties: u32, _is_first: bool) {}

    /// Multi-ProbCut: a node reached the static pre-screen.
    #[inline(always)]
    fn pre_screen(&mut self) {}

    /// Multi-ProbCut: a probe begins.
    #[inline(always)]
    fn begin_probe(&mut self) {}

    /// Multi-ProbCut: a probe ends.
    #[inline(always)]
    fn end_probe(&mut self, _is_cutoff: bool) {}
}

/// The observer of a search that plays: it takes no space and no time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NoObserver;

impl Observer for NoObserver {}
