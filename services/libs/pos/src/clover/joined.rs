//! Orders, put together from their parts: Clover expands three fields a call at most, and cuts lists within an order.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::client::{Client, ORDERS, PARTS, Time};
use super::model::{LineItem, Order, Payment};
use crate::PosError;
use crate::rows::{Parsed, Span, all, parse};

/// Lists within an object are cut here.
const CUT: usize = 100;
/// How often an order is read again that is changed meanwhile.
const TRIES: usize = 3;

/// An order with its JSON, as far as one call answers it.
pub(super) type Sent = (Order, Box<RawValue>);

/// Orders of a page, and where the next one begins.
pub(super) struct Orders {
    pub(super) parsed: Parsed<Order>,
    pub(super) next: Option<String>,
}

/// A page of orders, as a whole.
pub(super) async fn orders(client: &Client, by: Time, span: Span, offset: usize) -> Result<Orders, PosError> {
    let [first, others @ ..] = PARTS;
    let read = client.orders(by, span, first, offset).await?;
    let next = read.next;
    let mut parsed = parse::<Order>(read.rows);
    let mut parts = Vec::with_capacity(others.len());
    for part in others {
        if parsed.objects.is_empty() {
            break;
        }
        let rows = client.orders(by, span, part, offset).await?.rows;
        let known = parse::<Order>(rows).objects.into_iter();
        parts.push(
            known.filter_map(|(order, _)| Some((order.id.clone()?, order))).collect::<BTreeMap<_, _>>(),
        );
    }
    let mut objects = Vec::with_capacity(parsed.objects.len().min(ORDERS));
    for (order, raw) in parsed.objects {
        let id = order.id.clone().unwrap_or_default();
        let whole: Option<Vec<Order>> = parts.iter_mut().map(|part| part.remove(&id)).collect();
        match whole.and_then(|parts| joined(order, parts)) {
            Some(order) => objects.push((complete(client, order).await?, raw)),
            // It was changed between two calls.
            None if id.is_empty() => {}
            None => objects.extend(order_of(client, &id).await?),
        }
    }
    parsed.objects = objects;
    Ok(Orders { parsed, next })
}

/// An order, as a whole; none if there is none any more.
pub(super) async fn order_of(client: &Client, id: &str) -> Result<Option<Sent>, PosError> {
    let mut last = None;
    for _ in 0..TRIES {
        let mut parts = Vec::with_capacity(PARTS.len());
        for part in PARTS {
            match client.order(id, part).await {
                Ok(raw) => parts.push(raw),
                Err(PosError::Missing) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        let mut read = parse::<Order>(parts);
        if let Some(unread) = read.unread.pop() {
            return Err(PosError::Unreadable(format!("an order that {}", unread.unmapped.why)));
        }
        let mut objects = read.objects.into_iter();
        let Some((first, raw)) = objects.next() else { break };
        let others: Vec<Order> = objects.map(|(order, _)| order).collect();
        if let Some(order) = joined(first.clone(), others.clone()) {
            return Ok(Some((complete(client, order).await?, raw)));
        }
        last = Some((first, others, raw));
    }
    // It is changed all the time: the next poll finds it again.
    let Some((first, others, raw)) = last else { return Ok(None) };
    Ok(Some((complete(client, put_together(first, others)).await?, raw)))
}

/// An order from its parts; none if it was changed between them.
fn joined(order: Order, parts: Vec<Order>) -> Option<Order> {
    let is_same = parts.iter().all(|part| part.modified_time == order.modified_time);
    is_same.then(|| put_together(order, parts))
}

/// Takes from each part what only it has.
fn put_together(mut order: Order, parts: Vec<Order>) -> Order {
    let mut parts = parts.into_iter();
    if let Some(part) = parts.next() {
        (order.discounts, order.service_charge, order.customers) =
            (part.discounts, part.service_charge, part.customers);
    }
    if let Some(part) = parts.next() {
        (order.payments, order.refunds) = (part.payments, part.refunds);
    }
    if let Some(part) = parts.next() {
        (order.order_type, order.credits) = (part.order_type, part.credits);
        for payment in &mut order.payments {
            let same = |of: &&Payment| of.id == payment.id;
            if let Some(same) = part.payments.iter().find(same) {
                payment.additional_charges.clone_from(&same.additional_charges);
            }
        }
    }
    order
}

/// Reads all lines of an order that has many.
async fn complete(client: &Client, mut order: Order) -> Result<Order, PosError> {
    let Some(id) = order.id.clone().filter(|_| order.line_items.len() >= CUT) else { return Ok(order) };
    let id = id.as_str();
    let rows = all(|cursor| async move { client.lines(id, cursor.as_deref()).await }).await?;
    let lines = parse::<LineItem>(rows).objects.into_iter().map(|(line, _)| line);
    // Pages repeat some of the one before.
    let mut known: BTreeMap<Option<String>, LineItem> = BTreeMap::new();
    let mut nameless = Vec::new();
    let mut ids = Vec::new();
    for line in lines {
        match &line.id {
            None => nameless.push(line),
            Some(id) => {
                if !known.contains_key(&Some(id.clone())) {
                    ids.push(Some(id.clone()));
                }
                known.insert(Some(id.clone()), line);
            }
        }
    }
    order.line_items = ids.iter().filter_map(|id| known.remove(id)).chain(nameless).collect();
    Ok(order)
}
