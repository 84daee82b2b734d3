//! Incoming questions, with only one possible reading: serde accepts an array as a structure, by
//! position, and serde_json takes the last of two values for the same key.

use std::fmt;

use serde::de::{DeserializeOwned, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::error::Category;
use serde_json::{Map, Number, Value};

use crate::ApiError;

/// A question: a JSON object in which no key occurs twice, at any depth.
#[derive(Clone, Debug)]
pub struct Question(pub Value);

impl Question {
    /// The question in the bytes of a request.
    ///
    /// ```
    /// use patience_api::Question;
    ///
    /// let read = |text: &str| Question::parse(text.as_bytes()).map_err(|error| error.message);
    /// assert!(read(r#"{"instance": "birds:neller/1"}"#).is_ok());
    /// assert!(read(r#"["birds:neller/1"]"#).unwrap_err().contains("expected an object"));
    /// assert!(read(r#"{"at": {"game": "a", "game": "b"}}"#).unwrap_err().contains("twice"));
    /// ```
    ///
    /// # Errors
    /// The bytes are not one JSON object without duplicate keys.
    pub fn parse(bytes: &[u8]) -> Result<Self, ApiError> {
        let error = match serde_json::from_slice::<Unique>(bytes) {
            Ok(Unique(value)) if value.is_object() => return Ok(Question(value)),
            Ok(_) => {
                let expected = "expected an object such as {\"instance\": …}";
                return Err(unread(&format!("this is not a JSON object; {expected}")));
            }
            Err(error) => error,
        };
        let place = format!("line {}, column {}", error.line(), error.column());
        let said = error.to_string();
        Err(unread(&match error.classify() {
            // The only other fault is a duplicate key: every value of JSON can be read.
            Category::Data => without_place(&said).to_owned(),
            Category::Eof => format!("{place}: it ends within a value"),
            _ if said.starts_with("recursion limit") => {
                format!("{place}: the values are nested too deeply; expected at most 127 levels")
            }
            _ => format!("{place}: this is not valid JSON"),
        }))
    }

    /// The question as a value of a type.
    ///
    /// # Errors
    /// It is not an object, or a field is missing, unknown or of another type. The message names
    /// the field.
    pub fn read<T: DeserializeOwned>(self) -> Result<T, ApiError> {
        object(self.0).map_err(|error: serde_json::Error| unread(&error.to_string()))
    }
}

fn unread(why: &str) -> ApiError {
    ApiError::new(format!("the question cannot be read: {why}"))
}

/// A message of serde_json without the place at its end.
fn without_place(said: &str) -> &str {
    said.rsplit_once(" at line ").map_or(said, |(said, _)| said)
}

/// Reads an object. The message for a fault begins with the field.
fn fields<T: DeserializeOwned>(object: Map<String, Value>) -> Result<T, String> {
    serde_path_to_error::deserialize(Value::Object(object)).map_err(|error| {
        let (path, said) = (error.path().to_string(), error.inner().to_string());
        let said = ["invalid type: ", "invalid value: "]
            .iter()
            .find_map(|start| said.strip_prefix(start)?.split_once(", expected "))
            .map(|(found, expected)| (found.replace("map", "object"), expected))
            .map(|(found, expected)| format!("found {found}; expected {}", named(expected)))
            .unwrap_or(said);
        match path.as_str() {
            "." => said,
            path => format!("`{path}`: {said}"),
        }
    })
}

/// The types of JSON, under the names that JSON gives them.
fn named(expected: &str) -> &str {
    match expected {
        "a map" => "an object",
        "a sequence" => "an array",
        expected if expected.starts_with("struct ") => "an object",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number",
        "f64" => "a number",
        expected => expected,
    }
}

/// Reads a part of a question, which must not be an array.
pub(crate) fn object<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    from: D,
) -> Result<T, D::Error> {
    fields(Map::deserialize(from)?).map_err(D::Error::custom)
}

/// Like [`object`], for a part that may be missing.
pub(crate) fn object_or_none<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    let object = Option::<Map<String, Value>>::deserialize(from)?;
    object.map(|object| fields(object).map_err(D::Error::custom)).transpose()
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
                return Err(A::Error::custom(format!("the key `{key}` is given twice")));
            }
            object.insert(key, value);
        }
        Ok(object.into())
    }
}
