//! Multi-ProbCut: pruning where a shallow search makes the result of a deep one probable.

/// Index of "nothing is pruned" in [`LEVELS`].
pub(crate) const FULL_WIDTH: u8 = 5;

/// Selectivity levels: so many standard deviations of certainty, and the percentage of a normal
/// distribution that lies below.
pub(crate) const LEVELS: [(f32, u8); 6] = [
    (1.1, 73),
    (1.5, 87),
    (2.0, 95),
    (2.6, 98),
    (3.3, 99),
    (f32::INFINITY, 100),
];
