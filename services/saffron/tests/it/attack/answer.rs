//! A request as a client sends it, and all that came back.

use reqwest::{Method, RequestBuilder};
use serde_json::Value;

use super::calls::{Call, filled};
use super::document::{Operation, Seat};
use super::estate::Owner;
use super::proof::Proof;
use crate::world::World;

/// All that is sent.
#[derive(Clone, Debug)]
pub struct Asked {
    pub method: Method,
    pub path: String,
    pub headers: Vec<(&'static str, String)>,
    pub body: String,
}

/// All that came back.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    /// The field that a refusal names.
    pub field: Option<String>,
    /// The headers and the body.
    pub all: String,
    pub body: String,
}

impl Asked {
    /// A call about what is Bea's, with this proof, at this location.
    pub fn of(operation: &Operation, call: &Call, bea: &Owner, proof: &Proof, place: Option<&str>) -> Asked {
        let mut fields = filled(&call.fields, bea, place);
        let map = fields.as_object_mut().unwrap();
        if operation.takes_days {
            map.insert("startDate".into(), "2026-07-18".into());
            map.insert("endDate".into(), "2026-07-18".into());
        }
        if operation.takes_place
            && let Some(place) = place
        {
            map.entry("posID").or_insert(place.into());
        }
        let mut headers = Vec::new();
        match operation.seat {
            Seat::Body => {
                if let Some(session) = &proof.named {
                    map.insert("sessionID".into(), session.as_str().into());
                }
            }
            Seat::Header => {
                headers.extend(proof.named.iter().map(|id| ("authorization", format!("Bearer {id}"))));
            }
            Seat::Path => {}
        }
        headers.extend(proof.bearer.iter().map(|id| ("authorization", format!("Bearer {id}"))));
        headers.extend(proof.cookie.iter().map(|cookie| ("cookie", cookie.clone())));
        headers.extend(proof.xsrf.iter().map(|token| ("x-xsrf-token", token.clone())));

        let mut path = operation.path.replace("{sessionID}", proof.named.as_deref().unwrap_or_default());
        let in_path: Vec<String> =
            map.keys().filter(|name| path.contains(&format!("{{{name}}}"))).cloned().collect();
        for name in in_path {
            let value = map.remove(&name).unwrap();
            path = path.replace(&format!("{{{name}}}"), value.as_str().unwrap());
        }
        let mut query: Vec<(String, String)> =
            proof.astray.iter().map(|id| ("sessionID".to_owned(), id.clone())).collect();
        let body = if operation.method == Method::GET {
            query.extend(std::mem::take(map).into_iter().map(|(name, value)| {
                (name, value.as_str().map_or_else(|| value.to_string(), str::to_owned))
            }));
            String::new()
        } else {
            headers.push(("content-type", "application/json".to_owned()));
            if let (Seat::Header, Some(id)) = (operation.seat, &proof.astray) {
                map.insert("sessionID".into(), id.as_str().into());
            }
            fields.to_string()
        };
        if !query.is_empty() {
            let query: Vec<String> = query.iter().map(|(name, value)| format!("{name}={value}")).collect();
            path = format!("{path}?{}", query.join("&"));
        }
        Asked { method: operation.method.clone(), path, headers, body }
    }

    /// A request that is no call of a session.
    pub fn new(method: Method, path: impl Into<String>) -> Asked {
        Asked { method, path: path.into(), headers: Vec::new(), body: String::new() }
    }

    pub fn header(mut self, name: &'static str, value: impl Into<String>) -> Asked {
        self.headers.push((name, value.into()));
        self
    }

    pub fn json(self, body: &Value) -> Asked {
        Asked { body: body.to_string(), ..self.header("content-type", "application/json") }
    }

    pub fn form(self, body: impl Into<String>) -> Asked {
        Asked { body: body.into(), ..self.header("content-type", "application/x-www-form-urlencoded") }
    }

    /// All of it, as it is compared with what came back.
    pub fn text(&self) -> String {
        format!("{} {} {:?} {}", self.method, self.path, self.headers, self.body)
    }

    fn request(&self, world: &World) -> RequestBuilder {
        let request = world.http.request(self.method.clone(), world.url(&self.path));
        self.headers
            .iter()
            .fold(request, |request, (name, value)| request.header(*name, value))
            .body(self.body.clone())
    }

    /// Sends it. Of a live stream the beginning alone is read.
    pub async fn send(&self, world: &World) -> Reply {
        let answer = self.request(world).send().await.unwrap();
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let is_stream = headers.get("content-type").is_some_and(|kind| kind == "text/event-stream");
        let body = if is_stream { Vec::new() } else { answer.bytes().await.unwrap().to_vec() };
        let body = String::from_utf8_lossy(&body).into_owned();
        let json: Value = serde_json::from_str(&body).unwrap_or_default();
        if status >= 400 && json.is_object() {
            let own = if self.path.starts_with("/notification/api") { "statuscode" } else { "status" };
            assert_eq!(json[own], status, "{}: {body}", self.path);
        }
        let field = json["body"]["field"].as_str().or(json["field"].as_str()).map(str::to_owned);
        Reply { status, field, all: format!("{headers:?}\n{body}"), body }
    }
}
