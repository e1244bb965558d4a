//! Sequential probability ratio test: whether an engine is better, with as few games as possible.
//!
//! A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16, 1945:
//! H0 says that the difference is `elo0`, H1 that it is `elo1`; the games go on until the logarithm of
//! the ratio of their likelihoods leaves the interval from `ln(beta / (1 - alpha))` to
//! `ln((1 - beta) / alpha)`.
//!
//! The probabilities of draws, or of the five results of a pair, are not known, so the ratio is the
//! generalised one: each hypothesis takes the distribution of results that makes the observed ones most
//! likely among those that it allows (M. Van den Bergh, "Comments on Normalized Elo", section 4, and
//! "The GSPRT approximation"; fishtest and fastchess reckon like this).
//!
//! Such a distribution has a closed form up to one number. Among all distributions `p` of the scores `a`
//! with the mean `s`, that with the largest likelihood of the observed frequencies `q` is
//! `p_i = q_i / (1 + x (a_i - s))`, where `x` solves `sum q_i (a_i - s) / (1 + x (a_i - s)) = 0`. For
//! normalised Elo not the mean is given but its distance from one half in standard deviations; that
//! condition is linear once mean and deviation are known, and is solved by iteration.

use crate::tournament::GameResult;
use crate::tournament::Title;
use crate::tournament::standings::{Standings, Versus};
use crate::tournament::stats::elo::{NORMALIZED_ELO, score_of};
use serde::{Deserialize, Serialize};

#[cfg(test)]
mod tests;

/// What `elo0` and `elo1` are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// Normalised Elo: the test takes as many games with drawish openings as with others.
    #[default]
    Normalized,
    /// Logistic Elo, the usual one.
    Logistic,
}

impl Model {
    /// The name, as match files have it.
    pub const fn name(self) -> &'static str {
        match self {
            Model::Normalized => "normalized",
            Model::Logistic => "logistic",
        }
    }
}

/// A test and its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Parameters")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// The parameters of a test as they are written, right or wrong.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// Elo difference of the first engine under H0.
    pub elo0: f64,
    /// Elo difference of the first engine under H1.
    pub elo1: f64,
    /// Probability of accepting H1 where H0 holds.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// Probability of accepting H0 where H1 holds.
    #[serde(default = "five_percent")]
    pub beta: f64,
    /// Kind of Elo.
    #[serde(default)]
    pub model: Model,
}

const fn five_percent() -> f64 {
    0.05
}

/// Why there is no such test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are not in order.
    #[error("elo0 {0} has to be less than elo1 {1}")]
    SearchRequest(f64, f64),
    /// No score comes near to such a difference.
    #[error("elo {0} is out of range, expected -1000 to 1000")]
    Range(f64),
    /// An error probability makes no sense.
    #[error("{0} {1} is not between 0 and 1")]
    Probability(&'static str, f64),
    /// The bounds would not be on either side of zero.
    #[error("alpha {0} and beta {1} add up to 1 or more")]
    Sum(f64, f64),
}

impl TryFrom<Parameters> for Sprt {
    type Error = SprtError;

    fn try_from(given: Parameters) -> Result<Self, SprtError> {
        let Parameters {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        } = given;
        for elo in [elo0, elo1] {
            if !(-1000.0..=1000.0).contains(&elo) {
                return Err(SprtError::Range(elo));
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::SearchRequest(elo0, elo1));
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 1.0) {
                return Err(SprtError::Probability(name, value));
            }
        }
        if alpha + beta >= 1.0 {
            return Err(SprtError::Sum(alpha, beta));
        }
        Ok(Self {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        })
    }
}

/// What the test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtResult {
    /// It takes more games.
    Continue,
    /// The difference is rather `elo0`.
    AcceptH0,
    /// The difference is rather `elo1`.
    AcceptH1,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct State {
    /// Logarithm of the ratio of likelihoods, H1 by H0.
    pub llr: f64,
    /// H0 is accepted here and below.
    pub lower: f64,
    /// H1 is accepted here and above.
    pub upper: f64,
    /// What follows.
    pub verdict: SprtResult,
    /// Whether pairs of games were compared (five results) or single games (three).
    pub paired: bool,
}

impl State {
    /// How far the test has come, in percent of the bound that it is moving to; negative towards H0.
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
    /// A test with these hypotheses and probabilities of error.
    ///
    /// # Errors
    ///
    /// Hypotheses out of order, and probabilities that give no bounds.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: Model,
    ) -> Result<Self, SprtError> {
        Self::try_from(Parameters {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        })
    }

    /// The parameters of the test.
    pub const fn parameters(&self) -> Parameters {
        Parameters {
            elo0: self.elo0,
            elo1: self.elo1,
            alpha: self.alpha,
            beta: self.beta,
            model: self.model,
        }
    }

    /// The lower and the upper bound of the logarithm of the ratio.
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The state of the test for the first engine of a match against the second one. `None` if there
    /// are no two engines.
    pub fn of(&self, title: &Title, games: &[GameResult]) -> Option<State> {
        let standings = Standings::of(title, games);
        (standings.engines.len() >= 2).then(|| self.state(&standings.versus(0, 1)))
    }

    /// The state of the test for an engine with these results.
    pub fn state(&self, versus: &Versus) -> State {
        let paired = versus.paired();
        let llr = if paired {
            self.ratio(2.0, &versus.pairs.counts())
        } else {
            let tally = versus.tally;
            self.ratio(1.0, &[tally.losses, tally.draws, tally.wins])
        };
        let (lower, upper) = self.bounds();
        let verdict = if llr >= upper {
            SprtResult::AcceptH1
        } else if llr <= lower {
            SprtResult::AcceptH0
        } else {
            SprtResult::Continue
        };
        State {
            llr,
            lower,
            upper,
            verdict,
            paired,
        }
    }

    /// The logarithm of the ratio for units of so many games, counted by score from 0 to 1.
    fn ratio(&self, games: f64, counts: &[u64]) -> f64 {
        if counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let observed = Observed::of(counts);
        let likelihoods = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => observed.with_mean(score_of(elo)),
            Model::Normalized => {
                // A deviation of a game is root two deviations of a pair's mean score.
                observed.with_distance(elo / NORMALIZED_ELO * f64::sqrt(games))
            }
        });
        let [h0, h1] = likelihoods;
        let gain = observed
            .chances()
            .map(|(n, chance)| chance * (h1[n] / h0[n]).ln());
        observed.units * gain.sum::<f64>()
    }
}

/// Frequencies of the scores of units.
struct Observed {
    /// Number of units.
    units: f64,
    /// Score from 0 to 1 and relative frequency.
    parts: Vec<(f64, f64)>,
}

impl Observed {
    /// A result that has not come yet counts as a thousandth, as in fishtest: otherwise no hypothesis
    /// could allow for it.
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

    /// The most likely distribution among those for which the weights add up to zero.
    fn most_likely(&self, weight: impl Fn(f64) -> f64) -> Vec<f64> {
        let weights: Vec<(f64, f64)> = self
            .parts
            .iter()
            .map(|&(score, chance)| (weight(score), chance))
            .collect();
        let x = secular(&weights);
        let chances = weights.iter().map(|(w, chance)| chance / (1.0 + x * w));
        chances.collect()
    }

    /// The most likely distribution with this mean, which is between 0 and 1.
    fn with_mean(&self, mean: f64) -> Vec<f64> {
        self.most_likely(|score| score - mean)
    }

    /// The most likely distribution whose mean is `distance` standard deviations above one half.
    fn with_distance(&self, distance: f64) -> Vec<f64> {
        let count = self.parts.len();
        let mut chances = vec![1.0 / count as f64; count];
        for _ in 0..30 {
            let parts = || self.parts.iter().zip(&chances);
            let mean: f64 = parts().map(|((score, _), chance)| score * chance).sum();
            let squares = parts().map(|((score, _), chance)| chance * (score - mean).powi(2));
            let deviation = squares.sum::<f64>().sqrt();
            let next = self.most_likely(|score| {
                let offset = (mean - score) / deviation;
                score - 0.5 - distance * deviation * (1.0 + offset * offset) / 2.0
            });
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

/// The number `x` with `sum chance * weight / (1 + x * weight) = 0` for which all denominators are
/// positive; the sum falls from plus to minus infinity between the two poles, so it is found by halving.
/// Without weights on either side of zero there is none, and zero is the next best.
fn secular(weights: &[(f64, f64)]) -> f64 {
    let least = weights
        .iter()
        .map(|&(w, _)| w)
        .fold(f64::INFINITY, f64::min);
    let most = weights
        .iter()
        .map(|&(w, _)| w)
        .fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return 0.0;
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
    low + (high - low) / 2.0
}
