//! The calls as the gateway's document lists them.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::Value;

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
    /// The fields that its body requires beside session, location and days, with their schemas.
    pub required: Vec<(String, Value)>,
    /// Whether its answer holds no data.
    pub answers_nothing: bool,
}

impl Operation {
    /// Whether it changes nothing, by its name.
    pub fn is_read(&self) -> bool {
        let reads = |prefix: &&str| self.id.starts_with(*prefix);
        self.id != "pushStream" && ["get", "list", "export", "trace"].iter().any(reads)
    }
}

/// Every call, by its operation id.
pub fn operations() -> BTreeMap<String, Operation> {
    let document = serde_json::to_value(saffron_gateway::openapi()).unwrap();
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
    let referred = |schema: &Value| -> Value {
        let name = schema["$ref"].as_str();
        name.map_or(schema, |name| {
            document.pointer(name.strip_prefix('#').unwrap()).expect("the document has what it refers to")
        })
        .clone()
    };
    let schema = referred(&call["requestBody"]["content"]["application/json"]["schema"]);
    let answer = referred(&call["responses"]["200"]["content"]["application/json"]["schema"]);
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
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let required = required.filter(|name| !["sessionID", "posID", "startDate", "endDate"].contains(name));
    Operation {
        required: required.map(|name| (name.to_owned(), schema["properties"][name].clone())).collect(),
        answers_nothing: answer["properties"]["body"]["type"] == "null",
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
