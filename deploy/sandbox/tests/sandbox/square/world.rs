//! A merchant of two locations, and a caller whose requests and answers are checked against what Square publishes.

use std::collections::BTreeMap;

use jiff::Timestamp;
use reqwest::{Client, Method, RequestBuilder};
use saffron_core::{Clock, Secret};
use saffron_sandbox::square::{Config, Location, Merchant, Order, Running, serve};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::schema;

pub const APPLICATION_SECRET: &str = "sandbox-sq0csb-0123456789abcdef";
pub const CONTROL: &str = "control-0123456789abcdef";
pub const TOKEN: &str = "EAAA-0123456789abcdef";
pub const PLACE: &str = "square-main";
pub const OTHER: &str = "square-other";
pub const VERSION: &str = "2026-07-15";

/// What was answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub status: u16,
    pub headers: BTreeMap<String, String>,
    pub body: Value,
    pub text: String,
}

impl Answer {
    /// `code` of the first error.
    pub fn code(&self) -> &str {
        self.body["errors"][0]["code"].as_str().unwrap_or_default()
    }

    /// The objects of a list; an empty one is left out.
    pub fn list(&self, name: &str) -> Vec<Value> {
        self.body[name].as_array().cloned().unwrap_or_default()
    }
}

pub struct World {
    pub running: Running,
    pub clock: Clock,
    pub merchant: Merchant,
    pub token: String,
    http: Client,
    stop: CancellationToken,
}

pub fn moment(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// The usual configuration, on an evening.
pub fn config() -> Config {
    Config::new(APPLICATION_SECRET, CONTROL, Clock::fixed(moment("2026-07-20T01:30:00Z")))
}

impl World {
    pub async fn start() -> World {
        World::with(config()).await
    }

    pub async fn with(config: Config) -> World {
        let (clock, stop) = (config.clock.clone(), CancellationToken::new());
        let running = serve(config, stop.clone()).await.unwrap();
        let zone = |name: &str| name.parse().unwrap();
        let main = Location::new(&PLACE.parse().unwrap(), "Main Street", zone("America/New_York"));
        let other = Location::new(&OTHER.parse().unwrap(), "Harbor", zone("America/Denver"));
        let merchant = Merchant::new("Test Kitchens", vec![main, other]);
        running.add_merchant(merchant.clone());
        running.add_token(&merchant.id, &Secret::new(TOKEN), None);
        let http = Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        World { running, clock, merchant, token: TOKEN.to_owned(), http, stop }
    }

    pub async fn stop(self) {
        self.stop.cancel();
        self.running.ended().await.unwrap();
    }

    /// Square's id of the main location.
    pub fn place(&self) -> String {
        self.merchant.locations[0].id.clone()
    }

    pub fn other(&self) -> String {
        self.merchant.locations[1].id.clone()
    }

    /// Puts an order in at a time; gives Square's id of it.
    pub fn put(&self, order: Order, at: &str) -> String {
        self.running.put_order(order, moment(at)).unwrap()
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.running.url()))
    }

    /// A call without any check of its body.
    pub async fn raw(&self, method: Method, path: &str, body: Option<&str>) -> Answer {
        let call = self.request(method, path).bearer_auth(&self.token).header("Square-Version", VERSION);
        send(body.map_or(call.try_clone().unwrap(), |body| call.body(body.to_owned()))).await
    }

    /// A call whose answer is checked.
    pub async fn get(&self, path: &str) -> Answer {
        let answer = self.raw(Method::GET, path, None).await;
        checked("get", path, answer)
    }

    /// A call whose body and answer are checked.
    pub async fn post(&self, path: &str, body: Value) -> Answer {
        if let (Some(name), _) = schema::of_call("post", path) {
            schema::check(&name, &body);
        }
        let answer = self.raw(Method::POST, path, Some(&body.to_string())).await;
        checked("post", path, answer)
    }

    /// What must be answered.
    pub async fn read(&self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        answer.body
    }

    pub async fn ask(&self, path: &str, body: Value) -> Value {
        let answer = self.post(path, body).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        answer.body
    }

    pub async fn order(&self, id: &str) -> Value {
        self.read(&format!("/v2/orders/{id}")).await["order"].clone()
    }

    pub async fn payment(&self, id: &str) -> Value {
        self.read(&format!("/v2/payments/{id}")).await["payment"].clone()
    }

    /// The orders of the main location that were changed in a range.
    pub async fn updated(&self, from: &str, to: &str) -> Vec<Value> {
        let body = json!({
            "location_ids": [self.place()],
            "query": {
                "filter": { "date_time_filter": { "updated_at": { "start_at": from, "end_at": to } } },
                "sort": { "sort_field": "UPDATED_AT", "sort_order": "ASC" },
            },
        });
        self.ask("/v2/orders/search", body).await["orders"].as_array().cloned().unwrap_or_default()
    }

    /// The rows of a report.
    pub async fn report(&self, query: Value) -> Vec<Value> {
        self.ask("/reporting/v1/load", json!({ "query": query })).await["data"].as_array().unwrap().clone()
    }

    /// A control call.
    pub async fn control(&self, method: Method, path: &str, body: Value) -> Answer {
        send(self.request(method, &format!("/sandbox/v1{path}")).bearer_auth(CONTROL).body(body.to_string()))
            .await
    }
}

/// Checks an answer against its schema; errors against that of errors.
fn checked(method: &str, path: &str, answer: Answer) -> Answer {
    let path = path.split('?').next().unwrap();
    let (_, name) = schema::of_call(method, path);
    if answer.status == 200 {
        schema::check(&name, &answer.body);
    } else if !path.starts_with("/reporting") {
        assert!(answer.body["errors"].is_array(), "{}", answer.text);
        schema::check("GetPaymentResponse", &answer.body);
    }
    answer
}

pub async fn send(call: RequestBuilder) -> Answer {
    let answer = call.send().await.unwrap();
    let status = answer.status().as_u16();
    let header = |(name, value): (&reqwest::header::HeaderName, &reqwest::header::HeaderValue)| {
        (name.as_str().to_owned(), value.to_str().unwrap().to_owned())
    };
    let headers = answer.headers().iter().map(header).collect();
    let text = answer.text().await.unwrap();
    Answer { status, headers, body: serde_json::from_str(&text).unwrap_or(Value::Null), text }
}

/// The cents of an amount.
pub fn cents(object: &Value, name: &str) -> i64 {
    let money = &object[name];
    assert_eq!(money["currency"], "USD", "no {name} in {object:#}");
    money["amount"].as_i64().unwrap()
}
