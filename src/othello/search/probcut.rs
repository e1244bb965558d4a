//! Multi-ProbCut (Buro 1997): a shallow probe predicts the result of a deep search with an error of
//! known mean and standard deviation. If the predicted value is far enough outside the window, the
//! deep search is skipped.

use crate::othello::search::probcut_model::{
    ErrorStats, MIN_DEPTH, MIN_EMPTIES, probe_depth, probe_depth_for_score,
};
use crate::othello::search::{midgame::IndexSource, observer::Observer};
use crate::othello::search::{selectivity::Selectivity, worker::Worker};
use crate::othello::{Board, eval, eval::patterns::Indices, rules::flip::Kernel};

/// The static pre-screen: a probe is made only if the evaluation is outside the window by this part of
/// the margin.
const PRE_SCREEN: f32 = 0.5;

/// No probe can reach a bound beyond this, since no evaluation does.
const BOUND_LIMIT: i32 = 6300;

impl<K: Kernel, O: Observer> Worker<'_, K, O> {
    /// Multi-ProbCut for a midgame node with the window (`alpha`, `alpha + 1`): a bound that holds with
    /// the certainty of the selectivity.
    #[inline(always)]
    pub(super) fn probcut(
        &mut self,
        board: Board,
        indices: &Indices,
        moves: u64,
        depth: u32,
        alpha: i32,
    ) -> Option<i32> {
        if self.selectivity == Selectivity::NONE || depth < MIN_DEPTH {
            return None;
        }
        let stats = self.probcut_model.midgame[depth as usize & 63][board.empties() as usize & 63];
        self.probe(board, indices, moves, probe_depth(depth), stats, alpha)
    }

    /// Multi-ProbCut for an endgame node; `alpha` and the bound are in discs.
    #[inline(always)]
    pub(super) fn probcut_score(
        &mut self,
        board: Board,
        indices: &Indices,
        moves: u64,
        empties: u32,
        alpha: i32,
    ) -> Option<i32> {
        if self.selectivity == Selectivity::NONE || empties < MIN_EMPTIES {
            return None;
        }
        let stats = self.probcut_model.endgame[empties as usize & 63];
        let depth = probe_depth_for_score(empties);
        // Scores are even, since the winner gets the empty squares. So the window decides between the
        // scores on either side of an odd number.
        let middle = alpha | 1;
        self.probe(board, indices, moves, depth, stats, 100 * middle)
            .map(|bound| {
                if bound > 100 * middle {
                    middle + 1
                } else {
                    middle - 1
                }
            })
    }

    #[inline(always)]
    fn probe(
        &mut self,
        board: Board,
        indices: &Indices,
        moves: u64,
        depth: u32,
        stats: ErrorStats,
        alpha: i32,
    ) -> Option<i32> {
        let (mean, sigma) = (i32::from(stats.mean), i32::from(stats.sigma));
        let margin = (self.selectivity.deviations() * sigma as f32) as i32;
        let window = alpha..alpha + 1;
        // They lie in memory already. A copy would have to wait until the stores of its parts are complete.
        let indices = std::hint::black_box(indices);
        let value = eval::evaluate_near(self.kernel, indices, board, moves, window);
        let lead = value + mean - alpha;
        self.observer.pre_screen();
        if lead.abs() < (PRE_SCREEN * margin as f32) as i32 {
            return None;
        }
        self.observer.begin_probe();
        let index_source = IndexSource::Known(indices);
        // The probe is selective, too. That adds to its error, and saves so much time that the deep
        // search reaches two plies more.
        let found = if lead > 0 {
            let bound = alpha + 1 + margin - mean;
            bound < BOUND_LIMIT
                && self.search_null(board, moves, depth, bound - 1, index_source) >= bound
        } else {
            let bound = alpha - margin - mean;
            bound > -BOUND_LIMIT
                && self.search_null(board, moves, depth, bound, index_source) <= bound
        };
        let is_cutoff = found && !self.counter.stopped();
        self.observer.end_probe(is_cutoff);
        is_cutoff.then_some(if lead > 0 { alpha + 1 } else { alpha })
    }
}
