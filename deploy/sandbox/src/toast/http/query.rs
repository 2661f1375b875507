//! What calls bring: a token, a restaurant, a query.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use jiff::Timestamp;
use saffron_core::BusinessDate;

use crate::http::{header, pairs};
use crate::toast::fault::Fault;

/// Names the restaurant.
pub const RESTAURANT: &str = "toast-restaurant-external-id";

/// A call.
pub struct Asked {
    token: Option<String>,
    restaurant: Option<String>,
    pairs: Vec<(String, String)>,
}

impl<S: Send + Sync> FromRequestParts<S> for Asked {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Asked, Infallible> {
        let token =
            header(&parts.headers, AUTHORIZATION.as_str()).and_then(|text| text.strip_prefix("Bearer "));
        let (token, restaurant) =
            (token.map(str::to_owned), header(&parts.headers, RESTAURANT).map(str::to_owned));
        Ok(Asked { token, restaurant, pairs: pairs(parts.uri.query().unwrap_or_default()) })
    }
}

impl Asked {
    /// Token and restaurant.
    pub fn by(&self) -> (Option<&str>, Option<&str>) {
        (self.token.as_deref(), self.restaurant.as_deref())
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.pairs.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn number(&self, name: &str, usual: usize) -> Result<usize, Fault> {
        let bad = |_| Fault::invalid(format!("{name} is no number"));
        self.text(name).map_or(Ok(usual), |text| text.parse().map_err(bad))
    }

    /// A date such as 20260718.
    pub fn date(&self, name: &str) -> Result<Option<BusinessDate>, Fault> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let bad = || Fault::invalid(format!("{name} is no date"));
        let parts = (text.get(0..4), text.get(4..6), text.get(6..8));
        let (Some(year), Some(month), Some(day)) = parts else { return Err(bad()) };
        format!("{year}-{month}-{day}").parse().map(Some).map_err(|_| bad())
    }

    /// A span of two times, the second of which is exclusive.
    pub fn span(&self, first: &str, last: &str) -> Result<Option<(Timestamp, Timestamp)>, Fault> {
        let (Some(from), Some(until)) = (self.text(first), self.text(last)) else { return Ok(None) };
        // Toast asks for a fraction of a second.
        let read = |text: &str| text.contains('.').then(|| text.parse().ok()).flatten();
        match (read(from), read(until)) {
            (Some(from), Some(until)) if from < until => Ok(Some((from, until))),
            _ => Err(Fault::invalid(format!("{first} and {last} are no span"))),
        }
    }
}
