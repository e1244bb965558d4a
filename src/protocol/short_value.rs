//! Values of searches in a few characters, for people at a GUI.

use crate::search::{Score, Value};

/// A value: `+1.25`, `+10` without a fraction for an exact disc difference, `+M5` and `-M4` for a proven win in 5 and a
/// loss in 4 plies, with a question mark for one that is only claimed.
pub(crate) fn short_value(score: &Score) -> String {
    match score.value {
        // Adding zero turns a negative zero into a positive one.
        Value::Estimate(hundredths) => format!("{:+.2}", f64::from(hundredths) / 100.0 + 0.0),
        Value::Exact(discs) => format!("{discs:+}"),
        Value::WinIn { plies, proven } => format!("+M{plies}{}", mark(proven)),
        Value::LossIn { plies, proven } => format!("-M{plies}{}", mark(proven)),
    }
}

const fn mark(proven: bool) -> &'static str {
    if proven { "" } else { "?" }
}
