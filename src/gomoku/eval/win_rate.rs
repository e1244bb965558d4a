//! The expected result of a static value.

/// Hundredths of a unit that change the odds by a factor of e. The fit of the weights fixes the unit.
pub(crate) const SCALE: f32 = 200.0;

/// The expected result, 0 to 1, of a side with a static value in hundredths of a unit.
pub(crate) fn win_rate(value: i32) -> f32 {
    1.0 / (1.0 + (-(value as f32) / SCALE).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::eval::LIMIT;

    #[test]
    fn win_rate_is_a_probability_and_symmetric() {
        assert!((win_rate(0) - 0.5).abs() < 1e-6);
        for value in [-LIMIT, -300, -1, 1, 300, LIMIT] {
            let rate = win_rate(value);
            assert!((0.0..=1.0).contains(&rate));
            assert!((rate + win_rate(-value) - 1.0).abs() < 1e-6);
        }
    }
}
