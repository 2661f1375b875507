//! Checks: the list, and one with all that is on it.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use saffron_core::{BusinessDate, Money, PosId};
use saffron_proto::http::read;
use saffron_proto::reports::{self as proto, CheckLine, CheckPayment, CheckSummary, GetCheckRequest};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::some;
use crate::Gateway;
use crate::call::request::InAnyLocation;
use crate::call::{Envelope, list, route};
use crate::http::envelope::{Failure, Failures, envelope};
use crate::http::json::Json;
use crate::reports::call::look_at_scope;
use crate::session::{SessionId, Visitor};

/// The calls about checks.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new().routes(routes!(get_inside_sales)).routes(
        route::<GetCheckRequest, CheckContents, _, _>(
            "get-check-item",
            "One check with its lines and payments.",
            get_check_item,
        ),
    )
}

/// Which checks.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InsideSalesRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    /// A business date, inclusive; a time part is ignored.
    #[schema(value_type = String)]
    start_date: BusinessDate,
    /// A business date, inclusive; a time part is ignored.
    #[schema(value_type = String)]
    end_date: BusinessDate,
    /// Without it: all linked locations.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    /// 1 to 500 rows a page; without it the whole list is sent.
    #[serde(default, deserialize_with = "read::limit")]
    #[schema(value_type = i64, required = false)]
    limit: i32,
    /// `nextCursor` of the page before.
    #[schema(nullable = false)]
    cursor: Option<String>,
    /// Part of a check number, of a payment type or of an employee's name, or an amount such as 24.50; 100
    /// characters at most.
    #[schema(nullable = false)]
    search: Option<String>,
}

/// A check without its lines.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckDetail {
    #[serde(flatten)]
    summary: CheckSummary,
    /// Dollars.
    #[schema(value_type = f64)]
    gross_discounts: Money,
    /// Dollars.
    #[schema(value_type = f64)]
    gross_tax: Money,
    #[schema(required)]
    cashier_name: Option<String>,
    #[schema(required)]
    revenue_center: Option<String>,
    #[schema(required)]
    order_input_type: Option<String>,
    #[schema(required)]
    order_source: Option<String>,
    /// Dollars.
    #[schema(value_type = f64)]
    reward_used: Money,
    #[schema(required)]
    promo_code: Option<String>,
}

/// A page of checks, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckReport {
    check_report_list: Vec<CheckSummary>,
    /// Null on the last page.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// A check with its lines and payments.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckContents {
    check: CheckDetail,
    check_item_list: Vec<CheckLine>,
    payment_list: Vec<CheckPayment>,
}

envelope! {
    /// The answer of `get-inside-sales`.
    GetInsideSalesEnvelope(CheckReport)
}
/// Sales history.
///
/// With `limit` a page, else the whole list.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-inside-sales", operation_id = "getInsideSales",
    tag = "reports", request_body = InsideSalesRequest,
    responses((status = 200, description = "The answer.", body = GetInsideSalesEnvelope), Failures)
)]
async fn get_inside_sales(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<InsideSalesRequest>,
) -> Result<Response, Failure> {
    let entered = gateway.enter(&visitor, Some(&request.session_id)).await?;
    let days = (request.start_date, request.end_date);
    let entered = look_at_scope(&gateway, entered, request.pos_id.as_ref(), days).await?;
    let scope = proto::Scope {
        pos_ids: request.pos_id.map(String::from).into_iter().collect(),
        start_date: request.start_date.to_string(),
        end_date: request.end_date.to_string(),
        group_by: proto::GroupBy::Unspecified.into(),
    };
    let call = proto::ListChecksRequest {
        scope: Some(scope),
        limit: request.limit,
        cursor: request.cursor.unwrap_or_default(),
        search: request.search.unwrap_or_default(),
    };
    let checks = gateway.services.list(&entered.session.token, call).await?;
    list::answer("checkReportList", request.limit, checks).await
}

async fn get_check_item(
    State(gateway): State<Arc<Gateway>>,
    InAnyLocation { caller, request }: InAnyLocation<GetCheckRequest>,
) -> Result<Envelope<CheckContents>, Failure> {
    let found = gateway.services.call(&caller.session.token, request).await?;
    let summary = found.check.unwrap_or_default();
    let check = CheckDetail {
        gross_discounts: Money::from_cents(summary.gross_discounts),
        gross_tax: Money::from_cents(summary.gross_tax),
        cashier_name: some(found.cashier_name),
        revenue_center: some(found.revenue_center),
        order_input_type: some(found.order_input_type),
        order_source: some(found.order_source),
        reward_used: Money::from_cents(found.reward_used),
        promo_code: some(found.promo_code),
        summary,
    };
    Ok(CheckContents { check, check_item_list: found.lines, payment_list: found.payments }.into())
}
