//! The state of one worker's search. The steps of the search are in the files beside this one:
//! [`pvs`], [`pruning`], [`move_picker`], [`quiescence`].
//!
//! [`pvs`]: super::pvs
//! [`pruning`]: super::pruning
//! [`move_picker`]: super::move_picker
//! [`quiescence`]: super::quiescence

use crate::gomoku::rules::{Point, RuleType};
use crate::gomoku::search::{history::History, tt_entry::TtEntry, tunables::Tunables};
use crate::gomoku::state::State;
use crate::search::{NodeCounter, TranspositionTable};

/// Longest line from the root, in plies.
pub(crate) const MAX_PLY: usize = 256;

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoredMove {
    /// The cell.
    pub point: Point,
    /// Moves with higher scores come first.
    pub score: i32,
}

/// One worker's search.
pub(crate) struct Searcher<'a, R> {
    /// The position.
    pub state: State<R>,
    /// Nodes and limits.
    pub counter: NodeCounter<'a>,
    pub(super) tunables: Tunables,
    /// Move-count pruning: moves to try at a node, by its depth in plies.
    pub(super) move_counts: [usize; 64],
    pub(super) table: &'a TranspositionTable<TtEntry>,
    pub(super) history: History,
    /// Whether a side has passed on the line. There is never more than one null move.
    pub(super) null_move_made: bool,
    /// Static evaluations along the line, `None` where a node needed none.
    pub(super) evals: Vec<Option<i32>>,
    /// The moves of all nodes of the line, one node after another.
    pub(super) moves: Vec<ScoredMove>,
    /// The principal variation from each ply on.
    pv_table: Vec<Vec<Point>>,
    /// Late move reductions in sixteenths of a ply, by depth in plies and number of moves tried.
    pub(super) reductions: Box<[[i16; 64]; 64]>,
}

impl<'a, R: RuleType> Searcher<'a, R> {
    /// A search without history; other workers' results reach it only through the table.
    pub(crate) fn new(
        state: State<R>,
        table: &'a TranspositionTable<TtEntry>,
        counter: NodeCounter<'a>,
        tunables: Tunables,
    ) -> Self {
        Self {
            state,
            counter,
            tunables,
            move_counts: tunables.move_counts(),
            table,
            history: History::new(MAX_PLY + 2),
            null_move_made: false,
            evals: vec![None; MAX_PLY + 2],
            moves: Vec::with_capacity(1 << 12),
            pv_table: vec![Vec::new(); MAX_PLY + 2],
            reductions: tunables.reductions(),
        }
    }

    /// The principal variation that the last search of a node at this ply found.
    pub(crate) fn pv(&self, ply: usize) -> &[Point] {
        &self.pv_table[ply]
    }

    /// Empties the principal variation of a ply.
    #[inline(always)]
    pub(super) fn clear_pv(&mut self, ply: usize) {
        self.pv_table[ply].clear();
    }

    /// Sets the principal variation of a ply to a move and the variation of the next ply.
    pub(super) fn update_pv(&mut self, ply: usize, point: Point) {
        let (head, tail) = self.pv_table.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(point);
        head[ply].extend_from_slice(&tail[0]);
    }
}
