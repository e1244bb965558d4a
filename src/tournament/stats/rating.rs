//! Ratings of any number of engines from all their games at once.
//!
//! The model is that of Bradley and Terry ("Rank analysis of incomplete block designs", Biometrika 39,
//! 1952) with a draw as half a win: engine `i` scores `1 / (1 + 10^((r_j - r_i) / 400))` against `j`.
//! The ratings of maximum likelihood are those that expect of every engine exactly the points that it
//! has made (D. Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32,
//! 2004); Newton's method finds them, because the logarithm of the likelihood is concave.
//!
//! They exist only if there is no way to part the engines into two groups of which one has not taken a
//! single half point from the other (Ford 1957, Hunter's assumption 1). Where there is one, every two
//! engines that met get one more draw with each other; BayesElo (R. Coulom) has such a draw by default,
//! for the same reason.
//!
//! The error bars are those of the robust "sandwich" (H. White, "Maximum likelihood estimation of
//! misspecified models", Econometrica 50, 1982): the curvature of the likelihood on the outside, the
//! observed variance of the scores on the inside. So draws and pairs of games narrow or widen them as
//! they should, and for two engines they are those of the Elo difference, up to the curvature of the
//! scale.

use crate::tournament::standings::{Sample, Standings};
use crate::tournament::stats::elo::{CONFIDENCE_95, Estimate, score_of};
use std::f64::consts::LN_10;

/// Elo to the unit of the exponential function.
const SCALE: f64 = LN_10 / 400.0;

/// The rating of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo with its 95 % interval. The mean of all engines of a group is 0.
    pub elo: Estimate,
    /// Engines with different groups have not met, not even by way of others: their ratings cannot be
    /// compared. Counted from 0.
    pub group: usize,
    /// Whether draws were added because the plain result has no finite ratings.
    pub padded: bool,
}

/// Results between two engines as the model wants them.
#[derive(Clone, Copy, Debug, Default)]
struct Meeting {
    games: f64,
    /// Points of the first engine.
    points: f64,
    /// Variance of the sum of these points, as far as the games tell.
    variance: Option<f64>,
}

/// Rates every engine, in the order of the standings.
pub fn ratings(standings: &Standings) -> Vec<Rating> {
    let count = standings.engines.len();
    let mut meetings = vec![vec![Meeting::default(); count]; count];
    for (a, row) in meetings.iter_mut().enumerate() {
        for (b, meeting) in row.iter_mut().enumerate() {
            let versus = standings.versus(a, b);
            let games = versus.tally.games() as f64;
            // The mean score of the sample is that of all games, so its error is taken for them all.
            let variance = |sample: Sample| (sample.standard_error() * games).powi(2);
            *meeting = Meeting {
                games,
                points: versus.tally.points(),
                variance: versus.sample().map(variance).filter(|&v| v > 0.0),
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

/// The number of each engine's group: engines that are connected by games.
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

/// Whether there is a chain from every engine to every other one of which each member has taken at least
/// half a point from the next.
fn is_connected(meetings: &[Vec<Meeting>]) -> bool {
    let all = |takes: fn(&Meeting) -> bool| reached(meetings, 0, takes).len() == meetings.len();
    all(|meeting| meeting.points > 0.0) && all(|meeting| meeting.points < meeting.games)
}

/// The engines that are reached from one of them by steps to engines with such a meeting.
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

/// The ratings of maximum likelihood in Elo, for engines that are connected.
fn solve(meetings: &[Vec<Meeting>]) -> Vec<Estimate> {
    let count = meetings.len();
    let mut elo = vec![0.0; count];
    for _ in 0..100 {
        let (surplus, information, _) = derivatives(meetings, &elo);
        let Some(step) = information.solve(&surplus) else {
            break;
        };
        let longest = step.iter().fold(0.0, |top: f64, step| top.max(step.abs()));
        // Newton's method overshoots when it starts far away, so a step is no longer than 200 Elo.
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
    let (_, information, spread) = derivatives(meetings, &elo);
    let errors: Vec<f64> = (0..count)
        .map(|n| {
            // Row n of the inverse; the centring keeps the mean of all ratings out of it.
            let unit: Vec<f64> = (0..count)
                .map(|m| f64::from(u8::from(m == n)) - 1.0 / count as f64)
                .collect();
            let row = information.solve(&unit).unwrap_or(unit);
            let variance: f64 = (0..count)
                .flat_map(|a| (0..count).map(move |b| (a, b)))
                .map(|(a, b)| row[a] * spread[a][b] * row[b])
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

/// First derivatives of the logarithm of the likelihood, the negative of the second ones, and the
/// covariance of the first ones, all in Elo.
fn derivatives(meetings: &[Vec<Meeting>], elo: &[f64]) -> (Vec<f64>, Matrix, Vec<Vec<f64>>) {
    let count = meetings.len();
    let mut surplus = vec![0.0; count];
    let mut information = vec![vec![0.0; count]; count];
    let mut spread = vec![vec![0.0; count]; count];
    for a in 0..count {
        for b in (0..count).filter(|&b| b != a) {
            let meeting = meetings[a][b];
            let expected = score_of(elo[a] - elo[b]);
            let model = meeting.games * expected * (1.0 - expected);
            surplus[a] += SCALE * (meeting.points - meeting.games * expected);
            information[a][a] += SCALE * SCALE * model;
            information[a][b] -= SCALE * SCALE * model;
            let observed = meeting.variance.unwrap_or(model);
            spread[a][a] += SCALE * SCALE * observed;
            spread[a][b] -= SCALE * SCALE * observed;
        }
    }
    (surplus, Matrix(information), spread)
}

/// A square matrix whose rows and columns add up to zero.
struct Matrix(Vec<Vec<f64>>);

impl Matrix {
    /// The solution with mean zero, for a right-hand side with mean zero; `None` if there is none.
    fn solve(&self, right: &[f64]) -> Option<Vec<f64>> {
        let count = right.len();
        // Adding the same number to every element makes the matrix regular and leaves the solution
        // with mean zero as it is. Its size is that of the matrix, for the sake of rounding.
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
