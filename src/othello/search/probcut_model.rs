//! The statistics of Multi-ProbCut: mean and standard deviation of the difference between a deep search
//! and the shallow search that predicts it.
//!
//! They were fitted to searches of this engine without pruning (`flipfive train othello probcut`): 5000
//! positions of self-play games with 9 to 54 empty squares and all pairs of depths of the same parity up
//! to 10; for exact scores, with an earlier evaluation, 6000 positions with up to 18 empties and searches to 4 plies. The logarithm
//! of the standard deviation is linear in the depths, the number of empties and the logarithm of the
//! gap, which leaves 7 % of the deviation unexplained. For exact scores the mean swings by a disc
//! between even and odd numbers of empties and follows no line, so it is one number.

use std::sync::LazyLock;

/// Least depth at which a search is predicted.
pub(super) const MIN_DEPTH: u32 = 3;
/// Least number of empties with which an exact score is predicted.
pub(super) const MIN_EMPTIES: u32 = 10;

/// The difference between a deep search and the shallow one, in centi-discs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ErrorStats {
    /// Its mean: positive if the deep search finds more.
    pub mean: i16,
    /// Its standard deviation.
    pub sigma: i16,
}

impl ErrorStats {
    fn new(mean: f32, log_sigma: f32) -> Self {
        Self {
            mean: mean as i16,
            sigma: libm::expf(log_sigma).min(3000.0) as i16,
        }
    }
}

/// The depth of the probe that predicts a search to `depth`: about half of it, of the same parity,
/// because the evaluation swings between odd and even depths.
pub(super) const fn probe_depth(depth: u32) -> u32 {
    let half = depth / 2;
    if half % 2 == depth % 2 {
        half
    } else {
        half - 1
    }
}

/// The depth of the probe that predicts an exact score.
pub(super) const fn probe_depth_for_score(empties: u32) -> u32 {
    match empties {
        0..=15 => 2,
        16..=19 => 4,
        20..=23 => 6,
        _ => 8,
    }
}

/// The statistics for all depths, computed once.
pub(super) struct ProbcutModel {
    /// By depth and empties.
    pub midgame: [[ErrorStats; 64]; 64],
    /// By empties.
    pub endgame: [ErrorStats; 64],
}

/// With functions of a library, since those of the system may round in another way, which would change the search.
pub(super) static PROBCUT_MODEL: LazyLock<ProbcutModel> = LazyLock::new(|| ProbcutModel {
    midgame: std::array::from_fn(|depth| {
        std::array::from_fn(|empties| {
            if depth < MIN_DEPTH as usize {
                return ErrorStats::default();
            }
            let (e, d) = (empties.min(50) as f32, depth.min(40) as f32);
            let s = probe_depth(depth.min(40) as u32) as f32;
            let mean = if depth % 2 == 0 {
                -16.8 - 0.46 * d + 1.52 * s + 0.29 * e
            } else {
                -37.8 + 0.09 * d + 2.47 * s + 0.89 * e
            };
            let log = 6.038 - 0.0133 * d - 0.0742 * s - 0.0184 * e + 0.3054 * libm::logf(d - s);
            // The fit does not hold beyond the depths that were measured.
            ErrorStats::new(mean.clamp(-150.0, 150.0), log)
        })
    }),
    endgame: std::array::from_fn(|empties| {
        let e = empties as f32;
        let s = probe_depth_for_score(empties as u32) as f32;
        let log = 6.235 - 0.0715 * s + 0.0185 * e;
        ErrorStats::new(100.0, log)
    }),
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probes_are_shallower_and_of_the_same_parity() {
        for depth in MIN_DEPTH..=60 {
            let probe = probe_depth(depth);
            assert!(
                probe < depth && probe % 2 == depth % 2,
                "{probe} for {depth}"
            );
        }
    }

    #[test]
    fn statistics_are_of_a_sensible_size_everywhere() {
        let midgame = PROBCUT_MODEL.midgame.iter().enumerate();
        for (depth, row) in midgame.skip(MIN_DEPTH as usize) {
            for (empties, stats) in row.iter().enumerate() {
                assert!(
                    (50..=1500).contains(&stats.sigma) && stats.mean.abs() <= 150,
                    "{depth} {empties} {stats:?}"
                );
            }
        }
        for (empties, stats) in PROBCUT_MODEL.endgame.iter().enumerate().take(31) {
            assert!((300..=2000).contains(&stats.sigma), "{empties} {stats:?}");
        }
    }
}
