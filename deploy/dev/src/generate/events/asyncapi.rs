//! proto/asyncapi.yaml: the events as a document of AsyncAPI 3.0.

use anyhow::{Context as _, Result};
use saffron_core::event::Reach;
use serde_json::{Map, Value, json};

use super::Entry;

/// The parts of the document that do not depend on the events.
const FIXED: &str = include_str!("asyncapi.json");

/// The document of these types of events, as YAML.
pub(super) fn document(entries: &[Entry]) -> Result<String> {
    let (mut channels, mut operations, mut messages) = (Map::new(), Map::new(), Map::new());
    for entry in entries {
        let one = &entry.published;
        let channel = format!("{}_{}", one.domain.unwrap_or("any"), one.name);
        let message = json!({ "$ref": format!("#/components/messages/{}", one.cloud_type) });
        let listed = channels.entry(channel.clone()).or_insert_with(|| asyncapi_channel(entry));
        // Versions of one event come by one subject.
        if let Some(all) = listed.get_mut("messages").and_then(Value::as_object_mut) {
            all.insert(one.cloud_type.clone(), message);
        }
        let to = json!({ "$ref": format!("#/channels/{channel}") });
        let operation = json!({ "action": "send", "summary": one.when, "channel": to });
        operations.entry(channel).or_insert(operation);
        messages.insert(one.cloud_type.clone(), asyncapi_message(entry));
    }
    let mut document: Map<String, Value> = serde_json::from_str(FIXED).context("asyncapi.json")?;
    document.extend([("channels".into(), channels.into()), ("operations".into(), operations.into())]);
    if let Some(components) = document.get_mut("components").and_then(Value::as_object_mut) {
        components.insert("messages".into(), messages.into());
    }
    let text = serde_saphyr::to_string(&document).context("the AsyncAPI document")?;
    Ok(format!("# Made by `cargo dev gen events` from the Rust types.\n{text}"))
}

/// The channel, which is a subject of NATS, on which a type of event is published.
fn asyncapi_channel(entry: &Entry) -> Value {
    let address = entry.address();
    let parameters: Map<String, Value> = ["posID", "userID", "consumer"]
        .into_iter()
        .filter(|name| address.contains(&format!("{{{name}}}")))
        .map(|name| (name.to_owned(), json!({ "$ref": format!("#/components/parameters/{name}") })))
        .collect();
    let stream = match entry.published.reach {
        Reach::World => "EVENTS: services and analysts",
        Reach::Location => "PUSH: the open apps of those who see the location, through the gateways",
        Reach::Person => "PUSH: one person's open apps, through the gateways",
        Reach::Gateways => "PUSH: the gateways",
        Reach::Operators => "DLQ: operators",
    };
    let mut channel = json!({
        "address": address,
        "title": entry.published.name,
        "description": format!("Stream {stream}."),
        "servers": [{ "$ref": "#/servers/nats" }],
        "messages": {},
    });
    if let (Some(channel), false) = (channel.as_object_mut(), parameters.is_empty()) {
        channel.insert("parameters".into(), parameters.into());
    }
    channel
}

/// The message of a type of event: headers, payload and example.
fn asyncapi_message(entry: &Entry) -> Value {
    let one = &entry.published;
    json!({
        "name": one.cloud_type,
        "title": one.name,
        "summary": entry.summary(),
        "description": one.when,
        "contentType": "application/json",
        "headers": { "$ref": "#/components/schemas/headers" },
        "payload": {
            "schemaFormat": "application/schema+json;version=draft-07",
            "schema": { "$ref": format!("./events/{}.json", one.cloud_type) },
        },
        "examples": [{
            "name": one.name,
            "headers": { "Nats-Msg-Id": entry.value.get("id").cloned().unwrap_or_default() },
            "payload": entry.value,
        }],
    })
}
