//! A provider of one location, and a caller.

use std::collections::BTreeMap;

use jiff::Timestamp;
use reqwest::{Client, Method, RequestBuilder};
use saffron_core::Clock;
use saffron_sandbox::card::{Config, Running, account_of, serve};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

pub const SECRET: &str = "sk_test_0123456789abcdef";
pub const CONTROL: &str = "control-0123456789abcdef";
pub const LOCATION: &str = "demo-noodles";

/// What was answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub status: u16,
    pub headers: BTreeMap<String, String>,
    pub body: Value,
}

impl Answer {
    /// The error's `code`, or its `type` where it has none.
    pub fn error(&self) -> &str {
        let error = &self.body["error"];
        error["code"].as_str().or(error["type"].as_str()).unwrap_or_default()
    }

    pub fn ids(&self) -> Vec<String> {
        self.body["data"].as_array().unwrap().iter().map(|item| text(item, "id")).collect()
    }

    /// The objects of a list.
    pub fn data(&self) -> &[Value] {
        self.body["data"].as_array().unwrap()
    }
}

/// A member that is a string.
pub fn text(object: &Value, name: &str) -> String {
    object[name].as_str().unwrap_or_else(|| panic!("no {name} in {object}")).to_owned()
}

/// A member that is a whole number.
pub fn number(object: &Value, name: &str) -> i64 {
    object[name].as_i64().unwrap_or_else(|| panic!("no {name} in {object}"))
}

pub struct World {
    pub running: Running,
    pub clock: Clock,
    pub account: String,
    http: Client,
    stop: CancellationToken,
}

pub fn moment(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// The usual configuration: one location, on an evening.
pub fn config(days: i64) -> Config {
    let clock = Clock::fixed(moment("2026-07-19T01:30:00Z"));
    let mut config = Config::new(SECRET, CONTROL, days, clock);
    config.locations = Some(vec![LOCATION.parse().unwrap()]);
    config.tick = std::time::Duration::from_millis(5);
    config
}

impl World {
    pub async fn start(days: i64) -> World {
        World::with(config(days)).await
    }

    pub async fn with(config: Config) -> World {
        let (clock, stop) = (config.clock.clone(), CancellationToken::new());
        let running = serve(config, stop.clone()).await.unwrap();
        let http = Client::builder().no_proxy().build().unwrap();
        World { running, clock, account: account_of(&LOCATION.parse().unwrap()), http, stop }
    }

    pub async fn stop(self) {
        self.stop.cancel();
        self.running.ended().await.unwrap();
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.running.url()))
    }

    /// A call of the real API with the right key.
    pub fn call(&self, method: Method, path: &str) -> RequestBuilder {
        let call = self.request(method, path).bearer_auth(SECRET);
        call.header("Stripe-Account", &self.account).header("Stripe-Version", "2025-09-30.clover")
    }

    pub async fn get(&self, path: &str) -> Answer {
        send(self.call(Method::GET, path)).await
    }

    /// What must be there.
    pub async fn read(&self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.body
    }

    pub async fn post(&self, path: &str, form: &str, key: Option<&str>) -> Answer {
        let mut call = self.call(Method::POST, path).body(form.to_owned());
        call = call.header("content-type", "application/x-www-form-urlencoded");
        if let Some(key) = key {
            call = call.header("Idempotency-Key", key);
        }
        send(call).await
    }

    /// A control call.
    pub async fn control(&self, method: Method, path: &str, body: Value) -> Answer {
        let call = self.request(method, &format!("/sandbox/v1{path}")).bearer_auth(CONTROL);
        send(call.body(body.to_string())).await
    }

    pub fn truth(&self) -> Value {
        self.running.truth(&self.account, i64::MIN).unwrap()
    }

    /// The newest object of a kind of the truth that fits.
    pub fn newest(&self, kind: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let truth = self.truth();
        let found = truth[kind].as_array().unwrap().iter().rev().find(|object| fits(object));
        found.unwrap_or_else(|| panic!("no such {kind}")).clone()
    }

    /// A payment that a test makes: its id.
    pub async fn pay(&self, body: Value) -> String {
        let made = self.control(Method::POST, &format!("/{}/payments", self.account), body).await;
        assert_eq!(made.status, 200, "{}", made.body);
        made.body["ids"][0].as_str().unwrap().to_owned()
    }

    pub async fn command(&self, body: Value) -> Answer {
        self.control(Method::POST, &format!("/{}/commands", self.account), body).await
    }
}

pub async fn send(call: RequestBuilder) -> Answer {
    let answer = call.send().await.unwrap();
    let status = answer.status().as_u16();
    let headers = answer
        .headers()
        .iter()
        .map(|(name, value)| (name.as_str().to_owned(), value.to_str().unwrap().to_owned()));
    let headers = headers.collect();
    let body = answer.text().await.unwrap();
    Answer { status, headers, body: serde_json::from_str(&body).unwrap_or(Value::Null) }
}
