//! Line charts as SVG files, and the scales that all charts share.

use crate::report::display::typeset;
use maud::html;

/// Width and height of a chart.
const SIZE: (f64, f64) = (800.0, 400.0);
/// The corners of the plot inside of the chart.
const LEFT_TOP: (f64, f64) = (60.0, 12.0);
const RIGHT_BOTTOM: (f64, f64) = (788.0, 352.0);

/// A curve with its name in the legend.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    /// The name.
    pub name: &'static str,
    /// A CSS colour.
    pub color: &'static str,
    /// The points from left to right.
    pub points: Vec<(f64, f64)>,
}

/// Draws curves over the horizontal range `0..=x_max`, with these names of the axes. The vertical range
/// holds zero and every point.
pub(crate) fn svg(curves: &[Curve], x_max: f64, (x_name, y_name): (&str, &str)) -> String {
    let (low, high) = range(curves.iter().flat_map(|curve| &curve.points).map(|p| p.1));
    let (low, high) = (low.floor(), high.ceil().max(1.0));
    let ((left, top), (right, bottom)) = (LEFT_TOP, RIGHT_BOTTOM);
    let x = |value: f64| left + (right - left) * value / x_max;
    let y = |value: f64| bottom - (bottom - top) * (value - low) / (high - low);
    let (middle, centre) = ((top + bottom) / 2.0, (left + right) / 2.0);
    let place = |points: &[(f64, f64)]| path(points.iter().map(|point| (x(point.0), y(point.1))));
    let drawing = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(SIZE.0) height=(SIZE.1)
            font-family="sans-serif" font-size="13" {
            rect width="100%" height="100%" fill="white" {}
            @for tick in ticks(0.0, x_max, 6) {
                path d=(path([(x(tick), top), (x(tick), bottom)].into_iter())) stroke="#ddd" {}
                text x=(x(tick)) y=(bottom + 18.0) text-anchor="middle" { (tick_label(tick)) }
            }
            @for tick in ticks(low, high, 6) {
                path d=(path([(left, y(tick)), (right, y(tick))].into_iter())) stroke="#ddd" {}
                text x=(left - 6.0) y=(y(tick) + 4.0) text-anchor="end" { (tick_label(tick)) }
            }
            text x=(centre) y=(SIZE.1 - 10.0) text-anchor="middle" { (x_name) }
            text transform={ "translate(16 " (middle) ") rotate(-90)" } text-anchor="middle" { (y_name) }
            @for (n, curve) in curves.iter().enumerate() {
                @let line = top + 18.0 + 18.0 * n as f64;
                path d=(place(&curve.points)) fill="none" stroke=(curve.color) stroke-width="2" {}
                path d=(path([(right - 200.0, line), (right - 180.0, line)].into_iter()))
                    stroke=(curve.color) stroke-width="2" {}
                text x=(right - 172.0) y=(line + 4.0) { (curve.name) }
            }
        }
    };
    drawing.into_string() + "\n"
}

/// About `count` round numbers between two limits.
pub(super) fn ticks(low: f64, high: f64, count: usize) -> Vec<f64> {
    let span = high - low;
    if !span.is_finite() || span <= 0.0 {
        return vec![low];
    }
    let rough = span / count.max(1) as f64;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|step| *step >= rough * 0.999)
        .unwrap_or(10.0 * power);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last.min(first.saturating_add(50)))
        .map(|n| n as f64 * step)
        .collect()
}

/// The label of a tick: at most two decimals.
pub(super) fn tick_label(tick: f64) -> String {
    let text = typeset(tick, 2);
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// The smallest range with zero and all finite values.
pub(super) fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let finite = values.filter(|value| value.is_finite());
    finite.fold((0.0, 0.0), |(low, high), value| {
        (f64::min(low, value), f64::max(high, value))
    })
}

/// The data of an SVG path through these points.
pub(super) fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut text = String::new();
    for (n, (x, y)) in points.enumerate() {
        let pen = if n == 0 { 'M' } else { 'L' };
        text += &format!("{pen}{x:.2} {y:.2}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(ticks(-3.1, 11.0, 5), [0.0, 5.0, 10.0]);
        assert_eq!(ticks(0.0, 1.0, 5).len(), 6);
        assert_eq!(ticks(2.0, 2.0, 5), [2.0]);
        assert!(ticks(-1e300, 1e300, 5).len() <= 51);
        assert_eq!(ticks(f64::NAN, 1.0, 5).len(), 1);
    }

    #[test]
    fn a_curve_stays_inside_of_the_plot() {
        let curve = Curve {
            name: "a < b",
            color: "red",
            points: vec![(0.0, -0.5), (10.0, 3.5)],
        };
        let text = svg(&[curve], 10.0, ("x", "y"));
        assert!(text.contains("d=\"M60.00 318.00L788.00 46.00\""), "{text}");
        assert!(text.contains("a &lt; b") && text.contains(">−1</text>"));
    }
}
