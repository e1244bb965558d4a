//! Multi-ProbCut (Buro 1997): a shallow search foretells the result of a deep one with an error that
//! is known from experience; if the foretold value is far enough outside the window, the deep search
//! is not made.
//!
//! The errors were fitted to this engine's own searches without pruning (`flipfive train othello
//! probcut`): 5000 positions of self-play games with 9 to 54 empty squares, all pairs of depths of the
//! same parity up to 10, and for the end of the game the exact scores of 6000 positions with up to 18
//! empties and searches to 4 plies. The logarithm of the standard deviation is linear in the depths, the
//! number of empties and the logarithm of the gap; what that leaves unexplained is 7 % of the deviation.
//! The mean of exact scores less foretold ones swings by a disc between even and odd numbers of empties
//! and follows no line, so it is one number.

use crate::othello::Board;
use crate::othello::eval;
use crate::othello::rules::flip::Kernel;
use crate::othello::search::worker::Worker;
use std::sync::LazyLock;

/// Index of "nothing is pruned" in [`LEVELS`].
pub(crate) const FULL_WIDTH: u8 = 4;

/// Selectivity levels: so many standard deviations of certainty, and the percentage of a normal
/// distribution between plus and minus that many.
pub(crate) const LEVELS: [(f32, u8); 5] = [
    (1.1, 73),
    (1.5, 87),
    (2.0, 95),
    (2.6, 99),
    (f32::INFINITY, 100),
];

/// How certain a selective search is, a level out of a few.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selectivity(u8);

impl Selectivity {
    /// Nothing is pruned on a guess.
    pub const NONE: Self = Self(FULL_WIDTH);

    /// All levels as percentages of certainty, ascending; the last one is 100.
    pub fn percentages() -> impl Iterator<Item = u8> {
        LEVELS.iter().map(|(_, percent)| *percent)
    }

    /// The level with so many percent, which has to be one of [`Selectivity::percentages`].
    pub fn from_percent(percent: u8) -> Option<Self> {
        let index = Self::percentages().position(|known| known == percent)?;
        Some(Self(index as u8))
    }

    /// Certainty in percent.
    pub fn percent(self) -> u8 {
        LEVELS[usize::from(self.0)].1
    }

    pub(super) const fn index(self) -> u8 {
        self.0
    }
}

/// Least depth at which a search is foretold.
const LEAST_DEPTH: u32 = 3;
/// Least number of empties with which an exact score is foretold.
pub(super) const LEAST_EMPTIES: u32 = 14;

/// How a shallow search foretells a deep one, in centi-discs.
#[derive(Clone, Copy, Debug, Default)]
struct Error {
    /// What the deep search finds more, on average.
    mean: i16,
    /// The standard deviation around that.
    deviation: i16,
}

impl Error {
    fn new(mean: f32, log_deviation: f32) -> Self {
        Self {
            mean: mean as i16,
            deviation: log_deviation.exp().min(3000.0) as i16,
        }
    }
}

/// The depth that foretells `depth`: about half of it, of the same parity, because the evaluation
/// swings between odd and even depths.
const fn shallow(depth: u32) -> u32 {
    let half = depth / 2;
    if half % 2 == depth % 2 {
        half
    } else {
        half - 1
    }
}

/// The depth that foretells an exact score.
const fn shallow_for_score(empties: u32) -> u32 {
    match empties {
        0..=15 => 2,
        16..=19 => 4,
        20..=23 => 6,
        _ => 8,
    }
}

/// All errors, computed once.
pub(super) struct Errors {
    /// By depth and empties.
    midgame: [[Error; 64]; 64],
    /// By empties.
    endgame: [Error; 64],
}

pub(super) static ERRORS: LazyLock<Errors> = LazyLock::new(|| Errors {
    midgame: std::array::from_fn(|depth| {
        std::array::from_fn(|empties| {
            if depth < LEAST_DEPTH as usize {
                return Error::default();
            }
            let (e, d) = (empties.min(50) as f32, depth.min(40) as f32);
            let s = shallow(depth.min(40) as u32) as f32;
            let mean = if depth % 2 == 0 {
                7.1 + 3.4 * d + 2.9 * s - 1.8 * e
            } else {
                -45.6 - 0.4 * d + 5.0 * s + 0.9 * e
            };
            let log = 5.970 - 0.020 * d - 0.073 * s - 0.013 * e + 0.388 * (d - s).ln();
            // Beyond the depths that were measured the mean is not believed to grow.
            Error::new(mean.clamp(-150.0, 150.0), log)
        })
    }),
    endgame: std::array::from_fn(|empties| {
        let e = empties as f32;
        let s = shallow_for_score(empties as u32) as f32;
        let log = 6.235 - 0.0715 * s + 0.0185 * e;
        Error::new(100.0, log)
    }),
});

impl<K: Kernel> Worker<'_, K> {
    /// A bound for the midgame search with window (`alpha`, `alpha + 1`) that is probable enough.
    #[inline(always)]
    pub(super) fn probable(
        &mut self,
        board: Board,
        moves: u64,
        depth: u32,
        empties: u32,
        alpha: i32,
    ) -> Option<i32> {
        if self.selectivity == FULL_WIDTH || depth < LEAST_DEPTH {
            return None;
        }
        let error = self.errors.midgame[depth as usize & 63][empties as usize & 63];
        self.foretell(board, moves, shallow(depth), error, alpha)
    }

    /// The same for an exact score, `alpha` in discs; the bound is in discs.
    #[inline(always)]
    pub(super) fn probable_score(
        &mut self,
        board: Board,
        moves: u64,
        empties: u32,
        alpha: i32,
    ) -> Option<i32> {
        if self.selectivity == FULL_WIDTH || empties < LEAST_EMPTIES {
            return None;
        }
        let error = self.errors.endgame[empties as usize & 63];
        let depth = shallow_for_score(empties);
        // Scores are even unless the game ends early: the middle between two of them.
        self.foretell(board, moves, depth, error, 100 * alpha + 50)
            .map(|value| {
                if value > 100 * alpha + 50 {
                    alpha + 1
                } else {
                    alpha
                }
            })
    }

    #[inline(always)]
    fn foretell(
        &mut self,
        board: Board,
        moves: u64,
        depth: u32,
        error: Error,
        alpha: i32,
    ) -> Option<i32> {
        let (mean, deviation) = (i32::from(error.mean), i32::from(error.deviation));
        let margin = (LEVELS[usize::from(self.selectivity)].0 * deviation as f32) as i32;
        // A search that is not likely to succeed is not made: the evaluation has to point there.
        let lead = eval::evaluate_with(self.kernel, board, moves) + mean - alpha;
        if lead.abs() < (AT_SIGHT * margin as f32) as i32 {
            return None;
        }
        // The shallow search is selective, too. Its errors add to those that were measured without any,
        // but it takes so much less time that the deep one can go two plies deeper.
        let found = if lead > 0 {
            let bound = alpha + 1 + margin - mean;
            bound < BELIEVABLE && self.search_null(board, moves, depth, bound - 1) >= bound
        } else {
            let bound = alpha - margin - mean;
            bound > -BELIEVABLE && self.search_null(board, moves, depth, bound) <= bound
        };
        if !found || self.counter.stopped() {
            return None;
        }
        Some(if lead > 0 { alpha + 1 } else { alpha })
    }
}

/// The evaluation has to be outside the window by this part of the margin before the shallow search is
/// asked.
const AT_SIGHT: f32 = 0.5;

/// Bounds beyond this are never reached by an estimate.
const BELIEVABLE: i32 = 6300;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shallow_depths_are_shallower_and_of_the_same_parity() {
        for depth in LEAST_DEPTH..=60 {
            let shallow = shallow(depth);
            assert!(
                shallow < depth && shallow % 2 == depth % 2,
                "{shallow} for {depth}"
            );
        }
    }

    #[test]
    fn errors_are_of_a_sensible_size_everywhere() {
        for (depth, row) in ERRORS.midgame.iter().enumerate().skip(LEAST_DEPTH as usize) {
            for (empties, error) in row.iter().enumerate() {
                assert!(
                    (50..=1500).contains(&error.deviation) && error.mean.abs() <= 150,
                    "{depth} {empties} {error:?}"
                );
            }
        }
        for (empties, error) in ERRORS.endgame.iter().enumerate().take(31) {
            assert!(
                (300..=2000).contains(&error.deviation),
                "{empties} {error:?}"
            );
        }
    }
}
