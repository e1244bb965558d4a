//! The numbers of the search that only matches can set.

/// Margins, limits and factors of the prunings. Values are in hundredths of an evaluation unit,
/// depths in plies unless said otherwise. The defaults were chosen by matches between versions of
/// this engine at a fixed number of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunables {
    /// Reverse futility: margin for each ply of depth.
    pub reverse_margin: i32,
    /// Reverse futility: less when the value has risen since the last own move.
    pub reverse_improving: i32,
    /// Reverse futility: up to this depth.
    pub reverse_depth: i32,
    /// Razoring: margin without depth.
    pub razor_base: i32,
    /// Razoring: margin for each ply of depth.
    pub razor_slope: i32,
    /// Razoring: below this depth.
    pub razor_depth: i32,
    /// Futility of quiet moves: margin without depth.
    pub futility_base: i32,
    /// Futility of quiet moves: margin for each ply of depth.
    pub futility_slope: i32,
    /// Futility of quiet moves: below this depth.
    pub futility_depth: i32,
    /// Moves tried at any depth, strong ones aside, in quarters.
    pub limit_base: i32,
    /// Moves tried for each depth^1.32, in quarters.
    pub limit_slope: i32,
    /// Late-move reductions: hundredths of a ply for each ln(depth) * ln(moves tried).
    pub reduction: i32,
    /// Late-move reductions: more where the value has not risen, in 1/16 ply.
    pub reduction_falling: i32,
    /// Late-move reductions: part that a threatening move keeps, in quarters.
    pub reduction_threat: i32,
    /// Late-move reductions: history that is worth 1/16 ply.
    pub reduction_history: i32,
    /// Internal iterative reduction: a ply less from this depth on, where the table knows no move.
    pub iir_depth: i32,
    /// Depth that the answer to a four gives back, in 1/16 ply.
    pub answer_extension: i32,
    /// Weight of history in the order of moves: divisor.
    pub order_history: i32,
    /// Place of a killer in the order of moves, in sixteenths of a rank.
    pub order_killer: i32,
}

impl Default for Tunables {
    fn default() -> Self {
        Self {
            reverse_margin: 55,
            reverse_improving: 40,
            reverse_depth: 9,
            razor_base: 150,
            razor_slope: 100,
            razor_depth: 3,
            futility_base: 100,
            futility_slope: 90,
            futility_depth: 4,
            limit_base: 12,
            limit_slope: 4,
            reduction: 90,
            reduction_falling: 8,
            reduction_threat: 2,
            reduction_history: 512,
            iir_depth: 4,
            answer_extension: 16,
            order_history: 32,
            order_killer: 200,
        }
    }
}
