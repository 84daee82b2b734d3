//! Values compared with a schema.

use serde_json::{Value, json};

/// Checks a value against the part of JSON Schema that the file uses; an unknown keyword is a
/// fault.
pub fn check(value: &Value, schema: &Value, whole: &Value, at: &str) {
    for keyword in schema.as_object().unwrap().keys() {
        let known = [
            "$ref",
            "type",
            "required",
            "properties",
            "additionalProperties",
            "items",
            "enum",
            "description",
        ];
        assert!(
            known.contains(&keyword.as_str()),
            "{at}: the schema uses `{keyword}`, which this test does not check"
        );
    }
    if let Some(reference) = schema["$ref"].as_str() {
        return check(
            value,
            whole.pointer(reference.trim_start_matches('#')).expect(reference),
            whole,
            at,
        );
    }
    let fits = |kind: &str| match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("unknown type {other}"),
    };
    match &schema["type"] {
        Value::String(kind) => assert!(fits(kind), "{at}: {value} is no {kind}"),
        Value::Array(kinds) => {
            assert!(
                kinds.iter().any(|kind| fits(kind.as_str().unwrap())),
                "{at}: {value} is not one of {kinds:?}"
            )
        }
        _ => {}
    }
    if let Some(allowed) = schema["enum"].as_array() {
        assert!(allowed.contains(value), "{at}: {value} is not one of {allowed:?}");
    }
    if let Some(object) = value.as_object() {
        for name in schema["required"].as_array().into_iter().flatten() {
            assert!(object.contains_key(name.as_str().unwrap()), "{at}: {name} is missing");
        }
        for (name, inner) in object {
            match schema["properties"].get(name) {
                Some(schema) => check(inner, schema, whole, &format!("{at}.{name}")),
                None => assert_ne!(
                    schema["additionalProperties"],
                    json!(false),
                    "{at}: {name} is not described"
                ),
            }
        }
    }
    for (index, inner) in value.as_array().into_iter().flatten().enumerate() {
        check(inner, &schema["items"], whole, &format!("{at}[{index}]"));
    }
}
