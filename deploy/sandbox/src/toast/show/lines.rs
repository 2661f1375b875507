//! Selections and charges of a check.

use saffron_core::fact::ChargeKind;
use saffron_core::{Money, spread};
use saffron_till::{Check, Discount, Line, Modifier};
use serde_json::{Value, json};

use super::{reference, usd};
use crate::toast::account::Account;

/// A line after all discounts, those of the check among them, and without tax.
pub struct Sold<'a> {
    pub line: &'a Line,
    /// Before discounts.
    pub gross: Money,
    pub net: Money,
}

/// The lines of a check. Toast puts each one's part of the check's discounts into its price.
pub fn sold(check: &Check) -> Vec<Sold<'_>> {
    let held = |line: &Line| {
        let is_included = line.tax_included || check.tax_included;
        if is_included { line.tax } else { Money::ZERO }
    };
    let own = |line: &Line| line.amount - held(line) - line.discount;
    let weights: Vec<u64> = check
        .lines
        .iter()
        .map(|line| if line.voided { 0 } else { own(line).cents().unsigned_abs() })
        .collect();
    let shares = spread::spread((check.discount + check.reward_used).cents(), &weights);
    let parts = check.lines.iter().zip(shares);
    parts
        .map(|(line, share)| Sold {
            line,
            gross: line.amount - held(line),
            net: own(line) - Money::from_cents(share),
        })
        .collect()
}

/// A selection; `back` is what was given back of it: its details.
pub fn selection(
    account: &Account,
    check: &str,
    number: usize,
    sold: &Sold<'_>,
    back: Option<Value>,
) -> Value {
    let line = sold.line;
    let guid = account.guid(&[&check, &number, &"selection"]);
    let modifiers: Vec<Value> =
        line.modifiers.iter().enumerate().map(|(at, of)| modifier(account, &guid, at, of)).collect();
    let category = line.major_category.as_ref().map(|name| account.guid(&[&"salesCategories", name]));
    let reason = line.reason.as_ref().filter(|_| line.voided);
    let reason = reason.map(|name| account.guid(&[&"voidReasons", name]));
    json!({
        "guid": guid,
        "entityType": "MenuItemSelection",
        "item": if line.deferred { Value::Null } else { reference(Some(account.guid(&[&line.item, &"item"])), "MenuItem") },
        "itemGroup": reference(line.minor_category.as_ref().map(|name| account.guid(&[&"group", name])), "MenuGroup"),
        "salesCategory": reference(category, "SalesCategory"),
        "displayName": line.name,
        "selectionType": if line.deferred { "TOAST_CARD_SELL" } else { "NONE" },
        "quantity": line.quantity.milli() as f64 / 1_000.0,
        "unitOfMeasure": "NONE",
        "receiptLinePrice": usd(line.price),
        "preDiscountPrice": usd(sold.gross),
        "price": usd(sold.net),
        "tax": usd(line.tax),
        "taxInclusion": if line.tax_included { "INCLUDED" } else { "NOT_INCLUDED" },
        "appliedTaxes": taxes(line.tax),
        "appliedDiscounts": line.discounts.iter().map(|of| discount(account, of)).collect::<Vec<_>>(),
        "modifiers": modifiers,
        "deferred": line.deferred,
        "voided": line.voided,
        "voidReason": reference(reason, "VoidReason"),
        "refundDetails": back,
        "seatNumber": -1,
    })
}

fn taxes(tax: Money) -> Value {
    if tax == Money::ZERO {
        return json!([]);
    }
    json!([{ "entityType": "AppliedTaxRate", "name": "Sales tax", "rate": 0.08, "type": "PERCENT", "taxAmount": usd(tax),
        "facilitatorCollectAndRemitTax": false }])
}

/// A modifier is a selection of its own: the line holds its price.
fn modifier(account: &Account, line: &str, number: usize, modifier: &Modifier) -> Value {
    json!({
        "guid": account.guid(&[&line, &number, &"modifier"]),
        "entityType": "MenuItemSelection",
        "displayName": modifier.name,
        "quantity": modifier.quantity.milli() as f64 / 1_000.0,
        "preDiscountPrice": usd(modifier.amount),
        "price": usd(modifier.amount),
        "taxInclusion": "INHERITED",
        "modifiers": [],
        "voided": false,
        "deferred": false,
    })
}

pub fn discount(account: &Account, of: &Discount) -> Value {
    let approver = of.approved_by.as_ref().map(|person| account.guid(&[&person.id, &"employee"]));
    json!({
        "entityType": "AppliedCustomDiscount", "name": of.name, "discountAmount": usd(of.amount),
        "nonTaxDiscountAmount": usd(of.amount), "approver": reference(approver, "RestaurantUser"), "processingState": null,
        "appliedDiscountReason": of.reason.as_ref().map(|name| json!({ "name": name })), "discountType": "OPEN_FIXED",
    })
}

/// Discounts of the whole check, by name where the trade names them.
pub fn discounts(account: &Account, check: &Check) -> Vec<Value> {
    let named: Money = check.discounts.iter().map(|of| of.amount).sum();
    let mut shown: Vec<Value> = check.discounts.iter().map(|of| discount(account, of)).collect();
    let rest = [("Discount", check.discount - named), ("Reward", check.reward_used)];
    for (name, amount) in rest.into_iter().filter(|(_, amount)| *amount != Money::ZERO) {
        shown.push(discount(account, &Discount::new(name, saffron_core::fact::DiscountKind::Other, amount)));
    }
    shown
}

/// A charge; `back` is what was given back of it. Rounding is one, too.
pub fn charges(
    account: &Account,
    check: &Check,
    id: &str,
    mut back: impl FnMut(usize) -> Option<Value>,
) -> Vec<Value> {
    let mut shown = Vec::new();
    for (number, charge) in check.service_charges.iter().enumerate() {
        let is_delivery = charge.kind == ChargeKind::Delivery;
        shown.push(json!({
            "guid": account.guid(&[&id, &number, &"charge"]), "entityType": "AppliedServiceCharge", "name": charge.name,
            "chargeAmount": usd(charge.amount), "chargeType": "OPEN", "gratuity": charge.kind == ChargeKind::Gratuity,
            "delivery": is_delivery, "takeout": !is_delivery, "dineIn": !is_delivery, "taxable": charge.tax != Money::ZERO,
            "appliedTaxes": taxes(charge.tax), "serviceChargeCategory": "SERVICE_CHARGE", "refundDetails": back(number),
        }));
    }
    if check.rounding != Money::ZERO {
        shown.push(json!({
            "guid": account.guid(&[&id, &"rounding"]), "entityType": "AppliedServiceCharge", "name": "Cash rounding",
            "chargeAmount": usd(check.rounding), "chargeType": "OPEN", "gratuity": false, "appliedTaxes": [],
            "serviceChargeCategory": "CASH_ROUNDING", "refundDetails": null,
        }));
    }
    shown
}
