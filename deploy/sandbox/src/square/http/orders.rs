//! Orders: search, and by id.

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::{Path, State};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::pager::Pager;
use super::request::{Head, Params, Strict, TimeRange};
use super::{Answer, Shared, list};
use crate::square::account::Account;
use crate::square::fault::Fault;
use crate::square::show::{self, View};
use crate::square::trade::{Record, Version, customer_id};

const SCOPES: [&str; 1] = ["ORDERS_READ"];
/// The most locations of a search.
const MOST_PLACES: usize = 10;
/// The most orders of a page, and the usual ones.
const MOST: usize = 1_000;
const USUAL: usize = 500;
/// The most orders by id.
const MOST_IDS: usize = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    #[serde(default)]
    location_ids: Vec<String>,
    cursor: Option<String>,
    #[serde(default)]
    query: Query,
    limit: Option<i64>,
    #[serde(default)]
    return_entries: bool,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Query {
    filter: Filter,
    sort: Option<Sort>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Filter {
    state_filter: Option<States>,
    date_time_filter: Option<Times>,
    fulfillment_filter: Option<Fulfillments>,
    source_filter: Option<Sources>,
    customer_filter: Option<Customers>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct States {
    states: Vec<Wanted>,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Wanted {
    Open,
    Completed,
    Canceled,
    Draft,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Times {
    created_at: Option<TimeRange>,
    updated_at: Option<TimeRange>,
    closed_at: Option<TimeRange>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
struct Fulfillments {
    fulfillment_types: Vec<String>,
    fulfillment_states: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sources {
    #[serde(default)]
    source_names: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Customers {
    #[serde(default)]
    customer_ids: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sort {
    sort_field: Field,
    #[serde(default)]
    sort_order: SortOrder,
}

#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
enum Field {
    #[default]
    #[serde(rename = "CREATED_AT")]
    Created,
    #[serde(rename = "UPDATED_AT")]
    Updated,
    #[serde(rename = "CLOSED_AT")]
    Closed,
}

/// A field with the first and the last time of a range, in milliseconds.
type Ranged = (Field, (i64, i64));

/// How a search is sorted.
#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum SortOrder {
    Asc,
    #[default]
    Desc,
}

impl Field {
    /// The time in milliseconds; an open order has no end.
    fn of(self, version: &Version) -> Option<i64> {
        let at = match self {
            Field::Created => Some(version.created),
            Field::Updated => Some(version.updated),
            Field::Closed => version.closed,
        };
        at.map(Timestamp::as_millisecond)
    }
}

impl Filter {
    /// The field that is filtered by, with its range.
    fn time(&self, until: i64) -> Result<Option<Ranged>, Fault> {
        let Some(times) = &self.date_time_filter else { return Ok(None) };
        let ranges = [
            (Field::Created, &times.created_at),
            (Field::Updated, &times.updated_at),
            (Field::Closed, &times.closed_at),
        ];
        let mut set = ranges.into_iter().filter_map(|(field, range)| Some((field, range.as_ref()?)));
        let first = set.next();
        if set.next().is_some() {
            let detail = "Only one of created_at, updated_at and closed_at may be filtered by";
            return Err(Fault::invalid("CONFLICTING_PARAMETERS", "date_time_filter", detail));
        }
        first.map(|(field, range)| range.bounds(until).map(|bounds| (field, bounds))).transpose()
    }

    /// Whether an order passes what is filtered beside time.
    fn keeps(&self, view: &View<'_>, record: &Record, version: &Version) -> bool {
        let state = json!(show::state(version));
        let by_state = self.state_filter.as_ref().is_none_or(|filter| {
            filter.states.is_empty() || filter.states.iter().any(|wanted| json!(wanted) == state)
        });
        let source = show::source(version);
        let by_source = self
            .source_filter
            .as_ref()
            .is_none_or(|filter| filter.source_names.is_empty() || filter.source_names.contains(&source));
        let customer = version.order.check().and_then(|check| check.customer.as_ref());
        let customer = customer.map(|id| customer_id(&view.merchant.id, id));
        let by_customer = self.customer_filter.as_ref().is_none_or(|filter| {
            filter.customer_ids.is_empty() || customer.is_some_and(|id| filter.customer_ids.contains(&id))
        });
        let by_fulfillment = self.fulfillment_filter.as_ref().is_none_or(|filter| {
            let order = show::order(view, record, version);
            let fits = |wanted: &[String], path: &str| {
                let has = order.pointer(path).and_then(Value::as_str);
                wanted.is_empty() || has.is_some_and(|has| wanted.iter().any(|wanted| wanted == has))
            };
            fits(&filter.fulfillment_types, "/fulfillments/0/type")
                && fits(&filter.fulfillment_states, "/fulfillments/0/state")
        });
        by_state && by_source && by_customer && by_fulfillment
    }

    /// Whether anything but time is filtered by.
    fn is_plain(&self) -> bool {
        self.state_filter.is_none()
            && self.source_filter.is_none()
            && self.customer_filter.is_none()
            && self.fulfillment_filter.is_none()
    }
}

/// `POST /v2/orders/search`.
pub async fn search(State(square): Shared, head: Head, Strict(search): Strict<Search>) -> Answer {
    square.serve(head.token(), &SCOPES, |state, caller, now| {
        let (shown_at, mut tricks) = (state.shown_at(now), state.tricks);
        let account = state.account(caller)?;
        let places = places(account, &search.location_ids)?;
        let limit = match search.limit {
            None => USUAL,
            Some(limit) => {
                usize::try_from(limit).ok().filter(|limit| (1..=MOST).contains(limit)).ok_or_else(|| {
                    Fault::invalid("INVALID_VALUE", "limit", format!("`limit` must be between 1 and {MOST}"))
                })?
            }
        };
        let filter = &search.query.filter;
        let sort =
            search.query.sort.as_ref().map(|sort| (sort.sort_field, sort.sort_order)).unwrap_or_default();
        let fingerprint = json!([search.location_ids, search.query, search.return_entries]).to_string();
        let pager =
            Pager::new(search.cursor.as_deref(), &fingerprint, limit, sort.1 == SortOrder::Desc, now)?;
        let range = filter.time(pager.from())?;
        if range.is_some_and(|(field, _)| field != sort.0) {
            let detail = "The sort_field must be the field of the date_time_filter";
            return Err(Fault::invalid("INVALID_VALUE", "sort_field", detail));
        }
        let (low, high) = range.map_or((i64::MIN, i64::MAX), |(_, bounds)| bounds);
        let found = account.orders.values().filter(|record| places.contains(&record.place));
        let found = found.filter_map(|record| {
            let version = record.as_of(shown_at)?;
            let at = sort.0.of(version)?;
            (low..=high).contains(&at).then_some(((at, record.id.as_str()), (record, version)))
        });
        let found = found.filter(|(_, (record, version))| {
            let view = account.view(record.place).filter(|_| !filter.is_plain());
            view.is_none_or(|view| filter.keeps(&view, record, version))
        });
        let (page, cursor) = pager.page(found, &mut tricks);
        let name = if search.return_entries { "order_entries" } else { "orders" };
        let show = if search.return_entries { show::entry } else { show::order };
        let page = page
            .into_iter()
            .filter_map(|(record, version)| Some(show(&account.view(record.place)?, record, version)));
        let page = page.collect();
        state.tricks = tricks;
        Ok(list(name, page, cursor))
    })
}

/// The places of locations among the merchant's.
fn places(account: &Account, ids: &[String]) -> Result<BTreeSet<usize>, Fault> {
    if ids.is_empty() {
        let detail = "Must provide at least 1 location_id";
        return Err(Fault::invalid("MISSING_REQUIRED_PARAMETER", "location_ids", detail));
    }
    if ids.len() > MOST_PLACES {
        let detail = format!("Up to {MOST_PLACES} location_ids may be searched");
        return Err(Fault::invalid("ARRAY_LENGTH_TOO_LONG", "location_ids", detail));
    }
    let place = |id: &String| account.merchant.locations.iter().position(|place| place.id == *id);
    ids.iter().map(|id| place(id).ok_or_else(|| Fault::location(id))).collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    location_id: Option<String>,
    order_ids: Vec<String>,
}

/// `POST /v2/orders/batch-retrieve`: orders that are not there are left out.
pub async fn batch(State(square): Shared, head: Head, Strict(batch): Strict<Batch>) -> Answer {
    square.serve(head.token(), &SCOPES, |state, caller, _| {
        if batch.order_ids.len() > MOST_IDS {
            let detail = format!("Up to {MOST_IDS} order_ids may be asked for");
            return Err(Fault::invalid("ARRAY_LENGTH_TOO_LONG", "order_ids", detail));
        }
        let account = state.account(caller)?;
        let found = batch.order_ids.iter().filter_map(|id| shown(account, account.orders.get(id)?));
        let fits = |order: &Value| {
            batch.location_id.as_ref().is_none_or(|id| order.get("location_id") == Some(&json!(id)))
        };
        Ok(list("orders", found.filter(fits).collect(), None))
    })
}

/// `GET /v2/orders/{id}`.
pub async fn one(State(square): Shared, head: Head, params: Params, Path(id): Path<String>) -> Answer {
    params.finish()?;
    square.serve(head.token(), &SCOPES, |state, caller, _| {
        let account = state.account(caller)?;
        let order = account.orders.get(&id).and_then(|record| shown(account, record));
        let order = order.ok_or_else(|| Fault::missing("order", &id))?;
        Ok(Json(json!({ "order": order })))
    })
}

fn shown(account: &Account, record: &Record) -> Option<Value> {
    Some(show::order(&account.view(record.place)?, record, record.last()?))
}
