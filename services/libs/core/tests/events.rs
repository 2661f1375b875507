//! The golden files of every event that was ever published: a published version never changes, and what was
//! published can still be read.
#![allow(clippy::unwrap_used)]

use saffron_core::event::{
    About, Audience, AvailabilityChanged, AvailabilityReason, BusinessDaySet, CheckRecorded, CloudEvent,
    DayTotals, DayTotalsV2, DeadLetter, DeadLetterV2, Event, IngestKeyRevoked, ItemEdited, ItemsChanged,
    LetterSource, LocationDescribed, LocationProvisioned, LocationUnlinked, LocationsChanged, PersonErased,
    PromoCodeOffered, Reach, ReplicaStarted, ReportChanged, SessionEnded, SessionsEnded, StockRanOut,
    TillAvailabilityChanged, catalogue,
};
use saffron_core::{Calendar, Money, PosId, Quantity, Source, UserId};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

/// The envelope as the relay writes it, with the data of an event.
fn enveloped<T>(kind: &str, source: &str, pos_id: Option<PosId>, data: T) -> CloudEvent<T> {
    CloudEvent {
        specversion: "1.0".into(),
        id: "01981e2c-3f50-7000-8000-000000000001".parse().unwrap(),
        source: source.into(),
        r#type: kind.into(),
        subject: pos_id,
        time: "2026-07-18T16:59:30Z".parse().unwrap(),
        datacontenttype: "application/json".into(),
        sequence: 7,
        data,
    }
}

fn golden<E: Event + DeserializeOwned + PartialEq + std::fmt::Debug>(event: E) {
    let listed = catalogue().into_iter().find(|one| one.cloud_type == E::cloud_type()).unwrap();
    let reach = match event.audience() {
        Audience::World => Reach::World,
        Audience::Location => Reach::Location,
        Audience::Person(_) => Reach::Person,
        Audience::Gateways => Reach::Gateways,
    };
    let about = if event.pos_id().is_some() { About::Location } else { About::Account };
    assert_eq!((listed.reach, listed.about), (reach, about), "{}", listed.cloud_type);
    frozen(enveloped(&E::cloud_type(), E::DOMAIN, event.pos_id().cloned(), event));
}

fn frozen<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(event: CloudEvent<T>) {
    let name = event.r#type.clone();
    insta::with_settings!({snapshot_path => "golden", prepend_module_to_snapshot => false, omit_expression => true}, {
        insta::assert_snapshot!(name.clone(), serde_json::to_string_pretty(&event).unwrap());
    });
    let file = format!("{}/tests/golden/{name}.snap", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(file).unwrap();
    let json = text.splitn(3, "---").nth(2).unwrap();
    assert_eq!(serde_json::from_str::<CloudEvent<T>>(json).unwrap(), event);
}

#[test]
fn every_event_that_was_published_is_in_the_catalogue() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    let mut golden: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .filter_map(|entry| Some(entry.unwrap().file_name().to_str()?.strip_suffix(".snap")?.to_owned()))
        .collect();
    golden.sort();
    let listed: Vec<String> = catalogue().into_iter().map(|one| one.cloud_type).collect();
    assert_eq!(listed, golden);
}

#[test]
fn every_event_tells_when_it_is_sent_and_every_field_what_it_is() {
    fn described(schema: &Value, place: &str) {
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let place = format!("{place}.{name}");
            assert!(field["description"].as_str().is_some_and(|text| !text.is_empty()), "{place}");
            described(field, &place);
        }
    }
    for one in catalogue() {
        assert!(one.when.len() > 20 && one.when.ends_with('.'), "{}: {}", one.cloud_type, one.when);
        described(&one.schema, &one.cloud_type);
    }
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
    let calendar =
        Calendar::new("America/New_York".parse().unwrap(), "04:00,2026-11-01=06:00;1".parse().unwrap());
    let days = BusinessDaySet::of(pos_id(), &calendar);
    assert_eq!(days.calendar(), Ok(calendar));
    golden(days);
    golden(LocationDescribed {
        pos_id: pos_id(),
        name: "Trattoria".into(),
        website: "https://trattoria.example".into(),
        time_zone: "America/New_York".into(),
        postal_address: "12 Main Street, Springfield, NY 10001".into(),
        phone: "2125550100".into(),
    });
    golden(LocationUnlinked { user_id: UserId(Uuid::nil()), pos_id: pos_id() });
    golden(LocationsChanged { user_id: UserId(Uuid::nil()), pos_id: pos_id(), linked: true });
    golden(PersonErased { user_id: UserId(Uuid::nil()) });
    golden(IngestKeyRevoked { pos_id: pos_id(), key_id: Source::Key(Uuid::nil()) });
    golden(SessionEnded { handle: "h1".into() });
    golden(SessionsEnded { user_id: UserId(Uuid::nil()), handles: vec!["h1".into(), "h2".into()] });
    golden(ReplicaStarted { incarnation: Uuid::nil() });
    let totals = DayTotals {
        pos_id: pos_id(),
        business_date: date,
        gross_sales: Money::from_cents(3200),
        gross_profit: Money::from_cents(1100),
        gross_cost: Money::from_cents(900),
        gross_labor: Money::from_cents(1000),
        gross_discounts: Money::from_cents(200),
        gross_tax: Money::from_cents(264),
        gross_voids: Money::ZERO,
        gross_tips: Money::from_cents(800),
        gross_reward_used: Money::ZERO,
        gross_payment: Money::from_cents(4064),
        gross_cover: 2,
        checks: 1,
        net_sales: Money::from_cents(3000),
        labor_percent: Some(Money::from_cents(3333)),
        cost_percent: None,
        sales_without_cost: Money::ZERO,
        open_shifts: 1,
        not_clocked_out: 0,
    };
    golden(ReportChanged {
        pos_id: pos_id(),
        version: 3,
        business_date: date,
        from: date,
        to: date,
        totals: totals.clone(),
    });
    let totals = DayTotalsV2 {
        pos_id: pos_id(),
        business_date: date,
        gross_sales: Money::from_cents(3200),
        gross_profit: Money::from_cents(1100),
        gross_cost: Money::from_cents(900),
        gross_labor: Money::from_cents(1000),
        gross_discounts: Money::from_cents(200),
        gross_tax: Money::from_cents(264),
        gross_voids: Money::ZERO,
        gross_tips: Money::from_cents(800),
        gross_reward_used: Money::ZERO,
        gross_payment: Money::from_cents(9605),
        gross_cover: 2,
        checks: 1,
        net_sales: Money::from_cents(3000),
        labor_percent: Some(Money::from_cents(3333)),
        cost_percent: None,
        sales_without_cost: Money::ZERO,
        hours_without_wage: Money::from_cents(725),
        open_shifts: 1,
        not_clocked_out: 0,
        gross_service_charges: Money::ZERO,
        gross_gratuity: Money::from_cents(540),
        gross_deferred: Money::from_cents(5_000),
        gross_redeemed: Money::from_cents(1_000),
        gross_rounding: Money::from_cents(1),
        marketplace_tax: Money::ZERO,
        out_of_balance: Money::ZERO,
        open_checks: 0,
        open_sales: Money::ZERO,
        prime_cost: Money::from_cents(1_900),
        prime_cost_percent: Some(Money::from_cents(6_333)),
    };
    golden(ReportChanged { pos_id: pos_id(), version: 3, business_date: date, from: date, to: date, totals });
    frozen(enveloped(
        DeadLetter::CLOUD_TYPE,
        "reports",
        Some(pos_id()),
        DeadLetter {
            pos_id: Some(pos_id()),
            consumer: "reports-facts-01".into(),
            subject: "pos.v1.9.p1.batch".into(),
            reason: "missing field".into(),
            attempts: 1,
            payload: "{}".into(),
        },
    ));
    frozen(enveloped(
        DeadLetterV2::CLOUD_TYPE,
        "reports",
        Some(pos_id()),
        DeadLetterV2 {
            pos_id: Some(pos_id()),
            consumer: "reports-facts-01".into(),
            subject: "pos.v1.9.p1.batch".into(),
            reason: "missing field".into(),
            attempts: 1,
            source: LetterSource { stream: "POS".into(), sequence: 4711, bytes: 1_048_576 },
        },
    ));
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
    golden(PromoCodeOffered {
        pos_id: pos_id(),
        promo_code: "MISS25".into(),
        change: 6,
        user_id: UserId(Uuid::nil()),
        discount_percentage: Some(25),
        item_ids: vec![item_id()],
        valid_until: Some("2026-08-31".parse().unwrap()),
    });
    golden(StockRanOut { pos_id: pos_id(), item_id: item_id(), stock: Quantity::from_milli(-500) });
    golden(TillAvailabilityChanged {
        pos_id: pos_id(),
        item_id: item_id(),
        sold_out: true,
        until: Some("2026-07-18T16:00:00".into()),
    });
    golden(ItemsChanged { pos_id: pos_id(), version: 9 });
}

#[test]
fn published_events_of_customers_never_change() {
    use saffron_core::event::{
        CustomerErased, CustomerMerged, CustomersChanged, PointsChanged, RewardGranted, RewardKind,
        RewardPercentChanged, RewardRedeemed,
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
    golden(CustomerMerged {
        pos_id: pos_id(),
        customer_id: customer_id(),
        merged_into: Some("g2".parse().unwrap()),
    });
    golden(CustomersChanged { pos_id: pos_id(), version: 3 });
}

#[test]
fn published_events_of_payments_never_change() {
    use saffron_core::event::{
        CardAccountReplaced, CardAccountSet, DisputeOpened, DisputeOpenedV2, PaymentChanged,
        PaymentChangedV2, PaymentsChanged, PayoutChanged, PayoutChangedV2,
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
    golden(PaymentChangedV2 {
        pos_id: pos_id(),
        payment_intent_id: "pi_1".into(),
        check_id: Some("c1".parse().unwrap()),
        state: "PARTIAL_REFUND".into(),
        amount: 1250,
        amount_refunded: 250,
        currency: "usd".into(),
    });
    golden(PayoutChangedV2 {
        pos_id: pos_id(),
        payout_id: "po_1".into(),
        state: "PAYOUT_PAID".into(),
        amount: 96_011,
        currency: "usd".into(),
    });
    golden(DisputeOpenedV2 {
        pos_id: pos_id(),
        dispute_id: "dp_1".into(),
        payment_intent_id: Some("pi_1".into()),
        amount: 1250,
        currency: "usd".into(),
        reason: "fraudulent".into(),
    });
    golden(CardAccountReplaced { pos_id: pos_id() });
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
        notification: "Large void: $84.20 at 7:42 PM".into(),
        message: String::new(),
        target: Some(CommunicationTarget { kind: "check".into(), id: "c1".into() }),
        reason: "a void over $50.00".into(),
        unread,
    });
    golden(CommunicationsChanged { user_id: UserId(Uuid::nil()), unread });
}

#[test]
fn published_events_of_connectors_never_change() {
    use saffron_core::event::{
        ConnectionChanged, ConnectionDiffers, ConnectionOverlapped, ImportChanged, ImportOverlapped,
    };
    let pos_id = || "p1".parse().unwrap();
    golden(ConnectionChanged {
        pos_id: pos_id(),
        connection_id: Uuid::nil(),
        state: "live".into(),
        version: 3,
    });
    golden(ConnectionDiffers {
        pos_id: pos_id(),
        connection_id: Uuid::nil(),
        days: 2,
        first_date: "2026-07-11".parse().unwrap(),
        last_date: "2026-07-12".parse().unwrap(),
    });
    golden(ConnectionOverlapped {
        pos_id: pos_id(),
        connection_id: Uuid::nil(),
        days: 2,
        first_date: "2026-07-11".parse().unwrap(),
        last_date: "2026-07-12".parse().unwrap(),
    });
    golden(ImportChanged { pos_id: pos_id(), import_id: Uuid::nil(), state: "sending".into(), version: 12 });
    golden(ImportOverlapped {
        pos_id: pos_id(),
        import_id: Uuid::nil(),
        days: 2,
        first_date: "2026-07-17".parse().unwrap(),
        last_date: "2026-07-18".parse().unwrap(),
        import_checks: 80,
        import_net_sales: Money::from_cents(320_050),
        other_checks: 75,
        other_net_sales: Money::from_cents(300_000),
    });
}

#[test]
fn published_events_of_marketing_never_change() {
    use saffron_core::event::{
        CampaignChanged, CampaignCounts, CampaignFinished, GuestTextReceived, RewardMessageSettled,
    };
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
    golden(GuestTextReceived { pos_id: pos_id(), text_id: Uuid::nil() });
    golden(RewardMessageSettled {
        pos_id: pos_id(),
        reward_id: Uuid::nil(),
        channel: Some("text".into()),
        outcome: "excluded".into(),
        exclusion: Some("optedOut".into()),
    });
}
