//! What of a published JSON Schema changed. Words for people may; everything else is what readers rely on.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// What tells readers something, and machines nothing.
const WORDS: [&str; 4] = ["title", "description", "examples", "$schema"];

/// Each difference, with its place.
pub(super) fn changes(old: &Value, new: &Value) -> Vec<String> {
    let mut found = Vec::new();
    schema("", old, new, &mut found);
    found
}

fn schema(place: &str, old: &Value, new: &Value, found: &mut Vec<String>) {
    let (Some(old), Some(new)) = (old.as_object(), new.as_object()) else {
        if old != new {
            found.push(format!("{} was {old} and is {new}", named(place)));
        }
        return;
    };
    let empty = Map::new();
    let fields = |of: &Map<String, Value>| {
        of.get("properties").and_then(Value::as_object).cloned().unwrap_or_else(|| empty.clone())
    };
    let (old_fields, new_fields) = (fields(old), fields(new));
    for name in old_fields.keys().chain(new_fields.keys()).collect::<BTreeSet<_>>() {
        let place = if place.is_empty() { name.clone() } else { format!("{place}.{name}") };
        match (old_fields.get(name), new_fields.get(name)) {
            (Some(old), Some(new)) => schema(&place, old, new, found),
            (Some(_), None) => found.push(format!("{place} is gone")),
            _ => found.push(format!("{place} is new")),
        }
    }
    let rest = |of: &Map<String, Value>| -> BTreeSet<String> {
        of.keys().filter(|key| *key != "properties" && !WORDS.contains(&key.as_str())).cloned().collect()
    };
    for key in rest(old).union(&rest(new)) {
        let (old, new) = (old.get(key).unwrap_or(&Value::Null), new.get(key).unwrap_or(&Value::Null));
        match key.as_str() {
            "required" => required(place, old, new, found),
            "items" => schema(&format!("{place}[]"), old, new, found),
            _ if without_words(old) == without_words(new) => {}
            _ => found.push(format!("{} of {} was {old} and is {new}", key, named(place))),
        }
    }
}

/// The order of names says nothing, and a field that came or went is told of already.
fn required(place: &str, old: &Value, new: &Value, found: &mut Vec<String>) {
    let names = |of: &Value| -> BTreeSet<String> {
        of.as_array().into_iter().flatten().filter_map(|name| name.as_str().map(str::to_owned)).collect()
    };
    for name in names(old).symmetric_difference(&names(new)) {
        let dot = if place.is_empty() { "" } else { "." };
        let field = format!("{place}{dot}{name}");
        if !found.iter().any(|what| what.starts_with(&format!("{field} is "))) {
            found.push(format!("whether {field} is always there is otherwise"));
        }
    }
}

fn without_words(value: &Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .iter()
            .filter(|(key, _)| !WORDS.contains(&key.as_str()))
            .map(|(key, field)| (key.clone(), without_words(field)))
            .collect(),
        Value::Array(items) => items.iter().map(without_words).collect(),
        one => one.clone(),
    }
}

fn named(place: &str) -> &str {
    if place.is_empty() { "the event" } else { place }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn published() -> Value {
        json!({
            "type": "object", "description": "words", "required": ["a", "b"],
            "properties": {
                "a": {"type": "number", "x-unit": "dollars", "description": "words"},
                "b": {"oneOf": [{"const": "x", "description": "words"}]},
                "c": {"type": "array", "items": {"type": "string"}},
            },
        })
    }

    #[test]
    fn words_may_change() {
        let mut new = published();
        new["description"] = json!("other words");
        new["properties"]["a"]["description"] = json!("other words");
        new["properties"]["b"]["oneOf"][0]["description"] = json!("other words");
        new["required"] = json!(["b", "a"]);
        assert_eq!(changes(&published(), &new), Vec::<String>::new());
    }

    #[test]
    fn nothing_else_may() {
        let said = |place: &str, value: Option<Value>| {
            let mut new = published();
            let (parent, key) = place.rsplit_once('/').unwrap();
            let parent = new.pointer_mut(parent).unwrap().as_object_mut().unwrap();
            match value {
                Some(value) => parent.insert(key.into(), value),
                None => parent.remove(key),
            };
            changes(&published(), &new).join("; ")
        };
        assert_eq!(said("/properties/c", None), "c is gone");
        assert_eq!(said("/properties/d", Some(json!({"type": "string"}))), "d is new");
        assert_eq!(
            said("/properties/a/type", Some(json!("string"))),
            "type of a was \"number\" and is \"string\""
        );
        assert_eq!(
            said("/properties/a/x-unit", Some(json!("cents"))),
            "x-unit of a was \"dollars\" and is \"cents\""
        );
        assert!(said("/properties/b/oneOf", Some(json!([{"const": "y"}]))).starts_with("oneOf of b was"));
        assert_eq!(
            said("/properties/c/items", Some(json!({"type": "number"}))),
            "type of c[] was \"string\" and is \"number\""
        );
        assert_eq!(said("/required", Some(json!(["a"]))), "whether b is always there is otherwise");
    }
}
