//! Lines of orders, and of the returns in them.

use saffron_core::{Money, Quantity};
use saffron_till::{Line, Modifier};
use serde_json::{Value, json};

use super::pricing::{Priced, PricedLine};
use super::{View, listed, tidy};
use crate::square::trade::variation_id;

/// The beginning of the ids of items that are on no menu: amounts that were typed in.
const CUSTOM: &str = "custom-";

/// A line of an order.
pub fn line(view: &View<'_>, priced: &Priced<'_>, line: &PricedLine<'_>) -> Value {
    let mut shown = base(view, priced, line);
    let modifier = |(number, modifier): (usize, &Modifier)| {
        json!({
            "uid": format!("{}-modifier-{number}", line.uid),
            "name": modifier.name,
            "quantity": quantity(per_piece(modifier.quantity, line.line.quantity)),
            "base_price_money": view.money(each(modifier.amount, modifier.quantity)),
            "total_price_money": view.money(modifier.amount),
        })
    };
    let modifiers = line.line.modifiers.iter().enumerate().map(modifier).collect();
    if let Some(shown) = shown.as_object_mut() {
        shown.insert("uid".to_owned(), json!(line.uid));
        shown.insert("gross_sales_money".to_owned(), view.money(line.gross));
        shown.insert("modifiers".to_owned(), listed(modifiers));
    }
    tidy(shown)
}

/// A line of a return.
pub fn return_line(view: &View<'_>, priced: &Priced<'_>, line: &PricedLine<'_>) -> Value {
    let mut shown = base(view, priced, line);
    let modifier = |(number, modifier): (usize, &Modifier)| {
        let amount = priced.turn(modifier.amount);
        json!({
            "uid": format!("return-{}-modifier-{number}", line.uid),
            "name": modifier.name,
            "quantity": quantity(per_piece(modifier.quantity, line.line.quantity)),
            "base_price_money": view.money(each(amount, modifier.quantity)),
            "total_price_money": view.money(amount),
        })
    };
    let modifiers = line.line.modifiers.iter().enumerate().map(modifier).collect();
    if let Some(shown) = shown.as_object_mut() {
        shown.insert("uid".to_owned(), json!(format!("return-{}", line.uid)));
        shown.insert("gross_return_money".to_owned(), view.money(line.gross));
        shown.insert("return_modifiers".to_owned(), listed(modifiers));
    }
    tidy(shown)
}

/// What lines of sales and of returns have in common.
fn base(view: &View<'_>, priced: &Priced<'_>, priced_line: &PricedLine<'_>) -> Value {
    let line = priced_line.line;
    let kind = kind(line);
    let modifiers: Money = line.modifiers.iter().map(|modifier| modifier.amount).sum();
    let variation = priced.turn(line.amount - modifiers);
    let discounts = priced_line.discounts.iter().filter_map(|(index, amount)| {
        let uid = &priced.discounts.get(*index)?.uid;
        let applied = format!("{}-{uid}", priced_line.uid);
        Some(json!({ "uid": applied, "discount_uid": uid, "applied_money": view.money(*amount) }))
    });
    let discounts = discounts.collect();
    let taxes = (priced_line.tax != Money::ZERO).then(|| {
        let tax = tax_uid(priced_line.tax_included);
        let uid = format!("{}-{tax}", priced_line.uid);
        json!({ "uid": uid, "tax_uid": tax, "applied_money": view.money(priced_line.tax) })
    });
    let is_item = kind == "ITEM";
    json!({
        "name": line.name,
        "quantity": quantity(line.quantity),
        "item_type": kind,
        "catalog_object_id": is_item.then(|| variation_id(&view.merchant.id, &line.item)),
        "variation_name": is_item.then_some("Regular"),
        // Without what was ordered to it, unlike the gross amount.
        "base_price_money": view.money(each(variation, line.quantity)),
        "variation_total_price_money": view.money(variation),
        "applied_discounts": listed(discounts),
        "applied_taxes": listed(taxes.into_iter().collect()),
        "total_tax_money": view.money(priced_line.tax),
        "total_discount_money": view.money(priced_line.discount()),
        "total_service_charge_money": view.money(Money::ZERO),
        "total_money": view.money(priced_line.total()),
    })
}

fn kind(line: &Line) -> &'static str {
    match line {
        _ if line.deferred => "GIFT_CARD",
        _ if line.item.as_str().starts_with(CUSTOM) => "CUSTOM_AMOUNT",
        _ => "ITEM",
    }
}

/// The uid of the order's tax that is added to amounts or held by them.
pub const fn tax_uid(included: bool) -> &'static str {
    if included { "tax-included" } else { "tax" }
}

/// How many of a modifier each piece of a line has: Square counts modifiers by the piece (OrderLineItemModifier, `quantity`: a burger
/// with extra cheese has 2).
fn per_piece(of_line: Quantity, pieces: Quantity) -> Quantity {
    Quantity::from_milli(Money::from_cents(of_line.milli()).ratio(1_000, pieces.milli()).cents())
}

/// The price of one.
fn each(whole: Money, quantity: Quantity) -> Money {
    whole.abs().ratio(1_000, quantity.milli().abs())
}

/// A quantity as text, positive. What is weighed has five decimals: more than a till of ours sends, and the same when
/// rounded to three.
fn quantity(quantity: Quantity) -> String {
    let milli = quantity.milli().unsigned_abs();
    let (whole, part) = (milli / 1_000, milli % 1_000);
    if part == 0 { whole.to_string() } else { format!("{whole}.{part:03}33") }
}
