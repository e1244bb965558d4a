//! Elo ratings of any number of engines, fitted to all their games at once.
//!
//! The model is that of Bradley and Terry ("Rank analysis of incomplete block designs", Biometrika 39,
//! 1952) with a draw as half a win: engine `i` scores `1 / (1 + 10^((r_j - r_i) / 400))` against `j`.
//! At the maximum of the likelihood, every engine's expected points equal its points (D. Hunter, "MM
//! algorithms for generalized Bradley-Terry models", Annals of Statistics 32, 2004). The logarithm of
//! the likelihood is concave, so Newton's method finds the maximum.
//!
//! A maximum exists only if the engines cannot be split into two groups of which one has not taken half
//! a point from the other (Ford 1957, Hunter's assumption 1). If they can, every two engines that met
//! get one virtual draw; BayesElo (R. Coulom) adds such a draw by default, for the same reason.
//!
//! The confidence intervals are those of the robust "sandwich" estimator (H. White, "Maximum likelihood
//! estimation of misspecified models", Econometrica 50, 1982): the curvature of the likelihood outside,
//! the observed variance of the scores inside. Draws and game pairs therefore narrow or widen them as
//! they should. For two engines they agree with those of the Elo difference, up to the curvature of the
//! logistic function.

use crate::tournament::stats::elo::CONFIDENCE_95;
use crate::tournament::{Estimate, MatchScore, Sample, Wdl, elo_to_score};
use std::f64::consts::LN_10;

/// Natural logarithm of the odds per Elo.
const SCALE: f64 = LN_10 / 400.0;

/// The rating of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo with its 95 % confidence interval. The mean over a group is 0.
    pub elo: Estimate,
    /// The number of the engine's group, from 0. Engines of different groups are not connected by games,
    /// so their ratings cannot be compared.
    pub group: usize,
    /// Whether virtual draws were added, since the results alone have no finite ratings.
    pub padded: bool,
}

/// The results between two engines, as the model needs them.
#[derive(Clone, Copy, Debug, Default)]
struct Meeting {
    games: f64,
    /// Points of the first engine.
    points: f64,
    /// Observed variance of these points; `None` if all units have the same score.
    variance: Option<f64>,
}

/// Rates every engine of a cross table: `cross[a][b]` is the score of engine `a` against engine `b`.
pub(crate) fn ratings(cross: &[Vec<MatchScore>]) -> Vec<Rating> {
    let count = cross.len();
    let mut meetings = vec![vec![Meeting::default(); count]; count];
    for (a, row) in meetings.iter_mut().enumerate() {
        for (b, meeting) in row.iter_mut().enumerate() {
            let score = cross[a][b];
            let games = score.wdl.games() as f64;
            // The standard error of the sample's mean stands for that of all games.
            let variance = |sample: Sample| (sample.standard_error() * games).powi(2);
            *meeting = Meeting {
                games,
                points: score.wdl.points(),
                variance: score.sample().map(variance).filter(|&v| v > 0.0),
            };
        }
    }
    let groups = groups(&meetings);
    let mut found = vec![None; count];
    for group in 0..groups.iter().map(|group| group + 1).max().unwrap_or(0) {
        let members: Vec<usize> = (0..count).filter(|&n| groups[n] == group).collect();
        let mut part: Vec<Vec<Meeting>> = members
            .iter()
            .map(|&a| members.iter().map(|&b| meetings[a][b]).collect())
            .collect();
        let padded = !is_connected(&part);
        if padded {
            for meeting in part.iter_mut().flatten().filter(|m| m.games > 0.0) {
                meeting.games += 1.0;
                meeting.points += 0.5;
                meeting.variance = meeting.variance.map(|variance| variance + 0.25);
            }
        }
        for (&member, elo) in members.iter().zip(solve(&part)) {
            found[member] = Some(Rating { elo, group, padded });
        }
    }
    found.into_iter().flatten().collect()
}

/// The rating of an engine that has played opponents of known ratings: the one at which it expects its
/// points. `None` without games. After all wins or all losses, the bound of 97.5 % probability.
pub(crate) fn performance(opponents: &[(f64, Wdl)]) -> Option<Estimate> {
    let games: u64 = opponents.iter().map(|(_, wdl)| wdl.games()).sum();
    if games == 0 {
        return None;
    }
    let points: f64 = opponents.iter().map(|(_, wdl)| wdl.points()).sum();
    let sum = |elo: f64, term: fn(f64) -> f64| -> f64 {
        let terms = opponents
            .iter()
            .map(|(rating, wdl)| wdl.games() as f64 * term(elo_to_score(elo - rating)));
        terms.sum()
    };
    // Both sums grow with the rating.
    let solve = |term: fn(f64) -> f64, target: f64| {
        let (mut low, mut high) = (-20_000.0, 20_000.0);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            match sum(middle, term) < target {
                true => low = middle,
                false => high = middle,
            }
        }
        low
    };
    let (value, low, high) = if points >= games as f64 {
        let bound = solve(f64::ln, 0.025f64.ln());
        (f64::INFINITY, bound, f64::INFINITY)
    } else if points <= 0.0 {
        let bound = solve(|score| -(1.0 - score).ln(), -0.025f64.ln());
        (f64::NEG_INFINITY, f64::NEG_INFINITY, bound)
    } else {
        let value = solve(|score| score, points);
        let information = SCALE * SCALE * sum(value, |score| score * (1.0 - score));
        let error = CONFIDENCE_95 / information.sqrt();
        (value, value - error, value + error)
    };
    Some(Estimate { value, low, high })
}

/// The number of each engine's group. The engines of a group are connected by games.
fn groups(meetings: &[Vec<Meeting>]) -> Vec<usize> {
    let mut groups = vec![usize::MAX; meetings.len()];
    let mut next = 0;
    for start in 0..meetings.len() {
        if groups[start] != usize::MAX {
            continue;
        }
        for member in reached(meetings, start, |meeting| meeting.games > 0.0) {
            groups[member] = next;
        }
        next += 1;
    }
    groups
}

/// Whether a chain leads from every engine to every other in which each has taken at least half a point
/// from the next.
fn is_connected(meetings: &[Vec<Meeting>]) -> bool {
    let all = |takes: fn(&Meeting) -> bool| reached(meetings, 0, takes).len() == meetings.len();
    all(|meeting| meeting.points > 0.0) && all(|meeting| meeting.points < meeting.games)
}

/// The engines reachable from `start` by steps over meetings that satisfy `step`.
fn reached(meetings: &[Vec<Meeting>], start: usize, step: impl Fn(&Meeting) -> bool) -> Vec<usize> {
    let mut seen = vec![false; meetings.len()];
    let mut found = vec![start];
    seen[start] = true;
    let mut next = 0;
    while let Some(&from) = found.get(next) {
        next += 1;
        for (to, meeting) in meetings[from].iter().enumerate() {
            if !seen[to] && step(meeting) {
                seen[to] = true;
                found.push(to);
            }
        }
    }
    found
}

/// The maximum likelihood ratings in Elo of connected engines, by Newton's method.
fn solve(meetings: &[Vec<Meeting>]) -> Vec<Estimate> {
    let count = meetings.len();
    let mut elo = vec![0.0; count];
    for _ in 0..100 {
        let (gradient, information, _) = derivatives(meetings, &elo);
        let Some(step) = information.solve(&gradient) else {
            break;
        };
        let longest = step.iter().fold(0.0, |top: f64, step| top.max(step.abs()));
        // Far from the maximum, Newton's method overshoots: limit a step to 200 Elo.
        let damping = (200.0 / longest).min(1.0);
        for (elo, step) in elo.iter_mut().zip(&step) {
            *elo += damping * step;
        }
        if longest < 1e-9 {
            break;
        }
    }
    let mean = elo.iter().sum::<f64>() / count as f64;
    elo.iter_mut().for_each(|elo| *elo -= mean);
    let (_, information, covariance) = derivatives(meetings, &elo);
    let errors: Vec<f64> = (0..count)
        .map(|n| {
            // Row n of the inverse, centred so that the mean rating is constant.
            let unit: Vec<f64> = (0..count)
                .map(|m| f64::from(u8::from(m == n)) - 1.0 / count as f64)
                .collect();
            let row = information.solve(&unit).unwrap_or(unit);
            let variance: f64 = (0..count)
                .flat_map(|a| (0..count).map(move |b| (a, b)))
                .map(|(a, b)| row[a] * covariance[a][b] * row[b])
                .sum();
            CONFIDENCE_95 * variance.max(0.0).sqrt()
        })
        .collect();
    elo.iter()
        .zip(errors)
        .map(|(&value, error)| Estimate {
            value,
            low: value - error,
            high: value + error,
        })
        .collect()
}

/// The gradient of the log-likelihood, its negative Hessian (the Fisher information), and the observed
/// covariance of the gradient, all in Elo.
fn derivatives(meetings: &[Vec<Meeting>], elo: &[f64]) -> (Vec<f64>, Matrix, Vec<Vec<f64>>) {
    let count = meetings.len();
    let mut gradient = vec![0.0; count];
    let mut information = vec![vec![0.0; count]; count];
    let mut covariance = vec![vec![0.0; count]; count];
    for a in 0..count {
        for b in (0..count).filter(|&b| b != a) {
            let meeting = meetings[a][b];
            let expected = elo_to_score(elo[a] - elo[b]);
            let model = meeting.games * expected * (1.0 - expected);
            gradient[a] += SCALE * (meeting.points - meeting.games * expected);
            information[a][a] += SCALE * SCALE * model;
            information[a][b] -= SCALE * SCALE * model;
            let observed = meeting.variance.unwrap_or(model);
            covariance[a][a] += SCALE * SCALE * observed;
            covariance[a][b] -= SCALE * SCALE * observed;
        }
    }
    (gradient, Matrix(information), covariance)
}

/// A symmetric matrix whose rows and columns sum to zero.
struct Matrix(Vec<Vec<f64>>);

impl Matrix {
    /// The zero-mean solution for a zero-mean right-hand side, by Gauss-Jordan elimination; `None` if the
    /// matrix has a lower rank.
    fn solve(&self, right: &[f64]) -> Option<Vec<f64>> {
        let count = right.len();
        // Adding one number to every element makes the matrix regular and keeps the zero-mean solution.
        // A number of the size of the diagonal keeps rounding errors small.
        let trace: f64 = (0..count).map(|n| self.0[n][n]).sum();
        let filler = if trace > 0.0 {
            trace / count as f64
        } else {
            1.0
        };
        let mut rows: Vec<Vec<f64>> = self
            .0
            .iter()
            .zip(right)
            .map(|(row, &right)| row.iter().map(|x| x + filler).chain([right]).collect())
            .collect();
        for column in 0..count {
            let pivot = (column..count)
                .max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
            rows.swap(column, pivot);
            let lead = rows[column][column];
            if lead.abs() < 1e-30 {
                return None;
            }
            let pivot_row = rows[column].clone();
            for (n, row) in rows.iter_mut().enumerate() {
                if n != column {
                    let factor = row[column] / lead;
                    for (x, y) in row.iter_mut().zip(&pivot_row) {
                        *x -= factor * y;
                    }
                }
            }
        }
        Some((0..count).map(|n| rows[n][count] / rows[n][n]).collect())
    }
}

#[cfg(test)]
mod tests;
