//! How far the evaluation is from the results of games, as a table and as a chart.

use crate::othello::eval::evaluate;
use crate::train::othello::samples::Sample;
use plotters::prelude::*;
use std::path::Path;

/// The errors for positions with one number of empty squares, in discs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
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
pub fn errors(samples: &[Sample]) -> [Errors; 61] {
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

/// Fewer positions make no point of a chart.
const ENOUGH: u64 = 100;

/// A chart of the errors as an SVG file.
///
/// # Errors
/// The file cannot be written.
pub fn chart(errors: &[Errors; 61], path: &Path) -> anyhow::Result<()> {
    let points = |value: fn(&Errors) -> f64| -> Vec<(i32, f64)> {
        let enough = errors
            .iter()
            .enumerate()
            .filter(|(_, errors)| errors.positions >= ENOUGH);
        enough
            .map(|(empties, errors)| (60 - empties as i32, value(errors)))
            .collect()
    };
    let curves = [
        (
            "mean absolute error",
            points(|errors| errors.absolute),
            BLUE,
        ),
        (
            "root of the mean square",
            points(|errors| errors.square),
            RED,
        ),
        ("bias", points(|errors| errors.bias), BLACK),
    ];
    let all = || curves.iter().flat_map(|(_, points, _)| points);
    let most = all().map(|point| point.1).fold(1.0, f64::max);
    let least = all().map(|point| point.1).fold(0.0, f64::min);
    let area = SVGBackend::new(path, (800, 400)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(44)
        .build_cartesian_2d(0..60, least.floor()..most.ceil())?;
    chart
        .configure_mesh()
        .x_desc("discs played")
        .y_desc("discs")
        .draw()?;
    for (name, points, color) in &curves {
        chart
            .draw_series(LineSeries::new(points.iter().copied(), color))?
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color));
    }
    chart
        .configure_series_labels()
        .background_style(WHITE)
        .border_style(BLACK)
        .position(SeriesLabelPosition::UpperRight)
        .draw()?;
    area.present()?;
    Ok(())
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
        let path = std::env::temp_dir().join(format!("flipfive-chart-{}.svg", std::process::id()));
        let mut all = [Errors::default(); 61];
        for (empties, errors) in all.iter_mut().enumerate() {
            errors.positions = 1000;
            errors.absolute = empties as f64 / 6.0;
        }
        chart(&all, &path).unwrap();
        let svg = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("mean absolute error"));
    }
}
