//! The fields of a JSON object. Every getter takes its field out, so that what is left is unknown.

use serde_json::{Map, Value};
use std::ops::RangeInclusive;
use std::time::Duration;

/// An error in a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldError {
    pub field: &'static str,
    pub message: String,
}

impl FieldError {
    pub(super) fn new(field: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { field, message }
    }
}

/// The longest time in a query, in seconds.
const MAX_TIME: f64 = 1e9;

/// The fields of an object that were not taken yet. A field that is `null` counts as missing.
pub(super) struct Fields(pub Map<String, Value>);

impl Fields {
    /// Takes a field.
    pub(super) fn take(&mut self, field: &str) -> Option<Value> {
        self.0.remove(field).filter(|value| !value.is_null())
    }

    /// A field with a text.
    pub(super) fn text(&mut self, field: &'static str) -> Result<Option<String>, FieldError> {
        match self.take(field) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(wrong(field, &other, "a string")),
        }
    }

    /// A field with an integer.
    pub(super) fn integer(
        &mut self,
        field: &'static str,
        range: RangeInclusive<i64>,
    ) -> Result<Option<i64>, FieldError> {
        let Some(value) = self.take(field) else {
            return Ok(None);
        };
        let number = integer_of(field, &value, &range)?;
        Ok(Some(number))
    }

    /// A field with a list of integers.
    pub(super) fn integers(
        &mut self,
        field: &'static str,
        range: RangeInclusive<i64>,
    ) -> Result<Option<Vec<i64>>, FieldError> {
        let Some(list) = self.list(field)? else {
            return Ok(None);
        };
        let numbers = list.iter().map(|value| integer_of(field, value, &range));
        numbers.collect::<Result<_, _>>().map(Some)
    }

    /// A field with a number of seconds above 0.
    pub(super) fn seconds(&mut self, field: &'static str) -> Result<Option<Duration>, FieldError> {
        let Some(value) = self.take(field) else {
            return Ok(None);
        };
        match value.as_f64() {
            Some(seconds) if seconds > 0.0 && seconds <= MAX_TIME => {
                Ok(Some(Duration::from_secs_f64(seconds)))
            }
            _ => Err(wrong(
                field,
                &value,
                "a number of seconds above 0, at most 1e9",
            )),
        }
    }

    /// A field with a list.
    pub(super) fn list(&mut self, field: &'static str) -> Result<Option<Vec<Value>>, FieldError> {
        match self.take(field) {
            None => Ok(None),
            Some(Value::Array(list)) => Ok(Some(list)),
            Some(other) => Err(wrong(field, &other, "a list")),
        }
    }
}

fn integer_of(
    field: &'static str,
    value: &Value,
    range: &RangeInclusive<i64>,
) -> Result<i64, FieldError> {
    let number = value.as_i64().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let (first, last) = (range.start(), range.end());
        wrong(field, value, &format!("an integer from {first} to {last}"))
    })
}

/// The error about a value that is not of the expected kind.
pub(super) fn wrong(field: &'static str, value: &Value, expected: &str) -> FieldError {
    FieldError::new(field, format!("{} is not {expected}", shown(value)))
}

/// A value as errors show it.
pub(super) fn shown(value: &Value) -> String {
    const MAX_SHOWN: usize = 40;
    let text = value.to_string();
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn fields(value: Value) -> Fields {
        match value {
            Value::Object(map) => Fields(map),
            _ => unreachable!("tests pass objects"),
        }
    }

    #[test]
    fn fields_are_taken_once_and_errors_name_them() {
        let mut found = fields(json!({"a": "x", "b": 7, "c": [1, 2], "d": 0.5, "e": null}));
        assert_eq!(found.text("a").unwrap().as_deref(), Some("x"));
        assert_eq!(found.text("a"), Ok(None));
        assert_eq!(found.integer("b", 0..=9), Ok(Some(7)));
        assert_eq!(found.integers("c", 0..=9), Ok(Some(vec![1, 2])));
        assert_eq!(found.seconds("d"), Ok(Some(Duration::from_millis(500))));
        assert_eq!(found.text("e"), Ok(None));
        assert!(found.0.is_empty());
        let mut found = fields(json!({"a": 1, "b": 10, "c": "x", "d": -1, "e": 1.5}));
        let error = found.text("a").unwrap_err();
        assert_eq!(error, FieldError::new("a", "1 is not a string"));
        let error = found.integer("b", 0..=9).unwrap_err();
        assert_eq!(error.message, "10 is not an integer from 0 to 9");
        assert_eq!(found.list("c").unwrap_err().message, "\"x\" is not a list");
        assert!(found.seconds("d").is_err() && found.integer("e", 0..=9).is_err());
    }

    #[test]
    fn long_values_are_cut() {
        let text = shown(&json!("é".repeat(100)));
        assert_eq!(text.chars().count(), 43);
    }
}
