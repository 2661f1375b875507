//! Returns within orders, and the refunds of them.

use saffron_core::Money;
use serde_json::{Value, json};

use super::charges::{charges_of, rounding};
use super::lines::{return_line, tax_uid};
use super::payments::{refunds_of, source_payment};
use super::pricing::Priced;
use super::{View, listed, tidy, time};
use crate::square::trade::{Order, Record, Return, Version, order_id, status_in_order};

/// Total, tax, discount, tip and service charges of all returns of an order.
pub fn returned_sums(order: &Order) -> [Money; 5] {
    let mut sums = [Money::ZERO; 5];
    for returned in &order.returns {
        let priced = Priced::of(&returned.check);
        let parts = [priced.total(), priced.tax(), priced.discount(), priced.tip(), priced.charges()];
        sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
    }
    sums
}

/// The returns of an order.
pub fn returned(view: &View<'_>, record: &Record, version: &Version) -> Vec<Value> {
    version.shown.returns.iter().enumerate().map(|(number, one)| show(view, record, number, one)).collect()
}

fn show(view: &View<'_>, record: &Record, number: usize, returned: &Return) -> Value {
    let check = &returned.check;
    let priced = Priced::of(check);
    let source = check.refund_of.as_ref().filter(|_| returned.is_linked);
    let lines = priced.lines.iter().map(|line| return_line(view, &priced, line)).collect();
    let discounts = priced.discounts.iter().map(|discount| {
        json!({
            "uid": format!("return-{}", discount.uid), "name": discount.name, "type": "FIXED_AMOUNT",
            "source_discount_uid": discount.uid,
            "amount_money": view.money(discount.amount), "applied_money": view.money(discount.amount),
            "scope": if discount.of_order { "ORDER" } else { "LINE_ITEM" },
        })
    });
    let discounts = discounts.collect();
    let tax = |included: bool| {
        let amount = priced.line_tax(included) + if included { Money::ZERO } else { priced.charge_tax() };
        let uid = tax_uid(included);
        (amount != Money::ZERO).then(|| {
            json!({
                "uid": format!("return-{uid}"), "source_tax_uid": uid, "name": priced.tax_name(),
                "type": if included { "INCLUSIVE" } else { "ADDITIVE" }, "scope": "ORDER",
                "applied_money": view.money(amount),
            })
        })
    };
    let taxes = [tax(false), tax(true)].into_iter().flatten().collect();
    // A charge that came back has no `type`.
    let charges = charges_of(view, &priced).into_iter().map(|mut charge| {
        if let Some(charge) = charge.as_object_mut() {
            charge.remove("type");
            let uid = charge.get("uid").cloned().unwrap_or_default();
            charge.insert("source_service_charge_uid".to_owned(), uid);
        }
        charge
    });
    let charges = charges.collect();
    let tips = check.payments.iter().enumerate().filter(|(_, payment)| payment.tip != Money::ZERO);
    let tips = tips.map(|(index, payment)| {
        let tender = source_payment(view, check, index);
        json!({ "uid": format!("tip-{index}"), "applied_money": view.money(priced.turn(payment.tip)), "source_tender_id": tender })
    });
    let tips = tips.collect();
    tidy(json!({
        "uid": format!("return-{number}-{:.8}", record.id),
        "source_order_id": source.map(|sale| order_id(&check.pos_id, sale)),
        "return_line_items": listed(lines),
        "return_discounts": listed(discounts),
        "return_taxes": listed(taxes),
        "return_service_charges": listed(charges),
        "return_tips": listed(tips),
        "rounding_adjustment": rounding(view, priced.rounding()),
        "return_amounts": {
            "total_money": view.money(priced.total()), "tax_money": view.money(priced.tax()),
            "discount_money": view.money(priced.discount()), "tip_money": view.money(priced.tip()),
            "service_charge_money": view.money(priced.charges()),
        },
    }))
}

/// The refunds as the order shows them.
pub fn refunds(view: &View<'_>, record: &Record, version: &Version) -> Vec<Value> {
    let shown = refunds_of(view, record, &version.shown).into_iter().map(|refund| {
        json!({
            "id": refund.id, "location_id": view.place.id, "transaction_id": record.id,
            "tender_id": refund.payment, "created_at": time(view.place.at(refund.check.close_time)),
            "reason": refund.reason(), "amount_money": view.money(refund.amount),
            "status": status_in_order(refund.status),
        })
    });
    shown.collect()
}
