//! The shape of study files as a JSON Schema, for editors that complete and check TOML.

use serde_json::{Map, Value, json};

use crate::spec::{KEYS, Key};

/// The schema.
///
/// ```
/// let schema: serde_json::Value = serde_json::from_str(&patience_study::schema::study())?;
/// assert_eq!(schema["properties"]["title"]["type"], "string");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn study() -> String {
    let mut schema = table("");
    let headings = KEYS.iter().map(|key| key.table).filter(|heading| !heading.is_empty());
    let tables: Map<String, Value> =
        headings.map(|heading| (name(heading).to_owned(), table(heading))).collect();
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!("A study of Patience");
    schema["$defs"] = Value::Object(tables);
    format!("{schema:#}")
}

/// `report.tables` of `[[report.tables]]`.
fn name(heading: &str) -> &str {
    heading.trim_matches(['[', ']'])
}

fn table(heading: &str) -> Value {
    let keys = || KEYS.iter().filter(|key| key.table == heading);
    let properties: Map<String, Value> =
        keys().map(|key| (key.name.to_owned(), property(key))).collect();
    let required = keys().filter(|key| key.default == "required").map(|key| key.name);
    json!({
        "type": "object",
        "properties": properties,
        "required": required.collect::<Vec<_>>(),
        // Any other key of a configuration is a parameter of the algorithm.
        "additionalProperties": heading == "[[configurations]]",
    })
}

fn property(key: &Key) -> Value {
    let mut property = value(key);
    property["description"] = match key.default {
        "required" => json!(key.meaning),
        default => json!(format!("{} (default: {default})", key.meaning)),
    };
    property
}

fn value(key: &Key) -> Value {
    // With `each`, a value may be a placeholder.
    let placeholder = matches!(key.table, "[[configurations]]" | "[[instances]]");
    let or_placeholder = |kind: &str| match placeholder {
        true => json!({ "type": [kind, "string"] }),
        false => json!({ "type": kind }),
    };
    let inner = || inner(key).map(|name| json!({ "$ref": format!("#/$defs/{name}") }));
    match key.kind {
        "string" => json!({ "type": "string" }),
        "true or false" => or_placeholder("boolean"),
        "whole number" => or_placeholder("integer"),
        "time" | "number or placeholder" => json!({ "type": ["number", "string"] }),
        "size" => json!({ "type": ["integer", "string"] }),
        "codes or pattern" => json!({
            "type": ["integer", "array", "string"], "items": { "type": "integer" }
        }),
        "strings or file" => {
            json!({ "type": ["array", "string"], "items": { "type": "string" } })
        }
        "list of strings" => json!({ "type": "array", "items": { "type": "string" } }),
        "tables" => json!({ "type": "array", "items": inner() }),
        "table" => inner().unwrap_or_else(|| json!({ "type": "object" })),
        kind => unreachable!("a kind of value without a schema: {kind}"),
    }
}

/// The name of a key's table, if its keys are fixed.
fn inner(key: &Key) -> Option<String> {
    let path = match (key.name, name(key.table)) {
        ("published", _) => "published".to_owned(),
        (own, "") => own.to_owned(),
        (own, above) => format!("{above}.{own}"),
    };
    KEYS.iter().any(|key| name(key.table) == path).then_some(path)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    /// Lists the faults of a value, for the keywords that our schema uses.
    fn faults(whole: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
        if let Some(to) = schema["$ref"].as_str() {
            let to = whole.pointer(to.trim_start_matches('#')).expect("a reference that leads");
            return faults(whole, to, value, at);
        }
        let is = |kind: &Value| match kind.as_str().expect("a type's name") {
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64(),
            "number" => value.is_number(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            other => panic!("{other}"),
        };
        let kinds = &schema["type"];
        if !kinds.as_array().map_or_else(|| is(kinds), |kinds| kinds.iter().any(is)) {
            return vec![format!("{at} is not of type {kinds}")];
        }
        let mut found = Vec::new();
        for item in value.as_array().into_iter().flatten() {
            found.extend(faults(whole, &schema["items"], item, at));
        }
        let (Some(fields), Some(known)) = (value.as_object(), schema["properties"].as_object())
        else {
            return found;
        };
        for (name, value) in fields {
            match known.get(name) {
                Some(schema) => found.extend(faults(whole, schema, value, &format!("{at}.{name}"))),
                None if schema["additionalProperties"] == json!(false) => {
                    found.push(format!("{at}.{name} is not known"));
                }
                None => {}
            }
        }
        let needed = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        found.extend(
            needed
                .filter(|name| !fields.contains_key(*name))
                .map(|name| format!("{at}.{name} is missing")),
        );
        found
    }

    fn check(text: &str) -> Vec<String> {
        let schema: Value = serde_json::from_str(&super::study()).unwrap();
        let study: Value = toml::from_str(text).unwrap();
        faults(&schema, &schema, &study, "study")
    }

    #[test]
    fn the_schema_takes_the_published_studies() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut seen = 0;
        for file in files.filter(|file| file.extension().is_some_and(|end| end == "toml")) {
            let text = std::fs::read_to_string(&file).unwrap();
            assert_eq!(check(&text), Vec::<String>::new(), "{}", file.display());
            seen += 1;
        }
        assert!(seen > 5);
    }

    #[test]
    fn the_schema_names_what_is_wrong() {
        let right = "title = \"t\"\n[[instances]]\nset = \"s\"\n[[configurations]]\nweight = 2.0\n";
        for (text, fault) in [
            (right.to_owned(), None),
            (right.replace("title", "titel"), Some("study.titel is not known")),
            (right.replace("\"t\"", "3"), Some("study.title is not of type \"string\"")),
            (right.replace("set = \"s\"\n", ""), Some("study.instances.set is missing")),
            (format!("{right}[report]\npairs = 3\n"), Some("study.report.pairs is not of type")),
            (
                format!(
                    "{right}[[report.tables]]\ntitle = \"t\"\nby = []\nvalues = []\nwhere_ = 1\n"
                ),
                Some("study.report.tables.where_ is not known"),
            ),
        ] {
            let found = check(&text).join("\n");
            match fault {
                None => assert_eq!(found, ""),
                Some(fault) => assert!(found.contains(fault), "{text}: {found}"),
            }
        }
    }
}
