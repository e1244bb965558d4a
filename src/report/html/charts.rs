//! Charts in SVG. A chart is stretched to its box, so its labels are HTML, placed in percent; its colours
//! are those of the page.

use crate::report::chart::{path, range, tick_label, ticks};
use crate::report::html::parts::color;
use crate::tournament::Estimate;
use maud::{Markup, Render, html};
use std::fmt::Write;

/// A point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub x: f64,
    pub y: f64,
    /// The confidence interval of `y`. Infinite ends reach the edge of the chart.
    pub interval: Option<(f64, f64)>,
}

/// A bar of a histogram.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bar {
    /// The label that the browser shows over the bar.
    pub label: String,
    /// The counts on top of each other, from below: Black's wins, draws, White's wins.
    pub parts: [u64; 3],
}

/// A coordinate in an attribute.
struct Coordinate(f64);

impl Render for Coordinate {
    fn render_to(&self, buffer: &mut String) {
        // Writing to a string cannot fail.
        let _ = write!(buffer, "{:.2}", self.0);
    }
}

/// An interval as a line with a dot, for the cell of a table. All rows share the limits.
pub(crate) fn interval(estimate: Estimate, low: f64, high: f64, engine: usize) -> Markup {
    let at = |value: f64| 100.0 * ((value - low) / (high - low)).clamp(0.0, 1.0);
    let zero = Coordinate(at(0.0));
    let (left, centre, right) = (at(estimate.low), at(estimate.value), at(estimate.high));
    let whiskers = format!("M{left:.2} 10H{right:.2}M{left:.2} 6v8M{right:.2} 6v8");
    let color = color(engine);
    html! {
        svg viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true" {
            line x1=(zero) x2=(zero) y1="0" y2="20" class="zero" {}
            path d=(whiskers) fill="none" stroke=(color) stroke-width="2" {}
            path d=(format!("M{centre:.2} 10h0.01")) stroke=(color) stroke-width="9"
                stroke-linecap="round" {}
        }
    }
}

/// Limits for [`interval`] that include zero and all finite ends of the estimates.
pub(crate) fn limits(estimates: impl IntoIterator<Item = Estimate>) -> (f64, f64) {
    let ends = estimates
        .into_iter()
        .flat_map(|estimate| [estimate.low, estimate.value, estimate.high]);
    let (low, high) = range(ends);
    let margin = 0.04 * (high - low).max(1.0);
    (low - margin, high + margin)
}

/// The box of a chart: horizontal lines at round numbers and at the `marks` (value and CSS class), the
/// `drawing`, and the labels of the axes. `ends` are the labels of both ends of the horizontal axis.
fn frame(
    (low, high): (f64, f64),
    marks: &[(f64, &str)],
    drawing: Markup,
    ends: (&str, &str),
) -> Markup {
    let y = |value: f64| Coordinate(100.0 * (high - value) / (high - low));
    let ticks = ticks(low, high, 5);
    let tick_class = |tick: f64| if tick == 0.0 { "zero" } else { "rule" };
    let rules = ticks.iter().map(|&tick| (tick, tick_class(tick)));
    html! {
        div.plot {
            svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" {
                @for (value, class) in rules.chain(marks.iter().copied()) {
                    line x1="0" x2="100" y1=(y(value)) y2=(y(value)) class=(class) {}
                }
                (drawing)
            }
            @for &tick in &ticks {
                span.y style={ "top:" (y(tick)) "%" } { (tick_label(tick)) }
            }
            span.x.start style="left:0" { (ends.0) }
            span.x.end style="left:100%" { (ends.1) }
        }
    }
}

/// A curve with its confidence interval. `None` for less than two points.
pub(crate) fn curve(points: &[Point], marks: &[(f64, &str)], ends: (&str, &str)) -> Option<Markup> {
    let (first, last) = (points.first()?, points.last()?);
    if last.x <= first.x {
        return None;
    }
    // The first points have very wide intervals, which may leave the chart.
    let later = &points[points.len() / 5..];
    let heights = later.iter().flat_map(|point| {
        let (low, high) = point.interval.unwrap_or((point.y, point.y));
        [low, point.y, high]
    });
    let (low, high) = range(heights.chain(marks.iter().map(|(value, _)| *value)));
    let margin = 0.06 * (high - low).max(0.1);
    let (low, high) = (low - margin, high + margin);
    let x = |value: f64| 100.0 * (value - first.x) / (last.x - first.x);
    let y = |value: f64| 100.0 * (high - value.clamp(low, high)) / (high - low);
    let edge = |of: fn((f64, f64)) -> f64| {
        points
            .iter()
            .filter_map(move |point| Some((x(point.x), y(of(point.interval?)))))
    };
    let lower: Vec<_> = edge(|interval| interval.0).collect();
    let outline = edge(|interval| interval.1).chain(lower.into_iter().rev());
    let line = points
        .iter()
        .filter(|point| point.y.is_finite())
        .map(|point| (x(point.x), y(point.y)));
    let drawing = html! {
        @if points.iter().any(|point| point.interval.is_some()) {
            path.band d={ (path(outline)) "Z" } {}
        }
        path.track d=(path(line)) {}
    };
    Some(frame((low, high), marks, drawing, ends))
}

/// One curve for each engine, which passes over places without a value. `None` for less than two points.
pub(crate) fn curves(series: &[Vec<Option<f64>>], ends: (&str, &str)) -> Option<Markup> {
    let length = series.iter().map(Vec::len).max()?;
    let (_, highest) = range(series.iter().flatten().flatten().copied());
    if length < 2 || highest <= 0.0 {
        return None;
    }
    let high = 1.06 * highest;
    let line = |values: &[Option<f64>]| {
        path(values.iter().enumerate().filter_map(|(n, value)| {
            let x = 100.0 * n as f64 / (length - 1) as f64;
            Some((x, 100.0 * (1.0 - (*value)? / high)))
        }))
    };
    let drawing = html! {
        @for (engine, values) in series.iter().enumerate() {
            path d=(line(values)) fill="none" stroke=(color(engine)) stroke-width="2"
                stroke-linejoin="round" {}
        }
    };
    Some(frame((0.0, high), &[], drawing, ends))
}

/// Curves of scores over expected scores, from 0 to 1 in both directions, with the diagonal. `None` for less
/// than two points in every curve.
pub(crate) fn calibration(curves: &[Vec<(f64, f64)>]) -> Option<Markup> {
    if curves.iter().all(|points| points.len() < 2) {
        return None;
    }
    let place = |(x, y): (f64, f64)| (100.0 * x, 100.0 * (1.0 - y));
    let drawing = html! {
        line x1="0" y1="100" x2="100" y2="0" class="rule" {}
        @for (engine, points) in curves.iter().enumerate() {
            path d=(path(points.iter().copied().map(place))) fill="none" stroke=(color(engine))
                stroke-width="2" stroke-linejoin="round" {}
        }
    };
    Some(frame((0.0, 1.0), &[], drawing, ("expected 0", "1")))
}

/// Bars beside each other. `None` if nothing was counted.
pub(crate) fn histogram(bars: &[Bar], ends: (&str, &str)) -> Option<Markup> {
    let total = |bar: &Bar| bar.parts.iter().sum::<u64>();
    let most = bars.iter().map(total).max().filter(|&most| most > 0)?;
    let high = 1.04 * most as f64;
    let width = 100.0 / bars.len() as f64;
    let height = |count: u64| 100.0 * count as f64 / high;
    let classes = ["bar-black", "bar-draw", "bar-white"];
    let drawing = html! {
        @for (n, bar) in bars.iter().enumerate().filter(|(_, bar)| total(bar) > 0) {
            g {
                title { (bar.label) ": " (total(bar)) }
                @for part in (0..bar.parts.len()).filter(|&part| bar.parts[part] > 0) {
                    @let top = bar.parts[..=part].iter().sum();
                    rect x=(Coordinate((n as f64 + 0.08) * width)) y=(Coordinate(100.0 - height(top)))
                        width=(Coordinate(0.84 * width)) height=(Coordinate(height(bar.parts[part])))
                        class=(classes[part]) {}
                }
            }
        }
    };
    Some(frame((0.0, high), &[], drawing, ends))
}
