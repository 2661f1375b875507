//! A client of browsers' push services (RFC 8030).

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use http_body_util::{BodyExt as _, Full, Limited};
use jiff::{SignedDuration, Timestamp};
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::deadline::deadline;
use saffron_kit::https::{Https, https};
use sha2::{Digest as _, Sha256};

use crate::domain::{BrowserKeys, Endpoint, Kind, PushHosts, Vapid};

/// How long a push service may take to answer.
const DEADLINE: Duration = Duration::from_secs(15);
/// The most bytes that are read of an answer.
const LARGEST: usize = 64 * 1024;
/// How long a token is reused; it is valid for longer.
const TOKEN_REUSED_FOR: SignedDuration = SignedDuration::from_hours(6);
/// For how many push services tokens are cached.
const TOKENS: usize = 100;
/// The longest pause that a push service may ask for, seconds: no push is stored longer.
const LONGEST_PAUSE: u64 = 24 * 60 * 60;

/// A push to be sent.
pub struct Push<'a> {
    /// The URL of the device's push service.
    pub endpoint: &'a str,
    /// The browser's public key, a point of P-256, and its authentication secret.
    pub keys: (&'a [u8], &'a [u8]),
    /// The plain text.
    pub text: &'a [u8],
    /// The kind and the location of the happening; none: a test.
    pub about: Option<(Kind, &'a PosId)>,
    /// How long the push service may store it.
    pub ttl: Duration,
}

/// Why a push was not accepted, or may not have been.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PushFault {
    /// The subscription has ended.
    Gone,
    /// Not accepted now; another try may succeed after this pause.
    Later(String, SignedDuration),
    /// The push service does not accept our key: the configuration has to be corrected.
    KeyRefused(String),
    /// It will never be accepted.
    Refused(String),
}

/// The name by which a newer push replaces an older one: 32 characters at most, without the location in plain text.
fn topic(kind: Kind, pos_id: &PosId) -> String {
    let hash = Sha256::digest(format!("{}/{pos_id}", kind.as_str()));
    URL_SAFE_NO_PAD.encode(hash.get(..18).unwrap_or_default())
}

/// A client of the push services, with cached tokens.
pub struct PushServices {
    http: Https<Full<Bytes>>,
    hosts: PushHosts,
    vapid: Vapid,
    tokens: Mutex<HashMap<String, (Timestamp, HeaderValue)>>,
}

impl PushServices {
    /// A client of the push services at `hosts`, with the key that identifies this installation.
    pub fn new(hosts: PushHosts, vapid: Vapid) -> Result<PushServices, Fault> {
        Ok(PushServices { http: https()?, hosts, vapid, tokens: Mutex::default() })
    }

    /// Which push services may be called.
    #[must_use]
    pub fn hosts(&self) -> &PushHosts {
        &self.hosts
    }

    /// The public key with which browsers subscribe: an uncompressed point of P-256, base64url.
    #[must_use]
    pub fn public_key(&self) -> &str {
        self.vapid.public_key()
    }

    /// Sends a push, and waits for the push service's answer.
    pub async fn send(&self, push: &Push<'_>, now: Timestamp) -> Result<(), PushFault> {
        // The list of hosts may have become shorter since the device was added.
        let endpoint =
            Endpoint::parse(push.endpoint, &self.hosts).map_err(|e| PushFault::Refused(e.message))?;
        let attempt = self.attempt(&endpoint, self.request(&endpoint, push, now)?);
        tokio::time::timeout(deadline(DEADLINE), attempt)
            .await
            .unwrap_or_else(|_| Err(later("the push service did not answer in time".into())))
    }

    fn request(
        &self,
        endpoint: &Endpoint,
        push: &Push<'_>,
        now: Timestamp,
    ) -> Result<Request<Full<Bytes>>, PushFault> {
        let (p256dh, auth) = push.keys;
        let keys = BrowserKeys::of_bytes(p256dh, auth).map_err(PushFault::Refused)?;
        let encrypted =
            keys.encrypt(push.text).ok_or_else(|| PushFault::Refused("the push is too large".into()))?;
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
        request.body(Full::from(encrypted)).map_err(|e| PushFault::Refused(e.to_string()))
    }

    /// The token for a push service, cached or made.
    fn token(&self, origin: &str, now: Timestamp) -> Result<HeaderValue, PushFault> {
        let mut tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((made_at, token)) = tokens.get(origin)
            && now.duration_since(*made_at).abs() < TOKEN_REUSED_FOR
        {
            return Ok(token.clone());
        }
        let mut token = HeaderValue::try_from(self.vapid.authorization(origin, now))
            .map_err(|_| PushFault::Refused("the token is no header value".into()))?;
        token.set_sensitive(true);
        if tokens.len() >= TOKENS {
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
            .map_err(|e| later(format!("the push service cannot be reached: {e}")))?;
        let (head, body) = response.into_parts();
        let status = head.status;
        if status.is_success() {
            return Ok(());
        }
        let body =
            Limited::new(body, LARGEST).collect().await.map(|body| body.to_bytes()).unwrap_or_default();
        let text = String::from_utf8_lossy(&body);
        let text: String = text.chars().filter(|c| !c.is_control()).take(200).collect();
        let why = format!("the push service answers {status}: {text}");
        Err(match status {
            StatusCode::NOT_FOUND | StatusCode::GONE => PushFault::Gone,
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => PushFault::KeyRefused(why),
            StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => {
                PushFault::Later(why, retry_after(&head.headers))
            }
            status if status.is_server_error() => PushFault::Later(why, retry_after(&head.headers)),
            _ => PushFault::Refused(why),
        })
    }
}

fn later(why: String) -> PushFault {
    PushFault::Later(why, SignedDuration::ZERO)
}

/// The pause that a push service asks for, a day at most; none asked for: zero.
fn retry_after(headers: &HeaderMap) -> SignedDuration {
    let seconds = headers.get(header::RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
    SignedDuration::from_secs(seconds.unwrap_or(0_u64).min(LONGEST_PAUSE).cast_signed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_retry_after_beyond_the_calendar_is_a_day() {
        let asked =
            |seconds: u64| retry_after(&[(header::RETRY_AFTER, seconds.into())].into_iter().collect());
        assert_eq!(asked(u64::MAX), SignedDuration::from_hours(24));
        assert_eq!(asked(90), SignedDuration::from_secs(90));
        assert_eq!(retry_after(&HeaderMap::new()), SignedDuration::ZERO);
    }
}
