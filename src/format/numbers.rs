//! Numbers as records show them.

/// A value with at most two decimals, without trailing zeros and without a sign on zero.
pub(crate) fn short_decimal(value: f64) -> String {
    let text = fixed(value, 2);
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// A time in milliseconds, without decimals from 10 ms on.
pub(crate) fn milliseconds(ms: f64) -> String {
    if ms < 10.0 {
        short_decimal(ms)
    } else {
        format!("{ms:.0}")
    }
}

/// A value with this number of decimals and without a sign on zero.
pub(super) fn fixed(value: f64, decimals: usize) -> String {
    let scale = 10f64.powi(decimals as i32);
    // -0.0 + 0.0 is 0.0.
    let rounded = (value * scale).round() / scale + 0.0;
    format!("{rounded:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(short_decimal(0.0), "0");
        assert_eq!(short_decimal(-0.001), "0");
        assert_eq!(short_decimal(2.50), "2.5");
        assert_eq!(short_decimal(-10.0), "-10");
        assert_eq!(milliseconds(9.126), "9.13");
        assert_eq!(milliseconds(100.4), "100");
    }
}
