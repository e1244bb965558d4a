//! Elo differences out of scores, with their error bars.
//!
//! * Logistic Elo (A. Elo, "The Rating of Chessplayers", 1978, in the logistic form that is usual
//!   today): `s = 1 / (1 + 10^(-d / 400))`, so `d = -400 log10(1 / s - 1)`.
//! * The mean of `n` independent units (games, or pairs of games) with the empirical variance `v` has
//!   the standard error `sqrt(v / n)`. The 95 % interval of the score, 1.96 standard errors to either
//!   side, is carried over to Elo at its ends, as cutechess and fastchess do.
//! * Units that are all the same tell nothing about their variance. If all are won or all are lost,
//!   the bound is that of Clopper and Pearson ("The use of confidence or fiducial limits illustrated
//!   in the case of the binomial", Biometrika 26, 1934): `(0.025)^(1 / n)`.
//! * Normalised Elo (M. Van den Bergh, "Normalized Elo", as used by fishtest): how many standard
//!   deviations of a single game the score is off one half, times `800 / ln 10`. For pairs the variance
//!   of a game is twice that of the pair's mean score. It says how many games it takes to see the
//!   difference, and does not depend on how drawish the games are.
//! * Likelihood of superiority: the probability that the true score is above one half, the observed one
//!   being normally distributed around it, as fastchess reckons it.

use crate::tournament::standings::{Pairs, Tally};
use serde::Serialize;

/// Half the width of a 95 % interval in standard errors.
pub const CONFIDENCE_95: f64 = 1.959_963_984_540_054;

/// Units of normalised Elo for one standard deviation of a game.
pub const NORMALIZED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// The score that goes with a difference in Elo, 0 to 1.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo that goes with a score; infinite at 0 and at 1, and beyond.
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// A value with its 95 % interval. Ends may be infinite.
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
    /// Half the width of the interval: the number behind the plus-minus sign.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Independent units, each a mean score between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Number of units, more than 0.
    pub units: f64,
    /// Games in a unit: 1 or 2.
    pub games: f64,
    /// Mean score of the units.
    pub mean: f64,
    /// Variance of the units, divided by their number, not by one less.
    pub variance: f64,
}

impl Sample {
    /// Single games; `None` without games.
    pub fn of_games(tally: &Tally) -> Option<Self> {
        Self::of_counts(1.0, &[tally.losses, tally.draws, tally.wins])
    }

    /// Pairs of games; `None` without pairs.
    pub fn of_pairs(pairs: &Pairs) -> Option<Self> {
        Self::of_counts(2.0, &pairs.counts())
    }

    /// Counts of units by score, from 0 to 1 in equal steps.
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

    /// The 95 % interval of the mean. It may reach beyond 0 and 1.
    pub fn score(&self) -> Estimate {
        let bound = 0.025f64.powf(1.0 / self.units);
        let (low, high) = if self.mean >= 1.0 {
            (bound, 1.0)
        } else if self.mean <= 0.0 {
            (0.0, 1.0 - bound)
        } else {
            let error = CONFIDENCE_95 * self.standard_error();
            (self.mean - error, self.mean + error)
        };
        Estimate {
            value: self.mean,
            low,
            high,
        }
    }

    /// The difference in Elo.
    pub fn elo(&self) -> Estimate {
        let Estimate { value, low, high } = self.score();
        Estimate {
            value: elo_of(value),
            low: elo_of(low),
            high: elo_of(high),
        }
    }

    /// The difference in normalised Elo; `None` if all units have the same score.
    pub fn normalized(&self) -> Option<Estimate> {
        let deviation = (self.games * self.variance).sqrt();
        if deviation == 0.0 {
            return None;
        }
        let of = |score: f64| (score - 0.5) / deviation * NORMALIZED_ELO;
        let Estimate { value, low, high } = self.score();
        Some(Estimate {
            value: of(value),
            low: of(low),
            high: of(high),
        })
    }

    /// The likelihood of superiority, 0 to 1.
    pub fn superiority(&self) -> f64 {
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
