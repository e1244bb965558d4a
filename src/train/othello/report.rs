//! How far the evaluation is from the results of games, as a table and as a chart.

use crate::othello::eval::evaluate;
use crate::report::chart::{self, Curve};
use crate::train::othello::samples::Sample;

/// The errors for positions with one number of empty squares, in discs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Errors {
    /// How many positions.
    pub positions: u64,
    /// Mean of the absolute errors.
    pub absolute: f64,
    /// Root of the mean of their squares.
    pub square: f64,
    /// Mean of what the evaluation says too much for the side to move.
    pub bias: f64,
}

/// The errors by number of empty squares, 0 to 60.
pub(crate) fn errors(samples: &[Sample]) -> [Errors; 61] {
    let mut sums = [Errors::default(); 61];
    for sample in samples {
        let error = f64::from(evaluate(sample.board)) / 100.0 - f64::from(sample.score);
        let sum = &mut sums[sample.board.empties().min(60) as usize];
        sum.positions += 1;
        sum.absolute += error.abs();
        sum.square += error * error;
        sum.bias += error;
    }
    sums.map(|sum| {
        let count = sum.positions.max(1) as f64;
        Errors {
            positions: sum.positions,
            absolute: sum.absolute / count,
            square: (sum.square / count).sqrt(),
            bias: sum.bias / count,
        }
    })
}

/// Stages with fewer positions are left out of the chart.
const MIN_POSITIONS: u64 = 100;

/// The errors by number of discs played, as an SVG file.
pub(crate) fn chart(errors: &[Errors; 61]) -> String {
    let curve = |name, color, value: fn(&Errors) -> f64| Curve {
        name,
        color,
        points: (0..=60)
            .map(|played| (f64::from(played), &errors[60 - played as usize]))
            .filter(|(_, errors)| errors.positions >= MIN_POSITIONS)
            .map(|(played, errors)| (played, value(errors)))
            .collect(),
    };
    let curves = [
        curve("mean absolute error", "blue", |errors| errors.absolute),
        curve("root mean square error", "red", |errors| errors.square),
        curve("bias", "black", |errors| errors.bias),
    ];
    chart::svg(&curves, 60.0, ("discs played", "discs"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Board;

    #[test]
    fn errors_are_sums_over_the_positions_of_a_stage() {
        let value = f64::from(evaluate(Board::START)) / 100.0;
        let sample = |score| Sample {
            board: Board::START,
            score,
        };
        let errors = errors(&[sample(10), sample(-20)]);
        let (a, b) = (value - 10.0, value + 20.0);
        let start = errors[60];
        assert_eq!(start.positions, 2);
        assert!((start.absolute - (a.abs() + b.abs()) / 2.0).abs() < 1e-9);
        assert!((start.square - ((a * a + b * b) / 2.0).sqrt()).abs() < 1e-9);
        assert!((start.bias - (a + b) / 2.0).abs() < 1e-9);
        assert_eq!(errors[59], Errors::default());
    }

    #[test]
    fn a_chart_is_drawn() {
        let mut all = [Errors::default(); 61];
        for (empties, errors) in all.iter_mut().enumerate() {
            errors.positions = 1000;
            errors.absolute = empties as f64 / 6.0;
        }
        let svg = chart(&all);
        assert!(svg.starts_with("<svg") && svg.contains("mean absolute error"));
    }
}
