//! proto/asyncapi.yaml: the same for tools that know AsyncAPI 3.0.

use saffron_core::event::Reach;
use serde_json::{Map, Value, json};

use super::{Entry, yaml};

/// The document, as YAML.
pub(super) fn document(entries: &[Entry]) -> String {
    let mut channels = Map::new();
    let (mut operations, mut messages) = (Map::new(), Map::new());
    for entry in entries {
        let one = &entry.published;
        let channel = format!("{}_{}", one.domain.unwrap_or("any"), one.name);
        let message = json!({ "$ref": format!("#/components/messages/{}", one.cloud_type) });
        let listed = channels.entry(channel.clone()).or_insert_with(|| channel_of(entry));
        // Versions of one event come by one subject.
        if let Some(all) = listed.get_mut("messages").and_then(Value::as_object_mut) {
            all.insert(one.cloud_type.clone(), message);
        }
        operations.entry(channel.clone()).or_insert_with(|| {
            json!({
                "action": "send",
                "summary": one.when,
                "channel": { "$ref": format!("#/channels/{channel}") },
            })
        });
        messages.insert(one.cloud_type.clone(), message_of(entry));
    }
    let document = json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "Saffron events",
            "version": "1",
            "description": "What Saffron's services publish on NATS: docs/events.md shows the same for people, and docs/analysts.md how to read it. A published type never changes; a newer version is another type beside it.",
            "license": { "name": "Apache-2.0" },
        },
        "defaultContentType": "application/json",
        "servers": {
            "nats": {
                "host": "nats.example:4222",
                "protocol": "nats",
                "description": "The installation's NATS. Events lie in the JetStream stream EVENTS, which consumers read at their own pace.",
                "security": [{ "$ref": "#/components/securitySchemes/user" }],
            },
        },
        "channels": channels,
        "operations": operations,
        "components": {
            "messages": messages,
            "parameters": {
                "posID": {
                    "description": "The location; _ where it is not known.",
                    "examples": ["demo-pizza"],
                },
                "userID": { "description": "The person, a UUID." },
                "consumer": { "description": "The consumer that gave up.", "examples": ["reports-facts-01"] },
            },
            "schemas": { "headers": headers() },
            "securitySchemes": {
                "user": {
                    "type": "userPassword",
                    "description": "Each service and each kind of analyst has a user with an allow-list: deploy/nats/users.conf.",
                },
            },
        },
    });
    format!("# Made by `cargo dev gen events` from the Rust types.\n{}", yaml::document(&document))
}

fn channel_of(entry: &Entry) -> Value {
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

fn message_of(entry: &Entry) -> Value {
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

fn headers() -> Value {
    json!({
        "type": "object",
        "required": ["Nats-Msg-Id"],
        "properties": {
            "Nats-Msg-Id": {
                "type": "string",
                "format": "uuid",
                "description": "The id of the event: within two minutes JetStream drops a repeat by it.",
            },
            "traceparent": {
                "type": "string",
                "pattern": "^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$",
                "description": "W3C trace context of the change that the event tells of, where it was traced.",
            },
        },
    })
}
