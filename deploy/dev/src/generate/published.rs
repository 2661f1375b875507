//! What was published of the HTTP API and of the calls between services, in proto/published. Each is renewed only by what
//! is added: what would take something away, or change it, is refused.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::contract;
use crate::files::{read, read_json};
use crate::web;
use crate::{Config, Output, Tool};

/// The folder.
pub(super) const FOLDER: &str = "proto/published";
/// The HTTP API, a line for each thing that a client may rely on.
const HTTP: &str = "proto/published/http.txt";
/// The services' contracts as buf reads them.
const SERVICES: &str = "proto/published/services.txtpb";
const ADVICE: &str =
    "publish the new shape beside the old one: another call, field or version (CONTRIBUTING.md, Contracts)";

/// Renews both files.
pub(super) async fn generate(config: &Config, out: &Output) -> Result<()> {
    let broken = [http_broken(&config.repo)?, services_broken(config, out).await?].concat();
    if !broken.is_empty() {
        bail!("{}\n{ADVICE}", broken.join("\n"));
    }
    fs::create_dir_all(config.repo.join(FOLDER)).with_context(|| format!("cannot create {FOLDER}"))?;
    super::write(&config.repo.join(HTTP), &text_of(&parts_of(&document(&config.repo)?)))?;
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

/// What of the HTTP API was published and is gone or changed, a line each.
pub(crate) fn http_broken(repo: &Path) -> Result<Vec<String>> {
    let Ok(published) = fs::read_to_string(repo.join(HTTP)) else { return Ok(Vec::new()) };
    Ok(breaks(&parts_of(&document(repo)?), &published))
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

fn document(repo: &Path) -> Result<Value> {
    read_json(repo.join("proto/openapi.json"))
}

/// The HTTP API: the lines of each call and each schema.
type Parts = BTreeMap<String, BTreeSet<String>>;

fn parts_of(document: &Value) -> Parts {
    let mut parts = Parts::new();
    for (path, methods) in members(document.get("paths")) {
        for (method, call) in members(Some(methods)) {
            let name = format!("{} {path}", method.to_uppercase());
            parts.insert(name.clone(), contract::lines(&name, call));
        }
    }
    for (name, schema) in members(document.pointer("/components/schemas")) {
        parts.insert(name.clone(), contract::lines(name, schema));
    }
    // The least that a number may be is no promise.
    parts.values_mut().for_each(|lines| lines.retain(|line| !line.contains(".minimum: ")));
    parts
}

fn members(of: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    of.and_then(Value::as_object).into_iter().flatten()
}

fn text_of(parts: &Parts) -> String {
    parts.values().flatten().map(|line| format!("{line}\n")).collect()
}

/// Published lines that are gone, and new ones that require more of clients that sent what was enough before.
fn breaks(parts: &Parts, published: &str) -> Vec<String> {
    let old: BTreeSet<&str> = published.lines().collect();
    let now: BTreeSet<&str> = parts.values().flatten().map(String::as_str).collect();
    let gone =
        old.difference(&now).map(|line| format!("{HTTP}: '{line}' was published and is gone or changed"));
    let sent = sent(parts);
    // A call or schema that is new may require what it likes, and an answer may promise what it did not before.
    let known = parts.iter().filter(|(_, lines)| lines.iter().any(|line| old.contains(line.as_str())));
    let more = known.flat_map(|(name, lines)| {
        lines.iter().filter(|line| {
            let is_new = line.contains(".required: ") && !old.contains(line.as_str());
            is_new && (sent.contains(name.as_str()) || is_request(line))
        })
    });
    let more = more.map(|line| format!("{HTTP}: '{line}' is new and required of all; let it be absent"));
    gone.chain(more).collect()
}

/// Whether a line is of what clients send.
fn is_request(line: &str) -> bool {
    line.contains(".parameters.") || line.contains(".requestBody.")
}

/// The schema that a line refers to.
fn reference(line: &str) -> Option<&str> {
    line.split_once("$ref: \"#/components/schemas/")?.1.strip_suffix('"')
}

/// The schemas of what clients send.
fn sent(parts: &Parts) -> BTreeSet<&str> {
    let requests = parts.values().flatten().filter(|line| is_request(line));
    let mut open: Vec<&str> = requests.filter_map(|line| reference(line)).collect();
    let mut found = BTreeSet::new();
    while let Some(name) = open.pop() {
        if found.insert(name) {
            open.extend(parts.get(name).into_iter().flatten().filter_map(|line| reference(line)));
        }
    }
    found
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
        let published = text_of(&parts_of(&api()));
        let mut now = api();
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        let parent = now.pointer_mut(parent).unwrap().as_object_mut().unwrap();
        match value {
            Some(value) => parent.insert(key.replace("~1", "/"), value),
            None => parent.remove(&key.replace("~1", "/")),
        };
        breaks(&parts_of(&now), &published)
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
            [format!("{HTTP}: 'Inner.required: \"new\"' is new and required of all; let it be absent")]
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
        let now = text_of(&parts_of(&document(repo).unwrap()));
        assert!(
            fs::read_to_string(repo.join(HTTP)).unwrap() == now,
            "{HTTP} lacks what was added: run `cargo dev gen published`"
        );
    }
}
