//! Calls of Toast's APIs (doc.toasttab.com), each for one restaurant: each answers a page, as Toast sent it.

use std::sync::Arc;

use bytes::Bytes;
use http::{Response, StatusCode};
use jiff::Timestamp;
use saffron_core::{BusinessDate, Secret};
use serde_json::value::RawValue;

use super::tokens::{Login, Tokens};
use crate::PosError;
use crate::http::{Call, Http};
use crate::rows::{Rows, Span, segment, unreadable};

/// Orders of a page: Toast gives 100 at most, and one may have 0.6 MB, of which so many fit into an answer that is taken.
pub(super) const ORDERS: usize = 25;
/// Names the restaurant.
const RESTAURANT: &str = "Toast-Restaurant-External-ID";
/// The head of an answer that names the page after it.
const NEXT: &str = "Toast-Next-Page-Token";

/// A scope of a client, as Toast Web calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter, strum::IntoStaticStr)]
pub(super) enum Scope {
    #[strum(serialize = "restaurants:read")]
    Restaurants,
    #[strum(serialize = "orders:read")]
    Orders,
    #[strum(serialize = "config:read")]
    Config,
    #[strum(serialize = "menus:read")]
    Menus,
    #[strum(serialize = "stock:read")]
    Stock,
    #[strum(serialize = "labor:read")]
    Labor,
    #[strum(serialize = "labor.employees:read")]
    Employees,
}

impl Scope {
    /// A call that it opens, and that answers little.
    const fn probe(self) -> Option<&'static str> {
        match self {
            // Every other call says that the restaurant is open to the client.
            Scope::Restaurants | Scope::Orders => None,
            Scope::Config => Some("/config/v2/revenueCenters"),
            Scope::Menus => Some("/menus/v2/metadata"),
            Scope::Stock => Some("/stock/v1/inventory"),
            Scope::Labor => Some("/labor/v1/jobs"),
            Scope::Employees => Some("/labor/v1/employees"),
        }
    }
}

/// A restaurant's APIs.
pub(super) struct Client {
    http: Http,
    tokens: Arc<Tokens>,
    login: Login,
    restaurant: String,
}

impl Client {
    /// The APIs of a restaurant, opened by a client.
    pub(super) const fn new(http: Http, tokens: Arc<Tokens>, login: Login, restaurant: String) -> Client {
        Client { http, tokens, login, restaurant }
    }

    /// The restaurant.
    pub(super) async fn restaurant(&self) -> Result<Box<RawValue>, PosError> {
        let path = format!("/restaurants/v1/restaurants/{}", segment(&self.restaurant));
        self.one(&path, &[], Scope::Restaurants, "the restaurant").await
    }

    /// All restaurants of a management group, whether they are open to the client or not.
    pub(super) async fn group(&self, group: &str) -> Result<Rows, PosError> {
        let path = format!("/restaurants/v1/groups/{}/restaurants", segment(group));
        self.rows(&path, &[], Scope::Restaurants).await
    }

    /// Whether the client has a scope.
    pub(super) async fn may(&self, scope: Scope, on: BusinessDate) -> Result<bool, PosError> {
        let on = compact(on);
        let day = [("businessDate", on.as_str()), ("pageSize", "1")];
        let (path, query): (_, &[_]) = match scope.probe() {
            Some(path) => (path, &[]),
            None => ("/orders/v2/ordersBulk", &day),
        };
        match self.get(path, query, scope).await {
            // A restaurant that published no menus has none.
            Ok(_) | Err(PosError::Missing) => Ok(true),
            Err(PosError::Lacks(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Orders that changed in a span.
    pub(super) async fn changed_orders(&self, (from, until): Span, page: usize) -> Result<Rows, PosError> {
        // Toast's end is exclusive.
        let until = until.checked_add(jiff::SignedDuration::from_millis(1)).unwrap_or(until);
        let (from, until) = (written(from), written(until));
        self.orders(&[("startDate", from.as_str()), ("endDate", until.as_str())], page).await
    }

    /// Orders of a business date.
    pub(super) async fn orders_of(&self, on: BusinessDate, page: usize) -> Result<Rows, PosError> {
        self.orders(&[("businessDate", compact(on).as_str())], page).await
    }

    async fn orders(&self, query: &[(&str, &str)], page: usize) -> Result<Rows, PosError> {
        let (size, number) = (ORDERS.to_string(), page.to_string());
        let paged = [("pageSize", size.as_str()), ("page", number.as_str())];
        let query: Vec<_> = query.iter().copied().chain(paged).collect();
        let mut rows = self.rows("/orders/v2/ordersBulk", &query, Scope::Orders).await?;
        // The last page is one that is not full.
        rows.next = (rows.rows.len() >= ORDERS).then(|| (page + 1).to_string());
        Ok(rows)
    }

    /// An order.
    pub(super) async fn order(&self, guid: &str) -> Result<Box<RawValue>, PosError> {
        self.one(&format!("/orders/v2/orders/{}", segment(guid)), &[], Scope::Orders, "an order").await
    }

    /// The GUIDs of payments of which something was given back on a date.
    pub(super) async fn refunded(&self, on: BusinessDate) -> Result<Vec<String>, PosError> {
        let on = compact(on);
        let query = [("refundBusinessDate", on.as_str())];
        let body = self.get("/orders/v2/payments", &query, Scope::Orders).await?;
        serde_json::from_slice(body.body()).map_err(|e| unreadable("a list of payments", &e))
    }

    /// A payment.
    pub(super) async fn payment(&self, guid: &str) -> Result<Box<RawValue>, PosError> {
        self.one(&format!("/orders/v2/payments/{}", segment(guid)), &[], Scope::Orders, "a payment").await
    }

    /// A page of a list of the configuration.
    pub(super) async fn config(&self, list: &str, token: Option<&str>) -> Result<Rows, PosError> {
        let query: Vec<_> = token.map(|token| ("pageToken", token)).into_iter().collect();
        self.rows(&format!("/config/v2/{list}"), &query, Scope::Config).await
    }

    /// When the menus were published.
    pub(super) async fn metadata(&self) -> Result<Box<RawValue>, PosError> {
        self.one("/menus/v2/metadata", &[], Scope::Menus, "the menus").await
    }

    /// The published menus.
    pub(super) async fn menus(&self) -> Result<Box<RawValue>, PosError> {
        self.one("/menus/v2/menus", &[], Scope::Menus, "the menus").await
    }

    /// What is counted or sold out.
    pub(super) async fn stock(&self) -> Result<Rows, PosError> {
        self.rows("/stock/v1/inventory", &[], Scope::Stock).await
    }

    /// All employees.
    pub(super) async fn employees(&self) -> Result<Rows, PosError> {
        self.rows("/labor/v1/employees", &[], Scope::Employees).await
    }

    /// All jobs.
    pub(super) async fn jobs(&self) -> Result<Rows, PosError> {
        self.rows("/labor/v1/jobs", &[], Scope::Labor).await
    }

    /// Time entries that changed in a span, those that were deleted among them. No more than a month.
    pub(super) async fn changed_entries(&self, span: Span) -> Result<Rows, PosError> {
        self.entries(["modifiedStartDate", "modifiedEndDate"], span).await
    }

    /// Time entries that began in a span. No more than a month.
    pub(super) async fn entries_of(&self, span: Span) -> Result<Rows, PosError> {
        self.entries(["startDate", "endDate"], span).await
    }

    async fn entries(&self, [start, end]: [&str; 2], (from, until): Span) -> Result<Rows, PosError> {
        let until = until.checked_add(jiff::SignedDuration::from_millis(1)).unwrap_or(until);
        let (from, until) = (written(from), written(until));
        let query = [(start, from.as_str()), (end, until.as_str()), ("includeArchived", "true")];
        self.rows("/labor/v1/timeEntries", &query, Scope::Labor).await
    }

    async fn rows(&self, path: &str, query: &[(&str, &str)], scope: Scope) -> Result<Rows, PosError> {
        let answer = self.get(path, query, scope).await?;
        let next = answer.headers().get(NEXT).and_then(|next| next.to_str().ok());
        let next = next.filter(|next| !next.is_empty()).map(str::to_owned);
        let rows = serde_json::from_slice(answer.body()).map_err(|e| unreadable("a list", &e))?;
        Ok(Rows { rows, next })
    }

    async fn one(
        &self,
        path: &str,
        query: &[(&str, &str)],
        scope: Scope,
        what: &str,
    ) -> Result<Box<RawValue>, PosError> {
        let answer = self.get(path, query, scope).await?;
        serde_json::from_slice(answer.body()).map_err(|e| unreadable(what, &e))
    }

    async fn get(
        &self,
        path: &str,
        query: &[(&str, &str)],
        scope: Scope,
    ) -> Result<Response<Bytes>, PosError> {
        let token = self.tokens.of(&self.http, &self.login, None).await?;
        let answer = match self.send(path, query, &token).await? {
            // It may have ended before its time: another one is got, once.
            Err(StatusCode::UNAUTHORIZED) => {
                let token = self.tokens.of(&self.http, &self.login, Some(&token)).await?;
                self.send(path, query, &token).await?
            }
            answer => answer,
        };
        answer.map_err(|status| match status {
            StatusCode::UNAUTHORIZED => PosError::Revoked,
            StatusCode::FORBIDDEN => PosError::Lacks(<&str>::from(scope).to_owned()),
            StatusCode::NOT_FOUND => PosError::Missing,
            // What it says may repeat a part of the request.
            status => PosError::Refused(status.as_u16().to_string()),
        })
    }

    async fn send(
        &self,
        path: &str,
        query: &[(&str, &str)],
        token: &Secret,
    ) -> Result<Result<Response<Bytes>, StatusCode>, PosError> {
        let bearer = format!("Bearer {}", token.expose());
        let headers = [(RESTAURANT, self.restaurant.as_str())];
        let call = Call { path, query, body: None, authorization: Some(&bearer), headers: &headers };
        Ok(self.http.send_whole(&call).await?.map_err(|refusal| refusal.status))
    }
}

/// A time as Toast reads it: with thousandths and an offset without a colon.
fn written(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%S.%3f+0000").to_string()
}

/// A date as Toast reads it: 20260718.
fn compact(on: BusinessDate) -> String {
    on.date().strftime("%Y%m%d").to_string()
}
