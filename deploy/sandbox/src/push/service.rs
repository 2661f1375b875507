//! Subscriptions of made-up browsers, and what was pushed to them.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;

use super::browser::BrowserKeys;
use super::{Config, Mode, sender};
use crate::http::{Refusal, header};
use crate::misbehaviour::{Misbehaves, Modes};

/// A subscription as a browser hands it out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Subscription {
    /// Where pushes go.
    pub endpoint: String,
    /// The keys for encrypting pushes.
    pub keys: SubscriptionKeys,
}

/// The keys of a subscription, base64url.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SubscriptionKeys {
    /// A point of P-256.
    pub p256dh: String,
    /// 16 bytes.
    pub auth: String,
}

/// A push that was accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pushed {
    /// From 1, in the order in which they were taken.
    pub number: u64,
    /// The endpoint of the subscription.
    pub endpoint: String,
    /// When the push was accepted.
    pub at: Timestamp,
    /// The decrypted data.
    pub data: Value,
    /// Seconds that it may be kept.
    pub ttl: u64,
    /// very-low, low, normal or high.
    pub urgency: String,
    /// The topic: a newer push of the same topic replaces this one.
    pub topic: Option<String>,
}

struct Browser {
    /// The public key that the subscription was made for.
    key: String,
    keys: BrowserKeys,
}

#[derive(Default)]
struct Inside {
    browsers: BTreeMap<String, Browser>,
    pushed: VecDeque<Pushed>,
    taken: u64,
}

/// The push service.
#[derive(Clone)]
pub struct PushService {
    config: Arc<Config>,
    origin: Arc<str>,
    modes: Arc<Modes<Mode>>,
    inside: Arc<Mutex<Inside>>,
}

impl PushService {
    pub(super) fn new(config: Config, origin: String) -> PushService {
        let (modes, inside) = (Arc::default(), Arc::default());
        PushService { config: Arc::new(config), origin: origin.into(), modes, inside }
    }

    fn with<T>(&self, work: impl FnOnce(&mut Inside) -> T) -> T {
        work(&mut self.inside.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Subscribes a new browser for pushes of the sender with this public key (base64url).
    #[must_use]
    pub fn subscribe(&self, application_server_key: &str) -> Subscription {
        let id: String = rand::random::<[u8; 16]>().iter().map(|byte| format!("{byte:02x}")).collect();
        let keys = BrowserKeys::fresh();
        let public = SubscriptionKeys { p256dh: keys.p256dh(), auth: keys.auth() };
        let key = application_server_key.to_owned();
        self.with(|inside| inside.browsers.insert(id.clone(), Browser { key, keys }));
        Subscription { endpoint: format!("{}/push/{id}", self.origin), keys: public }
    }

    /// Ends a subscription; false if there is none with this endpoint.
    pub fn unsubscribe(&self, endpoint: &str) -> bool {
        let id = endpoint.rsplit('/').next().unwrap_or_default();
        self.with(|inside| inside.browsers.remove(id).is_some())
    }

    /// The accepted pushes, oldest first.
    #[must_use]
    pub fn pushed(&self) -> Vec<Pushed> {
        self.with(|inside| inside.pushed.iter().cloned().collect())
    }

    /// The accepted pushes of a subscription, oldest first.
    #[must_use]
    pub fn pushed_to(&self, endpoint: &str) -> Vec<Pushed> {
        self.with(|inside| inside.pushed.iter().filter(|one| one.endpoint == endpoint).cloned().collect())
    }

    /// The number of push requests, accepted or not.
    #[must_use]
    pub fn asked(&self) -> u64 {
        self.modes.asked()
    }

    /// Changes how calls are answered; only the next `calls`, if it is given.
    pub fn set_mode(&self, mode: Mode, calls: Option<u32>) {
        self.modes.set(mode, calls);
    }

    /// Removes all pushes.
    pub fn forget(&self) {
        self.with(|inside| inside.pushed.clear());
    }

    /// Checks, decrypts and stores a push; gives its number.
    pub(super) fn take(&self, id: &str, headers: &HeaderMap, body: &[u8]) -> Result<u64, Refusal> {
        let text = |name: &str| header(headers, name).unwrap_or_default();
        let bad = |why: &str| Refusal::new(StatusCode::BAD_REQUEST, why);
        self.with(|inside| {
            let gone = || Refusal::new(StatusCode::GONE, "the subscription is no more");
            let browser = inside.browsers.get(id).ok_or_else(gone)?;
            let now = self.config.clock.now();
            sender::check(text("authorization"), &browser.key, &self.origin, now)
                .map_err(|why| Refusal::new(StatusCode::FORBIDDEN, why))?;
            if text("content-encoding") != "aes128gcm" {
                return Err(bad("the body has to be sealed with aes128gcm"));
            }
            let ttl = text("ttl").parse().map_err(|_| bad("there is no TTL"))?;
            let urgency = header(headers, "urgency").unwrap_or("normal").to_owned();
            if !["very-low", "low", "normal", "high"].contains(&urgency.as_str()) {
                return Err(bad("there is no such urgency"));
            }
            let topic = header(headers, "topic").map(str::to_owned);
            if topic.as_ref().is_some_and(|topic| !is_topic(topic)) {
                return Err(bad("the topic is none"));
            }
            let plain = browser.keys.open(body).map_err(bad)?;
            let data = serde_json::from_slice(&plain).map_err(|error| bad(&error.to_string()))?;
            inside.taken += 1;
            let (number, endpoint) = (inside.taken, format!("{}/push/{id}", self.origin));
            inside.pushed.push_back(Pushed { number, endpoint, at: now, data, ttl, urgency, topic });
            while inside.pushed.len() > self.config.keep {
                inside.pushed.pop_front();
            }
            Ok(number)
        })
    }
}

impl Misbehaves for PushService {
    fn modes(&self) -> &Modes<Mode> {
        &self.modes
    }

    fn refusal(status: StatusCode) -> Response {
        // Push services that are down answer 503.
        let down = status == StatusCode::INTERNAL_SERVER_ERROR;
        let status = if down { StatusCode::SERVICE_UNAVAILABLE } else { status };
        Refusal::new(status, status.canonical_reason().unwrap_or_default()).into_response()
    }
}

fn is_topic(topic: &str) -> bool {
    (1..=32).contains(&topic.len())
        && topic.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}
