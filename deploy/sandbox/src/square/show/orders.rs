//! Orders with their tenders.

use saffron_core::Money;
use saffron_till::{Check, Payment};
use serde_json::{Value, json};

use super::charges::{charges_of, rounding};
use super::lines::{line, tax_uid};
use super::payments::{Kind, card, payment_of};
use super::pricing::Priced;
use super::returns::{returned, returned_sums};
use super::{View, listed, tidy, time};
use crate::ids::Key;
use crate::square::trade::{Origin, Record, Stage, Version, customer_id, discount_id};

/// `OrderEntry`, where only ids are asked for.
pub fn entry(view: &View<'_>, record: &Record, version: &Version) -> Value {
    let number = (version.order.origin == Origin::Api).then_some(version.changes);
    tidy(json!({ "order_id": record.id, "version": number, "location_id": view.place.id }))
}

/// An order.
pub fn order(view: &View<'_>, record: &Record, version: &Version) -> Value {
    let shown = &*version.shown;
    let priced = shown.sale.as_ref().map(Priced::of);
    let returns = returned(view, record, version);
    let back = returned_sums(shown);
    let sums = priced.as_ref().map(|one| [one.total(), one.tax(), one.discount(), one.tip(), one.charges()]);
    let [total, tax, discount, tip, charges] = sums.unwrap_or([Money::ZERO; 5]);
    let amounts = |less: [Money; 5]| {
        let [total, tax, discount, tip, charges] = less;
        json!({
            "total_money": view.money(total), "tax_money": view.money(tax),
            "discount_money": view.money(discount), "tip_money": view.money(tip),
            "service_charge_money": view.money(charges),
        })
    };
    let net = [total - back[0], tax - back[1], discount - back[2], tip - back[3], charges - back[4]];
    let has_returns = !shown.returns.is_empty();
    let check = shown.check();
    let is_api = shown.origin == Origin::Api;
    let tenders =
        priced.as_ref().map(|priced| tenders(view, record, version, priced.check)).unwrap_or_default();
    let paid = |check: &Check| check.payments.iter().map(|payment| payment.amount + payment.tip).sum();
    let paid = shown.sale.as_ref().filter(|_| !tenders.is_empty()).map_or(Money::ZERO, paid);
    tidy(json!({
        "id": record.id,
        "location_id": view.place.id,
        "created_at": time(version.created),
        "updated_at": time(version.updated),
        "closed_at": version.closed.map(time),
        "state": state(version),
        // The till's orders have none.
        "version": is_api.then_some(version.changes),
        "source": { "name": source(version) },
        "ticket_name": check.and_then(|check| check.table.as_ref()).map(|name| name.chars().take(30).collect::<String>()),
        "customer_id": check.and_then(|check| check.customer.as_ref()).map(|id| customer_id(&view.merchant.id, id)),
        "line_items": priced.as_ref().map_or(Value::Null, |priced| {
            listed(priced.lines.iter().map(|one| line(view, priced, one)).collect())
        }),
        "discounts": priced.as_ref().map_or(Value::Null, |priced| listed(discounts(view, priced))),
        "taxes": priced.as_ref().map_or(Value::Null, |priced| listed(taxes(view, priced))),
        "service_charges": priced.as_ref().map_or(Value::Null, |priced| listed(charges_of(view, priced))),
        "rewards": priced.as_ref().map_or(Value::Null, |priced| {
            let rewards = priced.discounts.iter().filter(|discount| discount.is_reward);
            listed(rewards.map(|reward| json!({ "id": reward_id(record, &reward.uid), "reward_tier_id": "TIER1" })).collect())
        }),
        "rounding_adjustment": rounding(view, priced.as_ref().map_or(Money::ZERO, Priced::rounding)),
        "fulfillments": fulfillments(check, version),
        "tenders": listed(tenders),
        "refunds": listed(super::returns::refunds(view, record, version)),
        "returns": listed(returns),
        "return_amounts": has_returns.then(|| amounts(back)),
        "net_amounts": amounts(net),
        "total_money": view.money(total),
        "total_tax_money": view.money(tax),
        "total_discount_money": view.money(discount),
        "total_tip_money": view.money(tip),
        "total_service_charge_money": view.money(charges),
        "net_amount_due_money": view.money(total - paid),
    }))
}

/// `state`; a voided sale is an order that was canceled.
pub fn state(version: &Version) -> &'static str {
    let is_voided = version.shown.sale.as_ref().is_some_and(|check| check.voided);
    match version.shown.stage {
        _ if is_voided => "CANCELED",
        Stage::Draft => "DRAFT",
        Stage::Cart | Stage::Partly | Stage::Signing => "OPEN",
        Stage::Closed | Stage::NoSale => "COMPLETED",
    }
}

/// The name of the source: the check's own, or that of the product.
pub fn source(version: &Version) -> String {
    let (origin, check) = (version.shown.origin, version.shown.check());
    let named = check.and_then(|check| check.order_source.clone());
    named.unwrap_or_else(|| if origin == Origin::Api { "Square Online" } else { "Point of Sale" }.to_owned())
}

fn reward_id(record: &Record, uid: &str) -> String {
    Key::of(&[&record.id, &uid, &"reward"]).to_string()
}

fn discounts(view: &View<'_>, priced: &Priced<'_>) -> Vec<Value> {
    let shown = priced.discounts.iter().map(|discount| {
        let in_catalog = view.merchant.discounts_in_catalog && discount.is_named;
        tidy(json!({
            "uid": discount.uid,
            "name": (!in_catalog).then_some(&discount.name),
            "catalog_object_id": in_catalog.then(|| discount_id(&view.merchant.id, &discount.name)),
            "type": "FIXED_AMOUNT",
            "amount_money": view.money(discount.amount),
            "applied_money": view.money(discount.amount),
            "scope": if discount.of_order { "ORDER" } else { "LINE_ITEM" },
            "reward_ids": discount.is_reward.then(|| json!([format!("reward-{}", discount.uid)])),
        }))
    });
    shown.collect()
}

fn taxes(view: &View<'_>, priced: &Priced<'_>) -> Vec<Value> {
    let sums = [(false, priced.line_tax(false) + priced.charge_tax()), (true, priced.line_tax(true))];
    let tax = |(included, amount): (bool, Money)| {
        json!({
            "uid": tax_uid(included),
            "name": priced.tax_name(),
            "type": if included { "INCLUSIVE" } else { "ADDITIVE" },
            "scope": "ORDER",
            "applied_money": view.money(amount),
        })
    };
    sums.into_iter().filter(|(_, amount)| *amount != Money::ZERO).map(tax).collect()
}

fn fulfillments(check: Option<&Check>, version: &Version) -> Value {
    let order_type = check.and_then(|check| check.order_type.as_deref()).unwrap_or_default().to_lowercase();
    let kind = match order_type.as_str() {
        text if text.contains("delivery") => "DELIVERY",
        text if ["pickup", "pick up", "takeout", "take out", "take-out", "carry"]
            .iter()
            .any(|name| text.contains(name)) =>
        {
            "PICKUP"
        }
        _ => return Value::Null,
    };
    let state = if version.closed.is_some() { "COMPLETED" } else { "PROPOSED" };
    json!([{ "uid": "fulfillment", "type": kind, "state": state }])
}

/// The tenders: unlike payments, their amounts hold the tip.
fn tenders(view: &View<'_>, record: &Record, version: &Version, check: &Check) -> Vec<Value> {
    let at = |payment: &Payment| tender_time(view, version, check, payment);
    match version.shown.stage {
        Stage::Draft | Stage::Cart => Vec::new(),
        Stage::NoSale => {
            let id = payment_of(record, check, 0);
            vec![json!({
                "id": id, "location_id": view.place.id, "transaction_id": record.id, "type": "NO_SALE",
                "created_at": time(version.created), "amount_money": view.money(Money::ZERO),
            })]
        }
        Stage::Partly | Stage::Signing | Stage::Closed => {
            let shown = check.payments.iter().enumerate().map(|(number, payment)| {
                let kind = Kind::of(payment);
                let id = payment_of(record, check, number);
                let status = match version.shown.stage {
                    _ if check.voided => "VOIDED",
                    Stage::Signing => "AUTHORIZED",
                    _ => "CAPTURED",
                };
                let cash = (kind == Kind::Cash).then(|| {
                    let zero = view.money(Money::ZERO);
                    json!({ "buyer_tendered_money": view.money(payment.amount + payment.tip), "change_back_money": zero })
                });
                tidy(json!({
                    "id": id,
                    "payment_id": id,
                    "location_id": view.place.id,
                    "transaction_id": record.id,
                    "created_at": at(payment),
                    "type": kind.tender(),
                    "amount_money": view.money(payment.amount + payment.tip),
                    "tip_money": (payment.tip != Money::ZERO).then(|| view.money(payment.tip)),
                    "processing_fee_money": payment.fee.map(|fee| view.money(fee)),
                    "note": (kind == Kind::Other).then_some(&payment.tender),
                    "card_details": card(&kind).map(|card| json!({ "status": status, "card": card, "entry_method": "EMV" })),
                    "cash_details": cash,
                }))
            });
            shown.collect()
        }
    }
}

/// When a tender was made: when Square had it, if the till was offline.
fn tender_time(view: &View<'_>, version: &Version, check: &Check, _: &Payment) -> String {
    let is_offline = version.order.origin == Origin::OfflineTill;
    time(if is_offline { version.arrived } else { view.place.at(check.close_time) })
}
