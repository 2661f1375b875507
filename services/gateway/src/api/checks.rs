//! Checks: the list, and one with all that is on it.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use saffron_core::figure::NET_SALES;
use saffron_core::{BusinessDate, CheckId, Money, PosId, Quantity};
use saffron_proto::reports as proto;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{list, some};
use crate::Gateway;
use crate::http::envelope::{Failure, Failures, envelope};
use crate::http::json::Json;
use crate::reports::call::look_at_scope;
use crate::session::{SessionId, Visitor};

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
    #[schema(nullable = false)]
    limit: Option<i64>,
    /// `nextCursor` of the page before.
    #[schema(nullable = false)]
    cursor: Option<String>,
    /// Part of a check number, of a payment type or of an employee's name, or an amount such as 24.50; 100
    /// characters at most.
    #[schema(nullable = false)]
    search: Option<String>,
}

/// Which check.
#[derive(Deserialize, ToSchema)]
pub struct CheckItemRequest {
    #[serde(rename = "sessionID")]
    #[schema(value_type = String)]
    session_id: SessionId,
    #[serde(rename = "posCheckID")]
    #[schema(value_type = String)]
    pos_check_id: CheckId,
    /// Required if more than one linked location has such a check.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
}

/// A check in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckSummary {
    #[serde(rename = "posID")]
    pos_id: String,
    #[serde(rename = "posCheckID")]
    pos_check_id: String,
    /// YYYY-MM-DD.
    business_date: String,
    /// Wall time of the location, YYYY-MM-DDTHH:mm:ss.
    #[schema(required)]
    open_time: Option<String>,
    /// Wall time of the location, YYYY-MM-DDTHH:mm:ss.
    close_time: String,
    /// Dollars.
    #[schema(value_type = f64)]
    gross_sales: Money,
    /// Dollars.
    #[schema(value_type = f64)]
    net_sales: Money,
    /// Payments with tips; dollars.
    #[schema(value_type = f64)]
    gross_payment: Money,
    /// Dollars.
    #[schema(value_type = f64)]
    gross_tips: Money,
    /// Guests.
    gross_cover: i64,
    #[schema(required)]
    table: Option<String>,
    #[serde(rename = "employeeID")]
    #[schema(required)]
    employee_id: Option<String>,
    #[schema(required)]
    employee_name: Option<String>,
    #[schema(required)]
    order_type: Option<String>,
    payment_types: Vec<String>,
    /// Struck as a whole.
    voided: bool,
    /// The check it refunds.
    #[schema(required)]
    refund_of: Option<String>,
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

/// A line of a check.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckItem {
    #[serde(rename = "posItemID")]
    pos_item_id: String,
    item_name: String,
    #[schema(required)]
    major_category: Option<String>,
    #[schema(required)]
    minor_category: Option<String>,
    /// Pieces, three decimals.
    #[schema(value_type = f64)]
    quantity: Quantity,
    /// Of one; dollars.
    #[schema(value_type = f64)]
    price: Money,
    /// Of the line; dollars.
    #[schema(value_type = f64)]
    amount: Money,
    /// Of one; dollars, null if unknown.
    #[schema(value_type = Option<f64>, required)]
    cost: Option<Money>,
    /// Dollars.
    #[schema(value_type = f64)]
    discount: Money,
    /// Dollars.
    #[schema(value_type = f64)]
    tax: Money,
    voided: bool,
}

/// A payment of a check.
#[derive(Debug, Serialize, ToSchema)]
pub struct CheckPayment {
    r#type: String,
    /// Without the tip; dollars.
    #[schema(value_type = f64)]
    amount: Money,
    /// Dollars.
    #[schema(value_type = f64)]
    tip: Money,
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
    check_item_list: Vec<CheckItem>,
    payment_list: Vec<CheckPayment>,
}

envelope! {
    /// The answer of `get-inside-sales`.
    GetInsideSalesEnvelope(CheckReport)
}
envelope! {
    /// The answer of `get-check-item`.
    GetCheckItemEnvelope(CheckContents)
}

impl From<proto::CheckSummary> for CheckSummary {
    fn from(check: proto::CheckSummary) -> CheckSummary {
        let sums = proto::Sums {
            gross_sales: check.gross_sales,
            gross_discounts: check.gross_discounts,
            ..proto::Sums::default()
        };
        CheckSummary {
            pos_id: check.pos_id,
            pos_check_id: check.pos_check_id,
            business_date: check.business_date,
            open_time: some(check.open_time),
            close_time: check.close_time,
            gross_sales: Money::from_cents(check.gross_sales),
            net_sales: Money::from_cents(NET_SALES.value_or_zero(&sums)),
            gross_payment: Money::from_cents(check.gross_payment),
            gross_tips: Money::from_cents(check.gross_tips),
            gross_cover: check.gross_cover,
            table: some(check.table),
            employee_id: some(check.employee_id),
            employee_name: some(check.employee_name),
            order_type: some(check.order_type),
            payment_types: check.payment_types,
            voided: check.voided,
            refund_of: some(check.refund_of),
        }
    }
}

/// Sales history.
///
/// With `limit` a page, else the whole list.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-inside-sales", operation_id = "getInsideSales",
    tag = "reports", request_body = InsideSalesRequest,
    responses((status = 200, description = "The answer.", body = GetInsideSalesEnvelope), Failures)
)]
pub async fn get_inside_sales(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<InsideSalesRequest>,
) -> Result<Response, Failure> {
    let limit = list::limit_of(request.limit)?;
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
        limit,
        cursor: request.cursor.unwrap_or_default(),
        search: request.search.unwrap_or_default(),
    };
    let checks = gateway.services.list(&entered.session.token, call).await?;
    list::answer::<_, CheckSummary>("checkReportList", limit, checks).await
}

/// One check with its lines and payments.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-check-item", operation_id = "getCheckItem",
    tag = "reports", request_body = CheckItemRequest,
    responses((status = 200, description = "The answer.", body = GetCheckItemEnvelope), Failures)
)]
pub async fn get_check_item(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<CheckItemRequest>,
) -> Result<GetCheckItemEnvelope, Failure> {
    let mut entered = gateway.enter(&visitor, Some(&request.session_id)).await?;
    if let Some(pos_id) = &request.pos_id {
        entered = gateway.with_location(entered, pos_id).await?;
    }
    let call = proto::GetCheckRequest {
        pos_id: request.pos_id.map(String::from).unwrap_or_default(),
        pos_check_id: request.pos_check_id.into(),
    };
    let found = gateway.services.call(&entered.session.token, call).await?;
    let check = found.check.unwrap_or_default();
    let detail = CheckDetail {
        gross_discounts: Money::from_cents(check.gross_discounts),
        gross_tax: Money::from_cents(check.gross_tax),
        cashier_name: some(found.cashier_name),
        revenue_center: some(found.revenue_center),
        order_input_type: some(found.order_input_type),
        order_source: some(found.order_source),
        reward_used: Money::from_cents(found.reward_used),
        promo_code: some(found.promo_code),
        summary: check.into(),
    };
    let check_item_list = found.lines.into_iter().map(line).collect();
    let payment_list = found
        .payments
        .into_iter()
        .map(|payment| CheckPayment {
            r#type: payment.r#type,
            amount: Money::from_cents(payment.amount),
            tip: Money::from_cents(payment.tip),
        })
        .collect();
    Ok(CheckContents { check: detail, check_item_list, payment_list }.into())
}

fn line(line: proto::CheckLine) -> CheckItem {
    CheckItem {
        pos_item_id: line.pos_item_id,
        item_name: line.item_name,
        major_category: some(line.major_category),
        minor_category: some(line.minor_category),
        quantity: Quantity::from_milli(line.quantity),
        price: Money::from_cents(line.price),
        amount: Money::from_cents(line.amount),
        cost: line.cost.map(Money::from_cents),
        discount: Money::from_cents(line.discount),
        tax: Money::from_cents(line.tax),
        voided: line.voided,
    }
}
