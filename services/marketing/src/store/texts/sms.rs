//! A client of the SMS provider's API (Twilio). Our own instead of twilio-async, which is not kept up.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::{HeaderValue, Request, StatusCode, header};
use http_body_util::{BodyExt as _, Full, Limited};
use saffron_kit::deadline::deadline;
use saffron_kit::https::{Https, https};
use saffron_kit::{Fault, Secret};
use serde::Deserialize;

/// The deadline of a complete answer.
const DEADLINE: Duration = Duration::from_secs(20);
/// The largest answer, bytes.
const LARGEST: usize = 256 * 1024;
/// Error codes of numbers that cannot get texts: invalid, unreachable, no mobile. 21408, which the account may not text to, is
/// not among them.
const NO_NUMBER: [i64; 4] = [21_211, 21_214, 21_217, 21_614];
/// The error code of a person who has opted out at the provider.
const OPTED_OUT: i64 = 21_610;

/// Why a text was not sent, or may not have been.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SmsFault {
    /// Not accepted now; another try may succeed after this pause.
    Later(String, Option<Duration>),
    /// The provider will never accept it.
    Refused(String),
    /// The number cannot get texts.
    NoSuchNumber,
    /// The person has opted out at the provider.
    OptedOut,
    /// It was sent, and no answer came: it may have been accepted.
    Unknown(String),
}

/// A client of the SMS provider.
pub struct Sms {
    http: Https<Full<Bytes>>,
    url: String,
    authorization: HeaderValue,
    from: String,
    status_callback: String,
}

#[derive(Deserialize)]
struct Accepted {
    sid: String,
}

#[derive(Deserialize)]
struct Refusal {
    #[serde(default)]
    code: i64,
    #[serde(default)]
    message: String,
}

impl Sms {
    /// A client for this URL and account. `from` is a number (+1…) or the id of a messaging service (MG…); the provider
    /// reports on a text to `status_callback`.
    pub fn new(
        base: &str,
        account: &str,
        token: &Secret,
        from: &str,
        status_callback: String,
    ) -> Result<Sms, Fault> {
        let wrong = |_| Fault::Permanent("SAFFRON_MARKETING_SMS_TOKEN: is no token".into());
        let pair = STANDARD.encode(format!("{account}:{}", token.expose()));
        let mut authorization = HeaderValue::try_from(format!("Basic {pair}")).map_err(wrong)?;
        authorization.set_sensitive(true);
        let base = base.trim_end_matches('/');
        let url = format!("{base}/2010-04-01/Accounts/{account}/Messages.json");
        Ok(Sms { http: https()?, url, authorization, from: from.to_owned(), status_callback })
    }

    /// Sends a text to a US number of ten digits, and returns the provider's id. A provider that supports idempotency
    /// tokens sends it once per token.
    pub async fn send(&self, to: &str, body: &str, idempotency: &str) -> Result<String, SmsFault> {
        match tokio::time::timeout(deadline(DEADLINE), self.attempt(to, body, idempotency)).await {
            Ok(result) => result,
            Err(_) => Err(SmsFault::Unknown("the SMS provider did not answer in time".into())),
        }
    }

    async fn attempt(&self, to: &str, body: &str, idempotency: &str) -> Result<String, SmsFault> {
        let to = format!("+1{to}");
        let sender = if self.from.starts_with("MG") { "MessagingServiceSid" } else { "From" };
        let fields = [
            ("To", to.as_str()),
            (sender, self.from.as_str()),
            ("Body", body),
            ("StatusCallback", self.status_callback.as_str()),
        ];
        let request = Request::post(&self.url)
            .header(header::AUTHORIZATION, self.authorization.clone())
            .header(header::ACCEPT, "application/json")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header("i-twilio-idempotency-token", idempotency)
            .body(Full::from(form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()))
            .map_err(|e| SmsFault::Refused(e.to_string()))?;
        let response = self.http.request(request).await.map_err(|e| {
            let why = format!("the SMS provider cannot be reached: {e}");
            if e.is_connect() { SmsFault::Later(why, None) } else { SmsFault::Unknown(why) }
        })?;
        let (head, body) = response.into_parts();
        let after = head
            .headers
            .get(header::RETRY_AFTER)
            .and_then(|value| value.to_str().ok()?.parse().ok())
            .map(Duration::from_secs);
        let unknown =
            |why: &dyn std::fmt::Display| SmsFault::Unknown(format!("the SMS provider's answer: {why}"));
        let bytes: Bytes = match Limited::new(body, LARGEST).collect().await {
            Ok(body) => body.to_bytes(),
            Err(e) => return Err(unknown(&e)),
        };
        let status = head.status;
        if status.is_success() {
            return serde_json::from_slice::<Accepted>(&bytes)
                .map(|taken| taken.sid)
                .map_err(|e| unknown(&e));
        }
        // Both mean that nothing was sent; other failures of the server may have come after it.
        if status == StatusCode::TOO_MANY_REQUESTS || status == StatusCode::SERVICE_UNAVAILABLE {
            return Err(SmsFault::Later(format!("the SMS provider is overloaded ({status})"), after));
        }
        if status.is_server_error() {
            return Err(SmsFault::Unknown(format!("the SMS provider failed ({status})")));
        }
        let refusal = serde_json::from_slice(&bytes)
            .unwrap_or(Refusal { code: 0, message: format!("the SMS provider refused it ({status})") });
        let why: String = refusal.message.chars().filter(|c| !c.is_control()).take(200).collect();
        Err(match refusal.code {
            OPTED_OUT => SmsFault::OptedOut,
            code if NO_NUMBER.contains(&code) => SmsFault::NoSuchNumber,
            _ => SmsFault::Refused(why),
        })
    }
}
