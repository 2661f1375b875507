//! Shifts and guests.

use saffron_pos::clover::model::{Customer, Employee, Payment};
use saffron_pos::clover::{Hours, Team, guest, shift};
use serde_json::{Value, json};

use crate::door::{Seen, list, ms, object, place, through, visa, with};

fn worked(more: Value, payments: &[Value]) -> Seen {
    let base = json!({"id": "S1", "employee": {"id": "E1"}, "inTime": ms("2026-07-18T14:00:00Z"), "outTime": ms("2026-07-18T22:30:30Z"),
        "cashTipsCollected": 500});
    let sent = object(&with(base, more));
    let payments: Vec<Payment> = payments.iter().map(object).collect();
    let team =
        Team::new(&[object::<Employee>(&json!({"id": "E1", "name": "Server One", "role": "EMPLOYEE"}))]);
    let hours = Hours { shift: &sent, employee: None, payments: &payments };
    through(&place(), &shift(&place(), &team, &hours).unwrap())
}

#[test]
fn shift_has_no_wage() {
    let seen = worked(json!({}), &[]);
    assert_eq!((seen.kind.as_str(), seen.data.get("rate")), ("shift.closed", None));
    assert_eq!(
        (&seen.data["job"], &seen.data["employee"]["name"]),
        (&json!("Employee"), &json!("Server One"))
    );
    assert_eq!(
        (&seen.data["clockIn"], &seen.data["clockOut"]),
        (&json!("2026-07-18T10:00:00"), &json!("2026-07-18T18:30:30"))
    );
    assert_eq!(seen.data["regularMinutes"], json!(510.5));
    assert_eq!(seen.data["tips"], json!(5.0));
    assert_eq!(seen.revision, ms("2026-07-18T22:30:30Z") * 16 + 1);
}

#[test]
fn shift_without_an_end_is_open() {
    assert_eq!(worked(json!({"outTime": null}), &[]).kind, "shift.opened");
}

#[test]
fn times_that_a_manager_corrected_count() {
    let seen = worked(
        json!({"overrideInTime": ms("2026-07-18T13:00:00Z"), "overrideOutTime": ms("2026-07-18T21:00:00Z")}),
        &[],
    );
    assert_eq!(
        (&seen.data["clockIn"], &seen.data["clockOut"]),
        (&json!("2026-07-18T09:00:00"), &json!("2026-07-18T17:00:00"))
    );
    // A shift that somebody forgot to end.
    let forgotten = worked(json!({"outTime": null, "overrideOutTime": ms("2026-07-18T21:00:00Z")}), &[]);
    assert_eq!(forgotten.kind, "shift.closed");
}

#[test]
fn tips_of_payments_belong_to_the_one_who_took_them() {
    let tipped = |id: &str, more: Value| {
        with(with(visa(1000), json!({"id": id, "tipAmount": 200, "employee": {"id": "E1"}})), more)
    };
    let seen = worked(
        json!({}),
        &[
            tipped("P1", json!({})),
            tipped("P2", json!({"employee": {"id": "E2"}})),
            tipped("P3", json!({"createdTime": ms("2026-07-18T23:00:00Z")})),
            tipped("P4", json!({"result": "VOIDED"})),
            tipped("P5", json!({"modifiedTime": ms("2026-07-19T12:00:00Z")})),
        ],
    );
    assert_eq!(seen.data["tips"], json!(9.0));
    assert_eq!(seen.revision, ms("2026-07-19T12:00:00Z") * 16 + 1);
}

#[test]
fn role_of_the_merchant_is_the_job() {
    let team = Team::new(&[object::<Employee>(
        &json!({"id": "E1", "role": "EMPLOYEE", "roles": list(vec![json!({"name": "Server"})])}),
    )]);
    let sent = object(&json!({"id": "S1", "inTime": ms("2026-07-18T14:00:00Z")}));
    let hours = Hours { shift: &sent, employee: Some("E1"), payments: &[] };
    let seen = through(&place(), &shift(&place(), &team, &hours).unwrap());
    assert_eq!((&seen.data["job"], &seen.data["employee"]["id"]), (&json!("Server"), &json!("E1")));
}

#[test]
fn shift_that_cannot_be_says_why() {
    for (more, part) in [
        (json!({"id": null}), "id"),
        (json!({"employee": null}), "employee"),
        (json!({"inTime": null}), "start"),
        (json!({"outTime": ms("2026-07-18T13:00:00Z")}), "ends before"),
    ] {
        let base = json!({"id": "S1", "employee": {"id": "E1"}, "inTime": ms("2026-07-18T14:00:00Z")});
        let sent = object(&with(base, more));
        let hours = Hours { shift: &sent, employee: None, payments: &[] };
        let why = shift(&place(), &Team::default(), &hours).unwrap_err().why;
        assert!(why.contains(part), "{why} has no {part}");
    }
}

fn profile(more: Value) -> Seen {
    let base = json!({"id": "C1", "firstName": "Guest", "lastName": "One", "customerSince": ms("2026-01-05T10:00:00Z"),
        "emailAddresses": list(vec![json!({"emailAddress": "old@example.com"}), json!({"emailAddress": "guest@example.com", "primaryEmail": true})]),
        "phoneNumbers": list(vec![json!({"phoneNumber": "(202) 555-0143"})])});
    through(&place(), &guest(&place(), &object::<Customer>(&with(base, more))).unwrap())
}

#[test]
fn guest_has_address_and_number() {
    let seen = profile(json!({"metadata": {"modifiedTime": ms("2026-03-05T10:00:00Z")}}));
    assert_eq!(seen.revision, ms("2026-03-05T10:00:00Z") * 16 + 1);
    assert_eq!((&seen.data["firstName"], &seen.data["lastName"]), (&json!("Guest"), &json!("One")));
    assert_eq!(seen.data["email"], "guest@example.com");
    assert!(seen.data["cellPhoneNumber"].as_str().unwrap().contains("2025550143"), "{}", seen.data);
    assert_eq!(profile(json!({})).revision, ms("2026-01-05T10:00:00Z") * 16 + 1);
}

/// One answer for all ways.
#[test]
fn allowed_marketing_is_consent_to_email_at_most() {
    for (sent, consent) in [(json!(true), Some(true)), (json!(false), Some(false)), (json!(null), None)] {
        let seen = profile(json!({ "marketingAllowed": sent }));
        assert_eq!(seen.data.get("emailConsent").and_then(Value::as_bool), consent);
        assert!(seen.data.get("smsConsent").is_none());
    }
}

#[test]
fn guest_without_a_name_is_known_by_the_company() {
    let seen =
        profile(json!({"firstName": null, "lastName": "", "metadata": {"businessName": "Corner Shop"}}));
    assert_eq!((&seen.data["firstName"], &seen.data["lastName"]), (&json!("Corner Shop"), &json!("")));
}
