//! The words after an option, and what is wrong with them.

use crate::util::pairs::from_pairs;
use anyhow::anyhow;
use serde::de::DeserializeOwned;
use std::fmt::Display;
use std::str::FromStr;

/// The words after an option.
pub(super) struct Values<'a> {
    /// The option without its dash.
    pub option: &'static str,
    /// The words that the option takes, as `--help` shows them.
    pub form: &'static str,
    pub words: &'a [String],
}

impl<'a> Values<'a> {
    /// An error that shows the words and says what would be right.
    pub(super) fn wrong(&self, expected: impl Display) -> anyhow::Error {
        let (option, words) = (self.option, self.words.join(" "));
        anyhow!("-{option}: {words:?}; expected {expected}")
    }

    /// The only word.
    pub(super) fn single(&self) -> anyhow::Result<&'a str> {
        match self.words {
            [word] => Ok(word),
            _ => Err(self.wrong(format_args!("one value: {}", self.form))),
        }
    }

    fn number<T: FromStr + PartialOrd>(&self, from: T, expected: String) -> anyhow::Result<T> {
        let number = match self.words {
            [word] => word.parse().ok(),
            _ => None,
        };
        let number = number.filter(|number| *number >= from);
        number.ok_or_else(|| self.wrong(expected))
    }

    /// A whole number that is not lower than `from`.
    pub(super) fn whole<T: FromStr + PartialOrd + Display>(&self, from: T) -> anyhow::Result<T> {
        let expected = format!("a whole number from {from}");
        self.number(from, expected)
    }

    /// A number of milliseconds, in seconds.
    pub(super) fn seconds(&self) -> anyhow::Result<f64> {
        let ms = self.number(0.0, "a number of milliseconds".into())?;
        Ok(ms / 1000.0)
    }

    /// Pairs such as `file=FILE`.
    pub(super) fn pairs(&self) -> anyhow::Result<Vec<(&'a str, &'a str)>> {
        let pair = |word: &'a String| {
            word.split_once('=').ok_or_else(|| {
                let (option, form) = (self.option, self.form);
                anyhow!("-{option}: {word:?} is not KEY=VALUE; expected {form}")
            })
        };
        self.words.iter().map(pair).collect()
    }

    /// A struct whose fields are the keys of the pairs.
    pub(super) fn read<T: DeserializeOwned>(&self) -> anyhow::Result<T> {
        from_pairs(self.pairs()?).map_err(|error| anyhow!("-{}: {error}", self.option))
    }
}
