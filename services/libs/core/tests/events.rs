//! The golden files of every event that was ever published: a published version never changes, and what was
//! published can still be read (design.md section 3).
#![allow(clippy::unwrap_used)]

use saffron_core::event::{
    AvailabilityChanged, AvailabilityReason, CheckRecorded, CloudEvent, DeadLetter, Event, ItemEdited,
    ItemsChanged, LocationDescribed, LocationProvisioned, LocationsChanged, ReportChanged, SessionEnded,
    SessionsEnded, StockRanOut,
};
use saffron_core::{Money, Quantity, UserId};
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

fn golden<E: Event + DeserializeOwned + PartialEq + std::fmt::Debug>(event: E) {
    frozen(&E::cloud_type(), event);
}

fn frozen<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(name: &str, data: T) {
    let event = CloudEvent {
        specversion: "1.0".into(),
        id: Uuid::nil(),
        source: "test".into(),
        r#type: name.into(),
        subject: Some("p1".parse().unwrap()),
        time: "2026-07-18T16:59:30Z".parse().unwrap(),
        datacontenttype: "application/json".into(),
        sequence: 7,
        data,
    };
    insta::with_settings!({snapshot_path => "golden", prepend_module_to_snapshot => false, omit_expression => true}, {
        insta::assert_snapshot!(name, serde_json::to_string_pretty(&event).unwrap());
    });
    let file = format!("{}/tests/golden/{name}.snap", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(file).unwrap();
    let json = text.splitn(3, "---").nth(2).unwrap();
    assert_eq!(serde_json::from_str::<CloudEvent<T>>(json).unwrap(), event);
}

#[test]
fn published_events_never_change() {
    let pos_id = || "p1".parse().unwrap();
    let date = "2026-07-18".parse().unwrap();
    golden(CheckRecorded {
        pos_id: pos_id(),
        check_id: "c1".parse().unwrap(),
        revision: 2,
        business_date: date,
        close_time: "2026-07-18T12:59:30".into(),
        gross_sales: Money::from_cents(3200),
        net_sales: Money::from_cents(3000),
        gross_payment: Money::from_cents(4064),
        covers: 2,
        voided: false,
        refund: false,
    });
    golden(LocationProvisioned {
        pos_id: pos_id(),
        name: "Trattoria".into(),
        time_zone: "America/New_York".into(),
    });
    golden(LocationDescribed {
        pos_id: pos_id(),
        name: "Trattoria".into(),
        website: "https://trattoria.example".into(),
        time_zone: "America/New_York".into(),
        postal_address: "12 Main Street, Springfield, NY 10001".into(),
        phone: "2125550100".into(),
    });
    golden(LocationsChanged { user_id: UserId(Uuid::nil()), pos_id: pos_id(), linked: true });
    golden(SessionEnded { handle: "h1".into() });
    golden(SessionsEnded { user_id: UserId(Uuid::nil()), handles: vec!["h1".into(), "h2".into()] });
    golden(ReportChanged {
        pos_id: pos_id(),
        version: 3,
        business_date: date,
        from: date,
        to: date,
        totals: 1,
    });
    frozen(
        "saffron.dead_letter.v1",
        DeadLetter {
            pos_id: Some(pos_id()),
            consumer: "reports-facts-09".into(),
            subject: "pos.v1.9.p1.batch".into(),
            reason: "missing field".into(),
            attempts: 1,
            payload: "{}".into(),
        },
    );
}

#[test]
fn published_events_of_inventory_never_change() {
    let (pos_id, item_id) = (|| "p1".parse().unwrap(), || "soup".parse().unwrap());
    golden(ItemEdited {
        pos_id: pos_id(),
        item_id: item_id(),
        change: 4,
        user_id: UserId(Uuid::nil()),
        price: Some(Money::from_cents(1250)),
        estimated_cost: Some(Money::from_cents(400)),
        display_name: Some("Soup of the day".into()),
        stock: Some(Quantity::from_milli(12_500)),
    });
    golden(AvailabilityChanged {
        pos_id: pos_id(),
        item_id: item_id(),
        change: 5,
        sold_out: true,
        until: Some("2026-07-18T18:00:00".into()),
        why: AvailabilityReason::Marked,
        user_id: Some(UserId(Uuid::nil())),
    });
    golden(StockRanOut { pos_id: pos_id(), item_id: item_id(), stock: Quantity::from_milli(-500) });
    golden(ItemsChanged { pos_id: pos_id(), version: 9 });
}

#[test]
fn published_events_of_customers_never_change() {
    use saffron_core::event::{
        CustomerErased, CustomersChanged, PointsChanged, RewardGranted, RewardKind, RewardPercentChanged,
        RewardRedeemed,
    };
    let pos_id = || "p1".parse().unwrap();
    let customer_id = || "g1".parse().unwrap();
    golden(RewardGranted {
        pos_id: pos_id(),
        customer_id: customer_id(),
        reward_id: Uuid::nil(),
        kind: RewardKind::Item,
        points: None,
        item_id: Some("soup".parse().unwrap()),
        valid_until: Some("2026-08-01".parse().unwrap()),
    });
    golden(RewardRedeemed {
        pos_id: pos_id(),
        customer_id: customer_id(),
        reward_id: Uuid::nil(),
        item_id: "soup".parse().unwrap(),
        check_id: Some("c1".parse().unwrap()),
    });
    golden(PointsChanged { pos_id: pos_id(), customer_id: customer_id(), points: 120, owed: 0 });
    golden(RewardPercentChanged {
        pos_id: pos_id(),
        percent_hundredths: 150,
        effective_from: "2026-07-18T16:59:30Z".parse().unwrap(),
    });
    golden(CustomerErased { pos_id: pos_id(), customer_id: customer_id() });
    golden(CustomersChanged { pos_id: pos_id(), version: 3 });
}

#[test]
fn published_events_of_payments_never_change() {
    use saffron_core::event::{
        CardAccountSet, DisputeOpened, PaymentChanged, PaymentsChanged, PayoutChanged,
    };
    let pos_id = || "p1".parse().unwrap();
    golden(CardAccountSet {
        pos_id: pos_id(),
        card_account: Some("acct_1".into()),
        time_zone: "America/New_York".into(),
    });
    golden(PaymentChanged {
        pos_id: pos_id(),
        payment_intent_id: "pi_1".into(),
        check_id: Some("c1".parse().unwrap()),
        state: "PARTIAL_REFUND".into(),
        amount: 1250,
        amount_refunded: 250,
    });
    golden(PayoutChanged {
        pos_id: pos_id(),
        payout_id: "po_1".into(),
        state: "PAYOUT_PAID".into(),
        amount: 96_011,
    });
    golden(DisputeOpened {
        pos_id: pos_id(),
        dispute_id: "dp_1".into(),
        payment_intent_id: Some("pi_1".into()),
        amount: 1250,
        reason: "fraudulent".into(),
    });
    golden(PaymentsChanged { pos_id: pos_id(), version: 3 });
}

#[test]
fn published_events_of_notifications_never_change() {
    use saffron_core::event::{CommunicationAdded, CommunicationTarget, CommunicationsChanged, UnreadCounts};
    let unread = UnreadCounts { notifications: 2, messages: 1 };
    golden(CommunicationAdded {
        user_id: UserId(Uuid::nil()),
        pos_id: "p1".parse().unwrap(),
        communication_id: Uuid::nil(),
        kind: "largeVoid".into(),
        date_added: "2026-07-18T19:42:00".into(),
        notification: "Large void: $84.20 at 19:42".into(),
        message: String::new(),
        target: Some(CommunicationTarget { kind: "check".into(), id: "c1".into() }),
        reason: "a void over $50.00".into(),
        unread,
    });
    golden(CommunicationsChanged { user_id: UserId(Uuid::nil()), unread });
}

#[test]
fn published_events_of_marketing_never_change() {
    use saffron_core::event::{CampaignChanged, CampaignCounts, CampaignFinished, RewardMessageSettled};
    let pos_id = || "p1".parse().unwrap();
    let counts = CampaignCounts {
        recipients: 10,
        waiting: 1,
        sending: 2,
        sent: 3,
        failed: 1,
        excluded: 2,
        unknown: 1,
    };
    golden(CampaignChanged { pos_id: pos_id(), campaign_id: Uuid::nil(), state: "sending".into(), counts });
    golden(CampaignFinished {
        pos_id: pos_id(),
        campaign_id: Uuid::nil(),
        channel: "email".into(),
        kind: "promoCode".into(),
        stopped: false,
        counts,
    });
    golden(RewardMessageSettled {
        pos_id: pos_id(),
        reward_id: Uuid::nil(),
        channel: Some("text".into()),
        outcome: "excluded".into(),
        exclusion: Some("optedOut".into()),
    });
}
