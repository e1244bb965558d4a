//! Weights of the ordering evaluation, by linear regression with ridge regularisation towards zero.
//!
//! The games end perfectly, so the results of their last positions are exact scores. The regression has weights
//! for the mobility of both sides and the number of empty squares, too. The search does without them: it counts
//! replies with a weight of their own. But without them the weights of the patterns would have to express
//! mobility.

use crate::othello::Board;
use crate::othello::eval::ordering::{OrderingParameters, PATTERNS, UNITS_PER_DISC};
use crate::train::othello::conjugate_gradients::ConjugateGradients;
use crate::train::othello::samples::Sample;
use std::ops::RangeInclusive;

/// Numbers of empty squares of the positions in a fit: the children of the nodes that are ordered.
pub(crate) const EMPTIES: RangeInclusive<u32> = 8..=13;

/// Values of each of the three parameters beside the patterns.
const VALUES: usize = 65;

/// Active parameters of a position.
const ACTIVE: usize = PATTERNS + 3;

struct Row {
    active: [u32; ACTIVE],
    target: f64,
}

/// Settings of a fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// Ridge regularisation.
    pub ridge: f64,
    /// Number of iterations.
    pub iterations: usize,
}

/// The result of a fit.
pub(crate) struct Outcome {
    /// The weights by parameter, as a file has them.
    pub weights: Vec<i8>,
    /// Mean absolute error for the held-out positions, in discs.
    pub held_out_error: f64,
}

fn row(parameters: &OrderingParameters, sample: &Sample) -> Row {
    let count = parameters.count;
    let board = sample.board;
    let moves = |board: Board| (board.moves().count_ones() as usize).min(VALUES - 1);
    let mut active = [0; ACTIVE];
    active[..PATTERNS].copy_from_slice(&parameters.active(board));
    let others = [moves(board), moves(board.pass()), board.empties() as usize];
    for (kind, value) in others.into_iter().enumerate() {
        active[PATTERNS + kind] = (count + kind * VALUES + value) as u32;
    }
    Row {
        active,
        target: f64::from(sample.score),
    }
}

fn predicted(row: &Row, weights: &[f64]) -> f64 {
    row.active.iter().map(|&n| weights[n as usize]).sum()
}

/// Fits the weights to positions with numbers of empty squares in [`EMPTIES`].
pub(crate) fn fit(samples: &[Sample], held_out: &[Sample], settings: Settings) -> Outcome {
    let parameters = OrderingParameters::new();
    let count = parameters.count + 3 * VALUES;
    let rows: Vec<Row> = samples
        .iter()
        .map(|sample| row(&parameters, sample))
        .collect();
    let sum_over_rows = |value: &dyn Fn(&Row) -> f64| {
        let mut sum = vec![0.0; count];
        for row in &rows {
            let value = value(row);
            for &n in &row.active {
                sum[n as usize] += value;
            }
        }
        sum
    };
    let mut diagonal = sum_over_rows(&|_| 1.0);
    for element in &mut diagonal {
        *element += settings.ridge;
    }
    let mut fit = ConjugateGradients::new(diagonal, sum_over_rows(&|row| row.target));
    for _ in 0..settings.iterations {
        if fit.is_exact() {
            break;
        }
        let mut product = sum_over_rows(&|row| predicted(row, fit.direction()));
        for (product, direction) in product.iter_mut().zip(fit.direction()) {
            *product += settings.ridge * direction;
        }
        fit.advance(&product);
    }
    let weights = fit.solution();
    let errors = held_out.iter().map(|sample| {
        let value = predicted(&row(&parameters, sample), weights);
        (value.clamp(-64.0, 64.0) - f64::from(sample.score)).abs()
    });
    Outcome {
        held_out_error: errors.sum::<f64>() / held_out.len().max(1) as f64,
        weights: weights[..parameters.count]
            .iter()
            // The conversion saturates.
            .map(|weight| (weight * f64::from(UNITS_PER_DISC)).round() as i8)
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::eval::ordering::{OrderingIndices, PatternWeights, write};
    use crate::othello::rules::bitboard::CORNERS;
    use crate::util::rng::Rng;

    /// A board with discs in corners only, each worth five discs.
    fn sample(rng: &mut Rng) -> Sample {
        let (discs, own) = (rng.next() & CORNERS, rng.next());
        let board = Board::new(discs & own, discs & !own);
        let count = |side: u64| side.count_ones() as i8;
        Sample {
            board,
            score: 5 * (count(board.player) - count(board.opponent)),
        }
    }

    #[test]
    fn a_fit_finds_the_value_of_corners() {
        let mut rng = Rng::new(15);
        let samples: Vec<Sample> = (0..1000).map(|_| sample(&mut rng)).collect();
        let others: Vec<Sample> = (0..100).map(|_| sample(&mut rng)).collect();
        let settings = Settings {
            ridge: 0.1,
            iterations: 12,
        };
        let outcome = fit(&samples, &others, settings);
        assert!(outcome.held_out_error < 0.5, "{}", outcome.held_out_error);
        let weights = PatternWeights::read(&write(&outcome.weights, "a test")).unwrap();
        for sample in others {
            let value = weights.value(&OrderingIndices::of(sample.board));
            let error = value - i32::from(sample.score) * UNITS_PER_DISC;
            assert!(error.abs() < 2 * UNITS_PER_DISC, "{sample:?}: {value}");
        }
    }
}
