//! Promotions: what is on offer, will be, and was.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use saffron_core::PosId;
use saffron_proto::inventory as proto;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{CHOOSE, Item, days_of};
use crate::Gateway;
use crate::api::list;
use crate::http::envelope::{Failure, Failures, envelope};
use crate::http::json::Json;
use crate::session::{SessionId, Visitor};

/// Which promotions.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromotionsRequest {
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
    /// Part of an item's name or of a code; 100 characters at most.
    #[schema(nullable = false)]
    search: Option<String>,
    /// With those that have ended.
    #[schema(nullable = false)]
    ended: Option<bool>,
}

/// Whether a promotion may be used today.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum PromotionState {
    /// It may.
    Valid,
    /// Not yet.
    ToCome,
    /// No more.
    Ended,
}

/// An offer of an item on some days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Promotion {
    /// What a check carries; the QR code holds it.
    promo_code: String,
    off_percentage: i32,
    /// First moment of the first day, wall time of the location, YYYY-MM-DDTHH:mm:ss.
    valid_from: String,
    /// Last second of the last day, wall time of the location, YYYY-MM-DDTHH:mm:ss.
    valid_until: String,
    state: PromotionState,
    /// Checks that carried the code on its days, without voids and refunds.
    redemptions: i64,
    /// The current state.
    item: Item,
}

impl From<proto::Promotion> for Promotion {
    fn from(promotion: proto::Promotion) -> Promotion {
        let state = match promotion.state() {
            proto::PromotionState::Valid => PromotionState::Valid,
            proto::PromotionState::ToCome => PromotionState::ToCome,
            proto::PromotionState::Unspecified | proto::PromotionState::Ended => PromotionState::Ended,
        };
        let (off_percentage, valid_from, valid_until) = days_of(promotion.offer.as_ref());
        Promotion {
            promo_code: promotion.promo_code,
            off_percentage,
            valid_from: valid_from.unwrap_or_default(),
            valid_until: valid_until.unwrap_or_default(),
            state,
            redemptions: promotion.redemptions,
            item: promotion.item.unwrap_or_default().into(),
        }
    }
}

/// A page of promotions: valid ones, those to come, those that have ended; each by name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromotionList {
    promotion_list: Vec<Promotion>,
    /// Null on the last page.
    #[schema(required)]
    next_cursor: Option<String>,
}

envelope! {
    /// The answer of `get-promotions`.
    GetPromotionsEnvelope(PromotionList)
}

/// Promotions.
///
/// With `limit` a page, else the whole list.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-promotions", operation_id = "getPromotions",
    tag = "menu", request_body = PromotionsRequest,
    responses((status = 200, description = "The answer.", body = GetPromotionsEnvelope), Failures)
)]
pub async fn get_promotions(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<PromotionsRequest>,
) -> Result<Response, Failure> {
    let limit = list::limit_of(request.limit)?;
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let call = proto::ListPromotionsRequest {
        pos_id: pos_id.into(),
        limit,
        cursor: request.cursor.unwrap_or_default(),
        search: request.search.unwrap_or_default(),
        ended: request.ended.unwrap_or_default(),
    };
    let promotions = gateway.services.list(&entered.session.token, call).await?;
    list::answer::<_, Promotion>("promotionList", limit, promotions).await
}
