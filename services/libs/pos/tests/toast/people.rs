//! Time entries and guests.

use saffron_pos::toast::model::{Check, Read, TimeEntry};
use saffron_pos::toast::{guest, shift};
use serde_json::{Value, json};

use crate::door::{Seen, check, place, team, through, usd, with};

fn entry() -> Value {
    json!({"guid": "w1", "employeeReference": {"guid": "e1"}, "jobReference": {"guid": "j1"}, "deleted": false,
        "inDate": "2026-07-18T13:00:00.000+0000", "outDate": "2026-07-18T22:00:00.000+0000", "hourlyWage": usd(1550),
        "regularHours": 8.0, "overtimeHours": 0.5, "modifiedDate": "2026-07-18T22:00:01.000+0000",
        "deletedDate": "1970-01-01T00:00:00.000+0000", "declaredCashTips": usd(1000), "nonCashTips": usd(2500), "breaks": []})
}

fn worked(sent: &Value) -> Seen {
    let entry = Read::<TimeEntry>::of(&sent.to_string()).object().unwrap();
    through(&place(), &shift(&place(), &team(), &entry).unwrap())
}

#[test]
fn wage_job_and_tips_are_those_of_the_entry() {
    let seen = worked(&entry());
    let data = &seen.data;
    assert_eq!((seen.kind.as_str(), data["job"].as_str()), ("shift.closed", Some("Server")));
    assert_eq!(
        (data["employee"]["name"].as_str(), data["clockIn"].as_str()),
        (Some("Server One"), Some("2026-07-18T09:00:00"))
    );
    assert_eq!((data["rate"].as_f64(), data["tips"].as_f64()), (Some(15.5), Some(35.0)));
    assert_eq!(
        (data["regularMinutes"].as_f64(), data["overtimeMinutes"].as_f64()),
        (Some(480.0), Some(30.0))
    );
}

#[test]
fn salary_has_no_wage() {
    assert_eq!(worked(&with(entry(), json!({"hourlyWage": null}))).data.get("rate"), None);
}

#[test]
fn only_breaks_that_were_taken_and_not_paid_count() {
    let pause = |paid: bool, missed: bool| json!({"paid": paid, "missed": missed, "inDate": "2026-07-18T16:00:00.000+0000", "outDate": "2026-07-18T16:30:00.000+0000"});
    let breaks = json!([pause(false, false), pause(true, false), pause(false, true)]);
    assert_eq!(
        worked(&with(entry(), json!({ "breaks": breaks }))).data["unpaidMinutes"].as_f64(),
        Some(30.0)
    );
}

#[test]
fn shift_that_goes_on_is_open() {
    let seen = worked(&with(
        entry(),
        json!({"outDate": null, "regularHours": 0.0, "overtimeHours": 0.0,
        "breaks": [{"paid": false, "inDate": "2026-07-18T16:00:00.000+0000", "outDate": null}]}),
    ));
    assert_eq!((seen.kind.as_str(), seen.data["unpaidMinutes"].as_f64()), ("shift.opened", Some(0.0)));
}

#[test]
fn entry_that_is_deleted_is_removed() {
    let gone = with(entry(), json!({"deleted": true, "deletedDate": "2026-07-19T10:00:00.000+0000"}));
    let seen = worked(&gone);
    assert_eq!(seen.kind, "shift.removed");
    assert!(seen.revision > worked(&entry()).revision);
}

#[test]
fn entry_that_ends_before_it_starts_says_so() {
    let wrong = with(entry(), json!({"outDate": "2026-07-18T12:00:00.000+0000"}));
    let entry = Read::<TimeEntry>::of(&wrong.to_string()).object().unwrap();
    let why = shift(&place(), &team(), &entry).unwrap_err();
    assert!(why.why.contains("before it starts"), "{}", why.why);
}

fn of_check(customer: Value) -> Option<Value> {
    let check: Check =
        serde_json::from_value(with(check(vec![], vec![]), json!({ "customer": customer }))).unwrap();
    guest(&place(), &check).unwrap().map(|event| through(&place(), &event).data)
}

#[test]
fn guest_of_a_check_has_no_consent() {
    let data = of_check(json!({"guid": "g1", "firstName": "Guest", "lastName": "One", "phone": "2025550143", "email": "guest@example.com"}))
        .unwrap();
    assert_eq!(
        (data["posCustomerID"].as_str(), data["email"].as_str()),
        (Some("g1"), Some("guest@example.com"))
    );
    assert_eq!((data.get("emailConsent"), data.get("smsConsent")), (None, None));
}

#[test]
fn guest_of_a_loyalty_program_may_be_a_guid_alone() {
    assert!(of_check(json!({"guid": "g1", "firstName": null, "email": null})).is_none());
    assert!(of_check(Value::Null).is_none());
}
