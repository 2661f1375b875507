//! The golden files of every event that was ever published: a published version never changes, and what was
//! published can still be read (design.md section 3).
#![allow(clippy::unwrap_used)]

use saffron_core::event::{
    CheckRecorded, CloudEvent, DeadLetter, Event, LocationProvisioned, LocationsChanged, ReportChanged,
    SessionEnded,
};
use saffron_core::{Money, UserId};
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
    golden(LocationsChanged { user_id: UserId(Uuid::nil()), pos_id: pos_id(), linked: true });
    golden(SessionEnded { handle: "h1".into() });
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
