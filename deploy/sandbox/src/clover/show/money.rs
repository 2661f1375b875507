//! Payments, refunds and manual refunds.

use jiff::Timestamp;
use saffron_core::fact::ChargeKind;
use saffron_core::{Money, spread};
use saffron_till::{Check, Payment};
use serde_json::{Value, json};

use super::lines::{fees, pieces, service_charge};
use super::{Expand, nested, tidy, time};
use crate::clover::account::{Account, Record, Version, id};
use crate::trade::{Origin, RefundStatus, Return, Stage};

/// Cards by the names that tills give them.
const BRANDS: [(&str, &str); 6] = [
    ("visa", "VISA"),
    ("mastercard", "MC"),
    ("american express", "AMEX"),
    ("amex", "AMEX"),
    ("discover", "DISCOVER"),
    ("jcb", "JCB"),
];

/// Tender and card of a payment.
fn tender(payment: &Payment) -> (Value, Option<Value>) {
    let name = payment.tender.to_lowercase();
    let brand = BRANDS.iter().find(|(known, _)| *known == name).map(|(_, brand)| *brand);
    let card = |kind: &str, last4: &str| json!({ "cardType": kind, "last4": last4, "type": "AUTH", "state": "CLOSED" });
    let tender = |label: &str, key: &str| {
        let key = format!("com.clover.tender.{key}");
        json!({ "id": id(&[&label, &"tender"]), "label": label, "labelKey": key, "enabled": true, "visible": true })
    };
    match brand {
        _ if payment.gift_card => (tender("Gift Card", "gift_card"), Some(card("GIFT_CARD", "0711"))),
        Some(brand) => (tender("Credit Card", "credit_card"), Some(card(brand, "4242"))),
        None if name == "cash" => (tender("Cash", "cash"), None),
        None => (tender(&payment.tender, "external_payment"), None),
    }
}

/// The id of a payment of a sale.
pub fn payment_id(record: &str, number: usize) -> String {
    id(&[&record, &number, &"payment"])
}

/// Whether a version has payments that Clover shows.
pub fn payments_of(version: &Version) -> &[Payment] {
    match (&version.order.sale, version.order.stage) {
        (Some(check), Stage::Partly | Stage::Signing | Stage::Closed) => &check.payments,
        _ => &[],
    }
}

/// All tax of a check.
fn tax(check: &Check) -> Money {
    let lines = check.lines.iter().filter(|line| !line.voided).map(|line| line.tax);
    lines.chain(check.service_charges.iter().map(|charge| charge.tax)).sum()
}

/// A part of an amount for each payment.
fn parts(whole: Money, payments: &[Payment]) -> Vec<i64> {
    let weights: Vec<u64> = payments.iter().map(|of| of.amount.cents().unsigned_abs()).collect();
    spread::spread(whole.cents(), &weights)
}

/// A payment of a sale: its amount is without the tip.
pub fn payment(
    account: &Account,
    record: &Record,
    version: &Version,
    number: usize,
    expand: &Expand,
    at: &str,
) -> Option<Value> {
    let check = version.order.sale.as_ref()?;
    let payment = payments_of(version).get(number)?;
    let has = |name: &str| expand.has(&format!("{at}{name}"));
    let site = &account.merchant.site;
    let taken = site.at(check.close_time);
    let is_offline = version.order.origin == Origin::OfflineTill;
    let created = if is_offline { record.arrived } else { taken };
    let modified = version.payments.get(number).copied().unwrap_or(version.at).max(created);
    let (tender, card) = tender(payment);
    let tender = if has("tender") { tender } else { json!({ "id": tender.get("id") }) };
    let taker = check.cashier.as_ref().or(check.employee.as_ref());
    let charge = service_charge(check).filter(|_| number == 0);
    Some(tidy(json!({
        "id": payment_id(&record.id, number),
        "order": { "id": record.id },
        "tender": tender,
        "amount": payment.amount.cents(),
        "tipAmount": payment.tip.cents(),
        "taxAmount": parts(tax(check), &check.payments).get(number),
        "cashbackAmount": 0,
        "employee": taker.map(|person| json!({ "id": account.employee_id(&person.id) })),
        "createdTime": time(created),
        "clientCreatedTime": time(taken),
        "modifiedTime": time(modified),
        "offline": is_offline,
        "result": if check.voided { "VOIDED" } else { "SUCCESS" },
        "cardTransaction": card.filter(|_| has("cardTransaction")),
        "serviceCharge": charge.map(|charge| json!({ "name": charge.name, "amount": charge.amount.cents() })),
        "additionalCharges": nested(has("additionalCharges"), Vec::new),
    })))
}

/// Whether what was given back has no sale: then it is a manual refund.
pub fn is_credit(record: &Record, at: Timestamp) -> bool {
    record.as_of(at).is_none()
}

fn status(status: RefundStatus) -> &'static str {
    match status {
        RefundStatus::Pending => "PENDING",
        RefundStatus::Completed => "SUCCESS",
        RefundStatus::Rejected | RefundStatus::Failed => "FAIL",
    }
}

/// A refund of one payment of a refund check: a positive amount, with tax and tip.
pub fn refund(
    account: &Account,
    record: &Record,
    version: &Version,
    back: &Return,
    number: usize,
    with_lines: bool,
) -> Option<Value> {
    let check = &back.check;
    let payment = check.payments.get(number)?;
    let lines = returned(account, version, check).filter(|_| check.payments.len() == 1);
    let charged: Money = match &lines {
        Some(_) => service_charge(check).map(|charge| charge.amount).unwrap_or_default(),
        None => check.service_charges.iter().map(|charge| charge.amount).sum(),
    };
    let taker = check.cashier.as_ref().or(check.employee.as_ref());
    let lines = lines.unwrap_or_default().into_iter().map(|id| json!({ "id": id })).collect::<Vec<_>>();
    let charge = (charged != Money::ZERO)
        .then(|| json!({ "name": "Service charge", "amount": parts(-charged, &check.payments).get(number) }));
    Some(tidy(json!({
        "id": id(&[&account.merchant.id, &check.id, &number, &"refund"]),
        "orderRef": { "id": record.id },
        "payment": { "id": payment_id(&record.id, number) },
        "amount": -(payment.amount + payment.tip).cents(),
        "taxAmount": parts(-tax(check), &check.payments).get(number),
        "tipAmount": -payment.tip.cents(),
        "createdTime": time(account.merchant.site.at(check.close_time)),
        "employee": taker.map(|person| json!({ "id": account.employee_id(&person.id) })),
        "lineItems": nested(with_lines, || lines),
        "serviceChargeAmount": charge,
        "voided": false,
        "status": status(back.status),
        "reason": check.reason,
    })))
}

/// The lines of a sale that a refund check brings back; none if it brings back others.
fn returned(account: &Account, version: &Version, back: &Check) -> Option<Vec<String>> {
    let sale = version.order.sale.as_ref()?;
    let mut left = pieces(account, sale);
    let mut ids = Vec::new();
    for line in back.lines.iter().filter(|line| !line.voided) {
        let mut wanted = line.quantity.milli().abs();
        while wanted > 0 {
            let at = left.iter().position(|piece| piece.line.item == line.item)?;
            let piece = left.remove(at);
            wanted -= 1_000.min(piece.line.quantity.milli().max(1));
            ids.push(piece.id);
        }
    }
    let mut charges = fees(account, sale);
    for charge in back
        .service_charges
        .iter()
        .filter(|charge| charge.kind != ChargeKind::Fee || charge.tax != Money::ZERO)
    {
        let at = charges.iter().position(|(_, of)| of.kind == charge.kind)?;
        ids.push(charges.remove(at).0);
    }
    Some(ids)
}

/// A manual refund.
pub fn credit(account: &Account, record: &Record, back: &Return, number: usize) -> Option<Value> {
    let check = &back.check;
    let payment = check.payments.get(number)?;
    let (tender, card) = tender(payment);
    let taker = check.cashier.as_ref().or(check.employee.as_ref());
    let result = if back.status == RefundStatus::Completed { "SUCCESS" } else { "FAIL" };
    Some(tidy(json!({
        "id": id(&[&account.merchant.id, &check.id, &number, &"credit"]),
        "orderRef": { "id": record.id },
        "tender": tender,
        "cardTransaction": card,
        "amount": -(payment.amount + payment.tip).cents(),
        "taxAmount": parts(-tax(check), &check.payments).get(number),
        "createdTime": time(account.merchant.site.at(check.close_time)),
        "employee": taker.map(|person| json!({ "id": account.employee_id(&person.id) })),
        "voided": false,
        "result": result,
    })))
}
