use serde_json::json;

use crate::door::{cents, line, mapped, mapped_unbalanced, one, soup, usd, visa, with};

fn tender(more: serde_json::Value) -> serde_json::Value {
    let tender = json!({"id": "P1", "type": "CARD", "created_at": "2026-07-18T15:59:00Z", "amount_money": usd(1200),
        "tip_money": usd(200), "card_details": {"status": "CAPTURED", "card": {"card_brand": "MASTERCARD"}}});
    with(tender, more)
}

/// Trap 3.
#[test]
fn tender_includes_the_tip_and_payment_does_not() {
    let of_tender = one(mapped(&with(soup(), json!({"tenders": [tender(json!({}))]})), &[], &[]));
    let payment = &of_tender.check().payments[0];
    assert_eq!(
        (payment.tender.as_str(), cents(payment.amount), cents(payment.tip)),
        ("Mastercard", 1000, 200)
    );
    let paid = with(visa(1000), json!({"tip_money": usd(200), "total_money": usd(1200)}));
    let of_payment = one(mapped(&with(soup(), json!({"tenders": [tender(json!({}))]})), &[paid], &[]));
    let payment = &of_payment.check().payments[0];
    assert_eq!((payment.tender.as_str(), cents(payment.amount), cents(payment.tip)), ("Visa", 1000, 200));
    assert_eq!(of_payment.check().payments.len(), 1);
}

/// Trap 10.
#[test]
fn late_tip_changes_the_payment_and_not_the_order() {
    let before = one(mapped(&soup(), &[visa(1000)], &[]));
    let tipped = json!({"tip_money": usd(300), "updated_at": "2026-07-19T15:00:00Z"});
    let after = one(mapped(&soup(), &[with(visa(1000), tipped)], &[]));
    assert_eq!((cents(before.check().totals().tips), cents(after.check().totals().tips)), (0, 300));
    assert!(after.revision > before.revision);
    assert_eq!(before.data["businessDate"], after.data["businessDate"]);
}

#[test]
fn payment_that_was_not_taken_does_not_count() {
    for status in ["PENDING", "CANCELED", "FAILED", "UNKNOWN"] {
        let not_taken = with(visa(1000), json!({"id": "P2", "status": status}));
        let seen = one(mapped(&soup(), &[visa(1000), not_taken], &[]));
        assert_eq!(seen.check().payments.len(), 1, "{status}");
    }
    let held = with(visa(1000), json!({"status": "APPROVED"}));
    assert_eq!(one(mapped(&soup(), &[held], &[])).check().payments.len(), 1);
    for status in ["VOIDED", "FAILED"] {
        let sent = with(soup(), json!({"tenders": [tender(json!({"card_details": {"status": status}}))]}));
        assert!(one(mapped_unbalanced(&sent, &[], &[])).check().payments.is_empty(), "{status}");
    }
}

/// Trap 12.
#[test]
fn gift_card_that_is_sold_is_no_sale() {
    let card = with(line("Gift card", 5000), json!({"item_type": "GIFT_CARD", "catalog_object_id": null}));
    let sent = with(soup(), json!({"line_items": [line("Soup", 1000), card]}));
    let totals = one(mapped(&sent, &[visa(6000)], &[])).check().totals();
    assert_eq!([totals.sales.net(), totals.deferred].map(cents), [1000, 5000]);
}

/// Trap 12.
#[test]
fn gift_card_that_pays_is_no_new_money() {
    let by_payment = with(visa(1000), json!({"card_details": {"card": {"card_brand": "SQUARE_GIFT_CARD"}}}));
    let by_tender = tender(
        json!({"type": "SQUARE_GIFT_CARD", "amount_money": usd(1000), "tip_money": null, "card_details": null}),
    );
    for seen in [
        mapped(&soup(), &[by_payment], &[]),
        mapped(&with(soup(), json!({"tenders": [by_tender]})), &[], &[]),
    ] {
        let seen = one(seen);
        assert_eq!(cents(seen.check().totals().redeemed), 1000);
        assert_eq!(seen.data["payments"][0]["type"], "Square gift card");
    }
}

#[test]
fn payment_names_its_type_and_processor() {
    let paid = |more: serde_json::Value| {
        let seen = one(mapped(&soup(), &[with(visa(1000), more)], &[]));
        assert!(!seen.check().payments[0].is_ours(), "no payout of ours");
        let of = seen.data["payments"][0].clone();
        ["type", "processor", "paymentID"].map(|field| of[field].as_str().unwrap_or("-").to_owned())
    };
    assert_eq!(paid(json!({})), ["Visa", "Square", "P1"]);
    assert_eq!(paid(json!({"source_type": "CASH", "card_details": null})), ["Cash", "-", "-"]);
    let wallet =
        json!({"source_type": "WALLET", "card_details": null, "wallet_details": {"brand": "CASH_APP"}});
    assert_eq!(paid(wallet), ["Cash App", "Square", "P1"]);
    let later = json!({"source_type": "BUY_NOW_PAY_LATER", "card_details": null, "buy_now_pay_later_details": {"brand": "AFTERPAY"}});
    assert_eq!(paid(later), ["Afterpay", "Square", "P1"]);
    let eats = json!({"source_type": "EXTERNAL", "card_details": null, "external_details": {"type": "EXTERNAL", "source": "Uber Eats"}});
    assert_eq!(paid(eats), ["Uber Eats", "Uber Eats", "-"]);
    let check =
        json!({"source_type": "EXTERNAL", "card_details": null, "external_details": {"type": "CHECK"}});
    assert_eq!(paid(check), ["Check", "External", "-"]);
    assert_eq!(
        paid(json!({"card_details": {"card": {"card_brand": "MOON_CARD"}}})),
        ["Moon card", "Square", "P1"]
    );
}

#[test]
fn fee_is_unknown_until_square_says_it() {
    assert_eq!(one(mapped(&soup(), &[visa(1000)], &[])).check().payments[0].fee, None);
    let fees = json!({"processing_fee": [{"type": "INITIAL", "amount_money": usd(40)}, {"type": "ADJUSTMENT", "amount_money": usd(-5)}]});
    let seen = one(mapped(&soup(), &[with(visa(1000), fees)], &[]));
    assert_eq!(seen.check().payments[0].fee.map(cents), Some(35));
}

#[test]
fn fee_of_a_source_is_as_paid_or_as_entered() {
    let outside = |details: serde_json::Value| {
        with(
            visa(1000),
            json!({"source_type": "EXTERNAL", "card_details": null, "external_details": details}),
        )
    };
    let sent = with(soup(), json!({"source": {"name": "DoorDash"}}));
    let paid = outside(json!({"type": "EXTERNAL", "source": "DoorDash", "source_fee_money": usd(250)}));
    let seen = one(mapped(&sent, &[paid], &[]));
    assert_eq!((cents(seen.check().source_fee), seen.data["orderInputType"].as_str()), (250, Some("online")));

    let mut place = crate::door::place();
    place.settings.source_fees.insert("DoorDash".to_owned(), saffron_pos::HundredthsOfPercent(1_500));
    let of = crate::door::order(&sent, &[outside(json!({"type": "EXTERNAL"}))], &[]);
    let seen = one(crate::door::try_checks(&place, &Default::default(), &of).unwrap());
    assert_eq!(cents(seen.check().source_fee), 150);
}

#[test]
fn check_that_is_split_has_all_its_payments() {
    let cash = json!({"id": "P2", "order_id": "O1", "status": "COMPLETED", "source_type": "CASH", "amount_money": usd(400),
        "created_at": "2026-07-18T15:58:00Z"});
    let other = with(visa(700), json!({"id": "P3", "order_id": "O2"}));
    let tenders = json!({"tenders": [tender(json!({"amount_money": usd(600), "tip_money": null})),
        {"id": "P2", "type": "CASH", "amount_money": usd(400)}]});
    let seen = one(mapped(&with(soup(), tenders), &[visa(600), cash, other], &[]));
    let paid: Vec<_> =
        seen.check().payments.iter().map(|of| (of.tender.as_str(), cents(of.amount))).collect();
    assert_eq!(paid, [("Visa", 600), ("Cash", 400)]);
}
