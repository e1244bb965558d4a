//! The kinds of values that options take.

use crate::util::text::switch;

/// The values that an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// A whole number in a range.
    Integer {
        /// Smallest value.
        min: u64,
        /// Largest value.
        max: u64,
        /// `MB`, `ms`, ... for people; may be empty.
        unit: &'static str,
    },
    /// `true` or `false` (also `1`, `0`, `on`, `off`, `yes`, `no`).
    Switch,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A name; empty for none.
    Name,
}

impl OptionKind {
    pub(super) const fn integer(min: u64, max: u64, unit: &'static str) -> Self {
        Self::Integer { min, max, unit }
    }

    /// The valid values, in words.
    pub fn describe(&self) -> String {
        match self {
            Self::Integer { min, max, unit: "" } => format!("{min} to {max}"),
            Self::Integer { min, max, unit } => format!("{min} to {max} ({unit})"),
            Self::Switch => "true or false".into(),
            Self::Choice(words) => words.join(" or "),
            Self::Name => "a name".into(),
        }
    }

    /// The usual spelling of a valid value.
    pub(super) fn parse(&self, text: &str) -> Option<String> {
        let text = text.trim().to_ascii_lowercase();
        match self {
            Self::Integer { min, max, .. } => {
                let value: u64 = text.parse().ok()?;
                (min..=max).contains(&&value).then(|| value.to_string())
            }
            Self::Switch => switch(&text).map(|on| on.to_string()),
            Self::Choice(words) => words.contains(&text.as_str()).then_some(text),
            Self::Name => {
                let fits = text.len() <= 64 && text.chars().all(|c| c.is_ascii_graphic());
                fits.then_some(text)
            }
        }
    }
}
