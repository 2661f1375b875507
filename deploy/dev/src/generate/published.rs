//! What was published of the HTTP API and of the calls between services, in proto/published. Each is renewed only by what
//! is added: what would take something away, or change it, is refused.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::build::web;
use crate::files::{read, read_json};
use crate::{Config, Output, Tool};

/// The folder of the published contracts.
pub(super) const FOLDER: &str = "proto/published";
/// Every call and field of the HTTP API, a line each, sorted.
const HTTP: &str = "proto/published/http.txt";
/// The services' contracts as buf reads them.
const SERVICES: &str = "proto/published/services.txtpb";
const ADVICE: &str =
    "publish the new shape beside the old one: another call, field or version (CONTRIBUTING.md, Contracts)";

/// Renews the files of the HTTP API and of the services' contracts.
pub(super) async fn generate(config: &Config, out: &Output) -> Result<()> {
    let broken = [http_broken(&config.repo)?, services_broken(config, out).await?].concat();
    if !broken.is_empty() {
        bail!("{}\n{ADVICE}", broken.join("\n"));
    }
    fs::create_dir_all(config.repo.join(FOLDER)).with_context(|| format!("cannot create {FOLDER}"))?;
    super::write(&config.repo.join(HTTP), &api_lines(&document(&config.repo)?).text())?;
    // Without comments, and without how the HTTP API writes messages: they are no part of the contract.
    let next = config.repo.join(format!("{FOLDER}/.next.txtpb"));
    let without = "--exclude-source-info --exclude-source-retention-options --exclude-imports";
    let build = format!("build {without} --exclude-path saffron/http -o published/.next.txtpb");
    buf(config, out, &build).await?;
    let text = read(&next)?;
    let _ = fs::remove_file(&next);
    super::write(&config.repo.join(SERVICES), &one_space(&text))
}

/// Protobuf's text format sets one blank or two after a field's name, differently in each build of a program. The file of
/// the options that were left out is left out too.
fn one_space(text: &str) -> String {
    let lines = text.lines().map(|line| line.replacen(":  ", ": ", 1));
    lines.filter(|line| !line.ends_with("\"saffron/http/v1/http.proto\"")).map(|line| line + "\n").collect()
}

/// An error for each published line of the HTTP API that is gone or changed.
pub(crate) fn http_broken(repo: &Path) -> Result<Vec<String>> {
    let Ok(published) = fs::read_to_string(repo.join(HTTP)) else { return Ok(Vec::new()) };
    Ok(api_lines(&document(repo)?).breaking_changes(&published))
}

/// What `buf breaking` reports about the services' contracts.
pub(crate) async fn services_broken(config: &Config, out: &Output) -> Result<Vec<String>> {
    if !config.repo.join(SERVICES).exists() {
        return Ok(Vec::new());
    }
    let compared = buf(config, out, "breaking --against published/services.txtpb").await;
    Ok(compared.err().iter().map(ToString::to_string).collect())
}

/// Runs buf on the services' contracts.
pub(crate) async fn buf(config: &Config, out: &Output, args: &str) -> Result<()> {
    let buf = config.repo.join("web/node_modules/.bin/buf");
    if !buf.exists() {
        web::install(config, out).await?;
    }
    Tool::new("buf", buf).args(args.split(' ')).folder(&config.repo.join("proto")).run(|_| ()).await.map(drop)
}

/// The OpenAPI document in the repository.
fn document(repo: &Path) -> Result<Value> {
    read_json(repo.join("proto/openapi.json"))
}

/// The HTTP API as lines: one for each call, parameter, answer and field.
struct Lines {
    lines: BTreeSet<String>,
    /// The schemas that clients send.
    sent: BTreeSet<String>,
}

impl Lines {
    /// The lines as the file of published ones has them.
    fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// An error for each published line that is gone, and for each new one that requires more of existing clients.
    fn breaking_changes(&self, published: &str) -> Vec<String> {
        let old: BTreeSet<&str> = published.lines().filter(|line| !line.is_empty()).collect();
        let known: BTreeSet<&str> = old.iter().filter_map(|line| call_or_schema(line)).collect();
        let is_there = |line: &str| {
            // An answer may promise what it did not before.
            let promised = || self.lines.contains(&format!("{line} required")) && !self.is_request(line);
            self.lines.contains(line) || promised()
        };
        let gone = old.iter().filter(|line| !is_there(line));
        let mut broken: Vec<String> =
            gone.map(|line| format!("{HTTP}: '{line}' was published and is gone or changed")).collect();
        let more =
            self.lines.iter().filter(|line| line.ends_with(" required") && !old.contains(line.as_str()));
        for line in more.filter(|line| self.is_request(line)) {
            if call_or_schema(line).is_some_and(|owner| known.contains(owner)) {
                broken.push(format!("{HTTP}: '{line}' is new and required of all; let it be absent"));
            }
        }
        broken
    }

    /// Whether a line describes something that clients send.
    fn is_request(&self, line: &str) -> bool {
        match call_or_schema(line) {
            Some(call) if call.contains(' ') => {
                // Fields of an answer follow its status.
                let rest = line.get(call.len()..).unwrap_or_default().trim_start();
                !rest.starts_with(|c: char| c.is_ascii_digit())
            }
            Some(schema) => self.sent.contains(schema),
            None => false,
        }
    }
}

/// The call (`POST /path`) or the schema that a line describes.
fn call_or_schema(line: &str) -> Option<&str> {
    let first = line.split(' ').next()?;
    if first.chars().all(|c| c.is_ascii_uppercase()) {
        let end = line.match_indices(' ').nth(1).map_or(line.len(), |(at, _)| at);
        return line.get(..end);
    }
    first.split(['.', ':']).next()
}

/// The lines of an OpenAPI document.
fn api_lines(document: &Value) -> Lines {
    let mut lines = BTreeSet::new();
    let mut sent = BTreeSet::new();
    for (path, methods) in members(document.get("paths")) {
        for (method, call) in members(Some(methods)) {
            let name = format!("{} {path}", method.to_uppercase());
            lines.insert(format!("{name} is {}", text(call, "operationId")));
            for parameter in call.get("parameters").and_then(Value::as_array).into_iter().flatten() {
                let (at, its, kind) =
                    (text(parameter, "in"), text(parameter, "name"), type_name(parameter.get("schema")));
                lines.insert(format!(
                    "{name} takes {at} {its} {kind}{}",
                    required_mark(parameter.get("required"))
                ));
            }
            if let Some(body) = call.get("requestBody") {
                for (media, content) in members(body.get("content")) {
                    let schema = content.get("schema");
                    lines.insert(format!(
                        "{name} takes {media} {}{}",
                        type_name(schema),
                        required_mark(body.get("required"))
                    ));
                    add_schemas(document, schema, &mut sent);
                    add_fields(&format!("{name} body"), schema, &mut lines);
                }
            }
            for (status, answer) in members(call.get("responses")) {
                lines.insert(format!("{name} answers {status}"));
                for (media, content) in members(answer.get("content")) {
                    let schema = content.get("schema");
                    lines.insert(format!("{name} answers {status} {media} {}", type_name(schema)));
                    add_fields(&format!("{name} {status}"), schema, &mut lines);
                }
            }
        }
    }
    for (name, schema) in members(document.pointer("/components/schemas")) {
        lines.insert(format!("{name}: {}", type_name(Some(schema))));
        add_fields(name, Some(schema), &mut lines);
    }
    Lines { lines, sent }
}

/// Adds a line for each field and each allowed value of a schema; schemas with a name have their own lines.
fn add_fields(path: &str, schema: Option<&Value>, lines: &mut BTreeSet<String>) {
    let Some(schema) = schema else { return };
    let required = schema.get("required").and_then(Value::as_array);
    for (name, field) in members(schema.get("properties")) {
        let is_required = required.is_some_and(|all| all.iter().any(|one| one == name));
        let demand = if is_required { " required" } else { "" };
        lines.insert(format!("{path}.{name} {}{demand}", type_name(Some(field))));
        add_fields(&format!("{path}.{name}"), Some(field), lines);
    }
    for word in schema.get("enum").and_then(Value::as_array).into_iter().flatten() {
        lines.insert(format!("{path} = {word}"));
    }
    add_fields(&format!("{path}[]"), schema.get("items"), lines);
    for (number, part) in ["allOf", "anyOf", "oneOf"]
        .iter()
        .flat_map(|of| schema.get(of).and_then(Value::as_array).into_iter().flatten())
        .filter(|part| part.get("$ref").is_none())
        .enumerate()
    {
        add_fields(&format!("{path}({number})"), Some(part), lines);
    }
}

/// The type of a schema in a few words, such as `array of Check`.
fn type_name(schema: Option<&Value>) -> String {
    let Some(schema) = schema else { return "anything".into() };
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        return name.rsplit('/').next().unwrap_or_default().to_owned();
    }
    for of in ["allOf", "anyOf", "oneOf"] {
        if let Some(parts) = schema.get(of).and_then(Value::as_array) {
            let parts: Vec<String> = parts.iter().map(|part| type_name(Some(part))).collect();
            return format!("{of}({})", parts.join(", "));
        }
    }
    let of_type = match schema.get("type") {
        Some(Value::String(name)) => name.clone(),
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
        _ => "anything".into(),
    };
    match (of_type.contains("array"), schema.get("format").and_then(Value::as_str)) {
        (true, _) => format!("{of_type} of {}", type_name(schema.get("items"))),
        (false, Some(format)) => format!("{of_type} ({format})"),
        (false, None) => of_type,
    }
}

/// Adds the names of the schemas that a schema refers to, directly or not.
fn add_schemas(document: &Value, schema: Option<&Value>, found: &mut BTreeSet<String>) {
    match schema {
        Some(Value::Object(fields)) => {
            if let Some(name) =
                fields.get("$ref").and_then(Value::as_str).and_then(|name| name.rsplit('/').next())
                && found.insert(name.to_owned())
            {
                add_schemas(document, document.pointer(&format!("/components/schemas/{name}")), found);
            }
            fields.values().for_each(|field| add_schemas(document, Some(field), found));
        }
        Some(Value::Array(items)) => items.iter().for_each(|item| add_schemas(document, Some(item), found)),
        _ => {}
    }
}

/// The members of an object; none of any other value.
fn members(of: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    of.and_then(Value::as_object).into_iter().flatten()
}

/// A member that is text; empty where it is missing.
fn text<'a>(of: &'a Value, name: &str) -> &'a str {
    of.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// The end of a line about something that is required; empty otherwise.
fn required_mark(required: Option<&Value>) -> &'static str {
    if required == Some(&Value::Bool(true)) { " required" } else { "" }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn api() -> Value {
        json!({
            "paths": { "/a": { "post": {
                "operationId": "a",
                "parameters": [{"in": "query", "name": "p", "schema": {"type": "string"}}],
                "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Sent"}}}},
                "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Got"}}}}},
            } } },
            "components": { "schemas": {
                "Sent": {"type": "object", "required": ["x"], "properties": {"x": {"$ref": "#/components/schemas/Inner"}}},
                "Inner": {"type": "object", "properties": {"k": {"type": "string", "enum": ["one", "two"]}}},
                "Got": {"type": "object", "required": ["n"], "properties": {
                    "n": {"type": "integer", "format": "int64"},
                    "l": {"type": "array", "items": {"type": "object", "properties": {"m": {"type": "number"}}}},
                }},
            } },
        })
    }

    /// What is refused after a value was put at a pointer, or taken away.
    fn refused(pointer: &str, value: Option<Value>) -> Vec<String> {
        let published = api_lines(&api()).text();
        let mut now = api();
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        let parent = now.pointer_mut(parent).unwrap().as_object_mut().unwrap();
        match value {
            Some(value) => parent.insert(key.replace("~1", "/"), value),
            None => parent.remove(&key.replace("~1", "/")),
        };
        api_lines(&now).breaking_changes(&published)
    }

    #[test]
    fn removal_or_change_is_refused() {
        let got = "/components/schemas/Got";
        let breaks = [
            refused("/paths/~1a", None),
            refused("/paths/~1a/post/operationId", Some(json!("b"))),
            refused("/paths/~1a/post/responses/200", None),
            refused("/paths/~1a/post/parameters", Some(json!([]))),
            refused(&format!("{got}/properties/n"), None),
            refused(&format!("{got}/properties/n/type"), Some(json!("string"))),
            refused(&format!("{got}/properties/l/items/properties/m"), None),
            refused(&format!("{got}/required"), Some(json!([]))),
            refused("/components/schemas/Inner/properties/k/enum", Some(json!(["one"]))),
        ];
        for (number, broken) in breaks.iter().enumerate() {
            assert!(!broken.is_empty(), "{number}");
        }
    }

    #[test]
    fn addition_is_allowed_unless_it_requires_more() {
        let none = Vec::<String>::new();
        let number = || Some(json!({"type": "number"}));
        assert_eq!(refused("/components/schemas/Got/properties/more", number()), none);
        assert_eq!(refused("/components/schemas/Inner/properties/more", number()), none);
        assert_eq!(
            refused("/components/schemas/Inner/properties/k/enum", Some(json!(["one", "two", "three"]))),
            none
        );
        assert_eq!(refused("/paths/~1b", Some(json!({"get": {"operationId": "b"}}))), none);
        // Answers may promise more, requests may not demand more.
        assert_eq!(refused("/components/schemas/Got/required", Some(json!(["n", "l"]))), none);
        let asked = refused(
            "/components/schemas/Inner",
            Some(json!({"type": "object", "required": ["new"], "properties": {
            "k": {"type": "string", "enum": ["one", "two"]}, "new": {"type": "number"}}})),
        );
        assert_eq!(
            asked,
            [format!("{HTTP}: 'Inner.new number required' is new and required of all; let it be absent")]
        );
        let parameter = refused(
            "/paths/~1a/post/parameters",
            Some(json!([
            {"in": "query", "name": "p", "schema": {"type": "string"}},
            {"in": "query", "name": "q", "schema": {"type": "string"}, "required": true}])),
        );
        assert_eq!(parameter.len(), 1, "{parameter:?}");
    }

    #[test]
    fn committed_file_is_that_of_the_document() {
        let repo = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        assert_eq!(http_broken(repo).unwrap(), Vec::<String>::new());
        let now = api_lines(&document(repo).unwrap()).text();
        assert!(
            fs::read_to_string(repo.join(HTTP)).unwrap() == now,
            "{HTTP} lacks what was added: run `cargo dev gen published`"
        );
    }
}
