use serde_json::json;

use saffron_core::{Calendar, QuarterHour};
use saffron_pos::square::Menu;

use crate::door::{mapped, one, order, place, soup, tender_of, try_checks, visa, with};

/// Trap 10.
#[test]
fn sign_and_tip_counts_when_it_was_paid() {
    let paid = with(visa(1000), json!({"status": "APPROVED"}));
    let open = with(soup(), json!({"state": "OPEN", "closed_at": null, "tenders": [tender_of(1000)]}));
    let open = one(mapped(&open, &[paid], &[]));
    assert_eq!(open.kind, "check.closed");
    let settled = json!({"closed_at": "2026-07-20T03:59:00Z", "updated_at": "2026-07-20T03:59:00Z"});
    let settled = one(mapped(&with(soup(), settled), &[visa(1000)], &[]));
    for field in ["closeTime", "businessDate"] {
        assert_eq!(open.data[field], settled.data[field]);
    }
    assert_eq!(settled.data["closeTime"], "2026-07-18T11:59:00");
    assert!(settled.revision > open.revision);
}

#[test]
fn check_is_closed_when_square_closes_it() {
    let seen = one(mapped(&soup(), &[visa(1000)], &[]));
    let of = ["openTime", "closeTime", "businessDate"].map(|field| seen.data[field].as_str().unwrap());
    assert_eq!(of, ["2026-07-18T11:30:00", "2026-07-18T12:00:00", "2026-07-18"]);
}

/// Trap 11.
#[test]
fn offline_order_counts_by_the_clock_of_its_device() {
    let offline = json!({"is_offline_payment": true, "created_at": "2026-07-21T14:00:00Z", "updated_at": "2026-07-21T14:00:00Z",
        "offline_payment_details": {"client_created_at": "2026-07-18T16:10:00Z"}});
    let sent = json!({"closed_at": "2026-07-21T14:00:01Z", "updated_at": "2026-07-21T14:00:01Z"});
    let seen = one(mapped(&with(soup(), sent), &[with(visa(1000), offline)], &[]));
    let of = ["openTime", "closeTime", "businessDate"].map(|field| seen.data[field].as_str().unwrap());
    assert_eq!(of, ["2026-07-18T11:30:00", "2026-07-18T12:10:00", "2026-07-18"]);
}

/// Trap 11: it was paid before the day ended, and sent after.
#[test]
fn offline_payment_of_the_night_before_stays_there() {
    let offline = json!({"created_at": "2026-07-19T08:02:00Z",
        "offline_payment_details": {"client_created_at": "2026-07-19T07:58:00Z"}});
    let sent = json!({"closed_at": "2026-07-19T08:02:01Z", "updated_at": "2026-07-19T08:02:01Z"});
    let seen = one(mapped(&with(soup(), sent), &[with(visa(1000), offline)], &[]));
    assert_eq!(
        (&seen.data["closeTime"], &seen.data["businessDate"]),
        (&json!("2026-07-19T03:58:00"), &json!("2026-07-18"))
    );
}

/// Trap 15.
#[test]
fn morning_of_the_next_day_is_still_the_evening_before() {
    let at = |paid: &str| {
        let sent = json!({"closed_at": paid, "created_at": paid, "updated_at": paid});
        let paid = with(visa(1000), json!({"created_at": paid}));
        one(mapped(&with(soup(), sent), &[paid], &[]))
    };
    // 23:30 of Saturday, and 01:30 of the night, are Sunday in UTC.
    let late = at("2026-07-19T03:30:00Z");
    assert_eq!(
        (late.data["closeTime"].as_str(), late.data["businessDate"].as_str()),
        (Some("2026-07-18T23:30:00"), Some("2026-07-18"))
    );
    let night = at("2026-07-19T05:30:00Z");
    assert_eq!(
        (night.data["closeTime"].as_str(), night.data["businessDate"].as_str()),
        (Some("2026-07-19T01:30:00"), Some("2026-07-18"))
    );
    assert_eq!(at("2026-07-19T08:00:00Z").data["businessDate"], "2026-07-19");
    assert_eq!(late.check().quarter(), QuarterHour::at(94));
}

/// Trap 15.
#[test]
fn business_date_follows_the_start_of_the_day() {
    let mut place = place();
    place.calendar = Calendar::new("America/Los_Angeles".parse().unwrap(), "06:00;1".parse().unwrap());
    let sent = json!({"closed_at": "2026-07-19T12:30:00Z", "updated_at": "2026-07-19T12:30:00Z"});
    let paid = with(visa(1000), json!({"created_at": "2026-07-19T12:30:00Z"}));
    let of = order(&with(soup(), sent), &[paid], &[]);
    let seen = one(try_checks(&place, &Menu::default(), &of).unwrap());
    assert_eq!(
        (seen.data["closeTime"].as_str(), seen.data["businessDate"].as_str()),
        (Some("2026-07-19T05:30:00"), Some("2026-07-18"))
    );
}

/// Trap 15.
#[test]
fn wall_time_follows_the_change_of_the_clock() {
    let at = |utc: &str| {
        let sent = json!({"closed_at": utc, "created_at": utc, "updated_at": utc});
        let paid = with(visa(1000), json!({"created_at": utc}));
        one(mapped(&with(soup(), sent), &[paid], &[])).data["closeTime"].as_str().unwrap().to_owned()
    };
    assert_eq!(at("2026-03-08T06:59:59Z"), "2026-03-08T01:59:59");
    assert_eq!(at("2026-03-08T07:00:00Z"), "2026-03-08T03:00:00");
    assert_eq!(at("2026-11-01T05:30:00Z"), "2026-11-01T01:30:00");
    assert_eq!(at("2026-11-01T06:30:00.999Z"), "2026-11-01T01:30:00");
}
