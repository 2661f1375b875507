//! Guests, the team, and its timecards.

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::orders::SortOrder;
use super::pager::Pager;
use super::request::{Head, Params, Strict, TimeRange};
use super::{Answer, Shared, list};
use crate::square::fault::Fault;
use crate::square::show;
use crate::square::trade::customer_id;

const CUSTOMERS: [&str; 1] = ["CUSTOMERS_READ"];
const TEAM: [&str; 1] = ["EMPLOYEES_READ"];
const TIMECARDS: [&str; 1] = ["TIMECARDS_READ"];
const WORKWEEKS: [&str; 1] = ["TIMECARDS_SETTINGS_READ"];
/// The most customers of a page, and the most of the team or of timecards.
const MOST_CUSTOMERS: usize = 100;
const MOST: usize = 200;

/// The limit of a body, refused where it is out of range.
fn limit(limit: Option<i64>, most: usize) -> Result<usize, Fault> {
    let Some(limit) = limit else { return Ok(most) };
    usize::try_from(limit).ok().filter(|limit| (1..=most).contains(limit)).ok_or_else(|| {
        Fault::invalid("INVALID_VALUE", "limit", format!("`limit` must be between 1 and {most}"))
    })
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchCustomers {
    #[serde(skip_serializing)]
    cursor: Option<String>,
    limit: Option<i64>,
    #[serde(default)]
    query: CustomerQuery,
    #[serde(default)]
    count: bool,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct CustomerQuery {
    filter: CustomerFilter,
    sort: Option<CustomerSort>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct CustomerFilter {
    created_at: Option<TimeRange>,
    updated_at: Option<TimeRange>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CustomerSort {
    field: String,
    #[serde(default)]
    order: SortOrder,
}

/// `POST /v2/customers/search`, by the time of change.
pub async fn customers(State(square): Shared, head: Head, Strict(search): Strict<SearchCustomers>) -> Answer {
    square.serve(head.token(), &CUSTOMERS, |state, caller, now| {
        let (mut tricks, shown_at) = (state.tricks, state.shown_at(now));
        let account = state.account(caller)?;
        let fingerprint = serde_json::to_string(&search).unwrap_or_default();
        let newest_first = search.query.sort.as_ref().is_some_and(|sort| sort.order == SortOrder::Desc);
        let limit = limit(search.limit, MOST_CUSTOMERS)?;
        let pager = Pager::new(search.cursor.as_deref(), &fingerprint, limit, newest_first, now)?;
        let range = search.query.filter.updated_at.as_ref().or(search.query.filter.created_at.as_ref());
        let (low, high) = range.map_or(Ok((i64::MIN, i64::MAX)), |range| range.bounds(i64::MAX))?;
        let found: Vec<(i64, String, Value)> = account
            .guests
            .values()
            .filter(|(_, updated, is_gone)| !is_gone && *updated <= shown_at)
            .map(|(guest, updated, _)| {
                let id = customer_id(&account.merchant.id, &guest.id);
                (updated.as_millisecond(), id, show::customer(&account.merchant.id, guest, *updated))
            })
            .filter(|(at, ..)| (low..=high).contains(at))
            .collect();
        let count = found.len();
        let items = found.iter().map(|(at, id, customer)| ((*at, id.as_str()), customer.clone()));
        let (page, cursor) = pager.page(items, &mut tricks);
        state.tricks = tricks;
        let Json(mut answer) = list("customers", page, cursor);
        if let Some(answer) = answer.as_object_mut().filter(|_| search.count) {
            answer.insert("count".to_owned(), json!(count));
        }
        Ok(Json(answer))
    })
}

/// `GET /v2/customers/{id}`.
pub async fn customer(State(square): Shared, head: Head, params: Params, Path(id): Path<String>) -> Answer {
    params.finish()?;
    square.serve(head.token(), &CUSTOMERS, |state, caller, _| {
        let account = state.account(caller)?;
        let merchant = &account.merchant.id;
        let found = account.guests.values().filter(|(_, _, is_gone)| !is_gone);
        let found = found.map(|(guest, updated, _)| (guest, updated));
        let found = found.into_iter().find(|(guest, _)| customer_id(merchant, &guest.id) == id);
        let (guest, updated) = found.ok_or_else(|| Fault::missing("customer", &id))?;
        Ok(Json(json!({ "customer": show::customer(merchant, guest, *updated) })))
    })
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchTeam {
    #[serde(skip_serializing)]
    cursor: Option<String>,
    limit: Option<i64>,
    #[serde(default)]
    query: TeamQuery,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct TeamQuery {
    filter: TeamFilter,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct TeamFilter {
    location_ids: Vec<String>,
    status: Option<String>,
    is_owner: Option<bool>,
}

/// `POST /v2/team-members/search`: everybody works at every location.
pub async fn team(State(square): Shared, head: Head, Strict(search): Strict<SearchTeam>) -> Answer {
    square.serve(head.token(), &TEAM, |state, caller, now| {
        let mut tricks = state.tricks;
        let account = state.account(caller)?;
        let fingerprint = serde_json::to_string(&search).unwrap_or_default();
        let limit = limit(search.limit, MOST)?;
        let pager = Pager::new(search.cursor.as_deref(), &fingerprint, limit, false, now)?;
        let filter = &search.query.filter;
        let is_wanted = filter.status.as_deref() != Some("INACTIVE") && filter.is_owner != Some(true);
        let view = account.main().ok_or_else(Fault::no_call)?;
        let found = account.team.values().filter(|_| is_wanted);
        let found = found.map(|member| ((0, member.id.as_str()), show::member(&view, member)));
        let (page, cursor) = pager.page(found, &mut tricks);
        state.tricks = tricks;
        Ok(list("team_members", page, cursor))
    })
}

/// `GET /v2/team-members/jobs`.
pub async fn jobs(State(square): Shared, head: Head, mut params: Params) -> Answer {
    params.take("cursor");
    params.finish()?;
    square.serve(head.token(), &TEAM, |state, caller, _| {
        let account = state.account(caller)?;
        let titles: BTreeSet<&String> = account.team.values().flat_map(|member| member.jobs.keys()).collect();
        let jobs = titles.into_iter().map(|title| show::job(&account.merchant.id, title)).collect();
        Ok(list("jobs", jobs, None))
    })
}

/// `GET /v2/labor/workweek-configs`.
pub async fn workweeks(State(square): Shared, head: Head, mut params: Params) -> Answer {
    params.take("cursor");
    params.take("limit");
    params.finish()?;
    square.serve(head.token(), &WORKWEEKS, |state, caller, _| {
        let merchant = &state.account(caller)?.merchant.id;
        Ok(list("workweek_configs", vec![show::workweek(merchant)], None))
    })
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchTimecards {
    #[serde(skip_serializing)]
    cursor: Option<String>,
    limit: Option<i64>,
    #[serde(default)]
    query: TimecardQuery,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct TimecardQuery {
    filter: TimecardFilter,
    sort: Option<TimecardSort>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct TimecardFilter {
    location_ids: Vec<String>,
    status: Option<String>,
    start: Option<TimeRange>,
    end: Option<TimeRange>,
    team_member_ids: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TimecardSort {
    field: TimecardField,
    #[serde(default)]
    order: SortOrder,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
enum TimecardField {
    #[serde(rename = "START_AT")]
    Start,
    #[serde(rename = "END_AT")]
    End,
    #[serde(rename = "CREATED_AT")]
    Created,
    #[serde(rename = "UPDATED_AT")]
    Updated,
}

/// `POST /v2/labor/timecards/search`: what was deleted is not there.
pub async fn timecards(State(square): Shared, head: Head, Strict(search): Strict<SearchTimecards>) -> Answer {
    square.serve(head.token(), &TIMECARDS, |state, caller, now| {
        let mut tricks = state.tricks;
        let account = state.account(caller)?;
        let fingerprint = serde_json::to_string(&search).unwrap_or_default();
        let sort = search.query.sort.as_ref().map(|sort| (sort.field, sort.order));
        let (field, order) = sort.unwrap_or((TimecardField::Start, SortOrder::Desc));
        let limit = limit(search.limit, MOST)?;
        let pager = Pager::new(search.cursor.as_deref(), &fingerprint, limit, order == SortOrder::Desc, now)?;
        let filter = &search.query.filter;
        let bounds = |range: &Option<TimeRange>| {
            range.as_ref().map_or(Ok((i64::MIN, i64::MAX)), |range| range.bounds(i64::MAX))
        };
        let (start, end) = (bounds(&filter.start)?, bounds(&filter.end)?);
        let has = |wanted: &[String], value: Option<&Value>| {
            wanted.is_empty() || wanted.iter().any(|wanted| value == Some(&json!(wanted)))
        };
        let found = account.cards.iter().filter_map(|(id, card)| {
            let view = account.view(account.place(&card.shift.pos_id)?.0)?;
            let shown = show::timecard(&view, &card.shift, card.created, card.updated, card.version);
            let begin = view.place.at(card.shift.clock_in).as_millisecond();
            let until = card.shift.clock_out.map(|at| view.place.at(at).as_millisecond());
            let by_end = filter.end.is_none() || until.is_some_and(|until| (end.0..=end.1).contains(&until));
            let by_status =
                filter.status.as_ref().is_none_or(|status| shown.get("status") == Some(&json!(status)));
            let is_kept = (start.0..=start.1).contains(&begin)
                && by_end
                && by_status
                && has(&filter.location_ids, shown.get("location_id"))
                && has(&filter.team_member_ids, shown.get("team_member_id"));
            let at = match field {
                TimecardField::Start => begin,
                TimecardField::End => until.unwrap_or(i64::MAX),
                TimecardField::Created => card.created.as_millisecond(),
                TimecardField::Updated => card.updated.as_millisecond(),
            };
            is_kept.then_some(((at, id.as_str()), shown))
        });
        let (page, cursor) = pager.page(found, &mut tricks);
        state.tricks = tricks;
        Ok(list("timecards", page, cursor))
    })
}

/// `GET /v2/labor/timecards/{id}`.
pub async fn timecard(State(square): Shared, head: Head, params: Params, Path(id): Path<String>) -> Answer {
    params.finish()?;
    square.serve(head.token(), &TIMECARDS, |state, caller, _| {
        let account = state.account(caller)?;
        let shown = account.cards.get(&id).and_then(|card| {
            let view = account.view(account.place(&card.shift.pos_id)?.0)?;
            Some(show::timecard(&view, &card.shift, card.created, card.updated, card.version))
        });
        Ok(Json(json!({ "timecard": shown.ok_or_else(|| Fault::missing("timecard", &id))? })))
    })
}
