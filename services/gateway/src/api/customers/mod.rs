//! Guests: the list, one with rewards and points, and what a guest may ask for: a copy of their data, and to be
//! forgotten.

mod export;
pub mod rewards;
pub mod shape;

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use saffron_core::{CustomerId, PosId};
use saffron_proto::customers as proto;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use self::shape::{Customer, PointsEntry, Reward, Twin};
use super::list;
use crate::Gateway;
use crate::http::envelope::{Failure, Failures, Null, envelope};
use crate::http::json::Json;
use crate::session::{SessionId, Visitor};

/// What is said where a location has to be chosen first (spec.md, section 8).
const CHOOSE: &str = "Please select location to view your customers.";

/// Which guests.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomersListRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    /// 1 to 500 rows a page; without it the whole list is sent.
    #[schema(nullable = false)]
    limit: Option<i64>,
    /// `nextCursor` of the page before.
    #[schema(nullable = false)]
    cursor: Option<String>,
    /// Part of a name, an email or a phone number; 100 characters at most.
    #[schema(nullable = false)]
    search: Option<String>,
}

/// Which guest.
#[derive(Deserialize, ToSchema)]
pub struct CustomerRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    #[serde(rename = "posCustomerID")]
    #[schema(value_type = String)]
    pos_customer_id: CustomerId,
}

/// Which movements of points.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerPointsRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    #[serde(rename = "posCustomerID")]
    #[schema(value_type = String)]
    pos_customer_id: CustomerId,
    /// 1 to 500 rows a page; without it the whole list is sent.
    #[schema(nullable = false)]
    limit: Option<i64>,
    /// `nextCursor` of the page before.
    #[schema(nullable = false)]
    cursor: Option<String>,
}

/// Which guest, and who else is the same person.
#[derive(Deserialize, ToSchema)]
pub struct EraseCustomerRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    #[serde(rename = "posCustomerID")]
    #[schema(value_type = String)]
    pos_customer_id: CustomerId,
    /// The same person under other ids, as `get-customer-twins` lists them; 100 at most. Others stay.
    #[serde(rename = "alsoErase", default)]
    #[schema(value_type = Vec<String>, nullable = false, required = false)]
    also_erase: Vec<CustomerId>,
}

/// A page of guests, the latest visit first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerList {
    customer_list: Vec<Customer>,
    /// Null on the last page.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// A page of movements, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointsList {
    points_list: Vec<PointsEntry>,
    /// Null on the last page.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// A page of guests who share an address with another one, by id.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TwinList {
    twin_list: Vec<Twin>,
    /// Null on the last page.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// A guest and their rewards, newest first, 100 at most.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerDetail {
    customer: Customer,
    reward_list: Vec<Reward>,
}

envelope! {
    /// The answer of `get-customers-list`.
    GetCustomersListEnvelope(CustomerList)
}
envelope! {
    /// The answer of `get-customer`.
    GetCustomerEnvelope(CustomerDetail)
}
envelope! {
    /// The answer of `get-customer-points`.
    GetCustomerPointsEnvelope(PointsList)
}
envelope! {
    /// The answer of `get-customer-twins`.
    GetCustomerTwinsEnvelope(TwinList)
}
envelope! {
    /// The answer of `erase-customer`.
    EraseCustomerEnvelope(null)
}

/// The answer of `export-customer`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExportCustomerEnvelope {
    /// The HTTP status.
    status: u16,
    /// All data about the guest.
    #[schema(value_type = Object)]
    body: Box<RawValue>,
    /// Empty.
    message: &'static str,
}

/// Guests.
///
/// With `limit` a page, else the whole list.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-customers-list", operation_id = "getCustomersList",
    tag = "customers", request_body = CustomersListRequest,
    responses((status = 200, description = "The answer.", body = GetCustomersListEnvelope), Failures)
)]
pub async fn get_customers_list(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<CustomersListRequest>,
) -> Result<Response, Failure> {
    let limit = list::limit_of(request.limit)?;
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let call = proto::ListCustomersRequest {
        pos_id: pos_id.into(),
        limit,
        cursor: request.cursor.unwrap_or_default(),
        search: request.search.unwrap_or_default(),
    };
    let customers = gateway.services.list(&entered.session.token, call).await?;
    list::answer::<_, Customer>("customerList", limit, customers).await
}

/// One guest.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-customer", operation_id = "getCustomer",
    tag = "customers", request_body = CustomerRequest,
    responses((status = 200, description = "The answer.", body = GetCustomerEnvelope), Failures)
)]
pub async fn get_customer(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<CustomerRequest>,
) -> Result<GetCustomerEnvelope, Failure> {
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let call =
        proto::GetCustomerRequest { pos_id: pos_id.into(), pos_customer_id: request.pos_customer_id.into() };
    let found = gateway.services.call(&entered.session.token, call).await?;
    Ok(CustomerDetail {
        customer: found.customer.unwrap_or_default().into(),
        reward_list: found.rewards.into_iter().map(Reward::from).collect(),
    }
    .into())
}

/// Movements of a guest's points.
///
/// With `limit` a page, else the whole list.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-customer-points", operation_id = "getCustomerPoints",
    tag = "customers", request_body = CustomerPointsRequest,
    responses((status = 200, description = "The answer.", body = GetCustomerPointsEnvelope), Failures)
)]
pub async fn get_customer_points(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<CustomerPointsRequest>,
) -> Result<Response, Failure> {
    let limit = list::limit_of(request.limit)?;
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let call = proto::ListPointsRequest {
        pos_id: pos_id.into(),
        pos_customer_id: request.pos_customer_id.into(),
        limit,
        cursor: request.cursor.unwrap_or_default(),
    };
    let entries = gateway.services.list(&entered.session.token, call).await?;
    list::answer::<_, PointsEntry>("pointsList", limit, entries).await
}

/// A copy of all data about a guest.
///
/// Who it is, figures, rewards, points and checks; under `marketing` addresses, consents, messages and texts. `complete` is
/// false where there is more than a copy holds.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/export-customer", operation_id = "exportCustomer",
    tag = "customers", request_body = CustomerRequest,
    responses((status = 200, description = "The copy.", body = ExportCustomerEnvelope), Failures)
)]
pub async fn export_customer(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<CustomerRequest>,
) -> Result<axum::Json<ExportCustomerEnvelope>, Failure> {
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let body = export::document(&gateway, &entered.session.token, &pos_id, &request.pos_customer_id).await?;
    Ok(axum::Json(ExportCustomerEnvelope { status: 200, body, message: "" }))
}

/// Other guests with the same email or phone.
///
/// They may be the same person, or a family, or an office. A placeholder that a POS fills in is no email or phone. With
/// `limit` a page, else the whole list.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-customer-twins", operation_id = "getCustomerTwins",
    tag = "customers", request_body = CustomerPointsRequest,
    responses((status = 200, description = "The answer.", body = GetCustomerTwinsEnvelope), Failures)
)]
pub async fn get_customer_twins(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<CustomerPointsRequest>,
) -> Result<Response, Failure> {
    let limit = list::limit_of(request.limit)?;
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let call = proto::ListTwinsRequest {
        pos_id: pos_id.into(),
        pos_customer_id: request.pos_customer_id.into(),
        limit,
        cursor: request.cursor.unwrap_or_default(),
    };
    let twins = gateway.services.list(&entered.session.token, call).await?;
    list::answer::<_, Twin>("twinList", limit, twins).await
}

/// Erase a guest for good.
///
/// Name, email and phone go; visits, spend and points stay as figures of nobody. It cannot be undone. Other guests with
/// the same email or phone stay, unless they are named in `alsoErase`.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/erase-customer", operation_id = "eraseCustomer",
    tag = "customers", request_body = EraseCustomerRequest,
    responses((status = 200, description = "Erased.", body = EraseCustomerEnvelope), Failures)
)]
pub async fn erase_customer(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<EraseCustomerRequest>,
) -> Result<EraseCustomerEnvelope, Failure> {
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let call = proto::EraseCustomerRequest {
        pos_id: pos_id.into(),
        pos_customer_id: request.pos_customer_id.into(),
        also_erase: request.also_erase.into_iter().map(String::from).collect(),
    };
    gateway.services.call(&entered.session.token, call).await?;
    Ok(Null.into())
}
