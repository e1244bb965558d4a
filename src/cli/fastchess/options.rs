//! The options of fastchess as flags of `flipfive match`.

mod continued;
mod engine_keys;
mod table;
mod translation;
mod values;

pub(super) use table::help;

use anyhow::bail;
use table::Effect::{Ignored, Refused, Translated};
use table::{find, is_option};
use translation::Translation;
use values::Values;

/// Translates a command line of fastchess.
///
/// # Errors
/// The first option that is unknown, not supported, or has a wrong value.
pub(super) fn match_flags(words: &[String]) -> anyhow::Result<Vec<String>> {
    let mut translation = Translation::default();
    let mut rest = words;
    while let [first, tail @ ..] = rest {
        let row = find(first)?;
        let end = tail.iter().position(|word| is_option(word));
        let (values, next) = tail.split_at(end.unwrap_or(tail.len()));
        let name = row.name;
        match row.effect {
            Refused(advice) => bail!("-{name} is not supported: {advice}"),
            Ignored(reason) => log::warn!("-{name} is ignored: {reason}"),
            Translated(translate) => translate(
                &mut translation,
                &Values {
                    option: name,
                    form: row.form,
                    words: values,
                },
            )?,
        }
        rest = next;
    }
    translation.finish()
}

#[cfg(test)]
mod tests;
