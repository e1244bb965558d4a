//! The state of one worker's search. The steps of the search are in the files beside this one:
//! [`pvs`], [`pruning`], [`move_picker`], [`quiescence`].
//!
//! [`pvs`]: super::pvs
//! [`pruning`]: super::pruning
//! [`move_picker`]: super::move_picker
//! [`quiescence`]: super::quiescence

use crate::gomoku::rules::{POINTS, Point, RuleType};
use crate::gomoku::search::depth::MAX_PLY;
use crate::gomoku::search::vcf_check::VcfChecks;
use crate::gomoku::search::{history::History, tt_entry::TtEntry, tunables::Tunables};
use crate::gomoku::state::State;
use crate::search::{NodeCounter, TranspositionTable};

/// A move with its score: moves with higher scores come first, of equal ones the lowest cell. Both are in one number,
/// so that the best of many moves is a maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub(crate) struct ScoredMove(i32);

impl ScoredMove {
    /// The bits below the score.
    const CELL_BITS: u32 = POINTS.ilog2();
    /// Scores are at most this, and at least minus this.
    const MAX_SCORE: i32 = i32::MAX >> Self::CELL_BITS;

    /// A move with a score.
    #[inline(always)]
    pub(crate) const fn new(point: Point, score: i32) -> Self {
        Self(score << Self::CELL_BITS | (POINTS - 1 - point.index()) as i32)
    }

    /// A move that comes before all others.
    #[inline(always)]
    pub(crate) const fn first(point: Point) -> Self {
        Self::new(point, Self::MAX_SCORE)
    }

    /// The cell.
    #[inline(always)]
    pub(crate) const fn point(self) -> Point {
        Point((POINTS as i32 - 1 - (self.0 & (POINTS as i32 - 1))) as u16)
    }

    /// The move with its score changed by this. Changes beyond an eighth of the range are cut to that.
    #[inline(always)]
    pub(crate) fn raised_by(self, score: i32) -> Self {
        const MAX_CHANGE: i32 = ScoredMove::MAX_SCORE / 8;
        Self(self.0 + (score.clamp(-MAX_CHANGE, MAX_CHANGE) << Self::CELL_BITS))
    }
}

const _: () = assert!(POINTS.is_power_of_two());

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
    /// Checks for wins that the search of a node missed.
    pub(super) vcf_checks: VcfChecks,
    /// Whether a side has passed on the line. There is never more than one null move.
    pub(super) null_move_made: bool,
    /// Static evaluations along the line, `None` where a node needed none, and at the root:
    /// keeping the value there gained nothing (docs/notes/gomoku.md).
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
            history: History::new(MAX_PLY + 2, tunables.order_history),
            vcf_checks: VcfChecks::default(),
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

    /// Sets the principal variation of a ply.
    pub(super) fn set_pv(&mut self, ply: usize, line: Vec<Point>) {
        self.pv_table[ply] = line;
    }

    /// Sets the principal variation of a ply to a move and the variation of the next ply.
    pub(super) fn update_pv(&mut self, ply: usize, point: Point) {
        let (head, tail) = self.pv_table.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(point);
        head[ply].extend_from_slice(&tail[0]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scored_moves_are_ordered_by_score_then_by_cell() {
        let (low, high) = (Point(165), Point(900));
        for score in [-400_000, -1, 0, 1, 65_536 * 7] {
            assert_eq!(ScoredMove::new(low, score).point(), low);
            assert_eq!(ScoredMove::new(high, score).point(), high);
            assert!(ScoredMove::new(low, score) > ScoredMove::new(high, score));
            assert!(ScoredMove::new(high, score + 1) > ScoredMove::new(low, score));
            assert!(ScoredMove::first(high) > ScoredMove::new(low, score));
            for change in [-5000, 0, 7000] {
                let raised = ScoredMove::new(high, score).raised_by(change);
                assert_eq!(raised, ScoredMove::new(high, score + change));
            }
        }
        assert_eq!(ScoredMove::first(high).point(), high);
    }
}
