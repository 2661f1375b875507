use serde_json::{Value, json};

use saffron_pos::square::{dispute_recorded, payment_recorded, payout_recorded};

use crate::door::{object, place, through, usd, visa, with};

fn payment(more: Value, refunds: &[Value]) -> Option<Value> {
    let refunds: Vec<_> = refunds.iter().map(object).collect();
    let event = payment_recorded(&place(), &object(&with(visa(1000), more)), &refunds).unwrap();
    event.map(|event| through(&place(), &event).data)
}

#[test]
fn payment_has_the_status_of_the_money_screens() {
    for (square, ours) in [
        ("APPROVED", "requires_capture"),
        ("PENDING", "processing"),
        ("COMPLETED", "succeeded"),
        ("CANCELED", "canceled"),
        ("FAILED", "failed"),
    ] {
        assert_eq!(payment(json!({"status": square}), &[]).unwrap()["status"], ours);
    }
    let unknown = object(&with(visa(1000), json!({"status": "SINGING"})));
    assert!(payment_recorded(&place(), &unknown, &[]).unwrap_err().why.contains("not known"));
}

/// Trap 3.
#[test]
fn recorded_payment_is_with_its_tip() {
    let tipped = json!({"tip_money": usd(200), "total_money": usd(1200), "processing_fee": [{"amount_money": usd(41)}]});
    let data = payment(tipped, &[]).unwrap();
    assert_eq!((&data["amount"], &data["fee"], &data["currency"]), (&json!(1200), &json!(41), &json!("usd")));
    assert_eq!(data["card"], json!({"brand": "visa", "last4": "4242"}));
    assert_eq!(payment(json!({"tip_money": usd(200), "total_money": null}), &[]).unwrap()["amount"], 1200);
}

/// Trap 7.
#[test]
fn recorded_payment_has_its_refunds() {
    let refund = |id: &str, of: &str, status: &str| {
        json!({"id": id, "payment_id": of, "status": status, "amount_money": usd(300), "created_at": "2026-07-19T16:00:00Z",
               "updated_at": "2026-07-20T16:00:00Z", "reason": "Cold"})
    };
    let long = "r".repeat(190);
    let data = payment(
        json!({}),
        &[refund(&long, "P1", "COMPLETED"), refund("R2", "P1", "PENDING"), refund("R3", "P9", "COMPLETED")],
    );
    let data = data.unwrap();
    let refunds: Vec<_> =
        data["refunds"].as_array().unwrap().iter().map(|of| of["status"].as_str().unwrap()).collect();
    assert_eq!(refunds, ["succeeded", "pending"]);
    assert_eq!(
        (data["refunds"][0]["refundID"].as_str(), data["refunds"][0]["reason"].as_str()),
        (Some(long.as_str()), Some("Cold"))
    );
    assert!(data["revision"].as_i64() > payment(json!({}), &[]).unwrap()["revision"].as_i64());
}

#[test]
fn cash_is_no_recorded_payment() {
    for kind in ["CASH", "EXTERNAL"] {
        assert_eq!(payment(json!({"source_type": kind, "card_details": null}), &[]), None);
    }
    let failed = json!({"status": "FAILED", "card_details": {"errors": [{"code": "INSUFFICIENT_FUNDS"}], "card": {"last_4": "12345"}}});
    let failed = payment(failed, &[]).unwrap();
    assert_eq!((&failed["reason"], failed["card"].get("last4")), (&json!("insufficient funds"), None));
}

/// Trap 18.
#[test]
fn money_of_another_location_is_refused() {
    let there = json!({"location_id": "L2"});
    assert!(payment_recorded(&place(), &object(&with(visa(1), there.clone())), &[]).is_err());
    assert!(payout_recorded(&place(), &object(&with(payout(), there.clone())), None).is_err());
    assert!(dispute_recorded(&place(), &object(&with(dispute(), there))).is_err());
}

fn payout() -> Value {
    json!({"id": "po_1", "status": "PAID", "location_id": "L1", "created_at": "2026-07-19T10:00:00Z",
           "updated_at": "2026-07-20T10:00:00Z", "amount_money": usd(3900), "arrival_date": "2026-07-20"})
}

#[test]
fn payout_has_all_its_entries() {
    let entry = |id: &str, kind: &str, gross: i64, fee: i64, details: Value| {
        let entry = json!({"id": id, "payout_id": "po_1", "type": kind, "effective_at": "2026-07-18T23:31:49Z",
            "gross_amount_money": {"amount": gross}, "fee_amount_money": {"amount": fee}, "net_amount_money": {"amount": gross - fee}});
        object(&with(entry, details))
    };
    let entries = [
        entry("e1", "CHARGE", 4064, 114, json!({"type_charge_details": {"payment_id": "P1"}})),
        entry(
            "e2",
            "REFUND",
            -50,
            -2,
            json!({"type_refund_details": {"payment_id": "P2", "refund_id": "P2_R"}}),
        ),
        entry("e3", "SQUARE_CAPITAL_PAYMENT", -2, 0, json!({})),
        entry("e4", "MOON_FEE", 0, 0, json!({})),
    ];
    let data =
        through(&place(), &payout_recorded(&place(), &object(&payout()), Some(&entries)).unwrap()).data;
    assert_eq!((&data["status"], &data["arrivalDate"]), (&json!("paid"), &json!("2026-07-20")));
    let kinds: Vec<_> =
        data["entries"].as_array().unwrap().iter().map(|of| of["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["charge", "refund", "loan repayment", "moon fee"]);
    let charge = &data["entries"][0];
    assert_eq!(
        (&charge["amount"], &charge["fee"], &charge["paymentID"]),
        (&json!(4064), &json!(114), &json!("P1"))
    );
    // Without its entries it is a payout all the same, and so is a withdrawal.
    let taken = with(payout(), json!({"status": "SENT", "amount_money": usd(-700)}));
    let data = through(&place(), &payout_recorded(&place(), &object(&taken), None).unwrap()).data;
    assert_eq!(
        (&data["status"], &data["amount"], data.get("entries")),
        (&json!("in_transit"), &json!(-700), None)
    );
}

#[test]
fn payout_of_too_many_entries_has_none() {
    let entry =
        |number| json!({"id": format!("e{number}"), "type": "CHARGE", "gross_amount_money": {"amount": 1}});
    let entries: Vec<_> = (0..2_001).map(|number| object(&entry(number))).collect();
    let of = |entries: &[_]| {
        through(&place(), &payout_recorded(&place(), &object(&payout()), Some(entries)).unwrap()).data
    };
    assert_eq!(of(&entries).get("entries"), None);
    assert_eq!(of(&entries[..2_000])["entries"].as_array().unwrap().len(), 2_000);
}

fn dispute() -> Value {
    json!({"id": "D1", "location_id": "L1", "state": "EVIDENCE_REQUIRED", "amount_money": usd(4064), "reason": "NO_KNOWLEDGE",
           "disputed_payment": {"payment_id": "P1"}, "created_at": "2026-07-19T13:00:00Z", "updated_at": "2026-07-19T13:00:00Z",
           "due_at": "2026-07-31T03:59:00Z"})
}

#[test]
fn dispute_has_the_state_of_the_money_screens() {
    for (square, ours) in [
        ("INQUIRY_EVIDENCE_REQUIRED", "warning_needs_response"),
        ("INQUIRY_PROCESSING", "warning_under_review"),
        ("INQUIRY_CLOSED", "warning_closed"),
        ("EVIDENCE_REQUIRED", "needs_response"),
        ("PROCESSING", "under_review"),
        ("WON", "won"),
        ("LOST", "lost"),
        ("ACCEPTED", "lost"),
    ] {
        let event = dispute_recorded(&place(), &object(&with(dispute(), json!({"state": square})))).unwrap();
        let data = through(&place(), &event).data;
        assert_eq!(data["status"], ours);
        assert_eq!(
            (&data["paymentID"], &data["due"], &data["reason"]),
            (&json!("P1"), &json!("2026-07-30T23:59:00"), &json!("no knowledge"))
        );
    }
    let lost = with(dispute(), json!({"disputed_payment": {}}));
    assert!(dispute_recorded(&place(), &object(&lost)).unwrap_err().why.contains("no payment"));
    let old = with(dispute(), json!({"id": null, "dispute_id": "D0"}));
    assert!(dispute_recorded(&place(), &object(&old)).is_ok());
}
