//! The kinds of values that options take.

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

/// A value that fits its [`OptionKind`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OptionValue {
    Integer(u64),
    Switch(bool),
    Word(String),
}

impl OptionValue {
    pub(super) fn integer(&self) -> u64 {
        match self {
            Self::Integer(value) => *value,
            _ => 0,
        }
    }

    pub(super) fn switch(&self) -> bool {
        matches!(self, Self::Switch(true))
    }

    pub(super) fn word(&self) -> &str {
        match self {
            Self::Word(word) => word,
            _ => "",
        }
    }
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

    pub(super) fn parse(&self, text: &str) -> Option<OptionValue> {
        let text = text.trim();
        Some(match self {
            Self::Integer { min, max, .. } => {
                let value = text.parse().ok();
                OptionValue::Integer(value.filter(|value| (min..=max).contains(&value))?)
            }
            Self::Switch => OptionValue::Switch(match text.to_ascii_lowercase().as_str() {
                "true" | "1" | "on" | "yes" => true,
                "false" | "0" | "off" | "no" => false,
                _ => return None,
            }),
            Self::Choice(words) => {
                let word = words.iter().find(|word| word.eq_ignore_ascii_case(text))?;
                OptionValue::Word((*word).to_owned())
            }
            Self::Name => {
                let fits = text.len() <= 64 && text.chars().all(|c| c.is_ascii_graphic());
                fits.then(|| OptionValue::Word(text.to_ascii_lowercase()))?
            }
        })
    }
}
