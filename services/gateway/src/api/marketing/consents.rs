//! What guests agreed to and refused.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use saffron_core::{CustomerId, PosId};
use saffron_proto::marketing as proto;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::CHOOSE;
use super::people::Consent;
use super::shape::{Channel, Exclusion};
use crate::Gateway;
use crate::api::list;
use crate::http::envelope::{Failure, Failures, envelope};
use crate::http::json::Json;
use crate::session::{SessionId, Visitor};

/// Which guest's consents.
#[derive(Deserialize, ToSchema)]
pub struct CustomerConsentsRequest {
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

/// A guest's wish, recorded by an owner.
#[derive(Deserialize, ToSchema)]
pub struct UpdateCustomerConsentRequest {
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
    channel: Channel,
    granted: bool,
}

/// A page of a guest's consents and refusals, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConsentList {
    consent_list: Vec<Consent>,
    /// Null: nothing follows.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// Whether a guest may be written to.
#[derive(Debug, Serialize, ToSchema)]
pub struct CustomerConsent {
    /// Null: may get messages.
    #[schema(required)]
    exclusion: Option<Exclusion>,
}

envelope! {
    /// The answer of `get-customer-consents`.
    GetCustomerConsentsEnvelope(ConsentList)
}
envelope! {
    /// The answer of `update-customer-consent`.
    UpdateCustomerConsentEnvelope(CustomerConsent)
}

/// A guest's consents and refusals, and how each was given.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-customer-consents",
    operation_id = "getCustomerConsents", tag = "marketing", request_body = CustomerConsentsRequest,
    responses((status = 200, description = "The answer.", body = GetCustomerConsentsEnvelope), Failures)
)]
pub async fn get_customer_consents(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<CustomerConsentsRequest>,
) -> Result<Response, Failure> {
    let limit = list::limit_of(request.limit)?;
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let call = proto::ListConsentsRequest {
        pos_id: pos_id.into(),
        pos_customer_id: request.pos_customer_id.into(),
        limit,
        cursor: request.cursor.unwrap_or_default(),
    };
    let rows = gateway.services.list(&entered.session.token, call).await?;
    list::answer::<_, Consent>("consentList", limit, rows).await
}

/// Record a guest's wish. The guest's own opt-out outranks it.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/update-customer-consent",
    operation_id = "updateCustomerConsent", tag = "marketing", request_body = UpdateCustomerConsentRequest,
    responses((status = 200, description = "The current state.", body = UpdateCustomerConsentEnvelope), Failures)
)]
pub async fn update_customer_consent(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<UpdateCustomerConsentRequest>,
) -> Result<UpdateCustomerConsentEnvelope, Failure> {
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let call = proto::NoteConsentRequest {
        pos_id: pos_id.into(),
        pos_customer_id: request.pos_customer_id.into(),
        channel: request.channel.wire(),
        granted: request.granted,
    };
    let now = gateway.services.call(&entered.session.token, call).await?;
    Ok(CustomerConsent { exclusion: Exclusion::of(now.exclusion) }.into())
}
