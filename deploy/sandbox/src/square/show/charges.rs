//! What is due beside lines: service charges and rounding.

use saffron_core::Money;
use saffron_core::fact::ChargeKind;
use serde_json::{Value, json};

use super::lines::tax_uid;
use super::pricing::Priced;
use super::{View, listed, tidy};

/// The service charges; their tax is in no line.
pub fn charges_of(view: &View<'_>, priced: &Priced<'_>) -> Vec<Value> {
    let shown = priced.check.service_charges.iter().enumerate().map(|(number, charge)| {
        let (amount, tax) = (priced.turn(charge.amount), priced.turn(charge.tax));
        let uid = format!("charge-{number}");
        let taxes = (tax != Money::ZERO).then(|| {
            json!({ "uid": format!("{uid}-tax"), "tax_uid": tax_uid(false), "applied_money": view.money(tax) })
        });
        tidy(json!({
            "uid": uid,
            "name": charge.name,
            "type": if charge.kind == ChargeKind::Gratuity { "AUTO_GRATUITY" } else { "CUSTOM" },
            "treatment_type": "LINE_ITEM_TREATMENT",
            "calculation_phase": "SUBTOTAL_PHASE",
            "scope": "ORDER",
            "taxable": tax != Money::ZERO,
            "amount_money": view.money(amount),
            "applied_money": view.money(amount),
            "total_tax_money": view.money(tax),
            "total_money": view.money(amount + tax),
            "applied_taxes": listed(taxes.into_iter().collect()),
        }))
    });
    shown.collect()
}

/// A rounding adjustment, where there is one.
pub fn rounding(view: &View<'_>, amount: Money) -> Value {
    if amount == Money::ZERO {
        return Value::Null;
    }
    json!({ "uid": "rounding", "name": "Cash rounding", "amount_money": view.money(amount) })
}
