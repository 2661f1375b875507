//! Checks: the list, and one with its lines and payments.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use futures::TryStreamExt as _;
use http::HeaderMap;
use saffron_core::{BusinessDate, Money, PosId};
use saffron_proto::customers::{FindVisitsRequest, Visit};
use saffron_proto::http::read;
use saffron_proto::reports::{
    self as proto, CheckDiscount, CheckLine, CheckOfLocation, CheckPayment, CheckSummary, CheckTax,
    FindChecksRequest, FindChecksResponse, GetCheckRequest, GetDateMoveRequest, GetDateMoveResponse,
    GetGiftCardsRequest, GetGiftCardsResponse, GetWagesRequest, GetWagesResponse, ListOpenChecksRequest,
    ListOpenChecksResponse, PauseDateMoveRequest, PauseDateMoveResponse, ServiceCharge, SetWageRequest,
    SetWageResponse,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::some;
use crate::Gateway;
use crate::call::file::{self, ListFile, Origin, count, dollars, text, time};
use crate::call::request::{InAnyLocation, InLocation, SignedIn, requests};
use crate::call::{list, route, route_or_file};
use crate::http::csv;
use crate::http::envelope::{Envelope, Failure};
use crate::reports::call::check_scope;

/// The calls about checks.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(route_or_file::<InsideSalesRequest, CheckReport, _, _>(
            "get-inside-sales",
            "Sales history.\n\nWith `limit` a page, else the whole list.",
            get_inside_sales,
        ))
        .routes(route::<FindChecksRequest, FindChecksResponse, _, _>(
            "find-checks",
            "Checks of all dates at all of the caller's locations, newest first.",
            find_checks,
        ))
        .routes(route::<ListOpenChecksRequest, ListOpenChecksResponse, _, _>(
            "get-open-checks",
            "Checks that are not closed yet, the oldest first.",
            get_open_checks,
        ))
        .routes(route::<GetGiftCardsRequest, GetGiftCardsResponse, _, _>(
            "get-gift-card-liability",
            "What guests hold on gift cards and deposits, by location.",
            get_gift_card_liability,
        ))
        .routes(route::<GetDateMoveRequest, GetDateMoveResponse, _, _>(
            "get-date-move",
            "How far sales and shifts are moved after the start of the day was changed.",
            get_date_move,
        ))
        .routes(route::<PauseDateMoveRequest, PauseDateMoveResponse, _, _>(
            "pause-date-move",
            "Pause the move to other business dates, or go on with it.",
            pause_date_move,
        ))
        .routes(route::<GetWagesRequest, GetWagesResponse, _, _>(
            "get-wages",
            "The wages that were entered for shifts whose POS sends none, and the shifts that have none.",
            get_wages,
        ))
        .routes(route::<SetWageRequest, SetWageResponse, _, _>(
            "set-wage",
            "Enter the wage of an employee or a job from a date on, or take it back; the shifts are counted again.",
            set_wage,
        ))
        .routes(route::<GetCheckRequest, CheckContents, _, _>(
            "get-check-item",
            "One check with its lines and payments.",
            get_check_item,
        ))
}

/// Guests are found by customers, whose visits reports adds to what it finds itself.
async fn find_checks(
    State(gateway): State<Arc<Gateway>>,
    SignedIn { caller, mut request, .. }: SignedIn<FindChecksRequest>,
) -> Result<Envelope<FindChecksResponse>, Failure> {
    let token = &caller.session.token;
    let guests = FindVisitsRequest { search: request.search.clone() };
    let visits = gateway.services.call(token, guests).await?.visits.into_iter();
    request.visits =
        visits.map(|Visit { pos_id, pos_check_id }| CheckOfLocation { pos_id, pos_check_id }).collect();
    Ok(gateway.services.call(token, request).await?.into())
}

/// Which checks.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InsideSalesRequest {
    #[serde(rename = "sessionID")]
    _session_id: String,
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
    /// `nextCursor` of the previous page.
    #[schema(nullable = false)]
    cursor: Option<String>,
    /// Only checks with `exceptions`.
    #[serde(default)]
    #[schema(required = false)]
    only_exceptions: bool,
    /// Part of a check number, of a payment type or of an employee's name, or an amount such as 24.50; 100
    /// characters at most.
    #[schema(nullable = false)]
    search: Option<String>,
}

requests! { InsideSalesRequest as StreamedCall: proto::ListChecksRequest; }

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
    cashier_name: Option<String>,
    revenue_center: Option<String>,
    order_input_type: Option<String>,
    order_source: Option<String>,
    /// Dollars.
    #[schema(value_type = f64)]
    reward_used: Money,
    promo_code: Option<String>,
    /// What of the whole check's discount has a name.
    discounts: Vec<CheckDiscount>,
    taxes: Vec<CheckTax>,
    /// Of its void.
    reason: Option<String>,
    /// The manager's name.
    approved_by: Option<String>,
    /// The id that the POS sent, where posCheckID stands for one that does not fit.
    #[serde(rename = "sentCheckID")]
    sent_check_id: Option<String>,
    service_charges: Vec<ServiceCharge>,
    /// Gift cards and deposits sold, dollars.
    #[schema(value_type = f64)]
    gross_deferred: Money,
    /// By which the check was rounded, dollars; positive if more was due.
    #[schema(value_type = f64)]
    gross_rounding: Money,
    /// Tax that a marketplace owes, dollars; not part of `grossTax`.
    #[schema(value_type = f64)]
    marketplace_tax: Money,
}

/// A page of checks, newest first.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes what `list::answer` writes")]
pub struct CheckReport {
    check_report_list: Vec<CheckSummary>,
    /// Null on the last page.
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

/// Checks as a file.
static CHECKS: ListFile = ListFile {
    title: "checks",
    columns: &[
        text("Date", "/businessDate"),
        time("Opened", "/openTime"),
        time("Closed", "/closeTime"),
        text("Check", "/posCheckID"),
        text("Table", "/table"),
        count("Covers", "/grossCover"),
        text("Employee", "/employeeName"),
        text("Order type", "/orderType"),
        dollars("Gross sales", "/grossSales"),
        dollars("Net sales", "/netSales"),
        dollars("Tips", "/grossTips"),
        dollars("Payments with tips", "/grossPayment"),
        text("Payment types", "/paymentTypes"),
        text("Voided", "/voided"),
        text("Refund of", "/refundOf"),
        dollars("Out of balance", "/outOfBalance"),
        text("Exceptions", "/exceptions"),
        text("Processors", "/processors"),
        text("Payment IDs", "/paymentIDs"),
        dollars("Processor fees", "/processorFee"),
    ],
};

/// A check in the file, with what its payments say of other processors.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct CheckInFile {
    processors: Vec<String>,
    #[serde(rename = "paymentIDs")]
    payment_ids: Vec<String>,
    processor_fee: Option<Money>,
    #[serde(flatten)]
    summary: CheckSummary,
}

impl CheckInFile {
    fn of(summary: CheckSummary) -> CheckInFile {
        CheckInFile {
            processors: summary.processors.clone(),
            payment_ids: summary.payment_ids.clone(),
            processor_fee: summary.processor_fee.map(Money::from_cents),
            summary,
        }
    }
}

async fn get_inside_sales(
    State(gateway): State<Arc<Gateway>>,
    headers: HeaderMap,
    SignedIn { caller, request, .. }: SignedIn<InsideSalesRequest>,
) -> Result<Response, Failure> {
    let days = (request.start_date, request.end_date);
    let caller = check_scope(&gateway, caller, request.pos_id.as_ref(), days).await?;
    let pos_id = request.pos_id.clone();
    let scope = proto::Scope {
        pos_ids: request.pos_id.map(String::from).into_iter().collect(),
        start_date: request.start_date.to_string(),
        end_date: request.end_date.to_string(),
        group_by: proto::GroupBy::Unspecified.into(),
    };
    let as_file = csv::is_wanted(&headers);
    let call = proto::ListChecksRequest {
        scope: Some(scope),
        limit: request.limit,
        cursor: request.cursor.unwrap_or_default(),
        search: request.search.unwrap_or_default(),
        only_exceptions: request.only_exceptions,
        with_payments: as_file,
    };
    let checks = gateway.services.list(&caller.session.token, call).await?;
    if as_file {
        let origin = Origin::of(&gateway, &caller.session, pos_id.as_ref()).await?;
        return file::of_rows(&CHECKS, origin, file::rows_of(checks).map_ok(CheckInFile::of)).await;
    }
    list::answer("checkReportList", request.limit, checks, None).await
}

async fn get_open_checks(
    State(gateway): State<Arc<Gateway>>,
    InAnyLocation { caller, request }: InAnyLocation<ListOpenChecksRequest>,
) -> Result<Envelope<ListOpenChecksResponse>, Failure> {
    Ok(gateway.services.call(&caller.session.token, request).await?.into())
}

async fn get_gift_card_liability(
    State(gateway): State<Arc<Gateway>>,
    InAnyLocation { caller, request }: InAnyLocation<GetGiftCardsRequest>,
) -> Result<Envelope<GetGiftCardsResponse>, Failure> {
    Ok(gateway.services.call(&caller.session.token, request).await?.into())
}

async fn get_date_move(
    State(gateway): State<Arc<Gateway>>,
    InLocation { caller, request, .. }: InLocation<GetDateMoveRequest>,
) -> Result<Envelope<GetDateMoveResponse>, Failure> {
    Ok(gateway.services.call(&caller.session.token, request).await?.into())
}

async fn pause_date_move(
    State(gateway): State<Arc<Gateway>>,
    InLocation { caller, request, .. }: InLocation<PauseDateMoveRequest>,
) -> Result<Envelope<PauseDateMoveResponse>, Failure> {
    Ok(gateway.services.call(&caller.session.token, request).await?.into())
}

async fn get_wages(
    State(gateway): State<Arc<Gateway>>,
    InLocation { caller, request, .. }: InLocation<GetWagesRequest>,
) -> Result<Envelope<GetWagesResponse>, Failure> {
    Ok(gateway.services.call(&caller.session.token, request).await?.into())
}

async fn set_wage(
    State(gateway): State<Arc<Gateway>>,
    InLocation { caller, request, .. }: InLocation<SetWageRequest>,
) -> Result<Envelope<SetWageResponse>, Failure> {
    Ok(gateway.services.call(&caller.session.token, request).await?.into())
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
        discounts: found.discounts,
        taxes: found.taxes,
        reason: some(found.reason),
        approved_by: some(found.approved_by),
        sent_check_id: some(found.sent_check_id),
        service_charges: found.service_charges,
        gross_deferred: Money::from_cents(found.gross_deferred),
        gross_rounding: Money::from_cents(found.gross_rounding),
        marketplace_tax: Money::from_cents(found.marketplace_tax),
        summary,
    };
    Ok(CheckContents { check, check_item_list: found.lines, payment_list: found.payments }.into())
}
