//! Payments and their refunds.

use axum::Json;
use axum::extract::{Path, State};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::pager::Pager;
use super::request::{Head, Params};
use super::{Answer, Shared, list};
use crate::square::account::Account;
use crate::square::fault::Fault;
use crate::square::show::{self, Refunded, View};
use crate::square::trade::{Origin, Record, Stage, Version};

const SCOPES: [&str; 1] = ["PAYMENTS_READ"];
/// The most objects of a page.
const MOST: usize = 100;
/// How far lists go back without a beginning.
const YEAR: SignedDuration = SignedDuration::from_hours(365 * 24);

/// The filters that lists of payments and of refunds have in common.
struct Filter {
    created: (i64, i64),
    updated: (i64, i64),
    by_updated: bool,
}

impl Filter {
    /// Reads the ranges; times of creation are bounded where those of change are not.
    fn read(params: &mut Params, now: Timestamp) -> Result<(Filter, bool), Fault> {
        let year_ago = now.saturating_sub(YEAR).unwrap_or(now).as_millisecond();
        let (begin, end) = (params.time("begin_time")?, params.time("end_time")?);
        let (from, until) = (params.time("updated_at_begin_time")?, params.time("updated_at_end_time")?);
        let by_updated = match params.take("sort_field").as_deref() {
            None | Some("CREATED_AT") => false,
            Some("UPDATED_AT") => true,
            Some(other) => {
                let detail = format!("`{other}` is not a valid enum value for `sort_field`");
                return Err(Fault::invalid("INVALID_ENUM_VALUE", "sort_field", detail));
            }
        };
        let is_by_change = from.is_some() || until.is_some();
        let earliest = if is_by_change { i64::MIN } else { year_ago };
        let filter = Filter {
            created: (begin.unwrap_or(earliest), end.unwrap_or(i64::MAX)),
            updated: (from.unwrap_or(i64::MIN), until.unwrap_or(i64::MAX)),
            by_updated,
        };
        Ok((filter, params.newest_first()?))
    }

    /// The place of an object in the list, if it belongs there.
    fn place<'a>(&self, created: Timestamp, updated: Timestamp, id: &'a str) -> Option<(i64, &'a str)> {
        let (created, updated) = (created.as_millisecond(), updated.as_millisecond());
        let fits = |range: (i64, i64), at: i64| (range.0..=range.1).contains(&at);
        let at = if self.by_updated { updated } else { created };
        (fits(self.created, created) && fits(self.updated, updated)).then_some((at, id))
    }
}

/// A payment in the account.
struct Found<'a> {
    record: &'a Record,
    version: &'a Version,
    view: View<'a>,
    number: usize,
    back: &'a [Refunded],
}

impl Found<'_> {
    fn show(&self) -> Option<Value> {
        show::payment(&self.view, self.record, self.version, self.number, self.back)
    }
}

/// The payment of an order at a place in it, at a moment.
fn find<'a>(account: &'a Account, record: &'a Record, number: usize, at: Timestamp) -> Option<Found<'a>> {
    let version = record.as_of(at)?;
    if matches!(version.order.stage, Stage::Draft | Stage::Cart | Stage::NoSale) {
        return None;
    }
    let back = account.refunded.get(record.payments.get(number)?).map_or(&[][..], Vec::as_slice);
    Some(Found { record, version, view: account.view(record.place)?, number, back })
}

/// `GET /v2/payments`: of the main location, unless another is named.
pub async fn payments(State(square): Shared, head: Head, mut params: Params) -> Answer {
    let fingerprint = params.fingerprint();
    square.serve(head.token(), &SCOPES, |state, caller, now| {
        let (shown_at, mut tricks) = (state.shown_at(now), state.tricks);
        let account = state.account(caller)?;
        let place = match params.take("location_id") {
            None => 0,
            Some(id) => {
                let found = account.merchant.locations.iter().position(|place| place.id == id);
                found.ok_or_else(|| Fault::location(&id))?
            }
        };
        let (filter, newest_first) = Filter::read(&mut params, now)?;
        let is_offline = params.take("is_offline_payment").map(|text| text == "true");
        let (limit, cursor) = (params.limit(MOST)?, params.take("cursor"));
        params.finish()?;
        let pager = Pager::new(cursor.as_deref(), &fingerprint, limit, newest_first, now)?;
        let records = account.orders.values().filter(|record| record.place == place);
        let each = records.flat_map(|record| (0..record.payments.len()).map(move |number| (record, number)));
        let found = each.filter_map(|(record, number)| {
            let found = find(account, record, number, shown_at)?;
            let is_kept =
                is_offline.is_none_or(|wanted| wanted == (found.version.order.origin == Origin::OfflineTill));
            let created = show::payment_created(&found.view, found.version)?;
            let updated = show::payment_updated(found.version, found.number, found.back);
            let place = filter.place(created, updated, record.payments.get(number)?);
            place.filter(|_| is_kept).map(|place| (place, found))
        });
        let (page, cursor) = pager.page(found, &mut tricks);
        let page = page.iter().filter_map(Found::show).collect();
        state.tricks = tricks;
        Ok(list("payments", page, cursor))
    })
}

/// `GET /v2/payments/{id}`.
pub async fn one(State(square): Shared, head: Head, params: Params, Path(id): Path<String>) -> Answer {
    params.finish()?;
    square.serve(head.token(), &SCOPES, |state, caller, _| {
        let account = state.account(caller)?;
        let at = account.payments.get(&id);
        let at = at.and_then(|(order, number)| Some((account.orders.get(order)?, *number)));
        let found = at.and_then(|(record, number)| find(account, record, number, Timestamp::MAX));
        let payment = found.and_then(|found| found.show());
        let payment = payment.ok_or_else(|| Fault::missing("payment", &id))?;
        Ok(Json(json!({ "payment": payment })))
    })
}

/// The refund with this id, at a moment: when it was made and changed, and the object.
fn find_refund(account: &Account, id: &str, at: Timestamp) -> Option<(Timestamp, Timestamp, Value)> {
    let (order, number) = account.refunds.get(id)?;
    let record = account.orders.get(order)?;
    let (version, view) = (record.as_of(at)?, account.view(record.place)?);
    let refunds = show::refunds_of(&view, record, &version.order);
    let refund = refunds.get(*number)?;
    let updated = version.refunds.get(*number).copied().unwrap_or(version.updated);
    let created = view.place.at(refund.check.close_time);
    Some((created, updated, show::refund(&view, record, version, refund)))
}

/// `GET /v2/refunds`: of all locations, unless one is named.
pub async fn refunds(State(square): Shared, head: Head, mut params: Params) -> Answer {
    let fingerprint = params.fingerprint();
    square.serve(head.token(), &SCOPES, |state, caller, now| {
        let (shown_at, mut tricks) = (state.shown_at(now), state.tricks);
        let account = state.account(caller)?;
        let (filter, newest_first) = Filter::read(&mut params, now)?;
        let place = params.take("location_id");
        if let Some(id) = place.as_ref().filter(|id| account.merchant.location(id).is_none()) {
            return Err(Fault::location(id));
        }
        let (status, source) = (params.take("status"), params.take("source_type"));
        let (limit, cursor) = (params.limit(MOST)?, params.take("cursor"));
        params.finish()?;
        let pager = Pager::new(cursor.as_deref(), &fingerprint, limit, newest_first, now)?;
        let found = account.refunds.keys().filter_map(|id| {
            let (created, updated, refund) = find_refund(account, id, shown_at)?;
            let fits = |name: &str, wanted: &Option<String>| {
                wanted.as_ref().is_none_or(|wanted| refund.get(name) == Some(&json!(wanted)))
            };
            let is_kept =
                fits("location_id", &place) && fits("status", &status) && fits("destination_type", &source);
            filter.place(created, updated, id).filter(|_| is_kept).map(|place| (place, refund))
        });
        let (page, cursor) = pager.page(found, &mut tricks);
        state.tricks = tricks;
        Ok(list("refunds", page, cursor))
    })
}

/// `GET /v2/refunds/{id}`.
pub async fn refund(State(square): Shared, head: Head, params: Params, Path(id): Path<String>) -> Answer {
    params.finish()?;
    square.serve(head.token(), &SCOPES, |state, caller, _| {
        let found = find_refund(state.account(caller)?, &id, Timestamp::MAX);
        let (_, _, refund) = found.ok_or_else(|| Fault::missing("refund", &id))?;
        Ok(Json(json!({ "refund": refund })))
    })
}
