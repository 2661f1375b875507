//! Payments of cards for the screens of money.

use saffron_pos::toast::model::{Check, Payment, Read};
use saffron_pos::toast::payment_recorded;
use serde_json::{Value, json};

use crate::door::{check, place, selection, through, usd, visa, with};

fn recorded(payment: &Value) -> Option<Value> {
    let check: Check =
        serde_json::from_value(check(vec![selection("Soup", 1000)], vec![payment.clone()])).unwrap();
    let payment = Read::<Payment>::of(&payment.to_string()).object().unwrap();
    let event = payment_recorded(&place(), &check, &payment).unwrap();
    event.map(|event| through(&place(), &event).data)
}

#[test]
fn payment_by_card_has_its_tip_fee_and_refund() {
    let sent = with(
        visa(1000),
        json!({"tipAmount": usd(200), "originalProcessingFee": usd(39), "refundStatus": "PARTIAL",
            "refund": {"refundAmount": usd(300), "tipRefundAmount": usd(50), "refundDate": "2026-07-20T15:00:00.000+0000"}}),
    );
    let data = recorded(&sent).unwrap();
    assert_eq!((data["amount"].as_i64(), data["fee"].as_i64()), (Some(1200), Some(39)));
    assert_eq!((data["status"].as_str(), data["processor"].as_str()), (Some("succeeded"), Some("Toast")));
    assert_eq!(
        (data["refunds"][0]["amount"].as_i64(), data["card"]["last4"].as_str()),
        (Some(350), Some("4242"))
    );
}

#[test]
fn states_of_cards_are_those_of_payments() {
    for (sent, expected) in [
        ("AUTHORIZED", "requires_capture"),
        ("CAPTURED", "succeeded"),
        ("PROCESSING", "processing"),
        ("DENIED", "failed"),
        ("VOIDED", "canceled"),
    ] {
        let data = recorded(&with(visa(1000), json!({ "paymentStatus": sent }))).unwrap();
        assert_eq!(data["status"], expected, "{sent}");
    }
    let voided = with(visa(1000), json!({"voidInfo": {"voidDate": "2026-07-18T17:00:00.000+0000"}}));
    assert_eq!(recorded(&voided).unwrap()["status"], "canceled");
}

#[test]
fn what_toast_does_not_process_is_not_recorded() {
    for kind in ["CASH", "OTHER", "GIFTCARD", "HOUSE_ACCOUNT"] {
        assert!(recorded(&with(visa(1000), json!({ "type": kind }))).is_none(), "{kind}");
    }
}
