//! Calls of Square's API (developer.squareup.com/reference/square): each answers a page, as Square sent it.

use std::collections::BTreeMap;

use bytes::Bytes;
use http::StatusCode;
use jiff::Timestamp;
use saffron_core::Secret;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::model;
use super::scopes::SCOPES;
use crate::PosError;
use crate::http::{Call, Http, Refusal};
use crate::rows::{Rows, Span, segment, unreadable};

/// The version of the API whose objects `model` knows: the first that tells what items cost.
const VERSION: &str = "2026-07-15";
/// Orders of a page: 1,000 at most, which would be megabytes.
pub const ORDERS: usize = 200;
/// Objects of other pages, which Square limits to 100.
const ROWS: usize = 100;
/// Timecards and members of the team of a page.
const STAFF: usize = 200;

/// By which of its times an order is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderTime {
    /// When it changed, whatever its state.
    Updated,
    /// When it was completed.
    Closed,
}

/// By which of its times a payment or a refund is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoneyTime {
    /// When it was made.
    Created,
    /// When it changed.
    Updated,
}

/// An answer: its lists under whatever names.
type Lists<'a> = BTreeMap<String, &'a RawValue>;

/// What a token may do.
#[derive(Debug, Clone, Deserialize)]
pub struct TokenStatus {
    /// Permissions, by Square's names.
    #[serde(default)]
    pub scopes: Vec<String>,
}

/// A merchant's API.
pub struct Client {
    http: Http,
    token: Secret,
}

impl Client {
    /// The API with this token.
    #[must_use]
    pub const fn new(http: Http, token: Secret) -> Client {
        Client { http, token }
    }

    /// What the token may do.
    ///
    /// # Errors
    /// See [`PosError`].
    pub async fn token_status(&self) -> Result<TokenStatus, PosError> {
        let body = self.post("/oauth2/token/status", &json!({})).await?;
        serde_json::from_slice(&body).map_err(|e| unreadable("the status of the token", &e))
    }

    /// The merchant.
    ///
    /// # Errors
    /// See [`PosError`].
    pub async fn merchant(&self) -> Result<Box<RawValue>, PosError> {
        self.one("/v2/merchants/me", "merchant").await
    }

    /// All locations: Square does not page them.
    ///
    /// # Errors
    /// See [`PosError`].
    pub async fn locations(&self) -> Result<Vec<Box<RawValue>>, PosError> {
        Ok(page(&self.get("/v2/locations", &[]).await?, "locations")?.rows)
    }

    /// Orders of a location.
    ///
    /// # Errors
    /// See [`PosError`].
    pub async fn orders(
        &self,
        location: &str,
        by: OrderTime,
        (from, until): Span,
        cursor: Option<&str>,
    ) -> Result<Rows, PosError> {
        let times = json!({"start_at": from.to_string(), "end_at": until.to_string()});
        // Square sorts by the time that it filters by, and finds a time of closing in closed orders alone.
        let query = match by {
            OrderTime::Updated => json!({
                "filter": {"date_time_filter": {"updated_at": times}},
                "sort": {"sort_field": "UPDATED_AT", "sort_order": "ASC"},
            }),
            OrderTime::Closed => json!({
                "filter": {"date_time_filter": {"closed_at": times}, "state_filter": {"states": ["COMPLETED", "CANCELED"]}},
                "sort": {"sort_field": "CLOSED_AT", "sort_order": "ASC"},
            }),
        };
        let mut body = json!({"location_ids": [location], "limit": ORDERS, "query": query});
        put(&mut body, "cursor", cursor);
        page(&self.post("/v2/orders/search", &body).await?, "orders")
    }

    /// Orders by their ids, 100 at most.
    ///
    /// # Errors
    /// See [`PosError`].
    pub async fn orders_of(&self, ids: &[String]) -> Result<Vec<Box<RawValue>>, PosError> {
        let body = json!({"order_ids": ids});
        Ok(page(&self.post("/v2/orders/batch-retrieve", &body).await?, "orders")?.rows)
    }

    /// Payments of a location: without one Square answers those of the main location alone.
    ///
    /// # Errors
    /// See [`PosError`].
    pub async fn payments(
        &self,
        location: &str,
        by: MoneyTime,
        span: Span,
        cursor: Option<&str>,
    ) -> Result<Rows, PosError> {
        self.money("/v2/payments", "payments", location, by, span, cursor).await
    }

    /// A payment.
    ///
    /// # Errors
    /// See [`PosError`].
    pub async fn payment(&self, id: &str) -> Result<Box<RawValue>, PosError> {
        self.one(&format!("/v2/payments/{}", segment(id)), "payment").await
    }

    /// A refund.
    ///
    /// # Errors
    /// See [`PosError`].
    pub async fn refund(&self, id: &str) -> Result<Box<RawValue>, PosError> {
        self.one(&format!("/v2/refunds/{}", segment(id)), "refund").await
    }

    /// Refunds of a location.
    ///
    /// # Errors
    /// See [`PosError`].
    pub async fn refunds(
        &self,
        location: &str,
        by: MoneyTime,
        span: Span,
        cursor: Option<&str>,
    ) -> Result<Rows, PosError> {
        self.money("/v2/refunds", "refunds", location, by, span, cursor).await
    }

    async fn money(
        &self,
        path: &str,
        list: &str,
        location: &str,
        by: MoneyTime,
        (from, until): Span,
        cursor: Option<&str>,
    ) -> Result<Rows, PosError> {
        let (from, until) = (from.to_string(), until.to_string());
        let (first, last, field) = match by {
            MoneyTime::Created => ("begin_time", "end_time", "CREATED_AT"),
            MoneyTime::Updated => ("updated_at_begin_time", "updated_at_end_time", "UPDATED_AT"),
        };
        let limit = ROWS.to_string();
        let mut query = vec![
            ("location_id", location),
            (first, from.as_str()),
            (last, until.as_str()),
            ("sort_field", field),
            ("sort_order", "ASC"),
            ("limit", limit.as_str()),
        ];
        query.extend(cursor.map(|cursor| ("cursor", cursor)));
        page(&self.get(path, &query).await?, list)
    }

    /// Objects of the catalog, deleted ones too: all, or those that changed after a moment.
    ///
    /// # Errors
    /// See [`PosError`].
    pub async fn catalog(
        &self,
        kinds: &[&str],
        after: Option<Timestamp>,
        cursor: Option<&str>,
    ) -> Result<Rows, PosError> {
        let mut body =
            json!({"object_types": kinds, "include_deleted_objects": after.is_some(), "limit": ROWS});
        let after = after.map(|after| after.to_string());
        put(&mut body, "begin_time", after.as_deref());
        put(&mut body, "cursor", cursor);
        page(&self.post("/v2/catalog/search", &body).await?, "objects")
    }

    /// The items of these variations, 100 at most.
    ///
    /// # Errors
    /// See [`PosError`].
    pub async fn items_of(&self, variations: &[String]) -> Result<Vec<Box<RawValue>>, PosError> {
        let body = json!({"object_ids": variations, "include_related_objects": true});
        Ok(page(&self.post("/v2/catalog/batch-retrieve", &body).await?, "related_objects")?.rows)
    }

    /// What is left of tracked items at a location: all, or what changed after a moment.
    ///
    /// # Errors
    /// See [`PosError`].
    pub async fn counts(
        &self,
        location: &str,
        after: Option<Timestamp>,
        cursor: Option<&str>,
    ) -> Result<Rows, PosError> {
        let mut body = json!({"location_ids": [location], "states": ["IN_STOCK"], "limit": ROWS});
        let after = after.map(|after| after.to_string());
        put(&mut body, "updated_after", after.as_deref());
        put(&mut body, "cursor", cursor);
        page(&self.post("/v2/inventory/counts/batch-retrieve", &body).await?, "counts")
    }

    /// A variation, as it has to be sent back as a whole.
    pub(super) async fn variation(&self, id: &str) -> Result<Value, PosError> {
        let object = self.one(&format!("/v2/catalog/object/{}", segment(id)), "object").await?;
        serde_json::from_str(object.get()).map_err(|e| unreadable("a variation", &e))
    }

    /// Replaces an object of the catalog, of the version that it names.
    pub(super) async fn put_object(&self, key: &str, object: &Value) -> Result<(), PosError> {
        let body = json!({"idempotency_key": key, "object": object});
        self.post("/v2/catalog/object", &body).await.map(drop)
    }

    /// What is left of a variation at a location; none where nobody counted it.
    pub(super) async fn count(
        &self,
        location: &str,
        variation: &str,
    ) -> Result<Option<Box<RawValue>>, PosError> {
        let body =
            json!({"catalog_object_ids": [variation], "location_ids": [location], "states": ["IN_STOCK"]});
        let counts = page(&self.post("/v2/inventory/counts/batch-retrieve", &body).await?, "counts")?;
        Ok(counts.rows.into_iter().next())
    }

    /// Sets what is left of a variation at a location, from a moment on.
    pub(super) async fn put_count(
        &self,
        key: &str,
        (location, variation): (&str, &str),
        quantity: &str,
        at: Timestamp,
    ) -> Result<(), PosError> {
        let count = json!({
            "catalog_object_id": variation, "state": "IN_STOCK", "location_id": location, "quantity": quantity,
            "occurred_at": at.to_string(),
        });
        let body =
            json!({"idempotency_key": key, "changes": [{"type": "PHYSICAL_COUNT", "physical_count": count}]});
        self.post("/v2/inventory/changes/batch-create", &body).await.map(drop)
    }

    /// The team of a location.
    ///
    /// # Errors
    /// See [`PosError`].
    pub async fn team(&self, location: &str, cursor: Option<&str>) -> Result<Rows, PosError> {
        let mut body = json!({"query": {"filter": {"location_ids": [location]}}, "limit": STAFF});
        put(&mut body, "cursor", cursor);
        page(&self.post("/v2/team-members/search", &body).await?, "team_members")
    }

    /// Workweeks, of which one is in use.
    ///
    /// # Errors
    /// See [`PosError`].
    pub async fn workweeks(&self) -> Result<Vec<Box<RawValue>>, PosError> {
        Ok(page(&self.get("/v2/labor/workweek-configs", &[]).await?, "workweek_configs")?.rows)
    }

    /// Timecards that began in a span.
    ///
    /// # Errors
    /// See [`PosError`].
    pub async fn timecards(
        &self,
        location: &str,
        (from, until): Span,
        cursor: Option<&str>,
    ) -> Result<Rows, PosError> {
        let began = json!({"start_at": from.to_string(), "end_at": until.to_string()});
        let mut body = json!({
            "query": {"filter": {"location_ids": [location], "start": began}, "sort": {"field": "START_AT", "order": "ASC"}},
            "limit": STAFF,
        });
        put(&mut body, "cursor", cursor);
        page(&self.post("/v2/labor/timecards/search", &body).await?, "timecards")
    }

    /// Customers that changed in a span. Square has one list for all locations.
    ///
    /// # Errors
    /// See [`PosError`].
    pub async fn customers(&self, (from, until): Span, cursor: Option<&str>) -> Result<Rows, PosError> {
        let times = json!({"start_at": from.to_string(), "end_at": until.to_string()});
        let mut body = json!({"query": {"filter": {"updated_at": times}}, "limit": ROWS});
        put(&mut body, "cursor", cursor);
        page(&self.post("/v2/customers/search", &body).await?, "customers")
    }

    /// Payouts of a location that were made in a span.
    ///
    /// # Errors
    /// See [`PosError`].
    pub async fn payouts(
        &self,
        location: &str,
        (from, until): Span,
        cursor: Option<&str>,
    ) -> Result<Rows, PosError> {
        let (from, until, limit) = (from.to_string(), until.to_string(), ROWS.to_string());
        let mut query = vec![
            ("location_id", location),
            ("begin_time", from.as_str()),
            ("end_time", until.as_str()),
            ("sort_order", "ASC"),
            ("limit", limit.as_str()),
        ];
        query.extend(cursor.map(|cursor| ("cursor", cursor)));
        page(&self.get("/v2/payouts", &query).await?, "payouts")
    }

    /// Entries of a payout.
    ///
    /// # Errors
    /// See [`PosError`].
    pub async fn payout_entries(&self, payout: &str, cursor: Option<&str>) -> Result<Rows, PosError> {
        let limit = ROWS.to_string();
        let mut query = vec![("limit", limit.as_str())];
        query.extend(cursor.map(|cursor| ("cursor", cursor)));
        page(
            &self.get(&format!("/v2/payouts/{}/payout-entries", segment(payout)), &query).await?,
            "payout_entries",
        )
    }

    /// Disputes of a location.
    ///
    /// # Errors
    /// See [`PosError`].
    pub async fn disputes(&self, location: &str, cursor: Option<&str>) -> Result<Rows, PosError> {
        let mut query = vec![("location_id", location)];
        query.extend(cursor.map(|cursor| ("cursor", cursor)));
        page(&self.get("/v2/disputes", &query).await?, "disputes")
    }

    /// A query of the Reporting API.
    ///
    /// # Errors
    /// See [`PosError`].
    pub async fn report(&self, query: &Value) -> Result<Value, PosError> {
        let body = self.post("/reporting/v1/load", &json!({"query": query})).await?;
        serde_json::from_slice(&body).map_err(|e| unreadable("the report", &e))
    }

    /// What the Reporting API can be asked.
    ///
    /// # Errors
    /// See [`PosError`].
    pub async fn report_meta(&self) -> Result<Value, PosError> {
        let body = self.get("/reporting/v1/meta", &[]).await?;
        serde_json::from_slice(&body).map_err(|e| unreadable("the list of reports", &e))
    }

    async fn get(&self, path: &str, query: &[(&str, &str)]) -> Result<Bytes, PosError> {
        self.send(path, query, None).await
    }

    async fn post(&self, path: &str, body: &Value) -> Result<Bytes, PosError> {
        self.send(path, &[], Some(body)).await
    }

    async fn send(
        &self,
        path: &str,
        query: &[(&str, &str)],
        body: Option<&Value>,
    ) -> Result<Bytes, PosError> {
        let bearer = format!("Bearer {}", self.token.expose());
        let headers = &[("Square-Version", VERSION)];
        let call = Call { path, query, body, authorization: Some(&bearer), headers };
        self.http.send(&call).await?.map_err(|refusal| refused(&refusal))
    }

    async fn one(&self, path: &str, name: &str) -> Result<Box<RawValue>, PosError> {
        let body = self.get(path, &[]).await?;
        let answer: Lists<'_> = serde_json::from_slice(&body).map_err(|e| unreadable(name, &e))?;
        answer.get(name).map(|one| (*one).to_owned()).ok_or(PosError::Missing)
    }
}

/// The objects of an answer.
fn page(body: &[u8], list: &str) -> Result<Rows, PosError> {
    let answer: Lists<'_> = serde_json::from_slice(body).map_err(|e| unreadable(list, &e))?;
    let rows = match answer.get(list) {
        // Square leaves an empty list out.
        None => Vec::new(),
        Some(rows) => serde_json::from_str(rows.get()).map_err(|e| unreadable(list, &e))?,
    };
    let cursor: Option<String> =
        answer.get("cursor").and_then(|cursor| serde_json::from_str(cursor.get()).ok());
    Ok(Rows { rows, next: cursor.filter(|cursor| !cursor.is_empty()) })
}

/// What a refusal means. Of its words only names that are known are kept: the others may repeat a part of the request.
fn refused(refusal: &Refusal) -> PosError {
    let answer: model::Answer = serde_json::from_slice(&refusal.body).unwrap_or_default();
    let error = answer.errors.into_iter().next().unwrap_or_default();
    let (code, detail) = (error.code.unwrap_or_default(), error.detail.unwrap_or_default());
    let is_code = code.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    let code = if is_code { code.as_str() } else { "an unknown code" };
    match refusal.status {
        StatusCode::UNAUTHORIZED => PosError::Revoked,
        StatusCode::FORBIDDEN => {
            let named: Vec<&str> = SCOPES.iter().copied().filter(|scope| detail.contains(scope)).collect();
            PosError::Lacks(if named.is_empty() { code.to_owned() } else { named.join(", ") })
        }
        StatusCode::NOT_FOUND => PosError::Missing,
        status => PosError::Refused(format!("{} {code}", status.as_u16()).trim().to_owned()),
    }
}

fn put(body: &mut Value, name: &str, value: Option<&str>) {
    if let (Some(body), Some(value)) = (body.as_object_mut(), value) {
        body.insert(name.to_owned(), value.into());
    }
}
