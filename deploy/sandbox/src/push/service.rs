//! Subscriptions of made-up browsers, and what was pushed to them.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::open::BrowserKeys;
use super::{Config, sender};

/// How the next calls are answered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", tag = "mode")]
pub enum Mode {
    /// They are taken.
    #[default]
    Normal,
    /// They are taken after a while.
    Slow {
        /// Milliseconds.
        millis: u64,
    },
    /// The subscription is no more: 410.
    Gone,
    /// There are too many of them: 429.
    RateLimited {
        /// Seconds.
        retry_after: u64,
    },
    /// They are answered with a server error, and nothing is taken.
    Down,
    /// Our key is not taken: 403.
    Forbidden,
}

/// A subscription as a browser tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Subscription {
    /// Where pushes go.
    pub endpoint: String,
    /// What they are sealed with.
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

/// A push that was taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pushed {
    /// From 1, in the order in which they were taken.
    pub number: u64,
    /// To which subscription.
    pub endpoint: String,
    /// When.
    pub at: Timestamp,
    /// What it carries, opened.
    pub data: Value,
    /// Seconds that it may be kept.
    pub ttl: u64,
    /// very-low, low, normal or high.
    pub urgency: String,
    /// What a newer one replaces it by.
    pub topic: Option<String>,
}

/// Headers of a push, as far as they count.
#[derive(Debug, Default)]
pub(super) struct Heads {
    pub authorization: String,
    pub encoding: String,
    pub ttl: Option<String>,
    pub urgency: Option<String>,
    pub topic: Option<String>,
}

/// What is answered instead: a status and why.
pub(super) type Refusal = (u16, String);

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
    asked: u64,
    mode: Mode,
    calls_left: Option<u32>,
}

/// The push service.
#[derive(Clone)]
pub struct PushService {
    config: Arc<Config>,
    origin: Arc<str>,
    inside: Arc<Mutex<Inside>>,
}

impl PushService {
    pub(super) fn new(config: Config, origin: String) -> PushService {
        PushService { config: Arc::new(config), origin: origin.into(), inside: Arc::default() }
    }

    fn with<T>(&self, work: impl FnOnce(&mut Inside) -> T) -> T {
        work(&mut self.inside.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A browser subscribes for pushes of who has this public key (base64url).
    #[must_use]
    pub fn subscribe(&self, application_server_key: &str) -> Subscription {
        let id: String = rand::random::<[u8; 16]>().iter().map(|byte| format!("{byte:02x}")).collect();
        let keys = BrowserKeys::fresh();
        let told = SubscriptionKeys { p256dh: keys.p256dh(), auth: keys.auth() };
        let key = application_server_key.to_owned();
        self.with(|inside| inside.browsers.insert(id.clone(), Browser { key, keys }));
        Subscription { endpoint: format!("{}/push/{id}", self.origin), keys: told }
    }

    /// The browser wants no more; false if there is no such subscription.
    pub fn unsubscribe(&self, endpoint: &str) -> bool {
        let id = endpoint.rsplit('/').next().unwrap_or_default();
        self.with(|inside| inside.browsers.remove(id).is_some())
    }

    /// What was pushed, oldest first.
    #[must_use]
    pub fn pushed(&self) -> Vec<Pushed> {
        self.with(|inside| inside.pushed.iter().cloned().collect())
    }

    /// What was pushed to a subscription, oldest first.
    #[must_use]
    pub fn pushed_to(&self, endpoint: &str) -> Vec<Pushed> {
        self.with(|inside| inside.pushed.iter().filter(|one| one.endpoint == endpoint).cloned().collect())
    }

    /// How often a push was tried, taken or not.
    #[must_use]
    pub fn asked(&self) -> u64 {
        self.with(|inside| inside.asked)
    }

    /// Changes how calls are answered; only the next `calls`, if it is given.
    pub fn set_mode(&self, mode: Mode, calls: Option<u32>) {
        self.with(|inside| (inside.mode, inside.calls_left) = (mode, calls));
    }

    /// Forgets what was pushed.
    pub fn forget(&self) {
        self.with(|inside| inside.pushed.clear());
    }

    fn next_mode(inside: &mut Inside) -> Mode {
        match &mut inside.calls_left {
            None => inside.mode,
            Some(0) => {
                (inside.mode, inside.calls_left) = (Mode::Normal, None);
                Mode::Normal
            }
            Some(left) => {
                *left -= 1;
                inside.mode
            }
        }
    }

    /// Takes a push.
    pub(super) async fn take(&self, id: &str, heads: Heads, body: &[u8]) -> Result<u64, Refusal> {
        let mode = self.with(|inside| {
            inside.asked += 1;
            PushService::next_mode(inside)
        });
        match mode {
            Mode::Normal => {}
            Mode::Slow { millis } => tokio::time::sleep(Duration::from_millis(millis)).await,
            Mode::Gone => {
                self.with(|inside| inside.browsers.remove(id));
            }
            Mode::RateLimited { retry_after } => return Err((429, retry_after.to_string())),
            Mode::Down => return Err((503, "down".into())),
            Mode::Forbidden => return Err((403, "the key is not taken".into())),
        }
        self.with(|inside| self.keep(inside, id, heads, body))
    }

    fn keep(&self, inside: &mut Inside, id: &str, heads: Heads, body: &[u8]) -> Result<u64, Refusal> {
        let bad = |why: &str| (400, why.to_owned());
        let browser = inside.browsers.get(id).ok_or((410, "the subscription is no more".to_owned()))?;
        let now = self.config.clock.now();
        sender::check(&heads.authorization, &browser.key, &self.origin, now).map_err(|why| (403, why))?;
        if heads.encoding != "aes128gcm" {
            return Err(bad("the body has to be sealed with aes128gcm"));
        }
        let ttl = heads.ttl.and_then(|ttl| ttl.parse().ok()).ok_or_else(|| bad("there is no TTL"))?;
        let urgency = heads.urgency.unwrap_or_else(|| "normal".into());
        if !["very-low", "low", "normal", "high"].contains(&urgency.as_str()) {
            return Err(bad("there is no such urgency"));
        }
        let is_topic = |topic: &String| {
            (1..=32).contains(&topic.len())
                && topic.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        };
        if heads.topic.as_ref().is_some_and(|topic| !is_topic(topic)) {
            return Err(bad("the topic is none"));
        }
        let plain = browser.keys.open(body).map_err(bad)?;
        let data = serde_json::from_slice(&plain).map_err(|e| (400, e.to_string()))?;
        inside.taken += 1;
        let endpoint = format!("{}/push/{id}", self.origin);
        let (number, topic) = (inside.taken, heads.topic);
        inside.pushed.push_back(Pushed { number, endpoint, at: now, data, ttl, urgency, topic });
        while inside.pushed.len() > self.config.keep {
            inside.pushed.pop_front();
        }
        Ok(number)
    }
}
