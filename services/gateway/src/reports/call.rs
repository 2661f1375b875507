//! The calls of reports, all in one way: who asks, which locations and days, the rows, and how they are written.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use http::{HeaderMap, HeaderValue, header};
use saffron_core::{BusinessDate, PosId};
use saffron_proto::reports as proto;
use serde::Deserialize;
use utoipa::ToSchema;

use super::catalogue::Report;
use super::{csv, json};
use crate::Gateway;
use crate::api::SessionPath;
use crate::domain::span::Span;
use crate::http::envelope::Failure;
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

/// The locations of an answer, after a look at whether they are the caller's, and the days.
pub async fn scope(
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

/// Answers a report.
///
/// # Errors
/// Unauthenticated, forbidden, invalid naming its field, or unavailable.
pub async fn report(
    report: &'static Report,
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    headers: HeaderMap,
    Json(request): Json<ReportRequest>,
) -> Result<Response, Failure> {
    let entered = gateway.enter(&visitor, Some(&request.session_id)).await?;
    let days = (request.start_date, request.end_date);
    let (entered, scope) = scope(&gateway, entered, request.pos_id.as_ref(), days, request.group_by).await?;
    answer(&gateway, &entered, report, scope, &headers).await
}

/// Answers the daily report of today and the six days before, each location's own.
///
/// # Errors
/// As [`report`].
pub async fn last_seven_days(
    report: &'static Report,
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    headers: HeaderMap,
    SessionPath(session_id): SessionPath,
    MaybeJson(request): MaybeJson<LastSevenDaysRequest>,
) -> Result<Response, Failure> {
    let mut entered = gateway.enter(&visitor, Some(&session_id)).await?;
    if let Some(pos_id) = &request.pos_id {
        entered = gateway.with_location(entered, pos_id).await?;
    }
    let pos_ids = request.pos_id.map(String::from).into_iter().collect();
    let scope = proto::Scope { pos_ids, ..proto::Scope::default() };
    answer(&gateway, &entered, report, scope, &headers).await
}

async fn answer(
    gateway: &Gateway,
    entered: &Entered,
    report: &'static Report,
    scope: proto::Scope,
    headers: &HeaderMap,
) -> Result<Response, Failure> {
    let wants_csv = wants_csv(headers);
    let file_name = wants_csv.then(|| file_name(report, &scope));
    let rows = gateway.reports.report(&entered.session.token, report.kind, scope).await?.rows;
    let (body, content_type) = if wants_csv {
        (csv::write(report, &rows)?, "text/csv; charset=utf-8")
    } else {
        (json::write(report, &rows), "application/json")
    };
    let mut response = Response::new(Body::from(body));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    if let Some(Ok(disposition)) = file_name.map(|name| format!("attachment; filename=\"{name}\"").parse()) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, disposition);
    }
    Ok(response)
}

fn wants_csv(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').filter_map(|kind| kind.split(';').next()).any(|kind| kind.trim() == "text/csv")
}

/// Such as `saffron-item-sales-2026-07-01-2026-07-18.csv`.
fn file_name(report: &Report, scope: &proto::Scope) -> String {
    let title = report.title.to_lowercase().replace(' ', "-");
    let place = scope.pos_ids.first().map(|pos_id| format!("-{pos_id}")).unwrap_or_default();
    match (scope.start_date.as_str(), scope.end_date.as_str()) {
        ("", _) => format!("saffron-{title}{place}-last-seven-days.csv"),
        (start, end) if start == end => format!("saffron-{title}{place}-{start}.csv"),
        (start, end) => format!("saffron-{title}{place}-{start}-{end}.csv"),
    }
}
