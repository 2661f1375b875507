//! The tables of calls in docs/api.md, from `proto/openapi.json`. A comment above a table names the tag of its calls:
//!
//! ```text
//! <!-- Calls tagged menu, by cargo dev gen but for the notes. -->
//! | call | request | answer | notes |
//! ```
//!
//! A call of the main API gets its request and answer from its schemas. Notes, the order of the rows, and rows of other calls
//! are written by people. A new call comes last, with its summary as its note.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::reports::PAGE;
use crate::files::{read, read_json};
use crate::http::MAIN_API;

const HEADER: &str = "| call | request | answer | notes |\n|---|---|---|---|\n";
/// Objects with more members are shown by the name of their schema.
const SHOWN_MEMBERS: usize = 8;

/// Renews the tables.
pub(super) fn generate(repo: &Path) -> Result<()> {
    let document: Value = read_json(repo.join("proto/openapi.json"))?;
    let page = read(repo.join(PAGE))?;
    super::write(&repo.join(PAGE), &renewed(&page, &document)?)
}

/// The page with its tables made again.
fn renewed(page: &str, document: &Value) -> Result<String> {
    let calls = calls(document).context("proto/openapi.json has a call without a schema")?;
    let mut parts = page.split("<!-- Calls tagged ");
    let mut renewed = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (tag, rest) = part.split_once(", by cargo dev gen").with_context(|| format!("{PAGE}: no tag"))?;
        let (comment, rest) =
            rest.split_once(HEADER).with_context(|| format!("{PAGE}: no table of calls tagged {tag}"))?;
        let rows: Vec<&str> = rest.lines().take_while(|line| line.starts_with('|')).collect();
        let after = rest.get(rows.iter().map(|row| row.len() + 1).sum()..).unwrap_or_default();
        let rows = table(&rows, tag, &calls, page)?;
        renewed += &format!("<!-- Calls tagged {tag}, by cargo dev gen{comment}{HEADER}{rows}{after}");
    }
    for Call { name, tag, .. } in calls {
        ensure!(
            renewed.contains(&format!("`{name}`")),
            "{PAGE} has no row of `{name}`: add a table of calls tagged {tag}"
        );
    }
    Ok(renewed)
}

/// The rows of a table: those it has, without calls that are gone, and new calls that the page names nowhere.
fn table(rows: &[&str], tag: &str, calls: &[Call], page: &str) -> Result<String> {
    let mut renewed = Vec::new();
    for &row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [name, _, _, notes] = cells.as_slice() else { bail!("{PAGE}: a row has not four cells: {row}") };
        let name = name.trim_matches('`');
        if let Some(call) = calls.iter().find(|call| call.name == name) {
            renewed.push(call.row(notes));
        } else if name.contains(' ') {
            // A method and a path: no call of the main API.
            renewed.push(row.to_owned());
        }
    }
    let named = |call: &Call| page.contains(&format!("`{}`", call.name));
    let new = calls.iter().filter(|call| call.tag == tag && !named(call));
    renewed.extend(new.map(|call| call.row(call.summary.trim_end_matches('.'))));
    Ok(renewed.iter().map(|row| format!("{row}\n")).collect())
}

/// A call of the main API.
struct Call<'a> {
    /// With the members of its path: `logout/{sessionID}`.
    name: &'a str,
    tag: &'a str,
    summary: &'a str,
    request: String,
    answer: String,
}

impl Call<'_> {
    fn row(&self, notes: &str) -> String {
        format!("| `{}` | `{}` | `{}` | {notes} |", self.name, self.request, self.answer)
    }
}

/// Every call of the main API, in the order of the document.
fn calls(document: &Value) -> Option<Vec<Call<'_>>> {
    let paths = document.get("paths")?.as_object()?.iter();
    let calls = paths.filter_map(|(path, methods)| {
        Some((path.strip_prefix(MAIN_API)?.strip_prefix('/')?, methods.get("post")?))
    });
    let schemas = Schemas(document);
    calls
        .map(|(name, call)| {
            let body = schemas.content(call.pointer("/responses/200")?)?.pointer("/properties/body")?;
            Some(Call {
                name,
                tag: call.pointer("/tags/0")?.as_str()?,
                summary: call.get("summary")?.as_str()?,
                request: call.get("requestBody").map_or_else(
                    || Some("{}".to_owned()),
                    |body| Some(schemas.members(schemas.content(body)?, true)?.join(", ")),
                )?,
                answer: schemas.answer(body)?,
            })
        })
        .collect()
}

/// The schemas of a document.
struct Schemas<'a>(&'a Value);

impl<'a> Schemas<'a> {
    /// The schema in JSON of a request or an answer.
    fn content(&self, of: &'a Value) -> Option<&'a Value> {
        Some(self.resolved(of.get("content")?.get("application/json")?.get("schema")?).1)
    }

    /// A schema and its name, if it has one. Of one that may be null, the other.
    fn resolved(&self, schema: &'a Value) -> (Option<&'a str>, &'a Value) {
        let not_null = |any: &&Value| any.get("type").and_then(Value::as_str) != Some("null");
        let one_of = schema.get("oneOf").and_then(Value::as_array);
        if let Some(schema) = one_of.and_then(|any| any.iter().find(not_null)) {
            return self.resolved(schema);
        }
        let path = schema.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix('#'));
        let found = path.and_then(|path| Some((path.rsplit('/').next()?, self.0.pointer(path)?)));
        found.map_or((None, schema), |(name, schema)| (Some(name), schema))
    }

    /// The body of an answer: its members, or the name of a large one.
    fn answer(&self, body: &'a Value) -> Option<String> {
        let (name, schema) = self.resolved(body);
        let members = self.members(schema, false);
        Some(match (members, name) {
            (Some(members), Some(name)) if members.len() > SHOWN_MEMBERS => name.to_owned(),
            (Some(members), _) => format!("{{{}}}", members.join(", ")),
            (None, _) => match self.shape(body) {
                Some(shape) => shape,
                None => schema.get("type")?.as_str()?.to_owned(),
            },
        })
    }

    /// The members of an object, each with its shape. Those of a request: first whose call it is and about which location,
    /// then those that may be left out, with `?`.
    fn members(&self, object: &'a Value, request: bool) -> Option<Vec<String>> {
        let required = object.get("required").and_then(Value::as_array);
        let required = |name: &str| required.is_some_and(|names| names.iter().any(|one| one == name));
        let mut members: Vec<(&String, &Value)> = object.get("properties")?.as_object()?.iter().collect();
        if request {
            members.sort_by_key(|(name, _)| (*name != "sessionID", *name != "posID", !required(name)));
        }
        let member = |(name, schema): (&String, &'a Value)| {
            let mark = if request && !required(name) { "?" } else { "" };
            let shape = self.shape(schema).map_or_else(String::new, |shape| format!(": {shape}"));
            format!("{name}{mark}{shape}")
        };
        Some(members.into_iter().map(member).collect())
    }

    /// How a list or an object is written; none for a simple value.
    fn shape(&self, schema: &'a Value) -> Option<String> {
        let (name, schema) = self.resolved(schema);
        if let Some(items) = schema.get("items") {
            return Some(format!("[{}]", self.shape(items).unwrap_or_default()));
        }
        let object = schema.get("properties").is_some() || schema.get("allOf").is_some();
        name.filter(|_| object).map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn call(tag: &str, summary: &str, request: Option<&str>, body: Value) -> Value {
        let json = |schema: Value| json!({"content": {"application/json": {"schema": schema}}});
        let mut call = json!({
            "tags": [tag], "summary": summary,
            "responses": {"200": json(json!({"properties": {"body": body}}))},
        });
        if let Some(schema) = request {
            call["requestBody"] = json(reference(schema));
        }
        json!({ "post": call })
    }

    fn reference(name: &str) -> Value {
        json!({ "$ref": format!("#/components/schemas/{name}") })
    }

    fn document() -> Value {
        let items = json!({"type": "array", "items": reference("Item")});
        let many: serde_json::Map<_, _> =
            (0..9).map(|n| (format!("m{n}"), json!({"type": "string"}))).collect();
        json!({
            "paths": {
                "/api-restaurant-pos/restaurantpro/get-item": call("menu", "One item.", Some("ItemRequest"), reference("Item")),
                "/api-restaurant-pos/restaurantpro/get-items": call("menu", "All.", Some("ItemRequest"), reference("Items")),
                "/api-restaurant-pos/restaurantpro/logout/{id}": call("account", "End.", None, json!({"type": "null"})),
                "/healthz": {"get": {}},
            },
            "components": {"schemas": {
                "Item": {"type": "object", "properties": many},
                "Items": {"type": "object", "properties": {
                    "itemList": items,
                    "first": {"oneOf": [{"type": "null"}, reference("Item")]},
                    "next": {"type": ["string", "null"]},
                }},
                "ItemRequest": {
                    "type": "object",
                    "required": ["of", "sessionID"],
                    "properties": {
                        "names": {"type": "array", "items": {"type": "string"}},
                        "of": {"type": "string"},
                        "posID": {"type": "string"},
                        "sessionID": {"type": "string"},
                    },
                },
            }},
        })
    }

    fn page(tag: &str, rows: &str) -> String {
        format!(
            "see `logout/{{id}}`\n\n<!-- Calls tagged {tag}, by cargo dev gen but for the notes. -->\n{HEADER}{rows}\n\nafter\n"
        )
    }

    #[test]
    fn table_keeps_notes_and_order_and_ends_with_new_calls() {
        let old = page(
            "menu",
            "| `get-items` | old | old | by name |\n| `GET /x` | as | it | is |\n| `gone` | | | |",
        );
        let new = page(
            "menu",
            "| `get-items` | `sessionID, posID?, of, names?: []` | `{first: Item, itemList: [Item], next}` | by name |\n\
             | `GET /x` | as | it | is |\n\
             | `get-item` | `sessionID, posID?, of, names?: []` | `Item` | One item |",
        );
        assert_eq!(renewed(&old, &document()).unwrap(), new);
        assert_eq!(renewed(&new, &document()).unwrap(), new);
    }

    #[test]
    fn empty_table_gets_the_calls_of_its_tag() {
        let empty = page("menu", "").replace("\n\nafter", "\nafter");
        let renewed = renewed(&empty, &document()).unwrap();
        assert_eq!(renewed.matches("\n| `get-item").count(), 2, "{renewed}");
        assert!(renewed.ends_with(" |\n\nafter\n"), "{renewed}");
    }

    #[test]
    fn call_that_the_page_names_elsewhere_has_no_row() {
        let old = format!("`get-item` and `get-items`\n{}", page("menu", "| `GET /x` | as | it | is |"));
        assert_eq!(renewed(&old, &document()).unwrap(), old);
    }

    #[test]
    fn call_without_a_body_is_shown_as_empty() {
        let page = |row| format!("see `get-item`, `get-items`\n{}", page("account", row));
        let new = page("| `logout/{id}` | `{}` | `null` | End |");
        assert_eq!(renewed(&page("| `logout/{id}` | … | … | End |"), &document()).unwrap(), new);
    }

    #[test]
    fn call_whose_tag_has_no_table_is_refused() {
        let page = page("menu", "| `get-item` | … | … | |").replace("see `logout/{id}`", "");
        let error = renewed(&page, &document()).unwrap_err().to_string();
        assert!(error.contains("`logout/{id}`") && error.contains("tagged account"), "{error}");
    }

    #[test]
    fn row_with_another_number_of_cells_is_refused() {
        let error = renewed(&page("menu", "| `get-item` | too | few |"), &document()).unwrap_err();
        assert!(error.to_string().contains("get-item"), "{error}");
    }
}
