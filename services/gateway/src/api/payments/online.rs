//! What online orders bring: the running week, and the weeks before it.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use saffron_core::{Money, PosId};
use saffron_proto::payments as proto;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::CHOOSE;
use crate::Gateway;
use crate::api::list;
use crate::http::envelope::{Failure, Failures, envelope};
use crate::http::json::Json;
use crate::session::{SessionId, Visitor};

/// Which location.
#[derive(Deserialize, ToSchema)]
pub struct CurrentWeekPayoutRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// Required if the caller has access to more than one location.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
}

/// Which weeks.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayoutHistoryRequest {
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
}

/// A week of online orders, Monday to Sunday.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WeekPayout {
    /// Its Monday, YYYY-MM-DD.
    week_start: String,
    /// Its Sunday, YYYY-MM-DD.
    week_end: String,
    /// The Wednesday after, on which it is paid; YYYY-MM-DD.
    payment_date: String,
    /// Refunds are none.
    orders: i64,
    /// Payments with tips, less refunds; dollars.
    #[schema(value_type = f64)]
    gross_payment: Money,
    /// 2.7 percent and 5 cents of each order; a refund gives none of it back. Dollars.
    #[schema(value_type = f64)]
    fee: Money,
    /// What is paid out, dollars.
    #[schema(value_type = f64)]
    amount: Money,
}

impl From<proto::WeekPayout> for WeekPayout {
    fn from(week: proto::WeekPayout) -> WeekPayout {
        WeekPayout {
            week_start: week.week_start,
            week_end: week.week_end,
            payment_date: week.payment_date,
            orders: week.orders,
            gross_payment: Money::from_cents(week.charged),
            fee: Money::from_cents(week.fee),
            amount: Money::from_cents(week.amount),
        }
    }
}

/// A page of weeks, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayoutHistoryList {
    payout_history_list: Vec<WeekPayout>,
    /// Null on the last page.
    #[schema(required)]
    next_cursor: Option<String>,
}

envelope! {
    /// The answer of `get-onlineorder-currentweek-payout`.
    CurrentWeekPayoutEnvelope(WeekPayout)
}
envelope! {
    /// The answer of `get-onlineorder-payout-history`.
    PayoutHistoryEnvelope(PayoutHistoryList)
}

/// The running week of online orders.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-onlineorder-currentweek-payout",
    operation_id = "getOnlineorderCurrentweekPayout", tag = "payments", request_body = CurrentWeekPayoutRequest,
    responses((status = 200, description = "The answer.", body = CurrentWeekPayoutEnvelope), Failures)
)]
pub async fn get_onlineorder_currentweek_payout(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<CurrentWeekPayoutRequest>,
) -> Result<CurrentWeekPayoutEnvelope, Failure> {
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let call = proto::GetCurrentWeekPayoutRequest { pos_id: pos_id.into() };
    let week = gateway.services.call(&entered.session.token, call).await?.week.unwrap_or_default();
    Ok(WeekPayout::from(week).into())
}

/// The weeks of online orders before the running one.
///
/// With `limit` a page, else the whole list.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-onlineorder-payout-history",
    operation_id = "getOnlineorderPayoutHistory", tag = "payments", request_body = PayoutHistoryRequest,
    responses((status = 200, description = "The weeks.", body = PayoutHistoryEnvelope), Failures)
)]
pub async fn get_onlineorder_payout_history(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<PayoutHistoryRequest>,
) -> Result<Response, Failure> {
    let (entered, pos_id) =
        gateway.enter_location(&visitor, &request.session_id, request.pos_id, CHOOSE).await?;
    let limit = list::limit_of(request.limit)?;
    let cursor = request.cursor.unwrap_or_default();
    let call = proto::ListPayoutHistoryRequest { pos_id: pos_id.into(), limit, cursor };
    let weeks = gateway.services.list(&entered.session.token, call).await?;
    list::answer::<_, WeekPayout>("payoutHistoryList", limit, weeks).await
}
