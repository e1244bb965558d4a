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
pub(crate) fn fixed(value: f64, decimals: usize) -> String {
    let scale = 10f64.powi(decimals as i32);
    // -0.0 + 0.0 is 0.0.
    let rounded = (value * scale).round() / scale + 0.0;
    format!("{rounded:.decimals$}")
}

/// A value with its sign and this number of decimals: `+1.3`, `-0.5`. What rounds to zero has no sign.
pub(crate) fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{value:+.decimals$}");
    match text.trim_start_matches(['+', '-']) {
        unsigned if value.is_finite() && unsigned.trim_matches(['0', '.']).is_empty() => {
            unsigned.into()
        }
        _ => text,
    }
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

    #[test]
    fn zero_has_no_sign() {
        assert_eq!(signed(1.26, 1), "+1.3");
        assert_eq!(signed(-10.0, 0), "-10");
        assert_eq!(signed(10.0, 0), "+10");
        assert_eq!(signed(0.04, 1), "0.0");
        assert_eq!(signed(-0.04, 1), "0.0");
        assert_eq!(signed(-0.0, 2), "0.00");
        assert_eq!(signed(-0.4, 0), "0");
        assert_eq!(fixed(-0.004, 2), "0.00");
    }
}
