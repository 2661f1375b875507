//! A JSON value as YAML: nothing but mappings, lists and plain or double-quoted scalars.

use serde_json::Value;

/// Keys that come first, in this order; the others follow by name.
const FIRST: [&str; 14] = [
    "asyncapi",
    "info",
    "name",
    "title",
    "version",
    "address",
    "summary",
    "description",
    "action",
    "specversion",
    "defaultContentType",
    "servers",
    "channels",
    "operations",
];

/// The document, with a line break at its end.
pub(super) fn document(value: &Value) -> String {
    let mut out = String::new();
    write(value, 0, &mut out);
    out.trim_start().to_owned() + "\n"
}

fn write(value: &Value, depth: usize, out: &mut String) {
    let indent = "\n".to_owned() + &"  ".repeat(depth);
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let mut keys: Vec<&String> = fields.keys().collect();
            keys.sort_by_key(|key| {
                (FIRST.iter().position(|first| first == key).unwrap_or(FIRST.len()), *key)
            });
            for (key, field) in keys.into_iter().filter_map(|key| Some((key, fields.get(key)?))) {
                *out += &format!("{indent}{}:", scalar(&Value::from(key.as_str())));
                write(field, depth + 1, out);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                let mut inner = String::new();
                write(item, depth + 1, &mut inner);
                *out += &format!("{indent}- {}", inner.trim_start());
            }
        }
        Value::Object(_) => *out += " {}",
        Value::Array(_) => *out += " []",
        one => *out += &format!(" {}", scalar(one)),
    }
}

/// A text without quotes where nothing else can be meant by it. JSON's quotes are YAML's, too.
fn scalar(value: &Value) -> String {
    let Some(text) = value.as_str() else { return value.to_string() };
    let starts_as_word = text.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_plain = starts_as_word
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "_-./ ,'()".contains(c))
        && !text.ends_with(' ')
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
            .contains(&text.to_ascii_lowercase().as_str());
    if is_plain { text.to_owned() } else { value.to_string() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_written_so_that_nothing_else_can_be_meant() {
        let value = json!({
            "b": ["one", {"x": 1, "y": []}, [true]], "asyncapi": "3.0.0", "a": {"k: v": "no"}, "c": "it's #1", "d": {},
        });
        let text = "asyncapi: \"3.0.0\"\na:\n  \"k: v\": \"no\"\nb:\n  - one\n  - x: 1\n    \"y\": []\n  - - true\n\
                    c: \"it's #1\"\nd: {}\n";
        assert_eq!(document(&value), text);
    }
}
