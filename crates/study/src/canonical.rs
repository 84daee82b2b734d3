//! Canonical JSON, and fingerprints of it.
//!
//! What identifies a job or a study is hashed as JSON with sorted keys and without fields that say nothing, so that
//! neither the order of fields nor a new optional one changes it.

use serde_json::Value;

/// A value as JSON without white space: keys are sorted; fields that are null, or an empty list or object, are left out.
pub(crate) fn canonical(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().filter(|(_, value)| !says_nothing(value)).collect();
            fields.sort_unstable_by_key(|(name, _)| name.as_str());
            let text =
                |(name, value): (&String, &Value)| format!("{}:{}", Value::from(name.as_str()), canonical(value));
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

/// 64 bits of FNV-1a as 16 hexadecimal digits: enough to notice accidents, no protection against malice.
pub(crate) fn fingerprint(bytes: &[u8]) -> String {
    format!("{:016x}", fnv(bytes))
}

/// FNV-1a (Fowler, Noll, Vo) of 64 bits.
pub(crate) fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_order_nor_absent_fields_matter() {
        let one: Value =
            serde_json::from_str(r#"{"b": [1, 2.5, null], "a": {"z": "\"", "y": null}, "c": null, "d": {}}"#).unwrap();
        assert_eq!(canonical(&one), r#"{"a":{"z":"\""},"b":[1,2.5,null]}"#);
        // The published test vectors of FNV-1a.
        assert_eq!(fingerprint(b""), "cbf29ce484222325");
        assert_eq!(fingerprint(b"foobar"), "85944171f73967e8");
    }
}
