//! A JSON Schema, or what OpenAPI puts around schemas, as a line for each thing that a program may rely on. Versions are
//! compared by their lines, instead of by oasdiff, a program in Go that would have to be fetched.

use std::collections::BTreeSet;

use serde_json::Value;

/// Keys that only describe, and that no program relies on.
const WORDS: [&str; 7] = ["$schema", "description", "examples", "security", "summary", "tags", "title"];
/// Keys of objects whose own keys are names, not keywords.
const NAMES: [&str; 3] = ["content", "properties", "responses"];

/// The lines of a document, each with its path in front.
pub(super) fn lines(path: &str, document: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    collect(path, document, &mut found);
    found
}

/// Adds the lines of a value, which is at `path` of the document.
fn collect(path: &str, value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(keys) if keys.keys().any(|key| !WORDS.contains(&key.as_str())) => {
            for (key, value) in keys.iter().filter(|(key, _)| !WORDS.contains(&key.as_str())) {
                let path = format!("{path}.{key}");
                match value {
                    Value::Object(named) if NAMES.contains(&key.as_str()) => {
                        named
                            .iter()
                            .for_each(|(name, value)| collect(&format!("{path}.{name}"), value, found));
                    }
                    // The order of words means nothing. What may be null and what may not differ as a whole.
                    Value::Array(words) if ["enum", "required"].contains(&key.as_str()) => {
                        words.iter().for_each(|word| collect(&path, word, found));
                    }
                    Value::Bool(false) if key == "required" => {}
                    value => collect(&path, value, found),
                }
            }
        }
        Value::Array(parts) if parts.iter().any(Value::is_object) => {
            for (number, part) in parts.iter().enumerate() {
                let parameter = ["in", "name"].map(|key| part.get(key).and_then(Value::as_str));
                match parameter {
                    [Some(kind), Some(name)] => collect(&format!("{path}.{kind}-{name}"), part, found),
                    _ => collect(&format!("{path}.{number} of {}", parts.len()), part, found),
                }
            }
        }
        Value::Object(_) => drop(found.insert(format!("{path}: anything"))),
        value => drop(found.insert(format!("{path}: {value}"))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> Value {
        json!({
            "type": "object", "description": "words", "required": ["a", "b"],
            "properties": {
                "a": {"type": "number", "x-unit": "dollars", "description": "words"},
                "b": {"oneOf": [{"const": "x", "description": "words"}]},
                "c": {"type": "array", "items": {"type": "string"}},
                "e": {"description": "words"},
                "title": {"type": "string"},
            },
        })
    }

    #[test]
    fn words_are_no_part_of_a_contract() {
        let mut new = schema();
        new["description"] = json!("other words");
        new["properties"]["a"]["description"] = json!("other words");
        new["properties"]["b"]["oneOf"][0]["description"] = json!("other words");
        new["required"] = json!(["b", "a"]);
        assert_eq!(lines("", &schema()), lines("", &new));
    }

    #[test]
    fn other_keys_are_lines() {
        let changed = |pointer: &str, value: Option<Value>| {
            let mut new = schema();
            let (parent, key) = pointer.rsplit_once('/').unwrap();
            let parent = new.pointer_mut(parent).unwrap().as_object_mut().unwrap();
            match value {
                Some(value) => parent.insert(key.into(), value),
                None => parent.remove(key),
            };
            let (old, new) = (lines("", &schema()), lines("", &new));
            old.symmetric_difference(&new).cloned().collect::<Vec<_>>().join(", ")
        };
        assert_eq!(changed("/properties/c/items", None), ".properties.c.items.type: \"string\"");
        assert_eq!(changed("/properties/e", None), ".properties.e: anything");
        assert_eq!(changed("/properties/title", None), ".properties.title.type: \"string\"");
        assert_eq!(
            changed("/properties/d", Some(json!({"type": "string"}))),
            ".properties.d.type: \"string\""
        );
        assert_eq!(
            changed("/properties/a/x-unit", Some(json!("cents"))),
            ".properties.a.x-unit: \"cents\", .properties.a.x-unit: \"dollars\""
        );
        assert!(changed("/properties/b/oneOf", Some(json!([{"const": "y"}]))).contains("const: \"x\""));
        assert!(
            changed("/properties/b/oneOf", Some(json!([{"const": "x"}, {"const": "y"}]))).contains("0 of 1")
        );
        assert!(
            changed("/properties/c/type", Some(json!(["array", "null"]))).contains("[\"array\",\"null\"]")
        );
        assert_eq!(changed("/required", Some(json!(["a"]))), ".required: \"b\"");
    }
}
