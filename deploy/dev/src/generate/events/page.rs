//! docs/events.md: every event for people.

use std::fmt::Write as _;

use saffron_core::event::Reach;
use serde_json::Value;

use super::Entry;

const INTRO: &str = "# Events

Made by `cargo dev gen events` from the Rust types; [proto/asyncapi.yaml](../proto/asyncapi.yaml) and the JSON Schemas in [proto/events](../proto/events) are the same for tools. How to read events is in [analysts.md](analysts.md).

An event is a [CloudEvent](https://cloudevents.io) in JSON. `id` is unique; `source` is the service that sent it; `subject` is the location, and not there for an event about a person's account; `time` is when it was written, UTC; `sequence` grows with each event of a source and gives the order of events about one thing. An event may come more than once, with the same `id`. The tables below are of `data`.

A published type never changes: a newer version is another type beside it, on the same NATS subject. Ignore types that you do not know. Events carry no personal data: guests, employees and users are ids.
";

/// The sections of the page.
const PARTS: [(&str, &str, &[Reach]); 3] = [
    (
        "For services and analysts",
        "They lie in the stream `EVENTS`, where they are kept for 400 days.",
        &[Reach::World],
    ),
    (
        "For open apps",
        "Services send them to gateways by the stream `PUSH`, which keeps them for ten minutes, and gateways send them to the apps by the live stream of the API ([api.md](api.md)). Analysts cannot read them: they mean that something is to be read again.",
        &[Reach::Location, Reach::Person, Reach::Gateways],
    ),
    (
        "For operators",
        "They lie in the stream `DLQ` for 90 days; `cargo dev dlq` or `saffron dlq` shows them and sends them back.",
        &[Reach::Operators],
    ),
];

/// The whole page.
pub(super) fn page(entries: &[Entry]) -> String {
    let mut out = INTRO.to_owned();
    for (title, about, reaches) in PARTS {
        let of_part: Vec<&Entry> =
            entries.iter().filter(|entry| reaches.contains(&entry.published.reach)).collect();
        let _ = write!(out, "\n## {title}\n\n{about}\n\n| type | meaning |\n|---|---|\n");
        for entry in &of_part {
            let kind = &entry.published.cloud_type;
            let _ = writeln!(out, "| [`{kind}`](#{}) | {} |", kind.replace('.', ""), cell(entry.summary()));
        }
        for entry in of_part {
            section(entry, &mut out);
        }
    }
    out
}

/// Adds the section of one type of event.
fn section(entry: &Entry, out: &mut String) {
    let (kind, address) = (&entry.published.cloud_type, entry.address().replace('{', "<").replace('}', ">"));
    let _ = write!(
        out,
        "\n### {kind}\n\n{}\n\n**When:** {}\n\n**Subject:** `{address}` · [JSON Schema](../proto/events/{kind}.json)\n\n",
        entry.summary(),
        entry.published.when
    );
    out.push_str("| field | type | unit | what |\n|---|---|---|---|\n");
    if let Some(data) = entry.published.schema.pointer("/properties/data") {
        fields("", data, &entry.example, out);
    }
    let _ = write!(out, "\n```json\n{}\n```\n", entry.example);
}

/// Adds a row for each field in the order of the example; nested fields follow the one that holds them.
fn fields(prefix: &str, schema: &Value, example: &str, out: &mut String) {
    let Some(all) = schema.get("properties").and_then(Value::as_object) else { return };
    let position = |name: &str| example.find(&format!("\"{name}\":")).unwrap_or(usize::MAX);
    let mut names: Vec<&String> = all.keys().collect();
    names.sort_by_key(|name| position(name));
    for (name, field) in names.into_iter().filter_map(|name| Some((name, all.get(name)?))) {
        let required = schema.get("required").and_then(Value::as_array);
        let always = required.is_some_and(|all| all.iter().any(|one| one == name));
        let optional = if always { "" } else { ", may be absent" };
        let unit = field.get("x-unit").and_then(Value::as_str).unwrap_or_default();
        let what = field.get("description").and_then(Value::as_str).unwrap_or_default();
        let _ = writeln!(
            out,
            "| `{prefix}{name}` | {}{optional} | {unit} | {}{} |",
            type_of(field),
            cell(what),
            choices(field)
        );
        let inner = example.find(&format!("\"{name}\":")).and_then(|at| example.get(at..)).unwrap_or(example);
        for part in variants(field) {
            fields(&format!("{prefix}{name}."), part, inner, out);
        }
    }
}

/// The alternatives of a schema; the schema itself where it has none.
fn variants(field: &Value) -> Vec<&Value> {
    let any = field.get("anyOf").or_else(|| field.get("oneOf")).and_then(Value::as_array);
    any.map_or_else(|| vec![field], |all| all.iter().collect())
}

/// The type of a field for people.
fn type_of(field: &Value) -> String {
    if field.get("oneOf").is_some() || field.get("enum").is_some() {
        return "string".into();
    }
    if field.get("anyOf").is_some() {
        return variants(field).into_iter().map(type_of).collect::<Vec<_>>().join(" or ");
    }
    let one = |name: &str| match (name, field.get("format").and_then(Value::as_str)) {
        ("array", _) => format!("list of {}", field.get("items").map(type_of).unwrap_or_default()),
        ("integer", _) => "whole number".to_owned(),
        ("string", Some("uuid")) => "UUID".to_owned(),
        ("string", Some("date")) => "date".to_owned(),
        ("string", Some("date-time")) => "time, UTC".to_owned(),
        (name, _) => name.to_owned(),
    };
    match field.get("type") {
        Some(Value::String(name)) => one(name),
        Some(Value::Array(names)) => {
            names.iter().filter_map(Value::as_str).map(one).collect::<Vec<_>>().join(" or ")
        }
        _ => "any".into(),
    }
}

/// The values that a field may have, where its schema lists them.
fn choices(field: &Value) -> String {
    let said = |one: &Value| {
        let word = one.get("const").and_then(Value::as_str)?;
        let what = one.get("description").and_then(Value::as_str).unwrap_or_default();
        Some(format!("`{word}`: {}", cell(what).trim_end_matches('.')))
    };
    let all: Vec<String> =
        field.get("oneOf").and_then(Value::as_array).into_iter().flatten().filter_map(said).collect();
    if all.is_empty() { String::new() } else { format!(" {}.", all.join("; ")) }
}

/// A text as one cell of a Markdown table.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}
