//! Calls of Clover's REST API (docs.clover.com/dev/reference): each answers a page, as Clover sent it.

use bytes::Bytes;
use http::StatusCode;
use jiff::Timestamp;
use saffron_core::Secret;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::PosError;
use crate::http::{Call, Http};
use crate::rows::{Rows, Span, segment, unreadable};

/// Objects of a page: 1,000 at most. What is expanded within them is cut at 100.
const ROWS: usize = 500;
/// Orders of a page, with all that is expanded of them.
pub(super) const ORDERS: usize = 100;
/// Lines of a page of their own.
pub(super) const LINES: usize = 1_000;
/// Objects of a page that the next one repeats: one that is changed while pages are read leaves its list, and the others move up.
const OVERLAP: usize = 10;

/// What is expanded of an order: Clover asks for three fields a call at most.
pub(super) const PARTS: [&str; 4] = [
    "lineItems.discounts,lineItems.modifications,lineItems.taxRates",
    "discounts,serviceCharge,customers",
    "payments.tender,payments.cardTransaction,refunds.lineItems",
    "payments.additionalCharges,orderType,credits",
];

/// A permission of a token, by the name that Clover's dashboard has for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter, strum::IntoStaticStr)]
pub(super) enum Permission {
    #[strum(serialize = "Read merchant")]
    Merchant,
    #[strum(serialize = "Read orders")]
    Orders,
    #[strum(serialize = "Read payments")]
    Payments,
    #[strum(serialize = "Read inventory")]
    Inventory,
    #[strum(serialize = "Read employees")]
    Employees,
    #[strum(serialize = "Read customers")]
    Customers,
}

impl Permission {
    /// A list that it opens.
    const fn list(self) -> &'static str {
        match self {
            Permission::Merchant => "tenders",
            Permission::Orders => "orders",
            Permission::Payments => "payments",
            Permission::Inventory => "items",
            Permission::Employees => "employees",
            Permission::Customers => "customers",
        }
    }
}

/// The permission for changes of items. Nothing but a change shows whether a token has it.
const WRITE_INVENTORY: &str = "Write inventory";

/// By which of its times an order or a payment is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Time {
    /// When it was made.
    Created,
    /// When it changed.
    Modified,
}

impl Time {
    const fn field(self) -> &'static str {
        match self {
            Time::Created => "createdTime",
            Time::Modified => "modifiedTime",
        }
    }
}

/// A page of a list.
struct Query<'a> {
    path: &'a str,
    permission: Permission,
    expand: &'a str,
    filters: &'a [String],
    limit: usize,
    offset: usize,
}

/// A merchant's API.
pub(super) struct Client {
    http: Http,
    token: Secret,
    merchant: String,
}

impl Client {
    /// The API of a merchant with this token.
    pub(super) const fn new(http: Http, token: Secret, merchant: String) -> Client {
        Client { http, token, merchant }
    }

    /// The merchant, with its address and properties. `current` is that of the token.
    pub(super) async fn merchant(&self) -> Result<Box<RawValue>, PosError> {
        let query = [("expand", "address,properties")];
        self.one("", &query, Permission::Merchant, "the merchant").await
    }

    /// Whether the token has a permission.
    pub(super) async fn may(&self, permission: Permission) -> Result<bool, PosError> {
        match self.get(&format!("/{}", permission.list()), &[("limit", "1")], permission).await {
            Ok(_) => Ok(true),
            Err(PosError::Lacks(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Orders, with one of [`PARTS`]. No more than 90 days.
    pub(super) async fn orders(
        &self,
        by: Time,
        span: Span,
        part: &str,
        offset: usize,
    ) -> Result<Rows, PosError> {
        let permission = Permission::Orders;
        let filters = within(by.field(), span);
        self.page(&Query {
            path: "/orders",
            permission,
            expand: part,
            filters: &filters,
            limit: ORDERS,
            offset,
        })
        .await
    }

    /// An order, with one of [`PARTS`].
    pub(super) async fn order(&self, id: &str, part: &str) -> Result<Box<RawValue>, PosError> {
        let path = format!("/orders/{}", segment(id));
        self.one(&path, &[("expand", part)], Permission::Orders, "an order").await
    }

    /// Lines of an order that has many.
    pub(super) async fn lines(&self, order: &str, cursor: Option<&str>) -> Result<Rows, PosError> {
        let path = format!("/orders/{}/line_items", segment(order));
        let expand = "discounts,modifications,taxRates";
        let (permission, offset) = (Permission::Orders, offset(cursor)?);
        self.page(&Query { path: &path, permission, expand, filters: &[], limit: LINES, offset }).await
    }

    /// Payments. No more than 90 days.
    pub(super) async fn payments(&self, by: Time, span: Span, offset: usize) -> Result<Rows, PosError> {
        let (permission, expand) = (Permission::Payments, "tender,cardTransaction");
        let filters = within(by.field(), span);
        self.page(&Query { path: "/payments", permission, expand, filters: &filters, limit: ROWS, offset })
            .await
    }

    /// Refunds that were made in a span.
    pub(super) async fn refunds(&self, span: Span, offset: usize) -> Result<Rows, PosError> {
        let filters = within(Time::Created.field(), span);
        let (permission, expand) = (Permission::Payments, "");
        self.page(&Query { path: "/refunds", permission, expand, filters: &filters, limit: ROWS, offset })
            .await
    }

    /// Manual refunds that were made in a span.
    pub(super) async fn credits(&self, span: Span, offset: usize) -> Result<Rows, PosError> {
        let filters = within(Time::Created.field(), span);
        let (permission, expand) = (Permission::Payments, "tender,cardTransaction");
        self.page(&Query { path: "/credits", permission, expand, filters: &filters, limit: ROWS, offset })
            .await
    }

    /// All items.
    pub(super) async fn items(&self, cursor: Option<&str>) -> Result<Rows, PosError> {
        let (permission, expand) = (Permission::Inventory, "categories,itemStock");
        let offset = offset(cursor)?;
        self.page(&Query { path: "/items", permission, expand, filters: &[], limit: ROWS, offset }).await
    }

    /// An item.
    pub(super) async fn item(&self, id: &str) -> Result<Box<RawValue>, PosError> {
        self.one(&format!("/items/{}", segment(id)), &[], Permission::Inventory, "an item").await
    }

    /// Changes fields of an item; the others stay.
    pub(super) async fn put_item(&self, id: &str, fields: &Value) -> Result<(), PosError> {
        let path = format!("/items/{}", segment(id));
        self.call(&path, &[], Some(fields), WRITE_INVENTORY).await.map(drop)
    }

    /// All categories.
    pub(super) async fn categories(&self, cursor: Option<&str>) -> Result<Rows, PosError> {
        let (permission, offset) = (Permission::Inventory, offset(cursor)?);
        self.page(&Query { path: "/categories", permission, expand: "", filters: &[], limit: ROWS, offset })
            .await
    }

    /// All employees.
    pub(super) async fn employees(&self, cursor: Option<&str>) -> Result<Rows, PosError> {
        let (permission, offset) = (Permission::Employees, offset(cursor)?);
        self.page(&Query {
            path: "/employees",
            permission,
            expand: "roles",
            filters: &[],
            limit: ROWS,
            offset,
        })
        .await
    }

    /// Shifts of an employee that began in a span: Clover has no list of all.
    pub(super) async fn shifts(
        &self,
        employee: &str,
        span: Span,
        cursor: Option<&str>,
    ) -> Result<Rows, PosError> {
        let path = format!("/employees/{}/shifts", segment(employee));
        let (permission, offset) = (Permission::Employees, offset(cursor)?);
        let filters = within("inTime", span);
        self.page(&Query { path: &path, permission, expand: "", filters: &filters, limit: ROWS, offset })
            .await
    }

    /// Guests: all, or those whose profiles were made in a span. Clover does not find them by their change.
    pub(super) async fn customers(
        &self,
        since: Option<Span>,
        cursor: Option<&str>,
    ) -> Result<Rows, PosError> {
        let (permission, expand) = (Permission::Customers, "emailAddresses,phoneNumbers,metadata");
        let filters = since.map(|span| within("customerSince", span)).unwrap_or_default();
        let offset = offset(cursor)?;
        self.page(&Query { path: "/customers", permission, expand, filters: &filters, limit: ROWS, offset })
            .await
    }

    async fn page(&self, query: &Query<'_>) -> Result<Rows, PosError> {
        #[derive(Deserialize)]
        struct Page {
            #[serde(default)]
            elements: Vec<Box<RawValue>>,
        }
        let (limit, offset) = (query.limit.to_string(), query.offset.to_string());
        let mut pairs = vec![("limit", limit.as_str()), ("offset", offset.as_str())];
        pairs.extend(query.filters.iter().map(|filter| ("filter", filter.as_str())));
        pairs.extend((!query.expand.is_empty()).then_some(("expand", query.expand)));
        let body = self.get(query.path, &pairs, query.permission).await?;
        let page: Page = serde_json::from_slice(&body).map_err(|e| unreadable("a list", &e))?;
        let count = page.elements.len();
        // The last page is one that is not full.
        let next = (count >= query.limit).then(|| query.offset + count - OVERLAP.min(count / 2));
        Ok(Rows { rows: page.elements, next: next.map(|next| next.to_string()) })
    }

    async fn one(
        &self,
        path: &str,
        query: &[(&str, &str)],
        permission: Permission,
        what: &str,
    ) -> Result<Box<RawValue>, PosError> {
        let body = self.get(path, query, permission).await?;
        serde_json::from_slice(&body).map_err(|e| unreadable(what, &e))
    }

    async fn get(
        &self,
        path: &str,
        query: &[(&str, &str)],
        permission: Permission,
    ) -> Result<Bytes, PosError> {
        self.call(path, query, None, permission.into()).await
    }

    /// A call, which needs a permission of the token.
    async fn call(
        &self,
        path: &str,
        query: &[(&str, &str)],
        body: Option<&Value>,
        permission: &str,
    ) -> Result<Bytes, PosError> {
        match self.send(path, query, body).await? {
            Ok(body) => Ok(body),
            Err(StatusCode::UNAUTHORIZED) if !path.is_empty() => {
                // Clover answers so too where a permission is missing: a token that opens the merchant is one.
                Err(match self.send("", &[], None).await? {
                    Err(StatusCode::UNAUTHORIZED) => PosError::Revoked,
                    _ => lacks(permission),
                })
            }
            Err(StatusCode::UNAUTHORIZED) => Err(PosError::Revoked),
            Err(StatusCode::FORBIDDEN) => Err(lacks(permission)),
            Err(StatusCode::NOT_FOUND) => Err(PosError::Missing),
            // What it says may repeat a part of the request.
            Err(status) => Err(PosError::Refused(status.as_u16().to_string())),
        }
    }

    async fn send(
        &self,
        path: &str,
        query: &[(&str, &str)],
        body: Option<&Value>,
    ) -> Result<Result<Bytes, StatusCode>, PosError> {
        let bearer = format!("Bearer {}", self.token.expose());
        let path = format!("/v3/merchants/{}{path}", segment(&self.merchant));
        let call = Call { path: &path, query, body, authorization: Some(&bearer), headers: &[] };
        Ok(self.http.send(&call).await?.map_err(|refusal| refusal.status))
    }
}

fn lacks(permission: &str) -> PosError {
    PosError::Lacks(permission.to_owned())
}

/// Filters for a time in a span, both ends inclusive.
fn within(field: &str, (from, until): (Timestamp, Timestamp)) -> Vec<String> {
    let (from, until) = (from.as_millisecond(), until.as_millisecond());
    vec![format!("{field}>={from}"), format!("{field}<={until}")]
}

/// Where a page begins.
fn offset(cursor: Option<&str>) -> Result<usize, PosError> {
    let bad = |_| PosError::Unreadable("a place in a list".to_owned());
    cursor.map_or(Ok(0), |cursor| cursor.parse().map_err(bad))
}
