//! Sequential probability ratio test (SPRT): is an engine stronger? Decided with as few games as possible.
//!
//! A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16, 1945:
//! under H0 the Elo difference is `elo0`, under H1 it is `elo1`. Games are played until the log-likelihood
//! ratio (LLR) leaves the interval from `ln(beta / (1 - alpha))` to `ln((1 - beta) / alpha)`.
//!
//! The probabilities of draws, or of the five results of a pair, are unknown. The generalised test (GSPRT)
//! uses, for each hypothesis, the distribution with the maximum likelihood among those that the hypothesis
//! allows (M. Van den Bergh, "Comments on Normalized Elo", section 4, and "The GSPRT approximation";
//! fishtest and fastchess do the same).
//!
//! This distribution has a closed form up to one number. Among all distributions `p` of the scores `a`
//! with the mean `s`, the likelihood of the observed frequencies `q` is largest for
//! `p_i = q_i / (1 + x (a_i - s))`, where `x` solves `sum q_i (a_i - s) / (1 + x (a_i - s)) = 0`. For
//! normalised Elo, the mean's distance from one half in standard deviations is given instead of the mean.
//! This condition is linear once mean and deviation are known, and is solved by iteration.

use crate::tournament::stats::elo::NORMALIZED_ELO;
use crate::tournament::{MatchScore, elo_to_score};
use serde::{Deserialize, Serialize};

/// The Elo scale of `elo0` and `elo1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// Normalised Elo: the number of games does not depend on the draw rate.
    #[default]
    Normalized,
    /// Logistic Elo, the usual scale.
    Logistic,
}

/// A test with valid parameters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "SprtParameters")]
pub struct Sprt(SprtParameters);

/// The parameters of a test as the user writes them, valid or not.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtParameters {
    /// Elo difference under H0.
    pub elo0: f64,
    /// Elo difference under H1.
    pub elo1: f64,
    /// Probability of a false positive: H1 accepted although H0 holds.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// Probability of a false negative: H0 accepted although H1 holds.
    #[serde(default = "five_percent")]
    pub beta: f64,
    /// The Elo scale.
    #[serde(default)]
    pub model: EloModel,
}

const fn five_percent() -> f64 {
    0.05
}

/// Invalid parameters of a test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// `elo0` is not below `elo1`.
    #[error("elo0={0} must be less than elo1={1}")]
    EloOrder(f64, f64),
    /// An Elo difference is out of range.
    #[error("an Elo difference of {0} is out of range; expected -1000 to 1000")]
    Range(f64),
    /// An error probability is not between 0 and 1.
    #[error("{0}={1} is out of range; expected a probability between 0 and 1")]
    Probability(&'static str, f64),
    /// The bounds would not lie on either side of zero.
    #[error("alpha={0} and beta={1} must add up to less than 1")]
    Sum(f64, f64),
}

impl TryFrom<SprtParameters> for Sprt {
    type Error = SprtError;

    fn try_from(given: SprtParameters) -> Result<Self, SprtError> {
        let SprtParameters {
            elo0,
            elo1,
            alpha,
            beta,
            ..
        } = given;
        for elo in [elo0, elo1] {
            if !(-1000.0..=1000.0).contains(&elo) {
                return Err(SprtError::Range(elo));
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::EloOrder(elo0, elo1));
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 1.0) {
                return Err(SprtError::Probability(name, value));
            }
        }
        if alpha + beta >= 1.0 {
            return Err(SprtError::Sum(alpha, beta));
        }
        Ok(Self(given))
    }
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtResult {
    /// Undecided: more games are needed.
    Continue,
    /// H0 is accepted: the difference is closer to `elo0`.
    AcceptH0,
    /// H1 is accepted: the difference is closer to `elo1`.
    AcceptH1,
}

/// The status of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtStatus {
    /// Log-likelihood ratio (LLR) of H1 to H0.
    pub llr: f64,
    /// Lower bound: H0 is accepted at or below it.
    pub lower: f64,
    /// Upper bound: H1 is accepted at or above it.
    pub upper: f64,
    /// The decision.
    pub verdict: SprtResult,
    /// Whether the test counts game pairs (pentanomial) or single games (trinomial).
    pub paired: bool,
}

impl SprtStatus {
    /// The LLR in percent of the bound with its sign; negative towards H0.
    pub fn progress(&self) -> f64 {
        let bound = if self.llr < 0.0 {
            self.lower
        } else {
            self.upper
        };
        100.0 * self.llr / bound.abs()
    }
}

impl Sprt {
    /// A test of two hypotheses with these error probabilities.
    ///
    /// # Errors
    ///
    /// `elo0` is not below `elo1`, or a value is out of range.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: EloModel,
    ) -> Result<Self, SprtError> {
        Self::try_from(SprtParameters {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        })
    }

    /// The parameters of the test.
    pub const fn parameters(&self) -> SprtParameters {
        self.0
    }

    /// The lower and the upper bound of the LLR.
    pub fn bounds(&self) -> (f64, f64) {
        let SprtParameters { alpha, beta, .. } = self.0;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The status of the test for an engine with this score.
    pub fn status(&self, score: &MatchScore) -> SprtStatus {
        let paired = score.paired();
        let llr = if paired {
            self.llr(2.0, &score.pairs.counts())
        } else {
            let wdl = score.wdl;
            self.llr(1.0, &[wdl.losses, wdl.draws, wdl.wins])
        };
        let (lower, upper) = self.bounds();
        let verdict = if llr >= upper {
            SprtResult::AcceptH1
        } else if llr <= lower {
            SprtResult::AcceptH0
        } else {
            SprtResult::Continue
        };
        SprtStatus {
            llr,
            lower,
            upper,
            verdict,
            paired,
        }
    }

    /// The LLR. `counts`: units of `games` games each, by score from 0 to 1.
    fn llr(&self, games: f64, counts: &[u64]) -> f64 {
        if counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let observed = Observed::of(counts);
        let [h0, h1] = [self.0.elo0, self.0.elo1].map(|elo| match self.0.model {
            EloModel::Logistic => observed.with_mean(elo_to_score(elo)),
            EloModel::Normalized => {
                // The deviation of a game is that of a pair's mean score times the root of two.
                observed.with_distance(elo / NORMALIZED_ELO * f64::sqrt(games))
            }
        });
        let gain = observed
            .chances()
            .map(|(n, chance)| chance * (h1[n] / h0[n]).ln());
        observed.units * gain.sum::<f64>()
    }
}

/// Observed frequencies of the scores.
struct Observed {
    /// Number of units.
    units: f64,
    /// Score from 0 to 1 and relative frequency.
    parts: Vec<(f64, f64)>,
}

impl Observed {
    /// A score that has not occurred yet counts as a thousandth (as in fishtest), so that every
    /// hypothesis has a distribution.
    fn of(counts: &[u64]) -> Self {
        let top = (counts.len() - 1) as f64;
        let counts = || counts.iter().map(|&n| if n == 0 { 1e-3 } else { n as f64 });
        let units: f64 = counts().sum();
        let parts = counts().enumerate();
        Self {
            units,
            parts: parts
                .map(|(n, count)| (n as f64 / top, count / units))
                .collect(),
        }
    }

    fn chances(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.parts.iter().map(|&(_, chance)| chance).enumerate()
    }

    /// The maximum likelihood distribution whose expected weight is zero; `None` if all weights have one
    /// sign.
    fn most_likely(&self, weight: impl Fn(f64) -> f64) -> Option<Vec<f64>> {
        let parts = self.parts.iter();
        let weights: Vec<_> = parts
            .map(|&(score, chance)| (weight(score), chance))
            .collect();
        let x = solve_multiplier(&weights)?;
        let chances = weights.iter().map(|(w, chance)| chance / (1.0 + x * w));
        Some(chances.collect())
    }

    fn chances_as_observed(&self) -> Vec<f64> {
        self.parts.iter().map(|&(_, chance)| chance).collect()
    }

    /// The maximum likelihood distribution with this mean, between 0 and 1.
    fn with_mean(&self, mean: f64) -> Vec<f64> {
        let found = self.most_likely(|score| score - mean);
        found.unwrap_or_else(|| self.chances_as_observed())
    }

    /// Mean and standard deviation of the score under a distribution.
    fn moments(&self, chances: &[f64]) -> (f64, f64) {
        let parts = || self.parts.iter().zip(chances);
        let mean: f64 = parts().map(|((score, _), chance)| score * chance).sum();
        let squares = parts().map(|((score, _), chance)| chance * (score - mean).powi(2));
        (mean, squares.sum::<f64>().sqrt())
    }

    /// A distribution whose mean is `distance` standard deviations above one half: that of the most likely
    /// ones for a given mean which satisfies this.
    fn start_at_distance(&self, distance: f64) -> Vec<f64> {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            let (mean, deviation) = self.moments(&self.with_mean(middle));
            match mean - 0.5 < distance * deviation {
                true => low = middle,
                false => high = middle,
            }
        }
        self.with_mean(f64::midpoint(low, high))
    }

    /// The maximum likelihood distribution whose mean is `distance` standard deviations above one half.
    fn with_distance(&self, distance: f64) -> Vec<f64> {
        let count = self.parts.len();
        let next = |chances: &[f64]| {
            let (mean, deviation) = self.moments(chances);
            self.most_likely(|score| {
                let offset = (mean - score) / deviation;
                score - 0.5 - distance * deviation * (1.0 + offset * offset) / 2.0
            })
        };
        let mut chances = vec![1.0 / count as f64; count];
        if next(&chances).is_none() {
            // Far from one half, the linear condition has a solution only near the distance.
            chances = self.start_at_distance(distance);
        }
        for _ in 0..30 {
            let Some(next) = next(&chances) else {
                break;
            };
            let change = chances.iter().zip(&next).map(|(a, b)| (a - b).abs());
            let largest = change.fold(0.0, f64::max);
            chances = next;
            if largest < 1e-12 {
                break;
            }
        }
        chances
    }
}

/// Solves `sum chance * weight / (1 + x * weight) = 0` for the `x` with positive denominators, by
/// bisection: between its two poles the sum falls from plus to minus infinity. `None` if no weight is
/// negative or none is positive: there is no solution.
fn solve_multiplier(weights: &[(f64, f64)]) -> Option<f64> {
    let values = || weights.iter().map(|&(w, _)| w);
    let least = values().fold(f64::INFINITY, f64::min);
    let most = values().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        let sum: f64 = weights
            .iter()
            .map(|(w, chance)| chance * w / (1.0 + middle * w))
            .sum();
        if sum > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low + (high - low) / 2.0)
}

#[cfg(test)]
mod tests;
