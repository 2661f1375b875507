//! What is read: objects by id, and lists, newest first, in pages.

use serde_json::{Value, json};

use super::super::fault::Fault;
use super::super::ledger::{
    Charge, Cursor, Dispute, EVENTS_KEPT, Event, Kept, Ledger, Page, Payout, Place, Refund, Secs, Shelf,
    Source, Subject, Txn,
};
use super::super::show::{self, Expand};
use super::params::{Params, Window};
use crate::ids::Key;

/// The most objects of a page.
const MOST: usize = 100;
/// Any time.
const ALWAYS: Window = (Secs::MIN, Secs::MAX);

/// Answers a GET; `path` is what follows `/v1/`.
///
/// # Errors
/// As the real provider answers.
pub fn read(ledger: &Ledger, path: &[&str], mut params: Params) -> Result<Value, Fault> {
    let now = ledger.now();
    match path {
        ["payment_intents"] => {
            let expand = Expand::read(params.list("expand"), true)?;
            let customer = params.take("customer");
            // Nobody of the demo is a customer by name.
            let keep = |_, _: &_| customer.is_none();
            list(&ledger.intents, path, params, ALWAYS, keep, |place| {
                show::intent(ledger, place, now, &expand)
            })
        }
        ["charges"] => {
            let expand = Expand::read(params.list("expand"), true)?;
            let intent = wanted(&ledger.intents, &mut params, "payment_intent")?;
            let keep = |_, charge: &Charge| intent.is_none_or(|intent| charge.intent == intent);
            list(&ledger.charges, path, params, ALWAYS, keep, |place| {
                show::charge(ledger, place, now, &expand)
            })
        }
        ["refunds"] => {
            let expand = Expand::read(params.list("expand"), true)?;
            let charge = wanted(&ledger.charges, &mut params, "charge")?;
            let intent = wanted(&ledger.intents, &mut params, "payment_intent")?;
            let paid_by = |charge: Place| ledger.charges.get(charge).map(|charge| charge.intent);
            let keep = |_, refund: &Refund| {
                charge.is_none_or(|charge| refund.charge == charge)
                    && intent.is_none_or(|intent| paid_by(refund.charge) == Some(intent))
            };
            list(&ledger.refunds, path, params, ALWAYS, keep, |place| {
                show::refund(ledger, place, now, &expand)
            })
        }
        ["payouts"] => {
            let expand = Expand::read(params.list("expand"), true)?;
            let (status, arrival) = (params.take("status"), params.window("arrival_date")?);
            let shown = |place| show::payout(ledger, place, now, &expand);
            let keep = |place, payout: &Payout| {
                (arrival.0..=arrival.1).contains(&payout.arrival)
                    && status.as_ref().is_none_or(|status| shown(place).get("status") == Some(&json!(status)))
            };
            list(&ledger.payouts, path, params, ALWAYS, keep, shown)
        }
        ["balance_transactions"] => {
            let payout = wanted(&ledger.payouts, &mut params, "payout")?;
            let (kind, source) = (params.take("type"), params.take("source"));
            let available = params.window("available_on")?;
            let source = source.map(|id| sources(ledger, &id));
            let keep = |_, txn: &Txn| {
                payout.is_none_or(|payout| txn.payout == Some(payout))
                    && kind.as_ref().is_none_or(|kind| show::kind(txn.source) == kind)
                    && (available.0..=available.1).contains(&txn.available_on)
                    && source.as_ref().is_none_or(|subject| *subject == Some(about(txn.source)))
            };
            list(&ledger.txns, path, params, ALWAYS, keep, |place| show::txn(ledger, place, now))
        }
        ["disputes"] => {
            let charge = wanted(&ledger.charges, &mut params, "charge")?;
            let intent = wanted(&ledger.intents, &mut params, "payment_intent")?;
            let paid_by = |charge: Place| ledger.charges.get(charge).map(|charge| charge.intent);
            let keep = |_, dispute: &Dispute| {
                charge.is_none_or(|charge| dispute.charge == charge)
                    && intent.is_none_or(|intent| paid_by(dispute.charge) == Some(intent))
            };
            list(&ledger.disputes, path, params, ALWAYS, keep, |place| show::dispute(ledger, place, now))
        }
        ["events"] => {
            let (kind, kinds) = (params.take("type"), params.list("types"));
            if kind.is_some() && !kinds.is_empty() {
                return Err(Fault::param(
                    "types",
                    "You may only specify one of these parameters: type, types.",
                ));
            }
            let fits = |pattern: &str, kind: &str| {
                pattern.strip_suffix('*').map_or(pattern == kind, |start| kind.starts_with(start))
            };
            let keep = |_, event: &Event| {
                kind.as_ref().is_none_or(|kind| fits(kind, event.kind))
                    && (kinds.is_empty() || kinds.iter().any(|kind| fits(kind, event.kind)))
            };
            list(&ledger.events, path, params, (now - EVENTS_KEPT, Secs::MAX), keep, |place| {
                show::event(ledger, place, false)
            })
        }
        ["balance"] => {
            params.finish()?;
            Ok(show::balance(ledger, now))
        }
        [kind, id] => {
            let expand = Expand::read(params.list("expand"), false)?;
            params.finish()?;
            one(ledger, kind, id, &expand)
        }
        _ => Err(unknown("GET", path)),
    }
}

/// An address that the provider does not have.
pub fn unknown(method: &str, path: &[&str]) -> Fault {
    let message = format!(
        "Unrecognized request URL ({method}: /v1/{}). Please see https://stripe.com/docs.",
        path.join("/")
    );
    Fault { status: 404, ..Fault::invalid(message) }
}

fn one(ledger: &Ledger, kind: &str, id: &str, expand: &Expand) -> Result<Value, Fault> {
    let now = ledger.now();
    match kind {
        "payment_intents" => {
            found(&ledger.intents, id, "intent").map(|place| show::intent(ledger, place, now, expand))
        }
        "charges" => {
            found(&ledger.charges, id, "charge").map(|place| show::charge(ledger, place, now, expand))
        }
        "refunds" => {
            found(&ledger.refunds, id, "refund").map(|place| show::refund(ledger, place, now, expand))
        }
        "payouts" => {
            found(&ledger.payouts, id, "payout").map(|place| show::payout(ledger, place, now, expand))
        }
        "disputes" => found(&ledger.disputes, id, "dispute").map(|place| show::dispute(ledger, place, now)),
        "balance_transactions" => found(&ledger.txns, id, "id").map(|place| show::txn(ledger, place, now)),
        "events" => {
            let recent =
                |place: &Place| ledger.events.get(*place).is_some_and(|event| event.at >= now - EVENTS_KEPT);
            let place = found(&ledger.events, id, "id")?;
            let place = Some(place).filter(recent).ok_or_else(|| Fault::missing("event", id, "id"))?;
            Ok(show::event(ledger, place, false))
        }
        "payment_methods" => {
            let key = id.strip_prefix("pm_").and_then(Key::parse);
            let place = key.and_then(|key| ledger.intents.find(key));
            let place = place.filter(|place| {
                ledger
                    .intents
                    .get(*place)
                    .is_some_and(|intent| intent.charge(now).is_some() || intent.has_method(now))
            });
            let missing = || Fault::missing("PaymentMethod", id, "payment_method");
            Ok(show::payment_method(ledger, place.ok_or_else(missing)?))
        }
        _ => Err(unknown("GET", &[kind, id])),
    }
}

fn found<T: Kept>(shelf: &Shelf<T>, id: &str, param: &str) -> Result<Place, Fault> {
    shelf.place(id).ok_or_else(|| Fault::missing(T::NAME, id, param))
}

/// The place of the object that a filter names.
fn wanted<T: Kept>(shelf: &Shelf<T>, params: &mut Params, name: &str) -> Result<Option<Place>, Fault> {
    let bad = |fault: Fault| Fault { status: 400, ..fault };
    params.take(name).map(|id| found(shelf, &id, name).map_err(bad)).transpose()
}

/// The object with this id, as the source of a balance transaction.
fn sources(ledger: &Ledger, id: &str) -> Option<Subject> {
    ledger
        .charges
        .place(id)
        .map(Subject::Charge)
        .or_else(|| ledger.refunds.place(id).map(Subject::Refund))
        .or_else(|| ledger.disputes.place(id).map(Subject::Dispute))
        .or_else(|| ledger.payouts.place(id).map(Subject::Payout))
}

fn about(source: Source) -> Subject {
    match source {
        Source::Charge(place) => Subject::Charge(place),
        Source::Refund(place) | Source::RefundFailure(place) => Subject::Refund(place),
        Source::Dispute(place) | Source::DisputeReversal(place) => Subject::Dispute(place),
        Source::Payout(place) | Source::PayoutFailure(place) | Source::PayoutCancel(place) => {
            Subject::Payout(place)
        }
    }
}

/// A page of a list. `within` bounds what can be listed at all.
fn list<T: Kept>(
    shelf: &Shelf<T>,
    path: &[&str],
    mut params: Params,
    within: Window,
    keep: impl Fn(Place, &T) -> bool,
    show: impl Fn(Place) -> Value,
) -> Result<Value, Fault> {
    let limit = params.integer("limit")?.unwrap_or(10);
    let limit = usize::try_from(limit).ok().filter(|limit| (1..=MOST).contains(limit)).ok_or_else(|| {
        let message = format!("This value must be between 1 and {MOST} (it currently is '{limit}').");
        Fault::param("limit", message).code("parameter_invalid_integer")
    })?;
    let (from, to) = params.window("created")?;
    let after = wanted(shelf, &mut params, "starting_after")?;
    let before = wanted(shelf, &mut params, "ending_before")?;
    let cursor = match (after, before) {
        (None, None) => Cursor::Newest,
        (Some(place), None) => Cursor::After(place),
        (None, Some(place)) => Cursor::Before(place),
        (Some(_), Some(_)) => {
            let message = "You may only specify one of these parameters: ending_before, starting_after.";
            return Err(Fault::param("ending_before", message));
        }
    };
    params.finish()?;
    let page = Page { limit, cursor, created: (from.max(within.0), to.min(within.1)) };
    let (places, has_more) = shelf.page(page, keep);
    let data: Vec<Value> = places.into_iter().map(show).collect();
    let url = format!("/v1/{}", path.join("/"));
    Ok(json!({ "object": "list", "url": url, "has_more": has_more, "data": data }))
}
