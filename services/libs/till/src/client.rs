//! Posts events in batches that the ingest call accepts, and reads the changes that owners made.

use saffron_core::{BusinessDate, ItemId, Money, PosTime};
use serde::Deserialize;

use crate::{Api, ApiError, Event, Secret};

/// The most checks of one POST: well under the call's 2,000 events, and soon stored.
pub const MAX_CHECKS: usize = 500;
/// The most bytes of one POST, under the call's 1 MiB.
pub const MAX_BODY: usize = 900_000;

/// An event that the server refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// Its index among the events given.
    pub index: usize,
    /// The field it is about, e.g. `data.items[0].quantity`.
    pub field: String,
    /// The server's reason.
    pub why: String,
}

/// A promo code that a campaign offers.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PromoCode {
    /// Upper case.
    #[serde(rename = "promoCode")]
    pub code: String,
    /// It is for these items alone; empty: for the whole check.
    #[serde(rename = "posItemIDs")]
    pub items: Vec<ItemId>,
    /// Its last business date; none: it does not end.
    pub valid_until: Option<BusinessDate>,
}

/// What an owner changed of an item, as far as a till can take it over.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ItemChange {
    /// Grows by one with each change of the location.
    pub sequence: i64,
    /// Wall time of the location.
    pub at: PosTime,
    /// The item.
    #[serde(rename = "posItemID")]
    pub item: ItemId,
    /// The price of one; none: as it was.
    pub price: Option<Money>,
    /// Whether it is sold out; none: as it was.
    pub sold_out: Option<bool>,
}

/// Changes that owners made, in order.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Changes {
    /// Of items.
    pub change_list: Vec<ItemChange>,
    /// Promo codes that are new, or give something else than before.
    pub promo_code_list: Vec<PromoCode>,
    /// The position of the next reading, which confirms this one.
    pub after: i64,
    /// More follow.
    pub more: bool,
}

/// A till: one location's ingest key, and the API.
#[derive(Debug, Clone)]
pub struct Till {
    api: Api,
    key: Secret,
    source: Option<String>,
}

/// The header by which an import gives facts back to the source that they came from.
const SOURCE: &str = "saffron-source";

impl Till {
    /// The till with this ingest key.
    #[must_use]
    pub fn new(api: Api, key: Secret) -> Till {
        Till { api, key, source: None }
    }

    /// The same, whose facts keep the source that they came from: the id of another key of the location. It is for keys of imports
    /// and connections alone.
    #[must_use]
    pub fn as_source(self, source: &str) -> Till {
        Till { source: Some(source.to_owned()), ..self }
    }

    /// Posts one batch. An event that the server names as bad is left out and returned; the others
    /// are sent again without it, as the call takes all or nothing. A batch that is too large goes in halves.
    ///
    /// # Errors
    /// See [`ApiError`]: a wrong key, a server away for too long.
    pub async fn post(&self, events: &[Event]) -> Result<Vec<Refused>, ApiError> {
        let mut parts: Vec<Vec<(usize, &Event)>> = vec![events.iter().enumerate().collect()];
        let mut refused = Vec::new();
        while let Some(mut part) = parts.pop() {
            if part.is_empty() {
                continue;
            }
            let headers: &[(&str, &str)] = match &self.source {
                Some(source) => &[(SOURCE, source.as_str())],
                None => &[],
            };
            match self.api.post_with("/ingest/v1/events", Some(&self.key), headers, array(&part)).await {
                Ok(_) => {}
                Err(ApiError::Refused { status: 413, .. }) if part.len() > 1 => {
                    let second = part.split_off(part.len() / 2);
                    parts.extend([second, part]);
                }
                Err(error) => {
                    let (bad, field, why) = bad_event(error, part.len())?;
                    let (index, _) = part.remove(bad);
                    refused.push(Refused { index, field, why });
                    parts.push(part);
                }
            }
        }
        Ok(refused)
    }

    /// Reads the changes behind a position, 0 at first; that confirms those up to it.
    ///
    /// # Errors
    /// See [`ApiError`].
    pub async fn changes(&self, after: i64) -> Result<Changes, ApiError> {
        let path = format!("/ingest/v1/changes?after={after}&limit=500");
        let body = self.api.get(&path, &self.key).await?;
        serde_json::from_value(body).map_err(|e| ApiError::Unexpected { url: path, why: e.to_string() })
    }
}

/// The index (of `count` events), the field and the reason that a 400 names.
///
/// # Errors
/// The answer itself, where it names no event.
fn bad_event(error: ApiError, count: usize) -> Result<(usize, String, String), ApiError> {
    let ApiError::Refused { status, message, body, .. } = &error else { return Err(error) };
    // A single event that is too large is as bad as one with a wrong field.
    let named =
        body.get("event").and_then(serde_json::Value::as_u64).and_then(|bad| usize::try_from(bad).ok());
    match (status, named) {
        (400, Some(bad)) if bad < count => {
            let field = body.get("field").and_then(|f| f.as_str()).unwrap_or_default();
            Ok((bad, field.to_owned(), message.clone()))
        }
        (413, _) if count == 1 => Ok((0, "data".to_owned(), message.clone())),
        _ => Err(error),
    }
}

/// The events as one JSON array.
fn array(events: &[(usize, &Event)]) -> String {
    let events: Vec<&str> = events.iter().map(|(_, event)| event.json()).collect();
    format!("[{}]", events.join(","))
}

/// Gathers events into batches of at most [`MAX_CHECKS`] events and [`MAX_BODY`] bytes.
#[derive(Debug, Default)]
pub struct Batcher {
    events: Vec<Event>,
    size: usize,
}

impl Batcher {
    /// Adds an event; gives the batch before it when that is full.
    pub fn push(&mut self, event: Event) -> Option<Vec<Event>> {
        let size = event.json().len() + 1;
        let full = self.events.len() >= MAX_CHECKS || self.size + size >= MAX_BODY;
        let batch = if full && !self.events.is_empty() { Some(self.rest()) } else { None };
        self.size += size;
        self.events.push(event);
        batch
    }

    /// Takes the events that are not in a full batch, which may be none.
    pub fn rest(&mut self) -> Vec<Event> {
        self.size = 0;
        std::mem::take(&mut self.events)
    }
}
