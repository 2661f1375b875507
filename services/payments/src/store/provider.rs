//! The card provider's API, as far as it is used: its lists, its objects, and what changes them.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderValue, Method, Request, StatusCode, header};
use http_body_util::{BodyExt as _, Full, Limited};
use saffron_core::{Code, Error};
use saffron_kit::deadline::deadline;
use saffron_kit::https::{Https, https};
use saffron_kit::{Fault, Secret};
use serde::Deserialize;
use serde_json::Value;

use crate::domain::{Kind, ProviderId, odd};

/// The version of the API whose shapes `domain` knows.
const VERSION: &str = "2025-09-30.clover";
/// How long an answer may take, to its last byte.
const PATIENCE: Duration = Duration::from_secs(20);
/// The largest answer, bytes: a page of 100 payments has less than one.
const LARGEST: usize = 8 * 1024 * 1024;
/// How often a call is tried.
const TRIES: u32 = 3;
/// The pause before the second try, doubled with each further one; of it a random part is waited.
const PAUSE: Duration = Duration::from_millis(250);
/// The longest pause that is waited here; who asks for more is asked again later.
const LONGEST_PAUSE: Duration = Duration::from_secs(4);
/// The longest code of a refusal, bytes.
const LONGEST_CODE: usize = 64;
/// Says that an answer is that of an earlier call.
const REPLAYED: &str = "idempotent-replayed";
/// The most objects of one of its pages.
pub(super) const PAGE: &str = "100";

/// Why the provider gave no answer that helps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProviderFault {
    /// There is no such object.
    Missing,
    /// It refuses the call; its code of the reason.
    Refused(String),
    /// It is away, slow, or has too much to do; from when on it wants to be asked again.
    Away(String, Option<Duration>),
    /// Its answer cannot be read.
    Unreadable(String),
}

/// The outcome of a change.
#[derive(Debug)]
pub enum Changed {
    /// It was made now; how the object stands after it.
    Now(Value),
    /// It was made by an earlier call with the same idempotency key.
    Before,
}

impl From<ProviderFault> for Fault {
    fn from(fault: ProviderFault) -> Fault {
        match fault {
            ProviderFault::Away(why, after) => {
                tracing::warn!(why, "the card provider is away");
                let error = Error::unavailable("The card provider does not answer. Please try again.");
                let seconds = after.map_or(1, |after| u32::try_from(after.as_secs()).unwrap_or(1).max(1));
                error.retry_after(seconds).into()
            }
            ProviderFault::Unreadable(why) => Fault::Transient(format!("the card provider's answer: {why}")),
            ProviderFault::Missing => {
                Error::new(Code::NotFound, "The card provider does not know this payment. Reload the list.")
                    .into()
            }
            ProviderFault::Refused(code) => Fault::Permanent(format!("the card provider refuses: {code}")),
        }
    }
}

/// A page of one of its lists.
#[derive(Debug, Clone, Deserialize)]
pub struct ListPage {
    /// Objects, newest first.
    pub data: Vec<Value>,
    /// Others follow.
    pub has_more: bool,
}

#[derive(Deserialize)]
struct Refusal {
    error: RefusalError,
}

#[derive(Deserialize)]
struct RefusalError {
    #[serde(default)]
    r#type: String,
    #[serde(default)]
    code: Option<String>,
}

/// The provider. The secret key is nowhere else.
pub struct Provider {
    http: Https<Full<Bytes>>,
    base: String,
    authorization: HeaderValue,
}

impl Provider {
    /// Reached at this address, with this secret key.
    pub fn new(base: &str, key: &Secret) -> Result<Provider, Fault> {
        let wrong = |_| Fault::Permanent("SAFFRON_PAYMENTS_SECRET_KEY: is no key".into());
        let mut authorization = HeaderValue::try_from(format!("Bearer {}", key.expose())).map_err(wrong)?;
        authorization.set_sensitive(true);
        Ok(Provider { http: https()?, base: base.trim_end_matches('/').to_owned(), authorization })
    }

    /// A page of a list of an account.
    pub async fn page(
        &self,
        account: &ProviderId,
        path: &str,
        parameters: &[(&str, &str)],
    ) -> Result<ListPage, ProviderFault> {
        let mut query = vec![("limit", PAGE)];
        query.extend(parameters);
        let (answer, _) = self.call(&Method::GET, Some(account), path, &query, None).await?;
        ListPage::deserialize(answer).map_err(|e| ProviderFault::Unreadable(format!("{path}: {}", odd(&e))))
    }

    /// An object of an account as it stands now.
    pub async fn object(
        &self,
        account: &ProviderId,
        kind: Kind,
        id: &ProviderId,
    ) -> Result<Value, ProviderFault> {
        let expand: Vec<(&str, &str)> = kind.expand().iter().map(|field| ("expand[]", *field)).collect();
        let path = format!("{}/{id}", kind.path());
        Ok(self.call(&Method::GET, Some(account), &path, &expand, None).await?.0)
    }

    /// Which location an account's own metadata name; none: none, or there is no such account for the platform to see.
    pub async fn location_of_account(&self, account: &ProviderId) -> Result<Option<String>, ProviderFault> {
        let path = format!("/v1/accounts/{account}");
        match self.call(&Method::GET, None, &path, &[], None).await {
            Ok((object, _)) => {
                let named = object.get("metadata").and_then(|metadata| metadata.get("posID")?.as_str());
                Ok(named.map(str::to_owned))
            }
            Err(ProviderFault::Missing | ProviderFault::Refused(_)) => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    /// Changes a payment; the same idempotency key changes it once, and is answered as it was then.
    pub async fn change_intent(
        &self,
        account: &ProviderId,
        id: &ProviderId,
        verb: &str,
        idempotency_key: &str,
    ) -> Result<Changed, ProviderFault> {
        let expand = Kind::PaymentIntent.expand().iter();
        let form: Vec<(&str, &str)> = expand.map(|field| ("expand[]", *field)).collect();
        let path = format!("{}/{id}/{verb}", Kind::PaymentIntent.path());
        let (object, replayed) =
            self.call(&Method::POST, Some(account), &path, &form, Some(idempotency_key)).await?;
        Ok(if replayed { Changed::Before } else { Changed::Now(object) })
    }

    /// The answer, and whether it was given to an earlier call with the same idempotency key.
    async fn call(
        &self,
        method: &Method,
        account: Option<&ProviderId>,
        path: &str,
        parameters: &[(&str, &str)],
        idempotency_key: Option<&str>,
    ) -> Result<(Value, bool), ProviderFault> {
        let mut tries = 0;
        loop {
            let attempt = self.attempt(method, account, path, parameters, idempotency_key);
            let fault = match tokio::time::timeout(deadline(PATIENCE), attempt).await {
                Ok(Ok(answer)) => return Ok(answer),
                Ok(Err(fault)) => fault,
                Err(_) => ProviderFault::Away("no answer in time".into(), None),
            };
            tries += 1;
            let (ProviderFault::Away(_, after), true) = (&fault, tries < TRIES) else { return Err(fault) };
            let most = PAUSE * 2_u32.pow(tries - 1);
            let pause = after.unwrap_or_default().saturating_add(most.mul_f64(rand::random::<f64>()));
            if pause > LONGEST_PAUSE {
                return Err(fault);
            }
            tokio::time::sleep(pause).await;
        }
    }

    async fn attempt(
        &self,
        method: &Method,
        account: Option<&ProviderId>,
        path: &str,
        parameters: &[(&str, &str)],
        idempotency_key: Option<&str>,
    ) -> Result<(Value, bool), ProviderFault> {
        let away = |e: &dyn std::fmt::Display| ProviderFault::Away(e.to_string(), None);
        let encoded = form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish();
        let is_write = *method == Method::POST;
        let uri = match (is_write, encoded.is_empty()) {
            (false, false) => format!("{}{path}?{encoded}", self.base),
            _ => format!("{}{path}", self.base),
        };
        let mut request = Request::builder()
            .method(method)
            .uri(uri)
            .header(header::AUTHORIZATION, self.authorization.clone())
            .header(header::ACCEPT, "application/json")
            .header("stripe-version", VERSION);
        // Without it, the platform asks for itself.
        if let Some(account) = account {
            request = request.header("stripe-account", account.as_str());
        }
        if let Some(key) = idempotency_key {
            request = request.header("idempotency-key", key);
        }
        let body = if is_write {
            request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
            Full::from(encoded)
        } else {
            Full::from(Bytes::new())
        };
        let request = request.body(body).map_err(|e| ProviderFault::Unreadable(e.to_string()))?;
        let response = self.http.request(request).await.map_err(|e| away(&e))?;
        let (head, body) = response.into_parts();
        let after = head
            .headers
            .get(header::RETRY_AFTER)
            .and_then(|value| value.to_str().ok()?.parse().ok())
            .map(Duration::from_secs);
        let bytes = match Limited::new(body, LARGEST).collect().await {
            Ok(body) => body.to_bytes(),
            Err(e) => return Err(away(&e)),
        };
        let status = head.status;
        if status.is_success() {
            let replayed = head.headers.get(REPLAYED).is_some_and(|told| told == "true");
            return serde_json::from_slice(&bytes)
                .map(|answer| (answer, replayed))
                .map_err(|e| ProviderFault::Unreadable(format!("{path}: no JSON, {:?}", e.classify())));
        }
        if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() {
            return Err(ProviderFault::Away(status.to_string(), after));
        }
        let Ok(Refusal { error }) = serde_json::from_slice::<Refusal>(&bytes) else {
            return Err(ProviderFault::Away(format!("{status} without a reason"), after));
        };
        let code = word(error.code.unwrap_or(error.r#type));
        match (status, code.as_str()) {
            (StatusCode::NOT_FOUND, _) | (_, "resource_missing") => Err(ProviderFault::Missing),
            // Another call with this key is in hand, or the object is locked by one.
            (StatusCode::CONFLICT, _) | (_, "lock_timeout") => {
                Err(ProviderFault::Away(format!("{status} {code}"), after))
            }
            _ => Err(ProviderFault::Refused(code)),
        }
    }
}

/// A code of the provider as it may be logged; its messages are never read, for they may repeat the key.
fn word(code: String) -> String {
    let is_word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    let is_code = code.len() <= LONGEST_CODE && code.bytes().all(is_word) && !code.starts_with("sk_");
    if is_code { code } else { "an odd code".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_in_no_debug_output_and_in_no_code() {
        let provider = Provider::new("https://provider.test", &Secret::new("sk_test_4fd1c0ffee")).unwrap();
        assert_eq!(provider.authorization, "Bearer sk_test_4fd1c0ffee");
        assert!(!format!("{:?} {:?}", provider.authorization, provider.http).contains("4fd1c0ffee"));
        assert_eq!(word("charge_already_captured".into()), "charge_already_captured");
        for odd in ["sk_test_4fd1c0ffee", "Invalid API Key provided: sk_test_4fd1c0ffee", &"a".repeat(65)] {
            assert_eq!(word(odd.into()), "an odd code");
        }
    }
}
