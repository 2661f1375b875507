//! Payments by their tenders.

use saffron_pos::clover::model::{Payment, Refund};
use saffron_pos::clover::payment_recorded;
use serde_json::{Value, json};

use crate::door::{Seen, cents, mapped, ms, object, one, paid, place, soup, through, visa, with};

fn payment_of(more: Value) -> Value {
    one(mapped(&paid(soup(), vec![with(visa(1000), more)]))).data["payments"][0].clone()
}

#[test]
fn tip_is_beside_the_amount() {
    let tipped = with(visa(1000), json!({"tipAmount": 250}));
    let totals = one(mapped(&paid(soup(), vec![tipped]))).check().totals();
    assert_eq!((cents(totals.paid), cents(totals.tips)), (1250, 250));
}

#[test]
fn late_tip_replaces_the_check() {
    let before = one(mapped(&soup()));
    let late = with(visa(1000), json!({"tipAmount": 250, "modifiedTime": ms("2026-07-19T16:00:00Z")}));
    let after = one(mapped(&paid(soup(), vec![late])));
    assert!(after.revision > before.revision);
    assert_eq!(
        (cents(after.check().totals().tips), after.data["closeTime"].as_str()),
        (250, Some("2026-07-18T12:00:00"))
    );
}

#[test]
fn payments_without_success_do_not_count() {
    for result in ["FAIL", "VOIDED", "VOIDING", "AUTH", "INITIATED", "PENDING", "NEW_OF_NEXT_YEAR"] {
        let other = with(visa(1000), json!({"id": "P2", "result": result}));
        let totals = one(mapped(&paid(soup(), vec![visa(1000), other]))).check().totals();
        assert_eq!(cents(totals.paid), 1000, "{result}");
    }
}

#[test]
fn check_whose_payment_was_voided_is_open_again() {
    let voided = with(visa(1000), json!({"result": "VOIDED", "modifiedTime": ms("2026-07-18T17:00:00Z")}));
    let seen =
        one(mapped(&with(paid(soup(), vec![voided]), json!({"paymentState": "OPEN", "state": "open"}))));
    assert_eq!(seen.kind, "check.opened");
    assert!(seen.revision > one(mapped(&soup())).revision);
}

#[test]
fn cash_has_no_processor() {
    let cash = payment_of(json!({"cardTransaction": null, "cashTendered": 2000, "cashbackAmount": 0,
        "tender": {"label": "Cash", "labelKey": "com.clover.tender.cash"}}));
    assert_eq!(cash, json!({"type": "Cash", "amount": 10.0}));
}

#[test]
fn card_payment_names_brand_processor_and_id() {
    for (sent, name) in [
        ("VISA", "Visa"),
        ("MC", "Mastercard"),
        ("AMEX", "American Express"),
        ("DINERS_CLUB", "Diners Club"),
        ("CHINA_UNION_PAY", "UnionPay"),
        ("JCB", "JCB"),
        ("DISCOVER", "Discover"),
        ("UNKNOWN", "Credit Card"),
    ] {
        let card = payment_of(json!({"cardTransaction": {"cardType": sent, "last4": "4242"}}));
        assert_eq!(card, json!({"type": name, "amount": 10.0, "paymentID": "P1", "processor": "Clover"}));
    }
}

#[test]
fn gift_card_is_no_new_money() {
    let own =
        payment_of(json!({"tender": {"label": "Gift Card"}, "cardTransaction": {"cardType": "GIFT_CARD"}}));
    assert_eq!((&own["type"], &own["giftCard"]), (&json!("Gift Card"), &json!(true)));
    let other = payment_of(json!({"cardTransaction": null,
        "tender": {"label": "Valutec", "labelKey": "com.clover.tender.external_gift_card"}}));
    assert_eq!(
        (&other["type"], &other["giftCard"], &other["processor"]),
        (&json!("Valutec"), &json!(true), &json!("Valutec"))
    );
}

#[test]
fn tender_of_another_system_is_processed_there() {
    let other = payment_of(json!({"cardTransaction": null,
        "tender": {"label": "Uber Eats", "labelKey": "com.clover.tender.external_payment"}}));
    assert_eq!(other, json!({"type": "Uber Eats", "amount": 10.0, "processor": "Uber Eats"}));
    let nameless = payment_of(json!({"cardTransaction": null, "tender": null}));
    assert_eq!((&nameless["type"], &nameless["processor"]), (&json!("Other"), &json!("External")));
}

fn recorded(more: Value, refunds: &[Value]) -> Option<Seen> {
    let refunds: Vec<Refund> = refunds.iter().map(object).collect();
    let event = payment_recorded(&place(), &object::<Payment>(&with(visa(1000), more)), &refunds).unwrap();
    event.map(|event| through(&place(), &event))
}

#[test]
fn card_payment_is_recorded_with_its_refunds() {
    let refund = json!({"id": "R1", "amount": 300, "createdTime": ms("2026-07-19T12:00:00Z"), "payment": {"id": "P1"},
        "status": "SUCCESS", "reason": "Cold"});
    let other = with(refund.clone(), json!({"id": "R2", "payment": {"id": "P9"}}));
    let seen = recorded(json!({"tipAmount": 200}), &[refund, other]).unwrap();
    assert_eq!(seen.revision, ms("2026-07-19T12:00:00Z") * 16 + 1);
    assert_eq!((&seen.data["amount"], &seen.data["status"]), (&json!(1200), &json!("succeeded")));
    assert_eq!(seen.data["card"], json!({"brand": "visa", "last4": "4242"}));
    assert_eq!(seen.data["refunds"].as_array().unwrap().len(), 1);
    assert_eq!(seen.data["refunds"][0]["amount"], 300);
}

#[test]
fn recorded_payment_has_its_state() {
    for (sent, status) in [
        ("AUTH", "requires_capture"),
        ("PENDING", "processing"),
        ("SUCCESS", "succeeded"),
        ("VOIDED", "canceled"),
        ("FAIL", "failed"),
    ] {
        assert_eq!(recorded(json!({"result": sent}), &[]).unwrap().data["status"], status);
    }
    let unknown = payment_recorded(&place(), &object(&with(visa(1000), json!({"result": "NEW"}))), &[]);
    assert!(unknown.unwrap_err().why.contains("update Saffron"));
}

#[test]
fn cash_is_not_recorded() {
    let cash = json!({"cardTransaction": null, "tender": {"labelKey": "com.clover.tender.cash"}});
    assert!(recorded(cash, &[]).is_none());
}
