//! Payouts with their parts, and disputes.

use axum::Json;
use axum::extract::{Path, State};
use serde_json::{Value, json};

use super::pager::Pager;
use super::request::{Head, Params};
use super::{Answer, Shared, list};
use crate::square::account::Account;
use crate::square::fault::Fault;
use crate::square::show::{self, View};
use saffron_core::PosId;

const PAYOUTS: [&str; 1] = ["PAYOUTS_READ"];
const DISPUTES: [&str; 1] = ["DISPUTES_READ"];
/// The most payouts or parts of a page, and the disputes of one.
const MOST: usize = 100;
const MOST_DISPUTES: usize = 50;

fn view<'a>(account: &'a Account, pos_id: &PosId) -> Option<View<'a>> {
    account.view(account.place(pos_id)?.0)
}

/// `GET /v2/payouts`: of the main location, unless another is named.
pub async fn payouts(State(square): Shared, head: Head, mut params: Params) -> Answer {
    let fingerprint = params.fingerprint();
    square.serve(head.token(), &PAYOUTS, |state, caller, now| {
        let mut tricks = state.tricks;
        let account = state.account(caller)?;
        let place = params.take("location_id");
        let main = account.main().map(|view| view.place.id.clone());
        let place = place.or(main).unwrap_or_default();
        let view = account.view_of(&place).ok_or_else(|| Fault::location(&place))?;
        let (begin, end) = (params.time("begin_time")?, params.time("end_time")?);
        let (status, newest_first) = (params.take("status"), params.newest_first()?);
        let (limit, cursor) = (params.limit(MOST)?, params.take("cursor"));
        params.finish()?;
        let pager = Pager::new(cursor.as_deref(), &fingerprint, limit, newest_first, now)?;
        let bounds = begin.unwrap_or(i64::MIN)..=end.unwrap_or(i64::MAX);
        let found = account.payouts.values().filter(|(payout, _)| payout.pos_id == view.place.pos_id);
        let found = found.filter(|(payout, _)| status.as_ref().is_none_or(|status| payout.status == status));
        let found = found.map(|found| ((found.0.created_at.as_millisecond(), found.0.id.as_str()), found));
        let (page, cursor) = pager.page(found.filter(|((at, _), _)| bounds.contains(at)), &mut tricks);
        let page = page.into_iter().map(|(payout, at)| show::payout(&view, payout, *at)).collect();
        state.tricks = tricks;
        Ok(list("payouts", page, cursor))
    })
}

/// `GET /v2/payouts/{id}`.
pub async fn payout(State(square): Shared, head: Head, params: Params, Path(id): Path<String>) -> Answer {
    params.finish()?;
    square.serve(head.token(), &PAYOUTS, |state, caller, _| {
        let account = state.account(caller)?;
        let found = account.payouts.get(&id);
        let shown =
            found.and_then(|(payout, at)| Some(show::payout(&view(account, &payout.pos_id)?, payout, *at)));
        let shown = shown.ok_or_else(|| Fault::missing("payout", &id))?;
        Ok(Json(json!({ "payout": shown })))
    })
}

/// `GET /v2/payouts/{id}/payout-entries`.
pub async fn entries(
    State(square): Shared,
    head: Head,
    mut params: Params,
    Path(id): Path<String>,
) -> Answer {
    let fingerprint = format!("{id} {}", params.fingerprint());
    square.serve(head.token(), &PAYOUTS, |state, caller, now| {
        let mut tricks = state.tricks;
        let account = state.account(caller)?;
        let (payout, _) = account.payouts.get(&id).ok_or_else(|| Fault::missing("payout", &id))?;
        let view = view(account, &payout.pos_id).ok_or_else(|| Fault::missing("payout", &id))?;
        let newest_first = params.newest_first()?;
        let (limit, cursor) = (params.limit(MOST)?, params.take("cursor"));
        params.finish()?;
        let pager = Pager::new(cursor.as_deref(), &fingerprint, limit, newest_first, now)?;
        let found = payout.entries.iter();
        let found = found.map(|entry| ((entry.effective_at.as_millisecond(), entry.id.as_str()), entry));
        let (page, cursor) = pager.page(found, &mut tricks);
        let page = page.into_iter().map(|entry| show::payout_entry(&view, payout, entry)).collect();
        state.tricks = tricks;
        Ok(list("payout_entries", page, cursor))
    })
}

/// `GET /v2/disputes`: of all locations, unless one is named.
pub async fn disputes(State(square): Shared, head: Head, mut params: Params) -> Answer {
    let fingerprint = params.fingerprint();
    square.serve(head.token(), &DISPUTES, |state, caller, now| {
        let mut tricks = state.tricks;
        let account = state.account(caller)?;
        let place = params.take("location_id");
        let states: Option<Vec<String>> =
            params.take("states").map(|text| text.split(',').map(str::to_owned).collect());
        let cursor = params.take("cursor");
        params.finish()?;
        let pager = Pager::new(cursor.as_deref(), &fingerprint, MOST_DISPUTES, true, now)?;
        let found = account.disputes.values().filter_map(|(dispute, at, version)| {
            let shown = show::dispute(&view(account, &dispute.pos_id)?, dispute, *at, *version);
            let by_place = place.as_ref().is_none_or(|place| shown.get("location_id") == Some(&json!(place)));
            let by_state =
                states.as_ref().is_none_or(|states| states.iter().any(|state| state == dispute.state));
            let key = (dispute.created_at.as_millisecond(), dispute.id.as_str());
            (by_place && by_state).then_some((key, shown))
        });
        let (page, cursor): (Vec<Value>, _) = pager.page(found, &mut tricks);
        state.tricks = tricks;
        Ok(list("disputes", page, cursor))
    })
}

/// `GET /v2/disputes/{id}`.
pub async fn dispute(State(square): Shared, head: Head, params: Params, Path(id): Path<String>) -> Answer {
    params.finish()?;
    square.serve(head.token(), &DISPUTES, |state, caller, _| {
        let account = state.account(caller)?;
        let shown = account.disputes.get(&id).and_then(|(dispute, at, version)| {
            Some(show::dispute(&view(account, &dispute.pos_id)?, dispute, *at, *version))
        });
        Ok(Json(json!({ "dispute": shown.ok_or_else(|| Fault::missing("dispute", &id))? })))
    })
}
