//! The tunable numbers of the search.

use crate::gomoku::search::depth::Depth;

/// Margins, limits and factors of prunings and reductions, most of them tuned by SPSA in matches at
/// a fixed number of nodes. Values are in hundredths of an evaluation unit, unless a field says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tunables {
    /// Reverse futility pruning: margin for each ply of depth.
    pub reverse_margin: i32,
    /// Reverse futility pruning: reduction of the margin when the evaluation is improving.
    pub reverse_improving: i32,
    /// Reverse futility pruning: only below this depth.
    pub reverse_depth: Depth,
    /// Fail-high reduction: margin for each ply of depth.
    pub fail_high_margin: i32,
    /// Fail-high reduction: from this depth on.
    pub fail_high_depth: Depth,
    /// Fail-high reduction: by this much.
    pub fail_high_reduction: Depth,
    /// Null-move pruning: only if the value exceeds beta by this at depth 0.
    pub null_base: i32,
    /// Null-move pruning: by how much less for each ply of depth.
    pub null_slope: i32,
    /// Null-move pruning: from this depth on.
    pub null_depth: Depth,
    /// Null-move pruning: reduction at depth 0.
    pub null_reduction: Depth,
    /// Null-move pruning: additional reduction for each ply of depth, in sixteenths of a ply.
    pub null_reduction_slope: i32,
    /// Razoring: margin at depth 0.
    pub razor_base: i32,
    /// Razoring: additional margin for each ply of depth.
    pub razor_slope: i32,
    /// Razoring: only below this depth.
    pub razor_depth: Depth,
    /// Futility pruning: margin at depth 0.
    pub futility_base: i32,
    /// Futility pruning: additional margin for each ply of depth.
    pub futility_slope: i32,
    /// Futility pruning: only below this depth.
    pub futility_depth: Depth,
    /// Move-count pruning: moves tried at depth 0, in quarters of a move.
    pub move_count_base: i32,
    /// Move-count pruning: additional moves for each depth^1.32, in quarters of a move.
    pub move_count_slope: i32,
    /// Plain fours that delay the answer to an open four: tried from this depth on. Below it, only the first move may be one.
    pub delaying_depth: Depth,
    /// Late move reductions of these plain fours.
    pub delaying_reduction: Depth,
    /// Late move reductions: hundredths of a ply for each ln(depth) * ln(moves tried).
    pub reduction: i32,
    /// Late move reductions: additional reduction when the evaluation is not improving.
    pub reduction_not_improving: Depth,
    /// Late move reductions: share of the reduction for moves that make or stop a threat, in
    /// quarters.
    pub reduction_threat: i32,
    /// Late move reductions: history score that takes off a sixteenth of a ply.
    pub reduction_history: i32,
    /// Late move reductions: sixteenths of a ply for every 64 units by which the rank of a move is
    /// below the highest one.
    pub reduction_rank: i32,
    /// Late move reductions: the most for the rank.
    pub max_rank_reduction: Depth,
    /// Late move reductions: by how much a move of the highest rank is reduced less.
    pub reduction_best_rank: Depth,
    /// Late move reductions: additional reduction after a move that raised alpha.
    pub reduction_raised: Depth,
    /// Internal iterative reduction: from this depth on.
    pub iir_depth: Depth,
    /// Forced-reply extension: depth that the answer to a four gets back.
    pub answer_extension: Depth,
    /// Move ordering: the policy from this depth on.
    pub policy_depth: Depth,
    /// Move ordering: divisor of the history score.
    pub order_history: i32,
    /// Move ordering: bonus of a killer move, in sixteenths of a pattern score.
    pub order_killer: i16,
    /// Move ordering: weight of the policy, in 64ths.
    pub order_policy: i32,
}

impl Default for Tunables {
    fn default() -> Self {
        Self {
            reverse_margin: 50,
            reverse_improving: 22,
            reverse_depth: Depth::from_plies(9),
            fail_high_margin: 29,
            fail_high_depth: Depth::from_plies(4),
            fail_high_reduction: Depth::PLY,
            null_base: 121,
            null_slope: 10,
            null_depth: Depth::from_plies(8),
            null_reduction: Depth::from_plies(3),
            null_reduction_slope: 2,
            razor_base: 224,
            razor_slope: 55,
            razor_depth: Depth::from_plies(3),
            futility_base: 104,
            futility_slope: 71,
            futility_depth: Depth::from_plies(4),
            move_count_base: 22,
            move_count_slope: 9,
            delaying_depth: Depth::from_plies(4),
            delaying_reduction: Depth::from_sixteenths(40),
            reduction: 70,
            reduction_not_improving: Depth::from_sixteenths(12),
            reduction_threat: 2,
            reduction_history: 518,
            reduction_rank: 37,
            max_rank_reduction: Depth::from_sixteenths(40),
            reduction_best_rank: Depth::from_sixteenths(19),
            reduction_raised: Depth::from_sixteenths(23),
            iir_depth: Depth::from_plies(4),
            answer_extension: Depth::from_sixteenths(18),
            policy_depth: Depth::from_plies(2),
            order_history: 48,
            order_killer: 138,
            order_policy: 73,
        }
    }
}

impl Tunables {
    /// Late move reductions in sixteenths of a ply, by depth in plies and number of moves tried. The logarithm is that of a
    /// library, since that of the system may round in another way, which would change the search; so is the power below.
    pub(super) fn reductions(&self) -> Box<[[i16; 64]; 64]> {
        let mut reductions = Box::new([[0; 64]; 64]);
        let ln: [f32; 64] = std::array::from_fn(|n| libm::logf(n as f32));
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (tried, reduction) in row.iter_mut().enumerate().skip(1) {
                let plies = ln[depth] * ln[tried] * self.reduction as f32 / 100.0;
                *reduction = (plies * Depth::PLY.sixteenths() as f32) as i16;
            }
        }
        reductions
    }

    /// Move-count pruning: moves to try at a node whose evaluation is improving, by its depth in
    /// plies.
    pub(super) fn move_counts(&self) -> [usize; 64] {
        std::array::from_fn(|depth| {
            let curve = libm::powf(depth as f32, 1.32) * self.move_count_slope as f32;
            (self.move_count_base + curve as i32) as usize / 4
        })
    }
}
