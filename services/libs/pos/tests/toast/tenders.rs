//! Payments: which of them count, and what they are called.

use serde_json::{Value, json};

use crate::door::{cents, check, mapped, mapped_unbalanced, one, order, selection, usd, visa, with};

fn paid(payment: Value) -> crate::door::Seen {
    one(mapped(&order(check(vec![selection("Soup", 1000)], vec![payment]))))
}

#[test]
fn amount_is_without_the_tip() {
    let seen = paid(with(visa(1000), json!({"tipAmount": usd(180), "amountTendered": usd(1000)})));
    assert_eq!((cents(seen.check().totals().tips), cents(seen.check().totals().paid)), (180, 1180));
}

#[test]
fn cards_that_are_denied_or_voided_do_not_count() {
    for status in [
        "OPEN",
        "PROCESSING",
        "DENIED",
        "ERROR",
        "ERROR_NETWORK",
        "VOIDED",
        "CANCELLED",
        "PROCESSING_VOID",
        "NEW",
    ] {
        let bad = with(visa(1000), json!({"guid": "p2", "paymentStatus": status}));
        let sent = order(check(vec![selection("Soup", 1000)], vec![bad, visa(1000)]));
        assert_eq!(one(mapped(&sent)).check().payments.len(), 1, "{status}");
    }
    for status in ["AUTHORIZED", "CAPTURE_IN_PROGRESS", "CAPTURED"] {
        assert_eq!(
            paid(with(visa(1000), json!({"paymentStatus": status}))).check().payments.len(),
            1,
            "{status}"
        );
    }
}

#[test]
fn cash_counts_unless_it_was_voided() {
    let cash = with(visa(1000), json!({"type": "CASH", "cardType": null, "paymentStatus": "OPEN"}));
    let seen = paid(cash.clone());
    let payment = &seen.data["payments"][0];
    assert_eq!(
        (payment["type"].as_str(), payment.get("processor"), payment.get("paymentID")),
        (Some("Cash"), None, None)
    );
    let voided = with(cash, json!({"voidInfo": {"voidDate": "2026-07-18T17:00:00.000+0000"}}));
    let sent = order(check(vec![selection("Soup", 1000)], vec![voided]));
    assert!(one(mapped_unbalanced(&sent)).check().payments.is_empty());
}

#[test]
fn ways_of_paying_are_named() {
    for (more, name, processor) in [
        (json!({"type": "CREDIT", "cardType": "AMEX"}), "American Express", Some("Toast")),
        (json!({"type": "CREDIT", "cardType": "MASTERCARD"}), "Mastercard", Some("Toast")),
        (json!({"type": "CREDIT", "cardType": null}), "Card", Some("Toast")),
        (json!({"type": "HOUSE_ACCOUNT"}), "House account", Some("House account")),
        (json!({"type": "LEVELUP"}), "LevelUp", Some("LevelUp")),
        (json!({"type": "REWARDCARD"}), "Rewards card", Some("Rewards card")),
        (json!({"type": "OTHER", "otherPayment": {"guid": "ap"}}), "DoorDash", Some("DoorDash")),
        (json!({"type": "OTHER", "otherPayment": {"guid": "new"}}), "Other", Some("Other")),
        (json!({"type": "UNDETERMINED"}), "Other", Some("Other")),
    ] {
        let seen = paid(with(visa(1000), more.clone()));
        let payment = &seen.data["payments"][0];
        assert_eq!(
            (payment["type"].as_str(), payment["processor"].as_str()),
            (Some(name), processor),
            "{more}"
        );
    }
}

#[test]
fn gift_card_redeems_a_liability() {
    for kind in ["GIFTCARD", "TOAST_SV"] {
        let seen = paid(with(visa(1000), json!({ "type": kind })));
        assert!(seen.check().payments[0].gift_card, "{kind}");
    }
}

#[test]
fn fee_that_toast_keeps_is_on_the_payment() {
    let seen = paid(with(visa(1000), json!({"originalProcessingFee": usd(39)})));
    assert_eq!(seen.data["payments"][0]["fee"], json!(0.39));
}

#[test]
fn cashier_took_the_last_payment() {
    let first = with(visa(400), json!({"guid": "p0", "server": {"guid": "e2"}}));
    let last = with(visa(600), json!({"server": {"guid": "e1"}, "paidDate": "2026-07-18T16:45:00.000+0000"}));
    let seen = one(mapped(&order(check(vec![selection("Soup", 1000)], vec![last, first]))));
    assert_eq!(seen.data["cashier"]["name"], "Server One");
    assert_eq!(seen.data["closeTime"], "2026-07-18T12:45:00");
}

#[test]
fn payment_that_comes_twice_counts_once() {
    let sent = order(check(vec![selection("Soup", 1000)], vec![visa(1000), visa(1000)]));
    assert_eq!(one(mapped(&sent)).check().payments.len(), 1);
}
