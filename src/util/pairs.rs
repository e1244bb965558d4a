//! Settings as `KEY=VALUE` pairs, read by serde into any struct.
//!
//! A key that stands several times fills a list. `KEY.NAME=VALUE` fills a map. Everything else is a text
//! that is read as the type of its field: a number, a switch (`on` or `off`) or a name.

use crate::util::text::switch;
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::str::FromStr;

/// What is wrong with a row of pairs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PairsError {
    /// The struct has no such field.
    #[error("unknown key {key:?}; expected one of: {}", expected.join(", "))]
    UnknownKey {
        /// As it was written.
        key: String,
        /// The fields.
        expected: &'static [&'static str],
    },
    /// Anything else; the message names the key, the value, and what would be right.
    #[error("{0}")]
    Invalid(String),
}

impl PairsError {
    fn repeated(key: impl Display) -> Self {
        Self::Invalid(format!("{key} is given twice"))
    }

    /// A value that does not fit its key.
    pub(crate) fn value(key: impl Display, value: &str, expected: impl Display) -> Self {
        let message = format!("invalid value {value:?} for {key}: expected {expected}");
        Self::Invalid(message)
    }
}

impl serde::de::Error for PairsError {
    fn custom<T: Display>(message: T) -> Self {
        Self::Invalid(message.to_string())
    }

    fn unknown_field(key: &str, expected: &'static [&'static str]) -> Self {
        let key = key.to_owned();
        Self::UnknownKey { key, expected }
    }

    fn duplicate_field(key: &'static str) -> Self {
        Self::repeated(key)
    }
}

/// Reads a struct from its fields.
///
/// # Errors
///
/// The first key or value that does not fit.
pub(crate) fn from_pairs<'a, T: DeserializeOwned>(
    pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<T, PairsError> {
    let mut fields: Vec<(&str, Field<'_>)> = Vec::new();
    for (word, value) in pairs {
        let (key, name) = match word.split_once('.') {
            Some((key, name)) => (key, Some(name)),
            None => (word, None),
        };
        match fields.iter_mut().find(|(known, _)| *known == key) {
            Some((_, field)) => field.values.push((name, value)),
            None => {
                let values = vec![(name, value)];
                fields.push((key, Field { key, values }));
            }
        }
    }
    T::deserialize(MapDeserializer::new(fields.into_iter()))
}

/// The values of a key, those of `KEY.NAME=VALUE` with their names.
struct Field<'a> {
    key: &'a str,
    values: Vec<(Option<&'a str>, &'a str)>,
}

impl<'a> Field<'a> {
    /// The value of a key that takes one.
    fn single(&self) -> Result<&'a str, PairsError> {
        match self.values[..] {
            [(None, value)] => Ok(value),
            [(Some(name), value), ..] => Err(self.named(name, value)),
            _ => Err(PairsError::repeated(self.key)),
        }
    }

    /// A value with a name for a key that takes none.
    fn named(&self, name: &str, value: &str) -> PairsError {
        let key = self.key;
        PairsError::value(format!("{key}.{name}"), value, format!("{key}=VALUE"))
    }

    fn parse<T: FromStr>(&self, expected: &str) -> Result<T, PairsError> {
        let value = self.single()?;
        let parsed = value.parse();
        parsed.map_err(|_| PairsError::value(self.key, value, expected))
    }

    /// Names the key in an error that does not.
    fn located<T>(key: &str, result: Result<T, PairsError>) -> Result<T, PairsError> {
        result.map_err(|error| PairsError::Invalid(format!("{key}: {error}")))
    }
}

impl<'de> IntoDeserializer<'de, PairsError> for Field<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

macro_rules! integers {
    ($($method:ident $visit:ident $type:ident),*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PairsError> {
            let (least, most) = ($type::MIN, $type::MAX);
            let number = self.parse(&format!("a whole number from {least} to {most}"))?;
            Self::located(self.key, visitor.$visit(number))
        })*
    };
}

impl<'de> Deserializer<'de> for Field<'de> {
    type Error = PairsError;

    integers!(
        deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16, deserialize_u32 visit_u32 u32,
        deserialize_u64 visit_u64 u64, deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16,
        deserialize_i32 visit_i32 i32, deserialize_i64 visit_i64 i64
    );

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PairsError> {
        let number = self.parse("a number")?;
        Self::located(self.key, visitor.visit_f64(number))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PairsError> {
        let value = self.single()?;
        match switch(value) {
            Some(on) => visitor.visit_bool(on),
            None => Err(PairsError::value(self.key, value, "on or off")),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PairsError> {
        visitor.visit_some(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, PairsError> {
        Self::located(
            self.key,
            visitor.visit_enum(self.single()?.into_deserializer()),
        )
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PairsError> {
        let values: Result<Vec<&str>, PairsError> = self
            .values
            .iter()
            .map(|&(name, value)| name.map_or(Ok(value), |name| Err(self.named(name, value))))
            .collect();
        visitor.visit_seq(SeqDeserializer::new(values?.into_iter()))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PairsError> {
        let mut names = BTreeSet::new();
        for &(name, value) in &self.values {
            let Some(name) = name.filter(|name| !name.is_empty()) else {
                let expected = format!("{}.NAME=VALUE", self.key);
                return Err(PairsError::value(self.key, value, expected));
            };
            if !names.insert(name) {
                return Err(PairsError::repeated(format!("{}.{name}", self.key)));
            }
        }
        let pairs = self.values.iter().copied();
        visitor.visit_map(MapDeserializer::new(
            pairs.filter_map(|(name, value)| Some((name?, value))),
        ))
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PairsError> {
        Self::located(self.key, visitor.visit_borrowed_str(self.single()?))
    }

    forward_to_deserialize_any! {
        f32 i128 u128 char str string bytes byte_buf unit unit_struct newtype_struct tuple tuple_struct struct identifier
        ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields, default)]
    struct Settings {
        name: String,
        depth: Option<u8>,
        factor: f64,
        wild: bool,
        order: Option<Order>,
        line: Vec<String>,
        option: BTreeMap<String, String>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Order {
        Random,
    }

    fn read(text: &str) -> Result<Settings, String> {
        let pairs = text.split(' ').filter_map(|pair| pair.split_once('='));
        from_pairs(pairs).map_err(|error| error.to_string())
    }

    #[test]
    fn every_type_is_read_from_text() {
        let text =
            "name=7 depth=5 factor=.5 wild=On order=random line=a line=b option.x=1 option.a.b=";
        let option = [("x", "1"), ("a.b", "")];
        let expected = Settings {
            name: "7".into(),
            depth: Some(5),
            factor: 0.5,
            wild: true,
            order: Some(Order::Random),
            line: vec!["a".into(), "b".into()],
            option: option.map(|(k, v)| (k.into(), v.into())).into(),
        };
        assert_eq!(read(text), Ok(expected));
        assert_eq!(read(""), Ok(Settings::default()));
    }

    #[test]
    fn errors_name_the_key_the_value_and_what_would_be_right() {
        for (text, message) in [
            ("colour=1", "unknown key \"colour\"; expected one of: name,"),
            ("name=a name=b", "name is given twice"),
            ("option.x=1 option.x=2", "option.x is given twice"),
            (
                "depth=-1",
                "\"-1\" for depth: expected a whole number from 0 to 255",
            ),
            (
                "depth=256",
                "\"256\" for depth: expected a whole number from 0 to 255",
            ),
            ("factor=x", "\"x\" for factor: expected a number"),
            ("wild=maybe", "\"maybe\" for wild: expected on or off"),
            ("order=up", "order: unknown variant `up`"),
            ("option=x", "\"x\" for option: expected option.NAME=VALUE"),
            ("name.x=1", "\"1\" for name.x: expected name=VALUE"),
            ("line=a line.x=1", "\"1\" for line.x: expected line=VALUE"),
        ] {
            let error = read(text).unwrap_err();
            let error = error.strip_prefix("invalid value ").unwrap_or(&error);
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
