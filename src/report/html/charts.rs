//! Figures in SVG. A figure is stretched to the room it gets, so its texts are texts of the page, put
//! where they belong in percent.

use crate::tournament::Estimate;

/// A curve with an interval around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where on the horizontal axis.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// The interval, if there is one.
    pub band: Option<(f64, f64)>,
}

/// A bar of a histogram, in parts that stand on each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What is counted here, for the label that appears above it.
    pub label: String,
    /// Parts from below: Black's wins, draws, White's wins.
    pub parts: [u64; 3],
}

/// Round numbers between two limits, about so many.
pub fn ticks(low: f64, high: f64, about: usize) -> Vec<f64> {
    let span = high - low;
    if !span.is_finite() || span <= 0.0 {
        return vec![low];
    }
    let rough = span / about.max(1) as f64;
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

/// A number for an axis.
fn label(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.replace('-', "−")
}

/// The line for an interval in a table: all lines of a table share the limits.
pub fn interval(estimate: Estimate, low: f64, high: f64, color: usize) -> String {
    let at = |value: f64| 100.0 * ((value - low) / (high - low)).clamp(0.0, 1.0);
    let (left, right) = (at(estimate.low), at(estimate.high));
    let zero = at(0.0);
    let color = color % 8;
    let center = at(estimate.value);
    format!(
        "<svg viewBox=\"0 0 100 20\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <line x1=\"{zero:.2}\" x2=\"{zero:.2}\" y1=\"0\" y2=\"20\" class=\"zero\"/>\
         <path d=\"M{left:.2} 10H{right:.2}M{left:.2} 6v8M{right:.2} 6v8\" fill=\"none\" \
         stroke=\"var(--e{color})\" stroke-width=\"2\"/>\
         <path d=\"M{center:.2} 10h0.01\" stroke=\"var(--e{color})\" stroke-width=\"9\" \
         stroke-linecap=\"round\"/></svg>"
    )
}

/// Limits that hold all finite ends of some intervals, and zero.
pub fn limits(estimates: impl IntoIterator<Item = Estimate>) -> (f64, f64) {
    let mut low: f64 = 0.0;
    let mut high: f64 = 0.0;
    for estimate in estimates {
        for end in [estimate.low, estimate.value, estimate.high] {
            if end.is_finite() {
                low = low.min(end);
                high = high.max(end);
            }
        }
    }
    let room = 0.04 * (high - low).max(1.0);
    (low - room, high + room)
}

fn frame(low: f64, high: f64, marks: &[(f64, &str)], inside: &str, ends: (&str, &str)) -> String {
    let at = |value: f64| 100.0 * (high - value) / (high - low);
    let mut svg = String::new();
    let mut texts = String::new();
    for tick in ticks(low, high, 5) {
        let y = at(tick);
        let class = if tick == 0.0 { "zero" } else { "rule" };
        svg +=
            &format!("<line x1=\"0\" x2=\"100\" y1=\"{y:.2}\" y2=\"{y:.2}\" class=\"{class}\"/>");
        texts += &format!(
            "<span class=\"y\" style=\"top:{y:.2}%\">{}</span>",
            label(tick)
        );
    }
    for (value, class) in marks {
        let y = at(*value);
        svg +=
            &format!("<line x1=\"0\" x2=\"100\" y1=\"{y:.2}\" y2=\"{y:.2}\" class=\"{class}\"/>");
    }
    let (first, last) = ends;
    format!(
        "<div class=\"plot\"><svg viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\" \
         aria-hidden=\"true\">{svg}{inside}</svg>{texts}\
         <span class=\"x start\" style=\"left:0\">{first}</span>\
         <span class=\"x end\" style=\"left:100%\">{last}</span></div>"
    )
}

/// A curve of one value over the games, with lines at some heights. Empty for less than two points.
pub fn curve(points: &[Point], marks: &[(f64, &str)], ends: (&str, &str)) -> String {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return String::new();
    };
    if points.len() < 2 || last.x <= first.x {
        return String::new();
    }
    // The first few points have intervals as wide as the sky; what counts is where it ends.
    let later = &points[points.len() / 5..];
    let heights = later.iter().flat_map(|point| {
        let (low, high) = point.band.unwrap_or((point.y, point.y));
        [low, point.y, high]
    });
    let heights = heights.chain(marks.iter().map(|(value, _)| *value));
    let finite = heights.filter(|value| value.is_finite());
    let (low, high) = finite.fold((0.0, 0.0), |(low, high): (f64, f64), value| {
        (low.min(value), high.max(value))
    });
    let room = 0.06 * (high - low).max(0.1);
    let (low, high) = (low - room, high + room);
    let x = |value: f64| 100.0 * (value - first.x) / (last.x - first.x);
    let y = |value: f64| 100.0 * (high - value.clamp(low, high)) / (high - low);
    let mut inside = String::new();
    if points.iter().any(|point| point.band.is_some()) {
        let band = |of: fn((f64, f64)) -> f64| {
            points
                .iter()
                .filter_map(move |point| Some((x(point.x), y(of(point.band?)))))
        };
        let upper = band(|(_, high)| high);
        let lower: Vec<_> = band(|(low, _)| low).collect();
        let outline = upper.chain(lower.into_iter().rev());
        inside += &format!("<path class=\"band\" d=\"{}Z\"/>", path(outline));
    }
    let track = points
        .iter()
        .filter(|point| !point.y.is_nan())
        .map(|point| (x(point.x), y(point.y)));
    inside += &format!("<path class=\"track\" d=\"{}\"/>", path(track));
    frame(low, high, marks, &inside, ends)
}

/// Several curves without intervals, in the colours of the engines; gaps where there is no value.
pub fn curves(series: &[Vec<Option<f64>>], ends: (&str, &str)) -> String {
    let length = series.iter().map(Vec::len).max().unwrap_or(0);
    let values = series.iter().flatten().flatten();
    let high = values.fold(0.0, |high: f64, value| high.max(*value));
    if length < 2 || high <= 0.0 {
        return String::new();
    }
    let high = 1.06 * high;
    let mut inside = String::new();
    for (n, values) in series.iter().enumerate() {
        let points = values.iter().enumerate().filter_map(|(ply, value)| {
            let x = 100.0 * ply as f64 / (length - 1) as f64;
            Some((x, 100.0 * (1.0 - (*value)? / high)))
        });
        let color = n % 8;
        inside += &format!(
            "<path d=\"{}\" fill=\"none\" stroke=\"var(--e{color})\" stroke-width=\"2\" \
             stroke-linejoin=\"round\"/>",
            path(points)
        );
    }
    frame(0.0, high, &[], &inside, ends)
}

fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut text = String::new();
    for (n, (x, y)) in points.enumerate() {
        let pen = if n == 0 { 'M' } else { 'L' };
        text += &format!("{pen}{x:.2} {y:.2}");
    }
    text
}

/// Bars beside each other. Empty without bars.
pub fn histogram(bars: &[Bar], ends: (&str, &str)) -> String {
    let most = bars.iter().map(|bar| bar.parts.iter().sum::<u64>()).max();
    let Some(most) = most.filter(|&most| most > 0) else {
        return String::new();
    };
    let high = 1.04 * most as f64;
    let width = 100.0 / bars.len() as f64;
    let mut inside = String::new();
    for (n, bar) in bars.iter().enumerate() {
        let x = n as f64 * width + 0.08 * width;
        let mut below = 0.0;
        let total: u64 = bar.parts.iter().sum();
        if total == 0 {
            continue;
        }
        inside += &format!(
            "<g><title>{}: {total}</title>",
            crate::report::html::escaped(&bar.label)
        );
        for (part, class) in bar.parts.iter().zip(["bar-black", "bar-draw", "bar-white"]) {
            let height = 100.0 * *part as f64 / high;
            if *part > 0 {
                inside += &format!(
                    "<rect x=\"{x:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{height:.2}\" \
                     class=\"{class}\"/>",
                    100.0 - below - height,
                    0.84 * width
                );
            }
            below += height;
        }
        inside += "</g>";
    }
    frame(0.0, high, &[], &inside, ends)
}
