//! Orders with their lists.

use jiff::Timestamp;
use saffron_core::Money;
use saffron_till::Check;
use serde_json::{Map, Value, json};

use super::lines::{fee, fees, named, pieces, service_charge};
use super::money::{credit, payment, payments_of, refund};
use super::{Expand, nested, tidy, time, with};
use crate::clover::account::{Account, Record, Version, id};
use crate::trade::{RefundStatus, Return, Stage};

/// When an order was made and when it was changed last.
pub fn times(account: &Account, record: &Record, at: Timestamp) -> (Timestamp, Timestamp) {
    let site = &account.merchant.site;
    let version = record.as_of(at);
    let opened =
        version.and_then(|version| version.order.sale.as_ref()).map(|check| site.at(check.open_time));
    let is_offline = version.is_some_and(|version| version.order.origin == crate::trade::Origin::OfflineTill);
    let back = record.backs(at).map(|(_, back)| site.at(back.check.close_time)).min();
    let created = if is_offline { record.arrived } else { opened.or(back).unwrap_or(record.arrived) };
    let changed = record.backs(at).map(|(since, _)| since);
    let modified = version.map(|version| version.modified).into_iter().chain(changed).max();
    (created, modified.unwrap_or(created).max(created))
}

/// An order, as of a moment; none before it was there.
pub fn order(account: &Account, record: &Record, at: Timestamp, expand: &Expand) -> Option<Value> {
    let version = record.as_of(at);
    let backs: Vec<&Return> = record.backs(at).map(|(_, back)| back).collect();
    if version.is_none() && backs.is_empty() {
        return None;
    }
    let check = version.and_then(|version| version.order.sale.as_ref());
    if version.is_some_and(|version| version.order.stage == Stage::NoSale) {
        return None;
    }
    let (created, modified) = times(account, record, at);
    let any = check.or_else(|| backs.first().map(|back| &back.check));
    let label = any.and_then(|check| check.order_type.as_deref()).unwrap_or("Dine In");
    let order_type = if expand.has("orderType") {
        json!({ "id": id(&[&label, &"type"]), "label": label, "taxable": true })
    } else {
        json!({ "id": id(&[&label, &"type"]) })
    };
    let is_online = any.is_some_and(|check| check.order_input_type.as_deref() == Some("online"));
    let state = match version.map(|version| version.order.stage) {
        Some(Stage::Draft) => None,
        Some(Stage::Closed | Stage::Signing) | None => Some("locked"),
        Some(_) => Some("open"),
    };
    let shown = tidy(json!({
        "id": record.id,
        "currency": account.merchant.site.currency,
        "employee": any.and_then(|check| check.employee.as_ref()).map(|person| json!({ "id": account.employee_id(&person.id) })),
        "total": check.map_or(0, |check| due(check).cents()),
        "paymentState": payment_state(version, check, &backs),
        "title": any.and_then(|check| check.table.as_ref()),
        "orderType": order_type,
        "taxRemoved": false,
        "isVat": check.is_some_and(is_vat),
        "state": state,
        "manualTransaction": false,
        "testMode": false,
        "createdTime": time(created),
        "clientCreatedTime": check.map(|check| time(account.merchant.site.at(check.open_time))),
        "modifiedTime": time(modified),
        "serviceCharge": check.and_then(service_charge).filter(|_| expand.has("serviceCharge")).map(|charge| {
            let part = check.map_or(0, |check| charge.amount.ratio(1_000_000, discounted(check).cents()).cents());
            json!({ "id": id(&[&charge.name, &"charge"]), "name": charge.name, "enabled": true, "percentageDecimal": part })
        }),
        "onlineOrder": is_online.then(|| json!({ "id": id(&[&record.id, &"online"]) })),
        "device": any.and_then(|check| check.revenue_center.as_ref()).map(|name| json!({ "id": id(&[name, &"device"]) })),
    }));
    let mut lists = Map::new();
    let mut list = |name: &str, elements: &dyn Fn() -> Vec<Value>| {
        lists.insert(name.to_owned(), nested(expand.has(name), elements));
    };
    list("lineItems", &|| {
        check.map(|check| line_items(account, check, expand, "lineItems.", &backs)).unwrap_or_default()
    });
    list("discounts", &|| check.map(discounts).unwrap_or_default());
    list("customers", &|| {
        let guest = any.and_then(|check| check.customer.as_ref());
        guest
            .map(|guest| json!({ "id": id(&[&account.merchant.id, guest, &"customer"]) }))
            .into_iter()
            .collect()
    });
    list("payments", &|| {
        let Some(version) = version.filter(|_| check.is_some_and(|check| !check.voided)) else {
            return Vec::new();
        };
        let numbers = 0..payments_of(version).len();
        numbers.filter_map(|number| payment(account, record, version, number, expand, "payments.")).collect()
    });
    list("refunds", &|| {
        let Some(version) = version else { return Vec::new() };
        let with_lines = expand.has("refunds.lineItems");
        let each =
            backs.iter().flat_map(|back| (0..back.check.payments.len()).map(move |number| (back, number)));
        each.filter_map(|(back, number)| refund(account, record, version, back, number, with_lines)).collect()
    });
    list("credits", &|| {
        let backs = backs.iter().filter(|_| version.is_none());
        let each = backs.flat_map(|back| (0..back.check.payments.len()).map(move |number| (back, number)));
        each.filter_map(|(back, number)| credit(account, record, back, number)).collect()
    });
    Some(with(shown, lists))
}

/// All lines of a sale, its fees among them.
pub fn line_items(
    account: &Account,
    check: &Check,
    expand: &Expand,
    at: &str,
    backs: &[&Return],
) -> Vec<Value> {
    let is_back = !backs.is_empty();
    let lines = pieces(account, check).into_iter().map(|piece| piece.show(account, expand, at, is_back));
    let fees = fees(account, check);
    lines.chain(fees.iter().map(|(id, charge)| fee(id, charge, expand, at))).collect()
}

/// Discounts of the whole order: negative, and in no line.
fn discounts(check: &Check) -> Vec<Value> {
    let reward = ("Rewards".to_owned(), check.reward_used);
    let all = named(&check.discounts, check.discount).into_iter().chain([reward]);
    let shown = all.filter(|(_, amount)| *amount != Money::ZERO).enumerate().map(|(number, (name, amount))| {
        json!({ "id": id(&[&check.id, &number, &"discount"]), "name": name, "amount": -amount.cents() })
    });
    shown.collect()
}

fn is_vat(check: &Check) -> bool {
    check.tax_included || check.lines.iter().any(|line| line.tax_included)
}

/// Lines after all discounts.
fn discounted(check: &Check) -> Money {
    let lines = check.lines.iter().filter(|line| !line.voided).map(|line| line.amount - line.discount);
    lines.sum::<Money>() - check.discount - check.reward_used
}

/// What is due, without tips.
fn due(check: &Check) -> Money {
    let tax: Money = check.lines.iter().filter(|line| !line.voided).map(|line| line.tax).sum();
    let tax = if is_vat(check) { Money::ZERO } else { tax };
    discounted(check) + tax + check.service_charges.iter().map(|charge| charge.amount + charge.tax).sum()
}

fn payment_state(version: Option<&Version>, check: Option<&Check>, backs: &[&Return]) -> &'static str {
    let (Some(version), Some(check)) = (version, check) else { return "CREDITED" };
    let sum = |check: &Check| check.payments.iter().map(|of| of.amount + of.tip).sum::<Money>();
    let back: Money = backs
        .iter()
        .filter(|back| back.status == RefundStatus::Completed)
        .map(|back| -sum(&back.check))
        .sum();
    match version.order.stage {
        _ if check.voided => "OPEN",
        Stage::Draft | Stage::Cart | Stage::NoSale => "OPEN",
        Stage::Partly => "PARTIALLY_PAID",
        Stage::Signing | Stage::Closed if back == Money::ZERO => "PAID",
        Stage::Signing | Stage::Closed if back >= sum(check) => "REFUNDED",
        Stage::Signing | Stage::Closed => "PARTIALLY_REFUNDED",
    }
}
