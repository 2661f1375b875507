//! Charges, rounding and tax of whole checks.

use saffron_core::fact::ChargeKind;
use serde_json::{Value, json};

use crate::door::{cents, check, mapped, one, order, selection, usd, visa, with};

fn charge(name: &str, amount: i64, more: Value) -> Value {
    with(
        json!({"guid": format!("sc-{name}"), "name": name, "chargeAmount": usd(amount), "gratuity": false}),
        more,
    )
}

fn charged(charges: Vec<Value>, paid: i64) -> crate::door::Seen {
    let sent = check(vec![selection("Soup", 1000)], vec![visa(paid)]);
    one(mapped(&order(with(sent, json!({ "appliedServiceCharges": charges })))))
}

#[test]
fn charge_that_is_a_gratuity_belongs_to_the_staff() {
    let seen = charged(
        vec![charge("Large party", 180, json!({"gratuity": true})), charge("Kitchen fee", 50, json!({}))],
        1230,
    );
    let totals = seen.check().totals();
    assert_eq!((cents(totals.gratuity), cents(totals.service_charges)), (180, 50));
    assert_eq!(cents(totals.tips), 0);
}

#[test]
fn charge_of_deliveries_alone_is_one_for_delivery() {
    let of = |more: Value| charged(vec![charge("Fee", 300, more)], 1300).check().service_charges[0].kind;
    assert_eq!(of(json!({"delivery": true})), ChargeKind::Delivery);
    assert_eq!(of(json!({"delivery": true, "takeout": true, "dineIn": true})), ChargeKind::Fee);
    assert_eq!(of(json!({"delivery": false})), ChargeKind::Fee);
}

#[test]
fn tax_of_a_charge_is_its_own() {
    let taxed = charge("Fee", 300, json!({"appliedTaxes": [{"name": "City", "taxAmount": usd(24)}]}));
    let seen = charged(vec![taxed], 1324);
    assert_eq!(cents(seen.check().service_charges[0].tax), 24);
    assert_eq!(cents(seen.check().totals().tax), 24);
}

#[test]
fn cash_rounding_is_no_charge() {
    for (amount, paid) in [(2, 1002), (-3, 997)] {
        let rounding = charge(
            "Cash rounding",
            amount,
            json!({"serviceChargeCategory": "CASH_ROUNDING", "paymentGuid": "p1"}),
        );
        let seen = charged(vec![rounding], paid);
        assert_eq!((cents(seen.check().rounding), seen.check().service_charges.len()), (amount, 0));
    }
}

#[test]
fn donation_is_passed_on_and_no_sale() {
    let seen = charged(
        vec![charge("Food bank", 100, json!({"serviceChargeCategory": "FUNDRAISING_CAMPAIGN"}))],
        1100,
    );
    let totals = seen.check().totals();
    assert_eq!(
        (cents(totals.sales.gross), cents(totals.deferred), cents(totals.service_charges)),
        (1000, 100, 0)
    );
}

#[test]
fn surcharge_of_a_card_is_a_charge() {
    let seen = charged(
        vec![charge("Card fee", 30, json!({"serviceChargeCategory": "CREDIT_CARD_SURCHARGE"}))],
        1030,
    );
    assert_eq!(cents(seen.check().totals().service_charges), 30);
}
