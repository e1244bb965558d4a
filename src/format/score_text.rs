//! Values of searches as text for people.

use crate::format::numbers::{short_decimal, signed};
use crate::search::{Score, Value};

/// A value in a few characters: `+1.25`, `+10` without a fraction for an exact disc difference, `+M5` and `-M4` for a
/// proven win in 5 and a loss in 4 plies, with a question mark for one that is only claimed. There is always a sign, since
/// programs read this form.
pub(crate) fn short_score(score: &Score) -> String {
    let mark = |proven| if proven { "" } else { "?" };
    match score.value {
        Value::Estimate(hundredths) => format!("{:+.2}", f64::from(hundredths) / 100.0),
        Value::Exact(discs) => format!("{discs:+}"),
        Value::WinIn { plies, proven } => format!("+M{plies}{}", mark(proven)),
        Value::LossIn { plies, proven } => format!("-M{plies}{}", mark(proven)),
    }
}

/// A value in words: `+1.25`, `+10 exact`, `wins in 5`, `loses in 4 (claimed)`.
pub(crate) fn long_score(score: &Score) -> String {
    match score.value {
        Value::Estimate(hundredths) => {
            let sign = if hundredths > 0 { "+" } else { "" };
            format!("{sign}{}", short_decimal(f64::from(hundredths) / 100.0))
        }
        Value::Exact(discs) => format!("{} exact", signed(discs.into(), 0)),
        Value::WinIn { plies, proven } => format!("wins in {plies}{}", claimed(proven)),
        Value::LossIn { plies, proven } => format!("loses in {plies}{}", claimed(proven)),
    }
}

/// What follows a win or a loss in a text: ` (claimed)` unless it is proven.
pub(crate) const fn claimed(proven: bool) -> &'static str {
    if proven { "" } else { " (claimed)" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_a_short_and_a_long_form() {
        let win = |plies, proven| Value::WinIn { plies, proven };
        let loss = |plies, proven| Value::LossIn { plies, proven };
        for (value, short, long) in [
            (Value::Estimate(125), "+1.25", "+1.25"),
            (Value::Estimate(-50), "-0.50", "-0.5"),
            (Value::Estimate(0), "+0.00", "0"),
            (Value::Exact(10), "+10", "+10 exact"),
            (Value::Exact(-10), "-10", "-10 exact"),
            (Value::Exact(0), "+0", "0 exact"),
            (win(5, true), "+M5", "wins in 5"),
            (win(5, false), "+M5?", "wins in 5 (claimed)"),
            (loss(4, true), "-M4", "loses in 4"),
            (loss(4, false), "-M4?", "loses in 4 (claimed)"),
        ] {
            let score = Score::new(value, 0.5);
            assert_eq!(short_score(&score), short);
            assert_eq!(long_score(&score), long);
        }
    }
}
