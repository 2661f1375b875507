//! Payments.

use saffron_till::{Check, Payment};
use serde_json::{Value, json};

use super::back::Backs;
use super::{number, reference, time, usd};
use crate::toast::account::{Account, Record};
use crate::trade::{Order, Stage};

/// Cards by the names that tills give them.
const BRANDS: [(&str, &str); 6] = [
    ("visa", "VISA"),
    ("mastercard", "MASTERCARD"),
    ("american express", "AMEX"),
    ("amex", "AMEX"),
    ("discover", "DISCOVER"),
    ("jcb", "JCB"),
];

/// The payments of an order that Toast shows.
pub fn payments_of(order: &Order) -> &[Payment] {
    match (&order.sale, order.stage) {
        (Some(check), Stage::Partly | Stage::Signing | Stage::Closed) => &check.payments,
        _ => &[],
    }
}

/// The GUID of a payment.
pub fn payment_id(account: &Account, record: &Record, at: usize) -> String {
    account.guid(&[&record.id, &at, &"payment"])
}

/// A payment: its amount is without the tip.
pub fn payment(
    account: &Account,
    record: &Record,
    order: &Order,
    check: &Check,
    at: usize,
    backs: &Backs<'_>,
) -> Option<Value> {
    let payment = payments_of(order).get(at)?;
    let site = &account.restaurant.site;
    let name = payment.tender.to_lowercase();
    let brand = BRANDS.iter().find(|(known, _)| *known == name).map(|(_, brand)| *brand);
    let kind = match brand {
        _ if payment.gift_card => "GIFTCARD",
        Some(_) => "CREDIT",
        None if name == "cash" => "CASH",
        None => "OTHER",
    };
    let status = match (kind, order.stage) {
        _ if check.voided => Some("VOIDED"),
        ("CREDIT", Stage::Signing) => Some("AUTHORIZED"),
        ("CREDIT", _) => Some("CAPTURED"),
        _ => None,
    };
    let (refund, refunded) = backs.of_payment(at);
    let taker = check.cashier.as_ref().or(check.employee.as_ref());
    let voided =
        (check.voided && kind != "CREDIT").then(|| json!({ "voidDate": time(site.at(check.close_time)) }));
    let other = (kind == "OTHER").then(|| account.guid(&[&"alternatePaymentTypes", &payment.tender]));
    Some(json!({
        "guid": payment_id(account, record, at),
        "entityType": "OrderPayment",
        "orderGuid": record.id,
        "checkGuid": account.guid(&[&check.id, &"check"]),
        "type": kind,
        "cardType": brand.filter(|_| kind == "CREDIT"),
        "last4Digits": brand.map(|_| "4242"),
        "amount": usd(payment.amount),
        "amountTendered": usd(payment.amount),
        "tipAmount": usd(payment.tip),
        "paidDate": time(site.at(check.close_time)),
        "paidBusinessDate": number(site.date_of(check)),
        "paymentStatus": status,
        "refundStatus": refunded,
        "refund": refund,
        "voidInfo": voided,
        "otherPayment": reference(other, "AlternatePaymentType"),
        "originalProcessingFee": payment.fee.map(usd),
        "server": reference(taker.map(|person| account.guid(&[&person.id, &"employee"])), "RestaurantUser"),
    }))
}
