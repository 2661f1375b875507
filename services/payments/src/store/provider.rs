//! A client of the card provider's API: lists, objects, and changes of payments.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderValue, Method, Request, StatusCode, header};
use http_body_util::{BodyExt as _, Full, Limited};
use saffron_core::{Code, Error};
use saffron_kit::deadline::deadline;
use saffron_kit::https::{Https, https};
use saffron_kit::pg::Backoff;
use saffron_kit::{Fault, Secret};
use serde::Deserialize;
use serde_json::Value;

use crate::domain::{Kind, ProviderId, redacted};

/// The version of the API whose shapes `domain` knows.
const VERSION: &str = "2025-09-30.clover";
/// The deadline of a complete answer.
const DEADLINE: Duration = Duration::from_secs(20);
/// The largest answer, bytes: a page of 100 payments has less than one.
const LARGEST: usize = 8 * 1024 * 1024;
/// The pauses between tries of one call.
const BACKOFF: Backoff =
    Backoff { first: Duration::from_millis(250), longest: Duration::from_secs(1), tries: 3 };
/// The longest pause between them; if the provider asks for a longer one, the call fails.
const LONGEST_PAUSE: Duration = Duration::from_secs(4);
/// The longest code of a refusal, bytes.
const LONGEST_CODE: usize = 64;
/// The header of an answer that was given to an earlier call.
const REPLAYED: &str = "idempotent-replayed";
/// The most objects of a page.
const PAGE: &str = "100";

/// Why a call failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProviderFault {
    /// There is no such object.
    Missing,
    /// The call was refused, with the provider's code.
    Refused(String),
    /// The provider is unavailable, slow or overloaded; with the pause that it asks for.
    Away(String, Option<Duration>),
    /// The answer cannot be read.
    Unreadable(String),
}

/// The answer to a change.
#[derive(Debug)]
pub enum ChangeAnswer {
    /// The object after the change.
    Now(Value),
    /// The change was made by an earlier call with the same idempotency key.
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

/// A page of a list.
#[derive(Debug, Clone, Deserialize)]
pub struct ListPage {
    /// Newest first.
    pub data: Vec<Value>,
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
    code: Option<String>,
}

/// A call of the API.
struct Call<'a> {
    method: Method,
    /// None: the platform itself.
    account: Option<&'a ProviderId>,
    path: &'a str,
    parameters: &'a [(&'a str, &'a str)],
    idempotency_key: Option<&'a str>,
}

impl<'a> Call<'a> {
    fn get(account: Option<&'a ProviderId>, path: &'a str, parameters: &'a [(&'a str, &'a str)]) -> Call<'a> {
        Call { method: Method::GET, account, path, parameters, idempotency_key: None }
    }
}

/// A client of the provider; only it has the secret key.
pub struct Provider {
    http: Https<Full<Bytes>>,
    base: String,
    authorization: HeaderValue,
}

impl Provider {
    /// A client for this URL and secret key.
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
        let (answer, _) = self.call(&Call::get(Some(account), path, &query)).await?;
        ListPage::deserialize(answer)
            .map_err(|e| ProviderFault::Unreadable(format!("{path}: {}", redacted(&e))))
    }

    /// The current state of an object of an account.
    pub async fn object(
        &self,
        account: &ProviderId,
        kind: Kind,
        id: &ProviderId,
    ) -> Result<Value, ProviderFault> {
        let expand: Vec<(&str, &str)> = kind.expand().iter().map(|field| ("expand[]", *field)).collect();
        let path = format!("{}/{id}", kind.path());
        Ok(self.call(&Call::get(Some(account), &path, &expand)).await?.0)
    }

    /// The location that an account's own metadata name; none also, if the platform has no access to such an account.
    pub async fn location_of_account(&self, account: &ProviderId) -> Result<Option<String>, ProviderFault> {
        let path = format!("/v1/accounts/{account}");
        match self.call(&Call::get(None, &path, &[])).await {
            Ok((object, _)) => {
                let named = object.get("metadata").and_then(|metadata| metadata.get("posID")?.as_str());
                Ok(named.map(str::to_owned))
            }
            Err(ProviderFault::Missing | ProviderFault::Refused(_)) => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    /// Changes a payment, once for an idempotency key.
    pub async fn change_intent(
        &self,
        account: &ProviderId,
        id: &ProviderId,
        verb: &str,
        idempotency_key: &str,
    ) -> Result<ChangeAnswer, ProviderFault> {
        let expand = Kind::PaymentIntent.expand().iter();
        let form: Vec<(&str, &str)> = expand.map(|field| ("expand[]", *field)).collect();
        let path = format!("{}/{id}/{verb}", Kind::PaymentIntent.path());
        let call = Call {
            method: Method::POST,
            idempotency_key: Some(idempotency_key),
            ..Call::get(Some(account), &path, &form)
        };
        let (object, replayed) = self.call(&call).await?;
        Ok(if replayed { ChangeAnswer::Before } else { ChangeAnswer::Now(object) })
    }

    /// Returns the answer, and whether it was given to an earlier call with the same idempotency key.
    async fn call(&self, call: &Call<'_>) -> Result<(Value, bool), ProviderFault> {
        let mut tries = 0;
        loop {
            let fault = match tokio::time::timeout(deadline(DEADLINE), self.attempt(call)).await {
                Ok(Ok(answer)) => return Ok(answer),
                Ok(Err(fault)) => fault,
                Err(_) => ProviderFault::Away("no answer in time".into(), None),
            };
            tries += 1;
            let (ProviderFault::Away(_, asked), Some(pause)) = (&fault, BACKOFF.after(tries)) else {
                return Err(fault);
            };
            let pause = asked.unwrap_or_default().saturating_add(pause.unsigned_abs());
            if pause > LONGEST_PAUSE {
                return Err(fault);
            }
            tokio::time::sleep(pause).await;
        }
    }

    async fn attempt(&self, call: &Call<'_>) -> Result<(Value, bool), ProviderFault> {
        let away = |e: &dyn std::fmt::Display| ProviderFault::Away(e.to_string(), None);
        let path = call.path;
        let encoded = form_urlencoded::Serializer::new(String::new()).extend_pairs(call.parameters).finish();
        let is_write = call.method == Method::POST;
        let uri = match (is_write, encoded.is_empty()) {
            (false, false) => format!("{}{path}?{encoded}", self.base),
            _ => format!("{}{path}", self.base),
        };
        let mut request = Request::builder()
            .method(&call.method)
            .uri(uri)
            .header(header::AUTHORIZATION, self.authorization.clone())
            .header(header::ACCEPT, "application/json")
            .header("stripe-version", VERSION);
        if let Some(account) = call.account {
            request = request.header("stripe-account", account.as_str());
        }
        if let Some(key) = call.idempotency_key {
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
            let replayed = head.headers.get(REPLAYED).is_some_and(|value| value == "true");
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
        let code = loggable(error.code.unwrap_or(error.r#type));
        match (status, code.as_str()) {
            (StatusCode::NOT_FOUND, _) | (_, "resource_missing") => Err(ProviderFault::Missing),
            // Another call with this key is running, or has locked the object.
            (StatusCode::CONFLICT, _) | (_, "lock_timeout") => {
                Err(ProviderFault::Away(format!("{status} {code}"), after))
            }
            _ => Err(ProviderFault::Refused(code)),
        }
    }
}

/// A code of the provider as it may be logged; its messages are not read, since they may contain the key.
fn loggable(code: String) -> String {
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    let is_code = code.len() <= LONGEST_CODE && code.bytes().all(is_allowed) && !code.starts_with("sk_");
    if is_code { code } else { "an unexpected code".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_in_no_debug_output_and_no_code() {
        let provider = Provider::new("https://provider.test", &Secret::new("sk_test_4fd1c0ffee")).unwrap();
        assert_eq!(provider.authorization, "Bearer sk_test_4fd1c0ffee");
        assert!(!format!("{:?} {:?}", provider.authorization, provider.http).contains("4fd1c0ffee"));
        assert_eq!(loggable("charge_already_captured".into()), "charge_already_captured");
        for code in ["sk_test_4fd1c0ffee", "Invalid API Key provided: sk_test_4fd1c0ffee", &"a".repeat(65)] {
            assert_eq!(loggable(code.into()), "an unexpected code");
        }
    }
}
