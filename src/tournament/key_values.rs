//! Reads `NAME=VALUE,NAME=VALUE` parameters, and names the nearest key of an unknown one.

use crate::util::pairs::{PairsError, from_pairs};
use serde::de::DeserializeOwned;

/// Reads parameters in the form `elo0=0,elo1=5`.
///
/// # Errors
/// A part that is not `NAME=VALUE`, an unknown key, or a value that does not fit its key.
pub(crate) fn key_values<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let parts = text.split(',').filter(|part| !part.trim().is_empty());
    let pairs: Vec<_> = parts
        .map(|part| {
            let (name, value) = part
                .split_once('=')
                .ok_or_else(|| format!("{part:?} is not NAME=VALUE"))?;
            Ok((name.trim(), value.trim()))
        })
        .collect::<Result<_, String>>()?;
    from_pairs(pairs).map_err(|error| match error {
        PairsError::UnknownKey { ref key, expected } => {
            nearest(key, expected.iter().copied()).unwrap_or_else(|| error.to_string())
        }
        error => error.to_string(),
    })
}

/// Replaces the list of all keys in serde's "unknown field" messages by the nearest key.
pub(crate) fn suggest_key(message: &str) -> String {
    let suggestion = || {
        let (key, expected) = message.strip_prefix("unknown field `")?.split_once('`')?;
        // In serde's list, every second part is a key.
        nearest(key, expected.split('`').skip(1).step_by(2))
    };
    suggestion().unwrap_or_else(|| message.replace("unknown field", "unknown key"))
}

/// An error message that names the nearest key, if one is near enough.
fn nearest<'a>(unknown: &str, keys: impl Iterator<Item = &'a str>) -> Option<String> {
    let distance = |key: &str| strsim::damerau_levenshtein(unknown, key);
    let key = keys.min_by_key(|key| distance(key))?;
    (distance(key) <= 1 + unknown.len() / 3)
        .then(|| format!("unknown key {unknown:?}; did you mean {key:?}?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_key_is_named() {
        let message = |name: &str| {
            suggest_key(&format!(
                "unknown field `{name}`, expected one of `rounds`, `max-moves`, `tc`"
            ))
        };
        assert_eq!(
            message("round"),
            r#"unknown key "round"; did you mean "rounds"?"#
        );
        assert_eq!(
            message("max_moves"),
            r#"unknown key "max_moves"; did you mean "max-moves"?"#
        );
        assert!(message("colour").starts_with("unknown key `colour`, expected one of"));
        assert_eq!(suggest_key("invalid type"), "invalid type");
    }
}
