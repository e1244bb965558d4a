//! Elo differences with confidence intervals, normalised Elo (nElo), likelihood of superiority (LOS).
//!
//! * Logistic Elo (A. Elo, "The Rating of Chessplayers", 1978, in today's logistic form):
//!   `s = 1 / (1 + 10^(-d / 400))`, so `d = -400 log10(1 / s - 1)`.
//! * The mean of `n` independent units (games, or game pairs) with the empirical variance `v` has
//!   the standard error `sqrt(v / n)`. The 95 % confidence interval of the score is 1.96 standard errors
//!   to either side; its ends are converted to Elo, as cutechess and fastchess do.
//! * If all units have the same score, their variance says nothing, and that of independent games without
//!   draws, the largest one, takes its place. If all are wins or all are losses, the bound is that of Clopper
//!   and Pearson ("The use of confidence or fiducial limits illustrated in the case of the binomial",
//!   Biometrika 26, 1934): `(0.025)^(1 / n)`.
//! * Normalised Elo (M. Van den Bergh, "Normalized Elo", as used by fishtest): the distance of the score
//!   from one half in standard deviations of a single game, times `800 / ln 10`. For pairs the variance
//!   of a game is twice that of the pair's mean score. It tells how many games a difference takes to
//!   show, independently of the draw rate.
//! * Likelihood of superiority: the probability that the true score is above one half, if the observed
//!   score is normally distributed around it, as in fastchess.

use crate::tournament::stats::score::{MatchScore, Pentanomial, Wdl};
use serde::Serialize;

/// Half the width of a 95 % confidence interval in standard errors.
pub(crate) const CONFIDENCE_95: f64 = 1.959_963_984_540_054;

/// Units of normalised Elo per standard deviation of a game.
pub(crate) const NORMALIZED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// The expected score, 0 to 1, at an Elo difference.
pub fn elo_to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference of a score; infinite at 0 and 1 and beyond.
pub fn score_to_elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Not -400 log10(1/s - 1), which is -0 for a level score.
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// A value with its 95 % confidence interval. The ends may be infinite.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval: the number after `+/-`.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The value and the ends on another scale, which must be increasing.
    fn map(self, scale: impl Fn(f64) -> f64) -> Self {
        let [value, low, high] = [self.value, self.low, self.high].map(scale);
        Self { value, low, high }
    }
}

/// A sample of independent units, each a mean score between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Number of units, more than 0.
    pub units: f64,
    /// Games per unit: 1 or 2.
    pub games: f64,
    /// Mean score of the units.
    pub mean: f64,
    /// Population variance of the units: the sum of squares divided by their number.
    pub variance: f64,
}

impl MatchScore {
    /// The sample for statistics: the pairs if there are enough of them ([`MatchScore::paired`]), else
    /// the games. `None` without games.
    ///
    /// The two games of a pair depend on each other, since an opening may favour one colour.
    pub fn sample(&self) -> Option<Sample> {
        if self.paired() {
            Sample::from_pairs(&self.pairs)
        } else {
            Sample::from_games(&self.wdl)
        }
    }
}

impl Sample {
    /// A sample of single games (trinomial); `None` without games.
    pub fn from_games(wdl: &Wdl) -> Option<Self> {
        Self::of_counts(1.0, &[wdl.losses, wdl.draws, wdl.wins])
    }

    /// A sample of game pairs (pentanomial); `None` without pairs.
    pub fn from_pairs(pairs: &Pentanomial) -> Option<Self> {
        Self::of_counts(2.0, &pairs.counts())
    }

    /// Counts of units by score, in equal steps from 0 to 1.
    fn of_counts(games: f64, counts: &[u64]) -> Option<Self> {
        let units = counts.iter().sum::<u64>() as f64;
        if units == 0.0 {
            return None;
        }
        let top = (counts.len() - 1) as f64;
        let scores = || {
            let parts = counts.iter().enumerate();
            parts.map(|(n, &count)| (n as f64 / top, count as f64))
        };
        let mean = scores().map(|(score, count)| score * count).sum::<f64>() / units;
        let squares = scores().map(|(score, count)| count * (score - mean).powi(2));
        Some(Self {
            units,
            games,
            mean,
            variance: squares.sum::<f64>() / units,
        })
    }

    /// Standard error of the mean.
    pub fn standard_error(&self) -> f64 {
        (self.variance / self.units).sqrt()
    }

    /// The 95 % confidence interval of the mean. It may extend beyond 0 and 1.
    pub fn score(&self) -> Estimate {
        let bound = 0.025f64.powf(1.0 / self.units);
        let (low, high) = if self.mean >= 1.0 {
            (bound, 1.0)
        } else if self.mean <= 0.0 {
            (0.0, 1.0 - bound)
        } else {
            let variance = match self.variance > 0.0 {
                true => self.variance,
                false => self.mean * (1.0 - self.mean) / self.games,
            };
            let error = CONFIDENCE_95 * (variance / self.units).sqrt();
            (self.mean - error, self.mean + error)
        };
        Estimate {
            value: self.mean,
            low,
            high,
        }
    }

    /// The Elo difference.
    pub fn elo(&self) -> Estimate {
        self.score().map(score_to_elo)
    }

    /// Normalised Elo (nElo); `None` if all units have the same score.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let deviation = (self.games * self.variance).sqrt();
        if deviation == 0.0 {
            return None;
        }
        let score = self.score();
        Some(score.map(|score| (score - 0.5) / deviation * NORMALIZED_ELO))
    }

    /// The likelihood of superiority (LOS), 0 to 1.
    pub fn los(&self) -> f64 {
        let ahead = self.mean - 0.5;
        let error = self.standard_error();
        if error == 0.0 {
            return match ahead.partial_cmp(&0.0) {
                Some(std::cmp::Ordering::Greater) => 1.0,
                Some(std::cmp::Ordering::Less) => 0.0,
                _ => 0.5,
            };
        }
        (1.0 + libm::erf(ahead / error / std::f64::consts::SQRT_2)) / 2.0
    }
}
