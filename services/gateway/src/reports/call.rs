//! The calls of reports, all in one way: who asks, which locations and days, the rows, and how they are written.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, header};
use jiff::{RoundMode, SignedDuration, Timestamp, TimestampRound, Unit};
use saffron_core::id::IdError;
use saffron_core::{BusinessDate, PosId, Span, Zone};
use saffron_proto::reports as proto;
use serde::Deserialize;
use utoipa::ToSchema;

use super::answers::{Kept, Question};
use super::catalogue::Report;
use super::{csv, json};
use crate::Gateway;
use crate::api::SessionPath;
use crate::http::envelope::Failure;
use crate::http::json::{Json, MaybeJson};
use crate::session::{Entered, SessionId, Visitor, digest_of};

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

/// What a report is asked for, after a look at whether it may be.
struct Asked<'a> {
    pos_id: Option<&'a PosId>,
    days: Option<(BusinessDate, BusinessDate)>,
    group_by: Option<GroupBy>,
}

impl Asked<'_> {
    fn scope(&self) -> proto::Scope {
        let (start_date, end_date) =
            self.days.map(|(start, end)| (start.to_string(), end.to_string())).unwrap_or_default();
        proto::Scope {
            pos_ids: self.pos_id.map(PosId::to_string).into_iter().collect(),
            start_date,
            end_date,
            group_by: grouping(self.group_by).into(),
        }
    }

    fn places(&self, entered: &Entered) -> [u8; 32] {
        let places = &entered.session.places;
        match self.pos_id {
            None => entered.session.places_digest,
            Some(pos_id) => digest_of(places.get_key_value(pos_id)),
        }
    }
}

/// The time zones of the locations of an answer.
fn zones<'a>(entered: &'a Entered, only: Option<&'a PosId>) -> impl Iterator<Item = &'a Zone> {
    let places = entered.session.places.iter();
    places.filter(move |(pos_id, _)| only.is_none_or(|only| *pos_id == only)).map(|(_, zone)| zone)
}

/// Makes sure that the locations of an answer are the caller's, and that its days may be asked for.
pub async fn look_at_scope(
    gateway: &Gateway,
    entered: Entered,
    pos_id: Option<&PosId>,
    (start, end): (BusinessDate, BusinessDate),
) -> Result<Entered, Failure> {
    let entered = match pos_id {
        Some(pos_id) => gateway.with_location(entered, pos_id).await?,
        None => entered,
    };
    let now = gateway.clock.now();
    Span::asked(start, end, zones(&entered, pos_id).map(|zone| zone.today(now)))?;
    Ok(entered)
}

/// Answers a report.
pub async fn report(
    report: &'static Report,
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    headers: HeaderMap,
    Json(request): Json<ReportRequest>,
) -> Result<Response, Failure> {
    let entered = gateway.enter(&visitor, Some(&request.session_id)).await?;
    let days = (request.start_date, request.end_date);
    let pos_id = request.pos_id.as_ref();
    let entered = look_at_scope(&gateway, entered, pos_id, days).await?;
    let asked = Asked { pos_id, days: Some(days), group_by: request.group_by };
    answer(&gateway, &entered, report, asked, &headers).await
}

/// Answers the daily report of today and the six days before, each location's own.
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
    let asked = Asked { pos_id: request.pos_id.as_ref(), days: None, group_by: None };
    answer(&gateway, &entered, report, asked, &headers).await
}

async fn answer(
    gateway: &Gateway,
    entered: &Entered,
    report: &'static Report,
    asked: Asked<'_>,
    headers: &HeaderMap,
) -> Result<Response, Failure> {
    let now = gateway.clock.now();
    let question = Question {
        call: report.call,
        csv: wants_csv(headers),
        days: asked.days,
        group_by: grouping(asked.group_by).into(),
        places: asked.places(entered),
    };
    if let Some(body) = gateway.answers.get(&question, now) {
        return Ok(respond(report, &question, asked.pos_id, body));
    }
    let epoch = gateway.answers.epoch();
    let answer = gateway.services.report(&entered.session.token, report.kind, asked.scope()).await?;
    let body: Bytes =
        if question.csv { csv::write(report, &answer)? } else { json::write(report, &answer) }.into();
    if let Some(epoch) = epoch {
        let stands = lasts(&answer.rows, &asked, entered, now);
        let versions = answer.versions.iter().map(|known| Ok((known.pos_id.parse()?, known.version)));
        if let Ok(versions) = versions.collect::<Result<_, IdError>>() {
            let kept = Kept { body: body.clone(), versions, reach: stands.0, until: stands.1, epoch };
            gateway.answers.keep(question.clone(), kept);
        }
    }
    Ok(respond(report, &question, asked.pos_id, body))
}

/// The days that an answer is summed from, at most, and until when it stands: one that holds a running day or a
/// shift that is still open changes with the clock.
fn lasts(
    rows: &[proto::ReportRow],
    asked: &Asked<'_>,
    entered: &Entered,
    now: Timestamp,
) -> (Option<(BusinessDate, BusinessDate)>, Option<Timestamp>) {
    let next_minute = now
        .round(TimestampRound::new().smallest(Unit::Minute).mode(RoundMode::Trunc))
        .ok()
        .map(|minute| minute + SignedDuration::from_mins(1));
    let Some((start, end)) = asked.days else { return (None, next_minute.or(Some(now))) };
    // Compared with the same span 364 days back, or with the least longer whole number of weeks.
    let back = (end.days_since(start) + 7).max(364);
    let reach = Some((start.plus_days(-back), end));
    let runs = zones(entered, asked.pos_id).any(|zone| end >= zone.today(now));
    let grows = |sums: &proto::Sums| sums.open_shifts > sums.not_clocked_out;
    let is_open = rows.iter().any(|row| {
        [&row.figures, &row.last_week, &row.last_year, &row.comparable].into_iter().flatten().any(grows)
    });
    (reach, if runs || is_open { next_minute.or(Some(now)) } else { None })
}

fn respond(report: &Report, question: &Question, pos_id: Option<&PosId>, body: Bytes) -> Response {
    let mut response = Response::new(Body::from(body));
    let content_type = if question.csv { "text/csv; charset=utf-8" } else { "application/json" };
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    if question.csv {
        let name = file_name(report, question.days, pos_id);
        if let Ok(disposition) = format!("attachment; filename=\"{name}\"").parse() {
            response.headers_mut().insert(header::CONTENT_DISPOSITION, disposition);
        }
    }
    response
}

fn wants_csv(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').filter_map(|kind| kind.split(';').next()).any(|kind| kind.trim() == "text/csv")
}

/// Such as `saffron-item-sales-2026-07-01-2026-07-18.csv`.
fn file_name(report: &Report, days: Option<(BusinessDate, BusinessDate)>, pos_id: Option<&PosId>) -> String {
    let title = report.title.to_lowercase().replace(' ', "-");
    let place = pos_id.map(|pos_id| format!("-{pos_id}")).unwrap_or_default();
    match days {
        None => format!("saffron-{title}{place}-last-seven-days.csv"),
        Some((start, end)) if start == end => format!("saffron-{title}{place}-{start}.csv"),
        Some((start, end)) => format!("saffron-{title}{place}-{start}-{end}.csv"),
    }
}
