//! The calls as the running gateway's own document lists them.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::Value;

use crate::world::World;

/// Where a call takes the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// `sessionID` of the body.
    Body,
    /// `{sessionID}` of the path.
    Path,
    /// The header Authorization, or the cookie alone.
    Header,
}

/// A call of the document.
#[derive(Clone, Debug)]
pub struct Operation {
    pub id: String,
    pub method: Method,
    pub path: String,
    pub seat: Seat,
    /// Whether the request can name a location, in its body or its query.
    pub takes_place: bool,
    /// Whether the request has to be about some days.
    pub takes_days: bool,
    /// Whether it also answers as a CSV file.
    pub has_csv: bool,
    /// Whether it says that the web app's session cookie proves it.
    pub takes_session: bool,
}

impl Operation {
    /// Whether it changes nothing, by its name.
    pub fn is_read(&self) -> bool {
        let reads = |prefix: &&str| self.id.starts_with(*prefix);
        self.id != "pushStream" && ["get", "list", "export", "trace"].iter().any(reads)
    }
}

/// Every call, by its operation id.
pub async fn operations(world: &World) -> BTreeMap<String, Operation> {
    let answer = world.http.get(world.url("/openapi.json")).send().await.unwrap();
    let document: Value = answer.json().await.unwrap();
    let mut found = BTreeMap::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            let operation = read(&document, path, method, call);
            assert!(found.insert(operation.id.clone(), operation).is_none(), "two calls have one id");
        }
    }
    found
}

fn read(document: &Value, path: &str, method: &str, call: &Value) -> Operation {
    let schema = &call["requestBody"]["content"]["application/json"]["schema"];
    let schema = schema["$ref"].as_str().map_or(schema, |name| {
        document.pointer(name.strip_prefix('#').unwrap()).expect("the document has what it refers to")
    });
    let field = |name: &str| schema["properties"].get(name).is_some();
    let parameter = |name: &str, place: &str| {
        let all = call["parameters"].as_array().into_iter().flatten();
        all.into_iter().any(|one| one["name"] == name && one["in"] == place)
    };
    let seat = match (parameter("sessionID", "path"), field("sessionID")) {
        (true, _) => Seat::Path,
        (_, true) => Seat::Body,
        _ => Seat::Header,
    };
    Operation {
        id: call["operationId"].as_str().unwrap().to_owned(),
        method: method.to_uppercase().parse().unwrap(),
        path: path.to_owned(),
        seat,
        takes_place: field("posID") || parameter("posID", "query"),
        takes_days: field("startDate"),
        has_csv: call.pointer("/responses/200/content/text~1csv").is_some(),
        takes_session: call["security"]
            .as_array()
            .expect("every call says what proves it")
            .iter()
            .any(|one| one["sessionCookie"].is_array()),
    }
}
