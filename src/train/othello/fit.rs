//! Weights by linear regression: the sum of the weights of a position approximates the result of its game.
//!
//! Conjugate gradients solve the normal equations. Ridge regularisation holds every weight to a prior, as if that value had been observed a few times. The prior is zero for a coarse fit of several
//! stages, the coarse fit for a fit of two stages, and that fit for the fit of each stage. Configurations
//! that are rare in a stage keep the value of the neighbouring stages. Early stopping: the iteration ends when
//! the error on held-out games stops falling.
//!
//! A sum of patterns cannot fit all positions. Close positions decide games, so after the coarse fit one-sided
//! positions, by the value of that fit, get less weight. (Weighting by the result would shrink all weights.)

use crate::othello::eval::weights::{EMPTIES, STAGES, StageParameters, UNITS_PER_DISC, stage_of};
use crate::train::othello::conjugate_gradients::ConjugateGradients;
use crate::train::othello::samples::{ACTIVE, Parameters, Sample};
use crate::util::threads::on_threads;
use std::fmt;
use std::sync::Mutex;

/// A position with its parameters.
struct Row {
    active: [u32; ACTIVE],
    target: f32,
    /// Weight of the position in the fit.
    weight: f32,
}

/// Settings of a fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// Ridge regularisation of the coarse fit towards zero.
    pub coarse_ridge: f64,
    /// Ridge regularisation of the finer fits towards the coarser one.
    pub ridge: f64,
    /// Maximum number of iterations of each fit.
    pub iterations: usize,
    /// Number of threads.
    pub threads: usize,
}

/// Errors of a stage, in discs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Errors {
    /// Number of fitted positions.
    pub fitted: usize,
    /// Number of held-out positions.
    pub held_out: usize,
    /// Mean absolute error of the fitted positions.
    pub of_fitted: f64,
    /// Mean absolute error of the held-out positions.
    pub of_held_out: f64,
    /// The same, weighted as in the fit.
    pub of_balanced: f64,
    /// Mean absolute error of the current evaluation for the held-out positions.
    pub of_present: f64,
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (fitted, held_out) = (self.fitted, self.held_out);
        write!(f, "{fitted} positions, error {:.3} discs; ", self.of_fitted)?;
        if held_out == 0 {
            return write!(f, "none of other games");
        }
        write!(
            f,
            "{held_out} of other games: {:.3} (before: {:.3}), balanced ones {:.3}",
            self.of_held_out, self.of_present, self.of_balanced
        )
    }
}

/// The result of a fit.
pub(crate) struct Outcome {
    /// The parameters of each stage.
    pub stages: Vec<StageParameters>,
    /// The weights of the number of empty squares.
    pub empties: [i16; EMPTIES],
    /// By stage.
    pub errors: Vec<Errors>,
}

/// A fit of one stage includes positions of up to this many more or fewer empty squares.
const BEYOND: u32 = 1;
/// The same for a fit of two stages.
const BEYOND_TWO: u32 = 2;

/// Stages of each coarse fit, an even number.
const COARSE: [std::ops::Range<usize>; 3] = [0..8, 8..16, 16..STAGES];

/// A position with this lead in discs, by the coarse fit, has half the weight.
const ONE_SIDED: f64 = 16.0;

/// Iterations between two checks of the held-out positions. The last iteration is checked, too.
const CHECK_INTERVAL: usize = 4;
/// Number of checks without improvement that end the iteration.
const PATIENCE: usize = 3;

/// A coarse fit has no positions, or none that could end it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no {kind} position with {fewest} to {most} empty squares; expected more games")]
pub(crate) struct NoPositions {
    kind: &'static str,
    fewest: u32,
    most: u32,
}

/// Fails if a coarse fit would leave all its weights at zero.
fn check(samples: &[Sample], held_out: &[Sample]) -> Result<(), NoPositions> {
    for coarse in COARSE {
        let is_inside = |empties: &u32| coarse.contains(&stage_of(*empties));
        let numbers: Vec<u32> = (0..EMPTIES as u32).filter(is_inside).collect();
        for (kind, samples) in [("fitted", samples), ("held-out", held_out)] {
            let is_one = |sample: &Sample| numbers.contains(&sample.board.empties());
            if !samples.iter().any(is_one) {
                return Err(NoPositions {
                    kind,
                    fewest: numbers[0],
                    most: numbers[numbers.len() - 1],
                });
            }
        }
    }
    Ok(())
}

/// Fits all stages. `held_out` are positions of other games than `samples`. `note` receives progress messages
/// for people.
///
/// # Errors
/// There are too few positions.
pub(crate) fn fit(
    samples: &[Sample],
    held_out: &[Sample],
    settings: Settings,
    mut note: impl FnMut(String),
) -> Result<Outcome, NoPositions> {
    check(samples, held_out)?;
    let parameters = Parameters::new();
    let mut outcome = Outcome {
        stages: vec![StageParameters::default(); STAGES],
        empties: [0; EMPTIES],
        errors: vec![Errors::default(); STAGES],
    };
    for coarse in COARSE {
        let part = |samples: &[Sample]| {
            rows(samples, &parameters, |empties| {
                coarse.contains(&stage_of(empties))
            })
        };
        let zero = vec![0.0; parameters.count()];
        let (fitted, others) = (part(samples), part(held_out));
        let coarse_fit = solve(&fitted, &others, &zero, settings.coarse_ridge, settings);
        note(format!(
            "stages {} to {} together: {} positions, error {:.3} discs",
            coarse.start,
            coarse.end - 1,
            fitted.len(),
            error(&others, &coarse_fit)
        ));
        drop((fitted, others));
        let part = |samples: &[Sample], stages: std::ops::Range<usize>, beyond: u32| {
            let mut rows = rows(samples, &parameters, |empties| {
                (empties.saturating_sub(beyond)..=empties + beyond)
                    .any(|empties| stages.contains(&stage_of(empties)))
            });
            for row in &mut rows {
                let lead = predicted(row, &coarse_fit) / ONE_SIDED;
                row.weight = (1.0 / (1.0 + lead * lead)) as f32;
            }
            rows
        };
        for first in coarse.clone().step_by(2) {
            let two = first..first + 2;
            let fitted = part(samples, two.clone(), BEYOND_TWO);
            let others = part(held_out, two.clone(), 0);
            let prior = solve(&fitted, &others, &coarse_fit, settings.ridge, settings);
            drop((fitted, others));
            for stage in two {
                let fitted = part(samples, stage..stage + 1, BEYOND);
                let exactly = part(held_out, stage..stage + 1, 0);
                let weights = solve(&fitted, &exactly, &prior, settings.ridge, settings);
                let errors = Errors {
                    fitted: fitted.len(),
                    held_out: exactly.len(),
                    of_fitted: error(&fitted, &weights),
                    of_held_out: error(&exactly, &weights),
                    of_balanced: weighted_error(&exactly, &weights),
                    of_present: present_error(held_out, stage),
                };
                note(format!("stage {stage}: {errors}"));
                outcome.errors[stage] = errors;
                outcome.stages[stage] = parameters.stage(|parameter| whole(weights[parameter]));
                for empties in (0..61).filter(|&empties| stage_of(empties) == stage) {
                    let weight = weights[parameters.empties() + empties as usize];
                    outcome.empties[empties as usize] = whole(weight);
                }
            }
        }
    }
    Ok(outcome)
}

fn rows(samples: &[Sample], parameters: &Parameters, wanted: impl Fn(u32) -> bool) -> Vec<Row> {
    samples
        .iter()
        .filter(|sample| wanted(sample.board.empties()))
        .map(|sample| Row {
            active: parameters.of(sample.board),
            target: f32::from(sample.score),
            weight: 1.0,
        })
        .collect()
}

fn predicted(row: &Row, weights: &[f64]) -> f64 {
    row.active.iter().map(|&n| weights[n as usize]).sum()
}

/// The value within the range of results.
fn clipped(value: f64) -> f64 {
    value.clamp(-64.0, 64.0)
}

/// Mean absolute error.
fn error(rows: &[Row], weights: &[f64]) -> f64 {
    let sum = rows.iter().fold(0.0, |sum, row| {
        sum + (clipped(predicted(row, weights)) - f64::from(row.target)).abs()
    });
    sum / rows.len().max(1) as f64
}

/// Weighted mean absolute error.
fn weighted_error(rows: &[Row], weights: &[f64]) -> f64 {
    mean(rows, |row| {
        (clipped(predicted(row, weights)) - f64::from(row.target)).abs()
    })
}

fn square_error(rows: &[Row], weights: &[f64]) -> f64 {
    mean(rows, |row| {
        (clipped(predicted(row, weights)) - f64::from(row.target)).powi(2)
    })
}

/// Weighted mean over all rows.
fn mean(rows: &[Row], value: impl Fn(&Row) -> f64) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for row in rows {
        sum += f64::from(row.weight) * value(row);
        count += f64::from(row.weight);
    }
    sum / f64::max(count, f64::MIN_POSITIVE)
}

fn present_error(samples: &[Sample], stage: usize) -> f64 {
    let of_stage = samples
        .iter()
        .filter(|sample| stage_of(sample.board.empties()) == stage);
    let (sum, count) = of_stage.fold((0.0, 0), |(sum, count), sample| {
        let value = f64::from(crate::othello::eval::evaluate(sample.board)) / 100.0;
        (sum + (value - f64::from(sample.score)).abs(), count + 1)
    });
    sum / f64::from(count.max(1))
}

/// Weights by ridge regression towards the prior, with early stopping. Without held-out positions the prior stays.
fn solve(
    rows: &[Row],
    held_out: &[Row],
    prior: &[f64],
    ridge: f64,
    settings: Settings,
) -> Vec<f64> {
    let count = prior.len();
    let mut diagonal = vec![ridge; count];
    for row in rows {
        for &n in &row.active {
            diagonal[n as usize] += f64::from(row.weight);
        }
    }
    // The right side of the normal equations for the step away from the prior.
    let right_side = over_all(rows, count, settings.threads, |row| {
        f64::from(row.target) - predicted(row, prior)
    });
    let mut fit = ConjugateGradients::new(diagonal, right_side);
    let weights =
        |step: &[f64]| -> Vec<f64> { prior.iter().zip(step).map(|(p, s)| p + s).collect() };
    let mut best = (square_error(held_out, prior), prior.to_vec());
    let mut checks = 0;
    for iteration in 1..=settings.iterations {
        if fit.is_exact() {
            break;
        }
        let mut product = over_all(rows, count, settings.threads, |row| {
            predicted(row, fit.direction())
        });
        for (product, direction) in product.iter_mut().zip(fit.direction()) {
            *product += ridge * direction;
        }
        fit.advance(&product);
        let is_last = iteration == settings.iterations || fit.is_exact();
        if iteration % CHECK_INTERVAL == 0 || is_last {
            let weights = weights(fit.solution());
            let error = square_error(held_out, &weights);
            if error < best.0 {
                best = (error, weights);
                checks = 0;
            } else {
                checks += 1;
                if checks >= PATIENCE {
                    break;
                }
            }
        }
    }
    best.1
}

/// The weighted sum of `value` over all rows, for each parameter of a row. The number of threads changes only
/// the last digits of the result.
fn over_all(
    rows: &[Row],
    count: usize,
    threads: usize,
    value: impl Fn(&Row) -> f64 + Sync,
) -> Vec<f64> {
    let part = |rows: &[Row]| {
        let mut sum = vec![0.0; count];
        for row in rows {
            let value = f64::from(row.weight) * value(row);
            for &n in &row.active {
                sum[n as usize] += value;
            }
        }
        sum
    };
    let size = rows.len().div_ceil(threads.max(1)).max(1);
    let next = Mutex::new(rows.chunks(size).enumerate());
    let next = || next.lock().ok().and_then(|mut chunks| chunks.next());
    let sums_of_thread = || {
        let chunks = std::iter::from_fn(next);
        let sums = chunks.map(|(number, rows)| (number, part(rows)));
        sums.collect::<Vec<_>>()
    };
    let sums = on_threads(threads, sums_of_thread);
    let mut sums: Vec<(usize, Vec<f64>)> = sums.into_iter().flatten().collect();
    // Any thread may have summed up any chunk, and the order of the sums affects the result.
    sums.sort_unstable_by_key(|(number, _)| *number);
    let mut total = vec![0.0; count];
    for (_, sum) in sums {
        for (total, sum) in total.iter_mut().zip(sum) {
            *total += sum;
        }
    }
    total
}

fn whole(weight: f64) -> i16 {
    // The conversion saturates.
    (weight * f64::from(UNITS_PER_DISC)).round() as i16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Board;

    /// A position whose parameters are all the same one.
    fn row(parameter: u32, target: f32) -> Row {
        Row {
            active: [parameter; ACTIVE],
            target,
            weight: 1.0,
        }
    }

    #[test]
    fn the_last_iteration_counts_and_an_exact_solution_ends_the_fit() {
        let rows = [row(0, 10.0), row(1, -20.0)];
        let settings = Settings {
            coarse_ridge: 1e-9,
            ridge: 1e-9,
            iterations: 1,
            threads: 2,
        };
        for iterations in [1, 2, 3, 100] {
            let settings = Settings {
                iterations,
                ..settings
            };
            let weights = solve(&rows, &rows, &[0.0; 2], settings.ridge, settings);
            for row in &rows {
                let error = predicted(row, &weights) - f64::from(row.target);
                assert!(error.abs() < 1e-3, "{iterations}: {weights:?}");
            }
        }
        let prior = [1.0, 2.0];
        assert_eq!(solve(&rows, &[], &prior, 1.0, settings), prior);
    }

    #[test]
    fn stages_without_positions_are_refused() {
        // The start has 60 empty squares.
        let start = Sample {
            board: Board::START,
            score: 0,
        };
        let expected = NoPositions {
            kind: "fitted",
            fewest: 0,
            most: 23,
        };
        assert_eq!(check(&[start], &[]), Err(expected));
        let text = expected.to_string();
        assert!(text.starts_with("no fitted position with 0 to 23 empty squares"));
    }
}
