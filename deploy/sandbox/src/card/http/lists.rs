//! The GET calls: objects by id, and lists in pages, newest first.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::super::account::{
    Account, Charge, Dispute, EVENTS_KEPT, Event, Intent, Object, Payout, Position, Refund, Secs, Snapshot,
    Table, Txn, constants,
};
use super::super::fault::Fault;
use super::params::{Params, Window};
use crate::ids::Key;

/// The most objects of a page.
const MOST: usize = 100;
type Located = (Key, Position);

/// The span of all times.
const ALWAYS: Window = (Secs::MIN, Secs::MAX);

/// Answers a GET; `path` is what follows `/v1/`.
pub fn read(account: &Account, path: &[&str], mut params: Params) -> Result<Value, Fault> {
    let now = account.now();
    let url = format!("/v1/{}", path.join("/"));
    match path {
        ["payment_intents"] => {
            // The guests of the demo are no customers of the provider.
            let customer = params.take("customer");
            list(account, &account.intents, &url, params, ALWAYS, |_: &Intent| customer.is_none())
        }
        ["charges"] => {
            let intent = locate(&account.intents, &mut params, "payment_intent")?;
            let keep = |charge: &Charge| fits(intent, charge.intent);
            list(account, &account.charges, &url, params, ALWAYS, keep)
        }
        ["refunds"] => {
            let charge = locate(&account.charges, &mut params, "charge")?;
            let intent = locate(&account.intents, &mut params, "payment_intent")?;
            let keep = |refund: &Refund| fits(charge, refund.charge) && fits(intent, refund.intent);
            list(account, &account.refunds, &url, params, ALWAYS, keep)
        }
        ["disputes"] => {
            let charge = locate(&account.charges, &mut params, "charge")?;
            let intent = locate(&account.intents, &mut params, "payment_intent")?;
            let keep = |dispute: &Dispute| fits(charge, dispute.charge) && fits(intent, dispute.intent);
            list(account, &account.disputes, &url, params, ALWAYS, keep)
        }
        ["payouts"] => {
            let (status, arrival) = (params.take("status"), params.window("arrival_date")?);
            let keep = |payout: &Payout| {
                (arrival.0..=arrival.1).contains(&payout.arrival)
                    && status.as_ref().is_none_or(|status| json!(payout.status) == json!(status))
            };
            list(account, &account.payouts, &url, params, ALWAYS, keep)
        }
        ["balance_transactions"] => {
            let payout = locate(&account.payouts, &mut params, "payout")?;
            let (kind, source) = (params.take("type"), params.take("source"));
            let available = params.window("available_on")?;
            let keep = |txn: &Txn| {
                payout.is_none_or(|(payout, _)| txn.payout == Some(payout))
                    && kind.as_ref().is_none_or(|kind| constants(txn.kind).get("type") == Some(&json!(kind)))
                    && source.as_ref().is_none_or(|source| txn.source == *source)
                    && (available.0..=available.1).contains(&txn.available_on)
            };
            list(account, &account.txns, &url, params, ALWAYS, keep)
        }
        ["events"] => {
            let (kind, kinds) = (params.take("type"), params.list("types"));
            if kind.is_some() && !kinds.is_empty() {
                let message = "You may only specify one of these parameters: type, types.";
                return Err(Fault::param("types", message));
            }
            let matches = |pattern: &str, kind: &str| {
                pattern.strip_suffix('*').map_or(pattern == kind, |start| kind.starts_with(start))
            };
            let keep = |event: &Event| {
                kind.as_ref().is_none_or(|kind| matches(kind, event.kind))
                    && (kinds.is_empty() || kinds.iter().any(|kind| matches(kind, event.kind)))
            };
            page(&account.events, &url, params, (now - EVENTS_KEPT, Secs::MAX), keep, |event| {
                account.show_event(event, false)
            })
        }
        ["events", id] => {
            params.finish()?;
            let event = account.events.get(account.events.key(id)?)?;
            if event.created < now - EVENTS_KEPT {
                return Err(Fault::missing("event", id, "id"));
            }
            Ok(account.show_event(event, false))
        }
        ["balance"] => {
            params.finish()?;
            Ok(account.show(&Snapshot::Balance, now))
        }
        [kind, id] => one(account, kind, id, params),
        _ => Err(unknown("GET", path)),
    }
}

/// The error for an unknown path.
pub fn unknown(method: &str, path: &[&str]) -> Fault {
    let message = format!(
        "Unrecognized request URL ({method}: /v1/{}). Please see https://stripe.com/docs.",
        path.join("/")
    );
    Fault { status: StatusCode::NOT_FOUND, ..Fault::invalid(message) }
}

/// Answers a GET of one object by its id.
fn one(account: &Account, kind: &str, id: &str, mut params: Params) -> Result<Value, Fault> {
    let expand = params.expand(false)?;
    params.finish()?;
    match kind {
        "payment_intents" => account.intents.key(id).map(drop),
        "charges" => account.charges.key(id).map(drop),
        "refunds" => account.refunds.key(id).map(drop),
        "payouts" => account.payouts.key(id).map(drop),
        "disputes" => account.disputes.key(id).map(drop),
        "balance_transactions" => account.txns.key(id).map(drop),
        "payment_methods" if id.starts_with("pm_") => Ok(()),
        "payment_methods" => Err(Fault::missing("PaymentMethod", id, "payment_method")),
        _ => Err(unknown("GET", &[kind, id])),
    }?;
    let mut shown = account.show(&account.snapshot(id)?, account.now());
    account.expand(&mut shown, &expand);
    Ok(shown)
}

/// Key and position of the object that a parameter names.
fn locate<T: Object>(table: &Table<T>, params: &mut Params, name: &str) -> Result<Option<Located>, Fault> {
    let bad = |fault: Fault| Fault { status: StatusCode::BAD_REQUEST, ..fault };
    params.take(name).map(|id| table.locate(&id, name).map_err(bad)).transpose()
}

/// Whether a key is the one that a parameter names; true without that parameter.
fn fits(named: Option<Located>, key: Key) -> bool {
    named.is_none_or(|(named, _)| named == key)
}

/// Answers a page of a list, with the expansions that the caller asks for.
fn list<T: Object>(
    account: &Account,
    table: &Table<T>,
    url: &str,
    mut params: Params,
    within: Window,
    keep: impl Fn(&T) -> bool,
) -> Result<Value, Fault> {
    let expand = params.expand(true)?;
    page(table, url, params, within, keep, |object| {
        let mut shown = account.show_id(&object.id());
        account.expand(&mut shown, &expand);
        shown
    })
}

/// Answers a page of a list, limited to the span of time `within`.
fn page<T: Object>(
    table: &Table<T>,
    url: &str,
    mut params: Params,
    within: Window,
    keep: impl Fn(&T) -> bool,
    show: impl Fn(&T) -> Value,
) -> Result<Value, Fault> {
    let limit = params.integer("limit")?.unwrap_or(10);
    let limit = usize::try_from(limit).ok().filter(|limit| (1..=MOST).contains(limit)).ok_or_else(|| {
        let message = format!("This value must be between 1 and {MOST} (it currently is '{limit}').");
        Fault::param("limit", message).code("parameter_invalid_integer")
    })?;
    let (from, to) = params.window("created")?;
    let after = locate(table, &mut params, "starting_after")?;
    let before = locate(table, &mut params, "ending_before")?;
    if after.is_some() && before.is_some() {
        let message = "You may only specify one of these parameters: ending_before, starting_after.";
        return Err(Fault::param("ending_before", message));
    }
    params.finish()?;
    let created = (from.max(within.0), to.min(within.1));
    let position = |located: Option<Located>| located.map(|(_, position)| position);
    let (objects, has_more) = table.page(limit, created, position(after), position(before), keep);
    let data: Vec<Value> = objects.into_iter().map(show).collect();
    Ok(json!({ "object": "list", "url": url, "has_more": has_more, "data": data }))
}
