//! What calls bring: tokens, strict bodies and queries, times. What is not known is refused, as Square does.

use std::collections::BTreeMap;
use std::convert::Infallible;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use jiff::Timestamp;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::http::{header, pairs};
use crate::square::fault::Fault;

/// The first version of the API that has the cost of items.
const COST_SINCE: &str = "2026-07-15";
/// The version for calls that name none.
const VERSION: &str = "2025-08-20";

/// The headers that the calls read.
pub struct Head {
    /// The access token.
    pub token: Option<String>,
    /// `Authorization: Client …`.
    pub client: Option<String>,
    /// `Square-Version`.
    pub version: String,
}

impl Head {
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    pub fn has_cost(&self) -> bool {
        self.version.as_str() >= COST_SINCE
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Head {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Head, Infallible> {
        let authorization = header(&parts.headers, AUTHORIZATION.as_str()).unwrap_or_default();
        let after = |prefix: &str| authorization.strip_prefix(prefix).map(str::to_owned);
        let version = header(&parts.headers, "square-version").unwrap_or(VERSION).to_owned();
        Ok(Head { token: after("Bearer "), client: after("Client "), version })
    }
}

/// A JSON body without any field that is not known.
pub struct Strict<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Strict<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, state: &S) -> Result<Strict<T>, Fault> {
        let bytes = Bytes::from_request(request, state).await;
        let bytes = bytes.map_err(|error| Fault::invalid("BAD_REQUEST", "", error.to_string()))?;
        let bytes: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        serde_json::from_slice(bytes).map(Strict).map_err(|error| unreadable(&error))
    }
}

fn unreadable(error: &serde_json::Error) -> Fault {
    let why = error.to_string();
    let quoted = why.split('`').nth(1).unwrap_or_default();
    if why.starts_with("unknown field") {
        let place = format!("(line {}, character {})", error.line(), error.column());
        let detail = format!("The field named '{quoted}' is unrecognized {place}");
        return Fault::invalid("BAD_REQUEST", quoted, detail);
    }
    if why.starts_with("missing field") {
        return Fault::invalid(
            "MISSING_REQUIRED_PARAMETER",
            quoted,
            format!("Missing required parameter: {quoted}"),
        );
    }
    if why.starts_with("unknown variant") {
        return Fault::invalid("INVALID_ENUM_VALUE", "", format!("`{quoted}` is not a valid enum value"));
    }
    let code = if error.is_data() { "INCORRECT_TYPE" } else { "EXPECTED_JSON_BODY" };
    Fault::invalid(code, "", format!("The body cannot be read: {why}"))
}

/// The parameters of a query, of which none may be left.
pub struct Params(BTreeMap<String, String>);

impl<S: Send + Sync> FromRequestParts<S> for Params {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Params, Infallible> {
        Ok(Params(pairs(parts.uri.query().unwrap_or_default()).into_iter().collect()))
    }
}

impl Params {
    /// All of them as text, without the cursor: what a cursor belongs to.
    pub fn fingerprint(&self) -> String {
        let others = self.0.iter().filter(|(name, _)| *name != "cursor" && *name != "limit");
        others.map(|(name, value)| format!("{name}={value}&")).collect()
    }

    pub fn take(&mut self, name: &str) -> Option<String> {
        self.0.remove(name).filter(|value| !value.is_empty())
    }

    pub fn time(&mut self, name: &str) -> Result<Option<i64>, Fault> {
        self.take(name).map(|text| time(&text, name)).transpose()
    }

    /// The limit of a page, at most `most`, which is also the default: a higher one is lowered.
    pub fn limit(&mut self, most: usize) -> Result<usize, Fault> {
        let Some(text) = self.take("limit") else { return Ok(most) };
        let limit: usize =
            text.parse().map_err(|_| Fault::invalid("EXPECTED_INTEGER", "limit", "`limit` is no integer"))?;
        if limit == 0 {
            return Err(Fault::invalid("VALUE_TOO_LOW", "limit", "`limit` must be at least 1"));
        }
        Ok(limit.min(most))
    }

    /// Whether the newest come first; that is so without the parameter.
    pub fn newest_first(&mut self) -> Result<bool, Fault> {
        match self.take("sort_order").as_deref() {
            None | Some("DESC") => Ok(true),
            Some("ASC") => Ok(false),
            Some(other) => {
                let detail = format!("`{other}` is not a valid enum value for `sort_order`");
                Err(Fault::invalid("INVALID_SORT_ORDER", "sort_order", detail))
            }
        }
    }

    /// Refuses what nobody asked for.
    pub fn finish(self) -> Result<(), Fault> {
        match self.0.into_keys().next() {
            None => Ok(()),
            Some(name) => {
                let detail = format!("Unknown query parameter: {name}");
                Err(Fault::invalid("UNKNOWN_QUERY_PARAMETER", &name, detail))
            }
        }
    }
}

/// Reads a time: milliseconds since 1970.
pub fn time(text: &str, field: &str) -> Result<i64, Fault> {
    let bad = |_| Fault::invalid("INVALID_TIME", field, format!("`{text}` is not a valid RFC 3339 time"));
    text.parse::<Timestamp>().map(Timestamp::as_millisecond).map_err(bad)
}

/// A range of time; both ends count.
#[derive(Debug, Clone, Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub struct TimeRange {
    pub start_at: Option<String>,
    pub end_at: Option<String>,
}

impl TimeRange {
    /// The ends in milliseconds; without an end, it is `until`.
    pub fn bounds(&self, until: i64) -> Result<(i64, i64), Fault> {
        let start = self.start_at.as_deref().map(|text| time(text, "start_at")).transpose()?;
        let end = self.end_at.as_deref().map(|text| time(text, "end_at")).transpose()?;
        let bounds = (start.unwrap_or(i64::MIN), end.unwrap_or(until));
        if bounds.0 > bounds.1 && end.is_some() {
            let detail = "The start of the time range is after its end";
            return Err(Fault::invalid("INVALID_TIME_RANGE", "start_at", detail));
        }
        Ok(bounds)
    }
}
