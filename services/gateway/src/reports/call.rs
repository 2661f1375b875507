//! The handlers of reports: the scope is checked, the answer is taken from the cache or requested, and written.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, header};
use jiff::{RoundMode, SignedDuration, Timestamp, TimestampRound, Unit};
use saffron_core::id::IdError;
use saffron_core::{BusinessDate, Calendar, PosId, Span};
use saffron_proto::reports as proto;
use serde::Deserialize;
use utoipa::ToSchema;

use super::answers::{CachedAnswer, Key};
use super::catalogue::Report;
use super::json;
use crate::Gateway;
use crate::api::SessionPath;
use crate::call::file;
use crate::call::request::{SignedIn, requests};
use crate::http::body::MaybeJson;
use crate::http::csv;
use crate::http::envelope::Failure;
use crate::session::{Caller, Client, digest_of};

/// How rows are grouped by time.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = GroupBy)]
pub enum GroupBy {
    /// A row for each business date.
    Day = proto::GroupBy::Day as isize,
    /// A row for each month.
    Month = proto::GroupBy::Month as isize,
    /// Not grouped by time.
    None = proto::GroupBy::None as isize,
}

/// The span that a report is compared with: adds `compared` to rows and totals, and columns to the CSV file.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CompareTo)]
pub enum CompareTo {
    /// The one before: of a day the same weekday a week earlier, of whole weeks the weeks before, of whole months or years
    /// those before, of other spans as many days before, in whole weeks below 28 days.
    Previous = proto::CompareTo::Previous as isize,
    /// Of whole months or years those of a year earlier, of other spans the days 364 days earlier.
    SameLastYear = proto::CompareTo::SameLastYear as isize,
}

/// The number of a comparison in the contract.
fn number_of(compare_to: Option<CompareTo>) -> i32 {
    compare_to.map_or(proto::CompareTo::Unspecified as i32, |compare_to| compare_to as i32)
}

/// Which days of which locations.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportRequest {
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
    #[schema(inline, nullable = false)]
    group_by: Option<GroupBy>,
    #[schema(inline, nullable = false)]
    compare_to: Option<CompareTo>,
}

requests! { ReportRequest as StreamedCall: proto::ReportRequest; }

/// Which location.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LastSevenDaysRequest {
    /// Without it: all linked locations.
    #[serde(rename = "posID")]
    #[schema(value_type = String, nullable = false, required = false)]
    pos_id: Option<PosId>,
    #[schema(inline, nullable = false)]
    compare_to: Option<CompareTo>,
}

/// The scope of a report, which its caller may see.
struct Scope<'a> {
    pos_id: Option<&'a PosId>,
    days: Option<(BusinessDate, BusinessDate)>,
    group_by: i32,
    compare_to: i32,
}

/// The time zones of the caller's locations, or of one of them.
fn calendars<'a>(caller: &'a Caller, only: Option<&'a PosId>) -> impl Iterator<Item = &'a Calendar> {
    let locations = caller.session.locations.iter();
    locations.filter(move |(pos_id, _)| only.is_none_or(|only| *pos_id == only)).map(|(_, calendar)| calendar)
}

/// Refuses a location that is not the caller's, and days out of range.
pub async fn check_scope(
    gateway: &Gateway,
    caller: Caller,
    pos_id: Option<&PosId>,
    (start, end): (BusinessDate, BusinessDate),
) -> Result<Caller, Failure> {
    let caller = match pos_id {
        Some(pos_id) => gateway.check_location(caller, pos_id).await?,
        None => caller,
    };
    let now = gateway.clock.now();
    Span::asked(start, end, calendars(&caller, pos_id).map(|calendar| calendar.today(now)))?;
    Ok(caller)
}

/// Answers a report.
pub async fn report(
    report: &'static Report,
    State(gateway): State<Arc<Gateway>>,
    headers: HeaderMap,
    SignedIn { caller, request, .. }: SignedIn<ReportRequest>,
) -> Result<Response, Failure> {
    let days = (request.start_date, request.end_date);
    let pos_id = request.pos_id.as_ref();
    let caller = check_scope(&gateway, caller, pos_id, days).await?;
    let group_by = request.group_by.map_or(proto::GroupBy::Unspecified as i32, |group_by| group_by as i32);
    let scope = Scope { pos_id, days: Some(days), group_by, compare_to: number_of(request.compare_to) };
    answer(&gateway, &caller, report, &scope, &headers).await
}

/// Answers the daily report of today and the six days before, by each location's own date.
pub async fn last_seven_days(
    report: &'static Report,
    State(gateway): State<Arc<Gateway>>,
    client: Client,
    headers: HeaderMap,
    SessionPath(session_id): SessionPath,
    MaybeJson(request): MaybeJson<LastSevenDaysRequest>,
) -> Result<Response, Failure> {
    let mut caller = gateway.authenticate(&client, Some(&session_id)).await?;
    if let Some(pos_id) = &request.pos_id {
        caller = gateway.check_location(caller, pos_id).await?;
    }
    let group_by = proto::GroupBy::Unspecified.into();
    let compare_to = number_of(request.compare_to);
    let scope = Scope { pos_id: request.pos_id.as_ref(), days: None, group_by, compare_to };
    answer(&gateway, &caller, report, &scope, &headers).await
}

/// Answers from the cache, or from the service.
async fn answer(
    gateway: &Gateway,
    caller: &Caller,
    report: &'static Report,
    scope: &Scope<'_>,
    headers: &HeaderMap,
) -> Result<Response, Failure> {
    let now = gateway.clock.now();
    let key = Key {
        call: report.call,
        csv: csv::is_wanted(headers),
        days: scope.days,
        group_by: scope.group_by,
        compare_to: scope.compare_to,
        locations: scope.pos_id.map_or(caller.session.locations_digest, |pos_id| {
            digest_of(caller.session.locations.get_key_value(pos_id))
        }),
    };
    if let Some(body) = gateway.answers.get(&key, now) {
        return Ok(respond(report, &key, (scope.pos_id, &caller.session.token), body));
    }
    let epoch = gateway.answers.epoch();
    let days = scope.days.map(|(start, end)| (start.to_string(), end.to_string()));
    let (start_date, end_date) = days.unwrap_or_default();
    let pos_ids = scope.pos_id.map(PosId::to_string).into_iter().collect();
    let request = proto::ReportRequest {
        kind: report.kind.into(),
        scope: Some(proto::Scope { pos_ids, start_date, end_date, group_by: scope.group_by }),
        compare_to: scope.compare_to,
    };
    let answer = read(gateway, &caller.session.token, request).await?;
    let body: Bytes = if key.csv {
        let names = file::location_names(gateway, &caller.session.token).await?;
        super::csv::write(report, &answer, scope.compare_to != 0, &names)?
    } else {
        json::write(report, &answer)
    }
    .into();
    if let Some(epoch) = epoch {
        let (reach, until) = validity(&answer.rows, scope, caller, now);
        let versions = answer.versions.iter().map(|of| Ok((of.pos_id.parse()?, of.version)));
        if let Ok(versions) = versions.collect::<Result<_, IdError>>() {
            let answer = CachedAnswer { body: body.clone(), versions, reach, until, epoch };
            gateway.answers.insert(key.clone(), answer);
        }
    }
    Ok(respond(report, &key, (scope.pos_id, &caller.session.token), body))
}

/// Reads a report from its service, which limits the number of rows.
async fn read(
    gateway: &Gateway,
    token: &str,
    request: proto::ReportRequest,
) -> Result<proto::ReportResponse, Failure> {
    let mut answer = proto::ReportResponse::default();
    for part in gateway.services.collect(token, request).await? {
        answer.rows.extend(part.rows);
        answer.totals.extend(part.totals);
        answer.versions.extend(part.versions);
    }
    Ok(answer)
}

/// The days that an answer depends on, and when it expires: with today or an open shift it changes with the clock.
fn validity(
    rows: &[proto::ReportRow],
    scope: &Scope<'_>,
    caller: &Caller,
    now: Timestamp,
) -> (Option<(BusinessDate, BusinessDate)>, Option<Timestamp>) {
    let next_minute = now
        .round(TimestampRound::new().smallest(Unit::Minute).mode(RoundMode::Trunc))
        .ok()
        .map(|minute| minute + SignedDuration::from_mins(1));
    let Some((start, end)) = scope.days else { return (None, next_minute.or(Some(now))) };
    // It is compared with the span 364 days back or with the next longer whole number of weeks; on request with whole years
    // that are as long at least.
    let days = end.days_since(start);
    let back = if scope.compare_to == 0 { (days + 7).max(364) } else { days + 367 };
    let reach = Some((start.plus_days(-back), end));
    let has_today = calendars(caller, scope.pos_id).any(|calendar| end >= calendar.today(now));
    let has_open_shift = |sums: &proto::Sums| sums.open_shifts > sums.not_clocked_out;
    let is_open = rows.iter().any(|row| {
        let compared = row.compared.as_ref().and_then(|days| days.figures.as_ref());
        let sides = [&row.figures, &row.last_week, &row.last_year, &row.comparable];
        sides.into_iter().flat_map(Option::as_deref).chain(compared).any(has_open_shift)
    });
    (reach, if has_today || is_open { next_minute.or(Some(now)) } else { None })
}

fn respond(report: &Report, key: &Key, (pos_id, token): (Option<&PosId>, &str), body: Bytes) -> Response {
    if key.csv {
        return csv::answer(&file_name(report, key.days, pos_id), token, Body::from(body));
    }
    let mut response = Response::new(Body::from(body));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// Such as `saffron-item-sales-2026-07-01-2026-07-18.csv`.
fn file_name(report: &Report, days: Option<(BusinessDate, BusinessDate)>, pos_id: Option<&PosId>) -> String {
    let title = report.title.to_lowercase().replace(' ', "-");
    let location = pos_id.map(|pos_id| format!("-{pos_id}")).unwrap_or_default();
    match days {
        None => format!("saffron-{title}{location}-last-seven-days.csv"),
        Some((start, end)) if start == end => format!("saffron-{title}{location}-{start}.csv"),
        Some((start, end)) => format!("saffron-{title}{location}-{start}-{end}.csv"),
    }
}
