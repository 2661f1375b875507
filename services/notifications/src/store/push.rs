//! The push services of browsers (RFC 8030), as far as they are used: handing over a push.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use http::{HeaderValue, Request, StatusCode, header};
use http_body_util::{BodyExt as _, Full, Limited};
use jiff::{SignedDuration, Timestamp};
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::deadline::deadline;
use saffron_kit::https::{Https, https};
use sha2::{Digest as _, Sha256};

use crate::domain::{Endpoint, Hosts, Kind, UserAgentKeys, Vapid, seal};

/// How long a push service may take to answer.
const PATIENCE: Duration = Duration::from_secs(15);
/// The most that is read of an answer, bytes.
const LARGEST: usize = 64 * 1024;
/// How long a token is used before another is made; it counts for longer.
const TOKEN_USED: SignedDuration = SignedDuration::from_hours(6);
/// Push services for which tokens are remembered.
const REMEMBERED: usize = 100;

/// A push as it is handed over.
pub struct Push<'a> {
    /// Where.
    pub endpoint: &'a str,
    /// What it is sealed with.
    pub keys: &'a UserAgentKeys,
    /// What it carries, not sealed.
    pub text: &'a [u8],
    /// Of what kind and location it is; none: a test.
    pub about: Option<(Kind, &'a PosId)>,
    /// How long the push service may keep it.
    pub ttl: Duration,
}

/// Why a push was not taken, or may not have been.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PushFault {
    /// The subscription is no more.
    Gone,
    /// Not taken now; another try may help, not before so long.
    Later(String, Option<Duration>),
    /// The push service does not take our key: somebody has to look at the configuration.
    NotUs(String),
    /// It will never be taken.
    Refused(String),
}

/// What a newer push replaces an older one by: 32 characters at most, and nothing that tells of the location.
fn topic(kind: Kind, pos_id: &PosId) -> String {
    let hash = Sha256::digest(format!("{}/{pos_id}", kind.as_str()));
    URL_SAFE_NO_PAD.encode(hash.get(..18).unwrap_or_default())
}

/// The push services.
pub struct PushServices {
    http: Https<Full<Bytes>>,
    hosts: Hosts,
    vapid: Vapid,
    tokens: Mutex<HashMap<String, (Timestamp, HeaderValue)>>,
}

impl PushServices {
    /// Those at `hosts`, which know us by `vapid`.
    pub fn new(hosts: Hosts, vapid: Vapid) -> Result<PushServices, Fault> {
        Ok(PushServices { http: https()?, hosts, vapid, tokens: Mutex::default() })
    }

    /// Which push services may be called.
    #[must_use]
    pub fn hosts(&self) -> &Hosts {
        &self.hosts
    }

    /// What browsers subscribe with: an uncompressed point of P-256, base64url.
    #[must_use]
    pub fn public_key(&self) -> &str {
        self.vapid.public_key()
    }

    /// Hands a push over.
    pub async fn send(&self, push: &Push<'_>, now: Timestamp) -> Result<(), PushFault> {
        // The list of hosts may have become shorter since the device was added.
        let endpoint =
            Endpoint::parse(push.endpoint, &self.hosts).map_err(|e| PushFault::Refused(e.message))?;
        let asked = self.request(&endpoint, push, now)?;
        match tokio::time::timeout(deadline(PATIENCE), self.attempt(&endpoint, asked)).await {
            Ok(result) => result,
            Err(_) => Err(PushFault::Later("the push service did not answer in time".into(), None)),
        }
    }

    fn request(
        &self,
        endpoint: &Endpoint,
        push: &Push<'_>,
        now: Timestamp,
    ) -> Result<Request<Full<Bytes>>, PushFault> {
        let sealed =
            seal(push.keys, push.text).ok_or_else(|| PushFault::Refused("the push is too large".into()))?;
        let urgency = if push.about.is_none_or(|(kind, _)| kind.is_urgent()) { "high" } else { "normal" };
        let mut request = Request::post(endpoint.url())
            .header(header::AUTHORIZATION, self.token(endpoint.origin(), now)?)
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header("ttl", push.ttl.as_secs())
            .header("urgency", urgency);
        if let Some((kind, pos_id)) = push.about.filter(|(kind, _)| kind.is_replaced()) {
            request = request.header("topic", topic(kind, pos_id));
        }
        request.body(Full::from(sealed)).map_err(|e| PushFault::Refused(e.to_string()))
    }

    /// Made anew when it gets old.
    fn token(&self, origin: &str, now: Timestamp) -> Result<HeaderValue, PushFault> {
        let broken = |_| PushFault::Refused("the token is no header value".into());
        let Ok(mut tokens) = self.tokens.lock() else {
            return HeaderValue::try_from(self.vapid.authorization(origin, now)).map_err(broken);
        };
        if let Some((made_at, token)) = tokens.get(origin)
            && now.duration_since(*made_at).abs() < TOKEN_USED
        {
            return Ok(token.clone());
        }
        let mut token = HeaderValue::try_from(self.vapid.authorization(origin, now)).map_err(broken)?;
        token.set_sensitive(true);
        if tokens.len() >= REMEMBERED {
            tokens.clear();
        }
        tokens.insert(origin.to_owned(), (now, token.clone()));
        Ok(token)
    }

    async fn attempt(&self, endpoint: &Endpoint, request: Request<Full<Bytes>>) -> Result<(), PushFault> {
        let response = self
            .http
            .request_to(endpoint.service().to_owned(), request)
            .await
            .map_err(|e| PushFault::Later(format!("the push service cannot be reached: {e}"), None))?;
        let (head, body) = response.into_parts();
        let status = head.status;
        if status.is_success() {
            return Ok(());
        }
        let after = head
            .headers
            .get(header::RETRY_AFTER)
            .and_then(|value| value.to_str().ok()?.parse().ok())
            .map(Duration::from_secs);
        let words = match Limited::new(body, LARGEST).collect().await {
            Ok(body) => String::from_utf8_lossy(&body.to_bytes()).into_owned(),
            Err(_) => String::new(),
        };
        let words: String = words.chars().filter(|c| !c.is_control()).take(200).collect();
        let why = format!("the push service answers {status}: {words}");
        Err(match status {
            StatusCode::NOT_FOUND | StatusCode::GONE => PushFault::Gone,
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => PushFault::NotUs(why),
            StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => PushFault::Later(why, after),
            status if status.is_server_error() => PushFault::Later(why, after),
            _ => PushFault::Refused(why),
        })
    }
}
