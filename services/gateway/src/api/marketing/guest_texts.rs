//! What guests wrote by text.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use saffron_core::PosId;
use saffron_proto::marketing as proto;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::CHOOSE;
use crate::Gateway;
use crate::api::{list, some};
use crate::http::envelope::{Failure, Failures, envelope};
use crate::http::json::Json;
use crate::session::{SessionId, Visitor};

/// Which texts of guests.
#[derive(Deserialize, ToSchema)]
pub struct GuestTextsRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    /// Only this text; the id is in the target of a communication.
    #[serde(rename = "textID")]
    #[schema(nullable = false)]
    text_id: Option<String>,
    /// 1 to 500 rows a page; without it the whole list is sent.
    #[schema(nullable = false)]
    limit: Option<i64>,
    /// `nextCursor` of the page before.
    #[schema(nullable = false)]
    cursor: Option<String>,
}

/// A text that a guest wrote. Kept 90 days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestText {
    #[serde(rename = "textID")]
    text_id: String,
    /// Wall time of the location, YYYY-MM-DDTHH:mm:ss.
    at: String,
    /// Null: no guest of the location has this number.
    #[serde(rename = "posCustomerID")]
    #[schema(required)]
    pos_customer_id: Option<String>,
    #[schema(required)]
    first_name: Option<String>,
    #[schema(required)]
    last_name: Option<String>,
    /// Ten digits.
    phone: String,
    /// 1,600 characters at most, with line breaks.
    body: String,
    /// Pictures and other files that came with it; they are not kept.
    attachments: i32,
}

impl From<proto::GuestText> for GuestText {
    fn from(text: proto::GuestText) -> GuestText {
        GuestText {
            text_id: text.text_id,
            at: text.at,
            pos_customer_id: some(text.pos_customer_id),
            first_name: some(text.first_name),
            last_name: some(text.last_name),
            phone: text.phone,
            body: text.body,
            attachments: text.attachments,
        }
    }
}

/// A page of texts, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestTextList {
    text_list: Vec<GuestText>,
    /// Null: nothing follows.
    #[schema(required)]
    next_cursor: Option<String>,
}

envelope! {
    /// The answer of `get-guest-texts`.
    GetGuestTextsEnvelope(GuestTextList)
}

/// Texts from guests, except opt-outs, opt-ins and HELP. They belong to the location that texted the guest last.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-guest-texts", operation_id = "getGuestTexts",
    tag = "marketing", request_body = GuestTextsRequest,
    responses((status = 200, description = "The answer.", body = GetGuestTextsEnvelope), Failures)
)]
pub async fn get_guest_texts(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<GuestTextsRequest>,
) -> Result<Response, Failure> {
    let limit = list::limit_of(request.limit)?;
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let call = proto::ListGuestTextsRequest {
        pos_id: pos_id.into(),
        limit,
        cursor: request.cursor.unwrap_or_default(),
        text_id: request.text_id.unwrap_or_default(),
    };
    let rows = gateway.services.list(&entered.session.token, call).await?;
    list::answer::<_, GuestText>("textList", limit, rows).await
}
