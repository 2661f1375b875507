//! The reports: days, hours, items.

use std::sync::Arc;

use axum::extract::State;
use saffron_core::{BusinessDate, PosId};
use saffron_proto::reports as proto;
use serde::Deserialize;
use utoipa::ToSchema;

use super::SessionPath;
use super::rows::{self, DailyRow, HourlyRow, ItemRow};
use crate::Gateway;
use crate::domain::span::Span;
use crate::http::envelope::{Failure, Failures, envelope};
use crate::http::json::{Json, MaybeJson};
use crate::session::{Entered, SessionId, Visitor};

/// How rows are put together over time.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = GroupBy)]
pub enum GroupBy {
    /// A row for each business date.
    Day,
    /// A row for each month.
    Month,
    /// No row of time.
    None,
}

fn grouping(group_by: Option<GroupBy>) -> proto::GroupBy {
    match group_by {
        None => proto::GroupBy::Unspecified,
        Some(GroupBy::Day) => proto::GroupBy::Day,
        Some(GroupBy::Month) => proto::GroupBy::Month,
        Some(GroupBy::None) => proto::GroupBy::None,
    }
}

/// Which days of which locations.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportRequest {
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
    #[schema(inline, nullable = false)]
    group_by: Option<GroupBy>,
}

/// Which location.
#[derive(Default, Deserialize, ToSchema)]
pub struct LastSevenDaysRequest {
    /// Without it: all linked locations.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
}

envelope! {
    /// The answer of `get-daily-sales-labor`.
    GetDailySalesLaborEnvelope(Vec<DailyRow>)
}
envelope! {
    /// The answer of `get-hourly-report`.
    GetHourlyReportEnvelope(Vec<HourlyRow>)
}
envelope! {
    /// The answer of `get-itemsales-report`.
    GetItemsalesReportEnvelope(Vec<ItemRow>)
}
envelope! {
    /// The answer of `get-lastsevendays-report`.
    GetLastsevendaysReportEnvelope(Vec<DailyRow>)
}

/// The locations of an answer, after a look at whether they are the caller's, and the days.
pub(super) async fn scope(
    gateway: &Gateway,
    entered: Entered,
    pos_id: Option<&PosId>,
    (start, end): (BusinessDate, BusinessDate),
    group_by: Option<GroupBy>,
) -> Result<(Entered, proto::Scope), Failure> {
    let entered = match pos_id {
        Some(pos_id) => gateway.with_location(entered, pos_id).await?,
        None => entered,
    };
    let now = gateway.clock.now();
    let places = &entered.session.places;
    let todays = places
        .iter()
        .filter(|(id, _)| pos_id.is_none_or(|only| *id == only))
        .map(|(_, zone)| zone.today(now));
    let span = Span::new(start, end, todays)?;
    let scope = proto::Scope {
        pos_ids: pos_id.map(PosId::to_string).into_iter().collect(),
        start_date: span.start.to_string(),
        end_date: span.end.to_string(),
        group_by: grouping(group_by).into(),
    };
    Ok((entered, scope))
}

async fn enter(
    gateway: &Gateway,
    visitor: &Visitor,
    request: &ReportRequest,
) -> Result<(Entered, proto::Scope), Failure> {
    let entered = gateway.enter(visitor, Some(&request.session_id)).await?;
    let days = (request.start_date, request.end_date);
    scope(gateway, entered, request.pos_id.as_ref(), days, request.group_by).await
}

/// Sales, labor, cost and profit by business date.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-daily-sales-labor", operation_id = "getDailySalesLabor",
    tag = "reports", request_body = ReportRequest,
    responses((status = 200, description = "The answer.", body = GetDailySalesLaborEnvelope), Failures)
)]
pub async fn get_daily_sales_labor(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<ReportRequest>,
) -> Result<GetDailySalesLaborEnvelope, Failure> {
    let (entered, scope) = enter(&gateway, &visitor, &request).await?;
    Ok(rows::daily(gateway.reports.daily(&entered.session.token, scope).await?).into())
}

/// Sales and labor by local hour.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-hourly-report", operation_id = "getHourlyReport",
    tag = "reports", request_body = ReportRequest,
    responses((status = 200, description = "The answer.", body = GetHourlyReportEnvelope), Failures)
)]
pub async fn get_hourly_report(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<ReportRequest>,
) -> Result<GetHourlyReportEnvelope, Failure> {
    let (entered, scope) = enter(&gateway, &visitor, &request).await?;
    Ok(rows::hourly(gateway.reports.hourly(&entered.session.token, scope).await?).into())
}

/// Sales by menu item.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-itemsales-report", operation_id = "getItemsalesReport",
    tag = "reports", request_body = ReportRequest,
    responses((status = 200, description = "The answer.", body = GetItemsalesReportEnvelope), Failures)
)]
pub async fn get_itemsales_report(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Json(request): Json<ReportRequest>,
) -> Result<GetItemsalesReportEnvelope, Failure> {
    let (entered, scope) = enter(&gateway, &visitor, &request).await?;
    Ok(rows::items(gateway.reports.items(&entered.session.token, scope).await?).into())
}

/// The daily report of today and the six days before, each location's own.
#[utoipa::path(
    post, path = "/api-restaurant-pos/restaurantpro/get-lastsevendays-report/{sessionID}",
    operation_id = "getLastsevendaysReport", tag = "reports", params(("sessionID" = String, Path)),
    request_body = LastSevenDaysRequest,
    responses((status = 200, description = "The answer.", body = GetLastsevendaysReportEnvelope), Failures)
)]
pub async fn get_lastsevendays_report(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    SessionPath(session_id): SessionPath,
    MaybeJson(request): MaybeJson<LastSevenDaysRequest>,
) -> Result<GetLastsevendaysReportEnvelope, Failure> {
    let mut entered = gateway.enter(&visitor, Some(&session_id)).await?;
    if let Some(pos_id) = &request.pos_id {
        entered = gateway.with_location(entered, pos_id).await?;
    }
    let pos_ids = request.pos_id.map(String::from).into_iter().collect();
    let scope = proto::Scope { pos_ids, ..proto::Scope::default() };
    Ok(rows::daily(gateway.reports.daily(&entered.session.token, scope).await?).into())
}
