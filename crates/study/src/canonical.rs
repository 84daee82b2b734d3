//! Canonical JSON, and fingerprints of it.
//!
//! The identity of a job or a study is hashed as JSON with sorted keys and without empty fields, so
//! that neither the order of fields nor a new optional field changes it.

use patience_core::fnv1a;
use serde_json::Value;

/// A value as JSON without white space: keys are sorted; fields that are null, or an empty list or
/// object, are left out.
pub(crate) fn canonical(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(","))
        }
        Value::Object(fields) => {
            let mut fields: Vec<_> =
                fields.iter().filter(|(_, value)| !says_nothing(value)).collect();
            fields.sort_unstable_by_key(|(name, _)| name.as_str());
            let text = |(name, value): (&String, &Value)| {
                format!("{}:{}", Value::from(name.as_str()), canonical(value))
            };
            format!("{{{}}}", fields.into_iter().map(text).collect::<Vec<_>>().join(","))
        }
        value => value.to_string(),
    }
}

fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}

/// 64 bits of FNV-1a as 16 hexadecimal digits: detects accidents, not malice.
pub(crate) fn fingerprint(bytes: &[u8]) -> String {
    format!("{:016x}", fnv1a(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_order_nor_absent_fields_matter() {
        let one: Value = serde_json::from_str(
            r#"{"b": [1, 2.5, null], "a": {"z": "\"", "y": null}, "c": null, "d": {}}"#,
        )
        .unwrap();
        assert_eq!(canonical(&one), r#"{"a":{"z":"\""},"b":[1,2.5,null]}"#);
        // The published test vectors of FNV-1a.
        assert_eq!(fingerprint(b""), "cbf29ce484222325");
        assert_eq!(fingerprint(b"foobar"), "85944171f73967e8");
    }
}
