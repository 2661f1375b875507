//! What readers of events get, from the catalogue in saffron-core and the golden files beside it: a JSON Schema a type in
//! proto/events, proto/asyncapi.yaml, and docs/events.md.

mod asyncapi;
mod page;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use saffron_core::event::{About, Published, Reach, catalogue};
use serde_json::{Value, json};

use super::contract;
use crate::Output;
use crate::files::{below, read_json};

/// The folder of the JSON Schemas.
pub(super) const SCHEMAS: &str = "proto/events";
/// The AsyncAPI document.
pub(super) const ASYNCAPI: &str = "proto/asyncapi.yaml";
/// The page that describes the events.
pub(super) const PAGE: &str = "docs/events.md";
/// The folder of the golden files: an example of each type, written by a test of saffron-core.
const GOLDEN: &str = "services/libs/core/tests/golden";

/// A type of event with its example.
struct Entry {
    published: Published,
    /// The text of the example, a field a line.
    example: String,
    /// The example as JSON.
    value: Value,
}

impl Entry {
    /// The subject on which it is published, with placeholders such as `{posID}`.
    fn address(&self) -> String {
        let Published { domain, name, .. } = &self.published;
        let location = match self.published.about {
            About::Account => "_",
            About::Location | About::Either => "{posID}",
        };
        match self.published.reach {
            Reach::World => format!("saffron.v1.{location}.{}.{name}", domain.unwrap_or("_")),
            Reach::Location => format!("push.v1.location.{location}.{name}"),
            Reach::Person => format!("push.v1.person.{{userID}}.{name}"),
            Reach::Gateways => format!("push.v1.gateway._.{name}"),
            Reach::Operators => format!("dlq.v1.{{consumer}}.{location}"),
        }
    }

    /// The description in the schema of its data.
    fn summary(&self) -> &str {
        self.published
            .schema
            .pointer("/properties/data/description")
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    /// The JSON Schema that its file in proto/events holds.
    fn schema(&self) -> Value {
        let mut schema = self.published.schema.clone();
        if let Some(object) = schema.as_object_mut() {
            object.insert(
                "description".into(),
                json!(format!("{} Sent: {}", self.summary(), self.published.when)),
            );
            object.insert("examples".into(), json!([self.value]));
        }
        schema
    }
}

/// Writes the schemas, the AsyncAPI document and the page.
pub(super) fn generate(repo: &Path, out: &Output) -> Result<()> {
    let step = out.step("events");
    let broken = broken(repo)?;
    if !broken.is_empty() {
        step.failed(&format!("{} types that were published would change", broken.len()));
        bail!("{}", broken.join("\n"));
    }
    let files = files(repo)?;
    fs::create_dir_all(repo.join(SCHEMAS)).with_context(|| format!("cannot create {SCHEMAS}"))?;
    for (path, text) in &files {
        super::write(&repo.join(path), text)?;
    }
    step.done(&format!("{} types", files.len() - 2));
    Ok(())
}

/// An error for each committed type that differs in the sources.
pub(crate) fn broken(repo: &Path) -> Result<Vec<String>> {
    let now: BTreeMap<String, Value> =
        catalogue().into_iter().map(|one| (one.cloud_type, one.schema)).collect();
    let mut broken = Vec::new();
    for (name, old) in published(repo)? {
        let changes = now.get(&name).map_or_else(|| vec!["it is gone".to_owned()], |new| changes(&old, new));
        if !changes.is_empty() {
            broken.push(format!(
                "{name} was published and must not change; publish a type with a higher version beside it: {}",
                changes.join("; ")
            ));
        }
    }
    Ok(broken)
}

/// The lines of a schema that differ, without descriptions, on which no reader relies.
fn changes(old: &Value, new: &Value) -> Vec<String> {
    let (old, new) = (contract::lines("", old), contract::lines("", new));
    let gone = old.difference(&new).map(|line| format!("`{line}` is gone"));
    gone.chain(new.difference(&old).map(|line| format!("`{line}` is new"))).collect()
}

/// The committed schemas by type.
fn published(repo: &Path) -> Result<Vec<(String, Value)>> {
    let files = below(&repo.join(SCHEMAS), &[]).unwrap_or_default();
    let read = |path: PathBuf| Some((path.file_stem()?.to_str()?.to_owned(), read_json(&path)));
    files.into_iter().filter_map(read).map(|(name, schema)| Ok((name, schema?))).collect()
}

/// Every generated file with its contents.
fn files(repo: &Path) -> Result<Vec<(PathBuf, String)>> {
    let entries = catalogue().into_iter().map(|one| entry(repo, one)).collect::<Result<Vec<_>>>()?;
    let mut files = Vec::new();
    for entry in &entries {
        let path = Path::new(SCHEMAS).join(format!("{}.json", entry.published.cloud_type));
        files.push((path, serde_json::to_string_pretty(&entry.schema())? + "\n"));
    }
    files.push((ASYNCAPI.into(), asyncapi::document(&entries)?));
    files.push((PAGE.into(), page::page(&entries)));
    Ok(files)
}

/// A published type with its golden file.
fn entry(repo: &Path, published: Published) -> Result<Entry> {
    let path = repo.join(GOLDEN).join(format!("{}.snap", published.cloud_type));
    let text = fs::read_to_string(&path).with_context(|| {
        format!("{}: write its example in services/libs/core/tests/events.rs first", path.display())
    })?;
    let example = text.splitn(3, "---").nth(2).unwrap_or_default().trim().to_owned();
    let value =
        serde_json::from_str(&example).with_context(|| format!("{} holds no JSON", path.display()))?;
    Ok(Entry { published, example, value })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repo() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
    }

    #[test]
    fn committed_files_are_those_of_the_sources() {
        assert_eq!(broken(repo()).unwrap(), Vec::<String>::new());
        let files = files(repo()).unwrap();
        for (path, text) in &files {
            let committed = fs::read_to_string(repo().join(path)).unwrap_or_default();
            assert!(
                committed == *text,
                "{} is not what the code makes: run `cargo dev gen events`",
                path.display()
            );
        }
        let published = published(repo()).unwrap();
        assert_eq!(published.len(), files.len() - 2, "a schema of no type is in {SCHEMAS}");
    }

    #[test]
    fn published_type_that_changes_is_refused() {
        let other = tempfile::tempdir().unwrap();
        let folder = other.path().join(SCHEMAS);
        fs::create_dir_all(&folder).unwrap();
        let kept = "saffron.reports.check_recorded.v1";
        let mut schema = catalogue().into_iter().find(|one| one.cloud_type == kept).unwrap().schema;
        fs::write(folder.join(format!("{kept}.json")), schema.to_string()).unwrap();
        assert_eq!(broken(other.path()).unwrap(), Vec::<String>::new());
        // As if a field had been taken out since, and a type.
        schema["properties"]["data"]["properties"]["discounts"] = json!({"type": "number"});
        fs::write(folder.join(format!("{kept}.json")), schema.to_string()).unwrap();
        fs::write(folder.join("saffron.reports.day_closed.v1.json"), "{}").unwrap();
        let said = broken(other.path()).unwrap();
        assert_eq!(said.len(), 2, "{said:?}");
        assert!(
            said[0].contains("`.properties.data.properties.discounts.type: \"number\"` is gone"),
            "{said:?}"
        );
        assert!(said[1].contains("day_closed.v1") && said[1].contains("it is gone"), "{said:?}");
    }
}
