//! Numbers and dates as reports show them.

use crate::format::fixed;
use crate::tournament::Estimate;
use jiff::civil::DateTime;
use jiff::{Timestamp, tz::Offset};

/// The UTC date and time of a number of milliseconds since 1970; `None` after the year 9999.
pub(super) fn utc(unix_ms: u64) -> Option<DateTime> {
    let timestamp = Timestamp::from_millisecond(i64::try_from(unix_ms).ok()?).ok()?;
    Some(Offset::UTC.to_datetime(timestamp))
}

/// A number as C++ prints it: `nan` and `inf` included, without a sign on zero.
pub(super) fn number(value: f64, decimals: usize) -> String {
    if value.is_nan() {
        return "nan".into();
    }
    match value.is_finite() {
        true => fixed(value, decimals),
        false => value.to_string(),
    }
}

/// A number with a minus sign, `∞`, or a dash for no number.
pub(super) fn typeset(value: f64, decimals: usize) -> String {
    if value.is_nan() {
        return "–".into();
    }
    number(value, decimals)
        .replace('-', "−")
        .replace("inf", "∞")
}

fn signed(value: f64, decimals: usize) -> String {
    let text = typeset(value, decimals);
    if value > 0.0 && !text.trim_matches(['0', '.']).is_empty() {
        format!("+{text}")
    } else {
        text
    }
}

/// `+12.3 ± 4.5`: a value with half its interval, or with both ends of an infinite one.
pub(super) fn plus_minus(estimate: Estimate) -> String {
    let (value, error) = (signed(estimate.value, 1), estimate.error());
    if error.is_finite() {
        return format!("{value} ± {}", typeset(error, 1));
    }
    let (low, high) = (signed(estimate.low, 1), signed(estimate.high, 1));
    format!("{value} ({low} to {high})")
}

/// A fraction in percent, or a dash.
pub(super) fn percent(fraction: Option<f64>, decimals: usize) -> String {
    or_dash(fraction, |fraction| {
        format!("{} %", typeset(100.0 * fraction, decimals))
    })
}

/// The text of a value, or a dash.
pub(super) fn or_dash<T>(value: Option<T>, text: impl Fn(T) -> String) -> String {
    value.map_or_else(|| "–".into(), text)
}

/// Points: a decimal only for half a point.
pub(super) fn points(points: f64) -> String {
    let decimals = usize::from(points.fract() != 0.0);
    format!("{points:.decimals$}")
}

/// A duration: seconds, minutes and seconds, or hours and minutes.
pub(super) fn duration(ms: f64) -> String {
    let seconds = ms / 1000.0;
    if seconds < 100.0 {
        return format!("{seconds:.1} s");
    }
    let whole = seconds.round() as u64;
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    if hours > 0 {
        format!("{hours} h {minutes:02} min")
    } else {
        format!("{minutes} min {seconds:02} s")
    }
}

/// A large number with the prefix k, M or G.
pub(super) fn with_prefix(value: f64) -> String {
    match value {
        1e9.. => format!("{:.2} G", value / 1e9),
        1e6.. => format!("{:.2} M", value / 1e6),
        1e4.. => format!("{:.0} k", value / 1e3),
        _ => format!("{value:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (ms, text) in [
            (0, "1970-01-01T00:00:00"),
            (951_782_400_000, "2000-02-29T00:00:00"),
            (1_393_015_948_000, "2014-02-21T20:52:28"),
            (4_107_542_400_000, "2100-03-01T00:00:00"),
        ] {
            assert_eq!(utc(ms).unwrap().to_string(), text);
        }
        assert_eq!(utc(u64::MAX), None);
        assert_eq!(utc(300_000_000_000_000), None);
    }

    #[test]
    fn numbers_have_their_signs() {
        assert_eq!(number(-0.001, 2), "0.00");
        assert_eq!(number(f64::INFINITY, 2), "inf");
        assert_eq!(typeset(f64::NEG_INFINITY, 1), "−∞");
        assert_eq!(signed(0.04, 1), "0.0");
        assert_eq!(signed(-1.26, 1), "−1.3");
        assert_eq!(percent(Some(0.125), 1), "12.5 %");
        assert_eq!(points(2.5), "2.5");
        assert_eq!(points(3.0), "3");
        assert_eq!(duration(3_723_000.0), "1 h 02 min");
        assert_eq!(with_prefix(1_234_567.0), "1.23 M");
    }
}
