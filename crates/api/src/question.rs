//! Incoming questions, with only one possible reading: serde accepts an array as a structure, by
//! position, and serde_json takes the last of two values for the same key.

use std::fmt;

use serde::de::{DeserializeOwned, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Number, Value};

/// A question: a JSON object in which no key occurs twice, at any depth.
///
/// ```
/// use patience_api::Question;
///
/// let read = |text| serde_json::from_str::<Question>(text).map_err(|error| error.to_string());
/// assert!(read(r#"{"instance": "birds:neller/1"}"#).is_ok());
/// assert!(read(r#"["birds:neller/1"]"#).unwrap_err().starts_with("expected an object"));
/// assert!(read(r#"{"at": {"game": "birds", "game": "gaps"}}"#).unwrap_err().contains("doubled"));
/// ```
#[derive(Clone, Debug)]
pub struct Question(pub Value);

impl<'de> Deserialize<'de> for Question {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Unique(value) = Unique::deserialize(from)?;
        match value.is_object() {
            true => Ok(Question(value)),
            false => Err(D::Error::custom("expected an object such as {\"instance\": …}")),
        }
    }
}

/// Reads a part of a question, which must not be an array.
pub(crate) fn object<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    from: D,
) -> Result<T, D::Error> {
    serde_json::from_value(Map::deserialize(from)?.into()).map_err(D::Error::custom)
}

/// Like [`object`], for a part that may be missing.
pub(crate) fn object_or_none<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    let object = Option::<Map<String, Value>>::deserialize(from)?;
    let read = |object| serde_json::from_value(Value::Object(object)).map_err(D::Error::custom);
    object.map(read).transpose()
}

/// A value without duplicate keys.
struct Unique(Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(UniqueVisitor).map(Unique)
    }
}

struct UniqueVisitor;

impl<'de> Visitor<'de> for UniqueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Unique(value)) = from.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some((key, Unique(value))) = from.next_entry::<String, Unique>()? {
            if object.contains_key(&key) {
                let key = key.escape_debug();
                return Err(A::Error::custom(format!("the key `{key}` is doubled")));
            }
            object.insert(key, value);
        }
        Ok(object.into())
    }
}
