//! Weights by least squares: the sum of a position's weights is to be the result of its game.
//!
//! The normal equations are solved by conjugate gradients with the diagonal as preconditioner
//! (M. Hestenes and E. Stiefel, "Methods of conjugate gradients for solving linear systems", 1952),
//! which never needs their matrix, only its product with a vector: one pass over the positions. Every
//! weight is held back to a prior as if it had been seen so many times more (ridge): to zero for a
//! coarse fit of several stages together, to that one for the fit of each stage. So configurations that
//! are rare in a stage are worth what they are worth around it. The iteration ends when positions of
//! other games are not predicted any better.

use super::samples::{ACTIVE, Parameters, Sample};
use crate::othello::eval::weights::{Fitted, MOBILITY, STAGES, UNIT, stage_of};

/// A position with its parameters.
struct Row {
    active: [u32; ACTIVE],
    target: f32,
}

/// How weights are fitted.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How often a weight of the coarse fit is held to zero.
    pub coarse_ridge: f64,
    /// How often a weight of a stage is held to that of the coarse fit.
    pub ridge: f64,
    /// The most iterations of each fit.
    pub iterations: usize,
    /// Threads that go through the positions.
    pub threads: usize,
}

/// How well a stage is predicted, in discs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Errors {
    /// Positions that were fitted.
    pub fitted: usize,
    /// Positions of other games.
    pub held_out: usize,
    /// Mean absolute error of the fitted positions.
    pub of_fitted: f64,
    /// Mean absolute error of the others.
    pub of_held_out: f64,
    /// Mean absolute error of the present evaluation for the others.
    pub of_present: f64,
}

/// What comes out of a fit.
pub struct Outcome {
    /// The parameters of each stage.
    pub stages: Vec<Fitted>,
    /// What the number of empty squares is worth.
    pub empties: [i16; 61],
    /// By stage.
    pub errors: Vec<Errors>,
}

/// Positions with so many empty squares more or fewer than those of a stage take part in its fit.
const BEYOND: u32 = 2;

/// Stages of each coarse fit.
const COARSE: [std::ops::Range<usize>; 3] = [0..4, 4..8, 8..STAGES];

/// Iterations between two looks at the positions that are held out, and how many looks without any
/// gain end the iteration.
const LOOK: usize = 4;
const PATIENCE: usize = 3;

/// Fits all stages. `held_out` are positions of other games than `samples`. `note` is told what was
/// done, for people.
pub fn fit(
    samples: &[Sample],
    held_out: &[Sample],
    settings: Settings,
    mut note: impl FnMut(String),
) -> Outcome {
    let parameters = Parameters::new();
    let mut outcome = Outcome {
        stages: vec![Fitted::default(); STAGES],
        empties: [0; 61],
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
        let prior = solve(&fitted, &others, &zero, settings.coarse_ridge, settings);
        note(format!(
            "stages {} to {} together: {} positions, error {:.3} discs",
            coarse.start,
            coarse.end - 1,
            fitted.len(),
            error(&others, &prior)
        ));
        drop((fitted, others));
        for stage in coarse {
            let near = |empties: u32| {
                (empties.saturating_sub(BEYOND)..=empties + BEYOND)
                    .any(|empties| stage_of(empties) == stage)
            };
            let fitted = rows(samples, &parameters, near);
            let exactly = rows(held_out, &parameters, |empties| stage_of(empties) == stage);
            let weights = solve(&fitted, &exactly, &prior, settings.ridge, settings);
            let errors = Errors {
                fitted: fitted.len(),
                held_out: exactly.len(),
                of_fitted: error(&fitted, &weights),
                of_held_out: error(&exactly, &weights),
                of_present: present_error(held_out, stage),
            };
            note(format!(
                "stage {stage}: {} positions, error {:.3} discs; {} of other games: {:.3} (before: {:.3})",
                errors.fitted,
                errors.of_fitted,
                errors.held_out,
                errors.of_held_out,
                errors.of_present
            ));
            outcome.errors[stage] = errors;
            outcome.stages[stage] = quantised(&weights, &parameters);
            for empties in (0..61).filter(|&empties| stage_of(empties) == stage) {
                let weight = weights[parameters.empties() + empties as usize];
                outcome.empties[empties as usize] = whole(weight);
            }
        }
    }
    outcome
}

fn rows(samples: &[Sample], parameters: &Parameters, wanted: impl Fn(u32) -> bool) -> Vec<Row> {
    samples
        .iter()
        .filter(|sample| wanted(sample.board.empties()))
        .map(|sample| Row {
            active: parameters.of(sample.board),
            target: f32::from(sample.score),
        })
        .collect()
}

fn predicted(row: &Row, weights: &[f64]) -> f64 {
    row.active.iter().map(|&n| weights[n as usize]).sum()
}

/// Nobody wins by more.
fn clipped(value: f64) -> f64 {
    value.clamp(-64.0, 64.0)
}

/// Mean absolute error.
fn error(rows: &[Row], weights: &[f64]) -> f64 {
    let sum: f64 = rows
        .iter()
        .map(|row| (clipped(predicted(row, weights)) - f64::from(row.target)).abs())
        .sum();
    sum / rows.len().max(1) as f64
}

fn square_error(rows: &[Row], weights: &[f64]) -> f64 {
    let sum: f64 = rows
        .iter()
        .map(|row| (clipped(predicted(row, weights)) - f64::from(row.target)).powi(2))
        .sum();
    sum / rows.len().max(1) as f64
}

fn present_error(samples: &[Sample], stage: usize) -> f64 {
    let of_stage = samples
        .iter()
        .filter(|sample| stage_of(sample.board.empties()) == stage);
    let errors: Vec<f64> = of_stage
        .map(|sample| {
            let value = f64::from(crate::othello::eval::evaluate(sample.board)) / 100.0;
            (value - f64::from(sample.score)).abs()
        })
        .collect();
    errors.iter().sum::<f64>() / errors.len().max(1) as f64
}

/// The weights nearest to the prior.
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
            diagonal[n as usize] += 1.0;
        }
    }
    // The residual of the normal equations for the step away from the prior.
    let mut residual = over_all(rows, count, settings.threads, |row| {
        f64::from(row.target) - predicted(row, prior)
    });
    let mut step = vec![0.0; count];
    let preconditioned = |residual: &[f64]| -> Vec<f64> {
        residual.iter().zip(&diagonal).map(|(r, d)| r / d).collect()
    };
    let mut z = preconditioned(&residual);
    let mut direction = z.clone();
    let mut rho = dot(&residual, &z);
    let weights =
        |step: &[f64]| -> Vec<f64> { prior.iter().zip(step).map(|(p, s)| p + s).collect() };
    let mut best = (square_error(held_out, prior), prior.to_vec());
    let mut looks = 0;
    for iteration in 1..=settings.iterations {
        if rho <= 0.0 {
            break;
        }
        let mut product = over_all(rows, count, settings.threads, |row| {
            predicted(row, &direction)
        });
        for (product, direction) in product.iter_mut().zip(&direction) {
            *product += ridge * direction;
        }
        let length = rho / dot(&direction, &product);
        for n in 0..count {
            step[n] += length * direction[n];
            residual[n] -= length * product[n];
        }
        if iteration % LOOK == 0 {
            let weights = weights(&step);
            let error = square_error(held_out, &weights);
            if error < best.0 {
                best = (error, weights);
                looks = 0;
            } else {
                looks += 1;
                if looks >= PATIENCE {
                    break;
                }
            }
        }
        z = preconditioned(&residual);
        let next = dot(&residual, &z);
        let turn = next / rho;
        rho = next;
        for n in 0..count {
            direction[n] = z[n] + turn * direction[n];
        }
    }
    best.1
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The sum over all rows of `value`, at each parameter of the row. The result depends on the number of
/// threads in its last digits only.
fn over_all(
    rows: &[Row],
    count: usize,
    threads: usize,
    value: impl Fn(&Row) -> f64 + Sync,
) -> Vec<f64> {
    let part = |rows: &[Row]| {
        let mut sum = vec![0.0; count];
        for row in rows {
            let value = value(row);
            for &n in &row.active {
                sum[n as usize] += value;
            }
        }
        sum
    };
    let size = rows.len().div_ceil(threads.max(1)).max(1);
    let sums: Vec<Vec<f64>> = std::thread::scope(|scope| {
        let running: Vec<_> = rows
            .chunks(size)
            .map(|rows| scope.spawn(|| part(rows)))
            .collect();
        running
            .into_iter()
            .filter_map(|thread| thread.join().ok())
            .collect()
    });
    let mut total = vec![0.0; count];
    for sum in sums {
        for (total, sum) in total.iter_mut().zip(sum) {
            *total += sum;
        }
    }
    total
}

fn whole(weight: f64) -> i16 {
    (weight * f64::from(UNIT))
        .round()
        .clamp(f64::from(i16::MIN), f64::from(i16::MAX)) as i16
}

fn quantised(weights: &[f64], parameters: &Parameters) -> Fitted {
    let mobility = |start: usize| -> [i16; MOBILITY] {
        std::array::from_fn(|moves| whole(weights[start + moves]))
    };
    Fitted {
        patterns: weights[..parameters.packing.count]
            .iter()
            .map(|&weight| whole(weight))
            .collect(),
        own: mobility(parameters.own()),
        other: mobility(parameters.other()),
    }
}
