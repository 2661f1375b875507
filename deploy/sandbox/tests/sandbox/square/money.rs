//! Payouts and disputes.

use saffron_sandbox::square::{Dispute, Order, Payout, PayoutEntry, payment_id};
use serde_json::json;

use super::trade::{money, simple};
use super::world::{OTHER, PLACE, World, cents, moment};

fn payout(id: &str, pos_id: &str, payment: &str) -> Payout {
    let entry = |kind, gross, fee| PayoutEntry {
        id: format!("{id}-{kind}"),
        kind,
        effective_at: moment("2026-07-19T20:00:00Z"),
        gross: money(gross),
        fee: money(fee),
        payment: Some(payment.to_owned()),
        other: (kind != "CHARGE").then(|| "other".to_owned()),
    };
    Payout {
        id: id.to_owned(),
        pos_id: pos_id.parse().unwrap(),
        status: "PAID",
        created_at: moment("2026-07-20T00:00:00Z"),
        arrival: "2026-07-21".parse().unwrap(),
        entries: vec![entry("CHARGE", 2_300, 75), entry("REFUND", -500, 0), entry("DISPUTE", -2_000, 0)],
    }
}

#[tokio::test]
async fn payouts_are_those_of_the_main_location() {
    let world = World::start().await;
    let sale = world.put(Order::sale(simple("a", "2026-07-19T12:00:00", 2_000, 300)), "2026-07-19T16:00:00Z");
    let at = moment("2026-07-20T00:00:00Z");
    world.running.put_payout(payout("po_1", PLACE, &payment_id(&sale, 0)), at).unwrap();
    world.running.put_payout(payout("po_2", OTHER, "another"), at).unwrap();
    let main = world.get("/v2/payouts").await.list("payouts");
    assert_eq!((main.len(), &main[0]["id"]), (1, &json!("po_1")));
    assert_eq!(cents(&main[0], "amount_money"), -275, "it may be negative");
    assert_eq!(
        world.get(&format!("/v2/payouts?location_id={}", world.other())).await.list("payouts")[0]["id"],
        "po_2"
    );
    assert!(world.get("/v2/payouts?status=FAILED").await.list("payouts").is_empty());
    let entries = world.get("/v2/payouts/po_1/payout-entries?limit=2&sort_order=ASC").await;
    assert_eq!(entries.list("payout_entries").len(), 2);
    assert!(entries.body["cursor"].is_string());
    let charge = &entries.list("payout_entries")[0];
    assert_eq!(
        (cents(charge, "net_amount_money"), &charge["type_charge_details"]["payment_id"]),
        (2_225, &json!(payment_id(&sale, 0)))
    );
    assert_eq!(world.read("/v2/payouts/po_2").await["payout"]["status"], "PAID");
    world.stop().await;
}

#[tokio::test]
async fn dispute_changes_its_state() {
    let world = World::start().await;
    let dispute = |state| Dispute {
        id: "dis_1".to_owned(),
        pos_id: PLACE.parse().unwrap(),
        payment: "pay".to_owned(),
        amount: money(2_000),
        reason: "NOT_AS_DESCRIBED",
        state,
        created_at: moment("2026-07-19T20:00:00Z"),
        due_at: Some(moment("2026-08-01T00:00:00Z")),
    };
    world.running.put_dispute(dispute("EVIDENCE_REQUIRED"), moment("2026-07-19T20:00:00Z")).unwrap();
    let open = world.get("/v2/disputes?states=EVIDENCE_REQUIRED,PROCESSING").await.list("disputes");
    assert_eq!((open.len(), &open[0]["version"]), (1, &json!(1)));
    world.running.put_dispute(dispute("LOST"), moment("2026-07-19T21:00:00Z")).unwrap();
    let lost = world.read("/v2/disputes/dis_1").await["dispute"].clone();
    assert_eq!((&lost["state"], &lost["version"]), (&json!("LOST"), &json!(2)));
    assert!(world.get("/v2/disputes?states=EVIDENCE_REQUIRED").await.list("disputes").is_empty());
    world.stop().await;
}
