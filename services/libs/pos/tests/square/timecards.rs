use serde_json::{Value, json};

use saffron_core::fact::{FactBody, Shift};
use saffron_pos::square::model::{Payment, Timecard};
use saffron_pos::square::{Hours, Team, removed_shift, shift};

use crate::door::{object, place, through, usd, visa, with};

/// Eight hours of a Saturday.
fn card(more: Value) -> Value {
    let card = json!({"id": "T1", "location_id": "L1", "team_member_id": "TM1", "status": "CLOSED", "version": 3,
        "start_at": "2026-07-18T10:00:00-04:00", "end_at": "2026-07-18T18:00:00-04:00",
        "created_at": "2026-07-18T14:00:00Z", "updated_at": "2026-07-18T22:01:00Z",
        "wage": {"title": "Server", "hourly_rate": usd(1500), "job_id": "J1"}});
    with(card, more)
}

fn team(more: Value) -> Team {
    let member = with(json!({"id": "TM1", "given_name": "Ana", "family_name": "Ruiz"}), more);
    let week = object(&json!({"start_of_week": "SUN", "start_of_day_local_time": "04:00"}));
    Team::new(&place(), &[object(&member)], &[], Some(&week))
}

fn mapped(card: &Value, others: &[Value], payments: &[Value]) -> (Value, Shift) {
    mapped_of(&team(json!({})), card, others, payments)
}

fn mapped_of(team: &Team, card: &Value, others: &[Value], payments: &[Value]) -> (Value, Shift) {
    let card: Timecard = object(card);
    let others: Vec<Timecard> = others.iter().map(object).collect();
    let payments: Vec<Payment> = payments.iter().map(object).collect();
    let event = shift(&place(), team, &Hours { card: &card, others: &others, payments: &payments }).unwrap();
    let seen = through(&place(), &event);
    match seen.body {
        FactBody::Shift(shift) => (seen.data, *shift),
        other => panic!("{other:?}"),
    }
}

#[test]
fn timecard_is_a_shift_of_a_person_in_a_job() {
    let (data, shift) = mapped(&card(json!({})), &[], &[]);
    assert_eq!(
        (&data["employee"], &data["job"]),
        (&json!({"id": "TM1", "name": "Ana Ruiz"}), &json!("Server"))
    );
    assert_eq!(
        (&data["clockIn"], &data["clockOut"]),
        (&json!("2026-07-18T10:00:00"), &json!("2026-07-18T18:00:00"))
    );
    assert_eq!((shift.regular_seconds, shift.overtime_seconds, shift.pay().cents()), (8 * 3600, 0, 12_000));
    let (data, _) =
        mapped(&card(json!({"wage": {"hourly_rate": usd(1500)}, "team_member_id": "TM9"})), &[], &[]);
    assert_eq!((&data["job"], &data["employee"]["name"]), (&json!("Team member"), &json!("TM9")));
}

/// Trap 19.
#[test]
fn break_that_still_runs_has_no_end() {
    let breaks = |end: Value| {
        json!({"breaks": [{"start_at": "2026-07-18T12:00:00-04:00", "end_at": "2026-07-18T12:30:00-04:00", "is_paid": true},
                          {"start_at": "2026-07-18T15:00:00-04:00", "end_at": end, "is_paid": false}]})
    };
    let (_, shift) = mapped(&card(breaks(json!("2026-07-18T15:30:00-04:00"))), &[], &[]);
    assert_eq!((shift.unpaid_seconds, shift.regular_seconds), (1800, 27_000));
    let running = with(breaks(Value::Null), json!({"status": "OPEN", "end_at": null}));
    let (data, shift) = mapped(&card(running), &[], &[]);
    assert_eq!((data.get("clockOut"), shift.clock_out.is_some(), shift.unpaid_seconds), (None, false, 0));
    // It ends with the shift at the latest.
    assert_eq!(mapped(&card(breaks(Value::Null)), &[], &[]).1.unpaid_seconds, 3 * 3600);
}

/// Trap 19.
#[test]
fn shift_without_a_wage_has_no_rate() {
    for wage in [Value::Null, json!({"title": "Owner"}), json!({"title": "Owner", "hourly_rate": usd(0)})] {
        assert_eq!(mapped(&card(json!({"wage": wage})), &[], &[]).1.rate, None);
    }
    // The wage of the person's job stands in.
    let wages = json!({"wage_setting": {"job_assignments": [{"job_id": "J1", "job_title": "Server", "hourly_rate": usd(1700)}]}});
    let unpaid = card(json!({"wage": {"title": "Server", "job_id": "J1", "hourly_rate": usd(0)}}));
    assert_eq!(mapped_of(&team(wages), &unpaid, &[], &[]).1.rate.unwrap().cents(), 1700);
}

fn day(number: u32, id: &str, member: &str, updated: &str) -> Value {
    card(json!({"id": id, "team_member_id": member, "updated_at": updated,
                "start_at": format!("2026-07-{number:02}T08:00:00-04:00"), "end_at": format!("2026-07-{number:02}T18:00:00-04:00")}))
}

/// Trap 19.
#[test]
fn overtime_begins_after_forty_hours_of_the_week() {
    // Sunday is the 12th: four days of ten hours, and Saturday.
    let updated = "2026-07-19T10:00:00Z";
    let mut others: Vec<_> =
        (12..16).map(|number| day(number, &format!("S{number}"), "TM1", updated)).collect();
    others.push(day(11, "before", "TM1", updated));
    others.push(day(13, "other", "TM2", updated));
    others.push(card(json!({})));
    let (_, shift) = mapped(&card(json!({})), &others, &[]);
    assert_eq!((shift.regular_seconds, shift.overtime_seconds), (0, 8 * 3600));
    let twice: Vec<_> = others[1..].iter().chain(&others[1..]).cloned().collect();
    let (_, shift) = mapped(&card(json!({})), &twice, &[]);
    assert_eq!((shift.regular_seconds, shift.overtime_seconds), (8 * 3600, 0));
    let exempt = team(json!({"wage_setting": {"is_overtime_exempt": true}}));
    assert_eq!(mapped_of(&exempt, &card(json!({})), &others, &[]).1.overtime_seconds, 0);
}

#[test]
fn week_begins_when_the_seller_says() {
    // 03:00 of Sunday the 12th belongs to the week before.
    let late = card(
        json!({"id": "S", "start_at": "2026-07-12T03:00:00-04:00", "end_at": "2026-07-12T04:00:00-04:00"}),
    );
    let week: Vec<_> =
        (12..16).map(|number| day(number, &format!("S{number}"), "TM1", "2026-07-16T10:00:00Z")).collect();
    let others = |more: Value| week.iter().cloned().chain([more]).collect::<Vec<_>>();
    let early = card(
        json!({"id": "E", "start_at": "2026-07-12T04:00:00-04:00", "end_at": "2026-07-12T05:00:00-04:00"}),
    );
    let short = card(
        json!({"id": "T9", "start_at": "2026-07-16T10:00:00-04:00", "end_at": "2026-07-16T11:00:00-04:00"}),
    );
    let thirty_nine = |seen: Vec<Value>| mapped(&short, &seen[1..], &[]).1.overtime_seconds;
    // 30 hours, one more or not, and one of this shift: no overtime; with the first ten hours there is.
    assert_eq!((thirty_nine(others(late.clone())), thirty_nine(others(early))), (0, 0));
    assert_eq!(mapped(&short, &others(late), &[]).1.overtime_seconds, 3600);
}

#[test]
fn tips_of_a_shift_are_declared_and_taken() {
    let tip = |id: &str, member: &str, at: &str| {
        with(
            visa(1000),
            json!({"id": id, "team_member_id": member, "tip_money": usd(200), "created_at": at, "updated_at": "2026-07-19T12:00:00Z"}),
        )
    };
    let payments = [
        tip("P1", "TM1", "2026-07-18T15:00:00Z"),
        tip("P2", "TM1", "2026-07-18T22:00:00Z"),
        tip("P3", "TM2", "2026-07-18T15:00:00Z"),
        with(tip("P4", "TM1", "2026-07-18T15:00:00Z"), json!({"status": "FAILED"})),
    ];
    let declared = card(json!({"declared_cash_tip_money": usd(550)}));
    let (late, shift) = mapped(&declared, &[], &payments);
    assert_eq!(shift.tips.cents(), 750);
    // A tip that comes late is a change of the shift.
    assert!(late["revision"].as_i64() > mapped(&declared, &[], &[]).0["revision"].as_i64());
    let cook = with(declared, json!({"wage": {"title": "Cook", "tip_eligible": false}}));
    assert_eq!(mapped(&cook, &[], &payments).1.tips.cents(), 550);
}

#[test]
fn hours_of_a_night_with_a_change_of_the_clock_are_real() {
    let night = |start: &str, end: &str| mapped(&card(json!({"start_at": start, "end_at": end})), &[], &[]).1;
    assert_eq!(night("2026-11-01T00:30:00-04:00", "2026-11-01T03:30:00-05:00").regular_seconds, 4 * 3600);
    assert_eq!(night("2026-03-08T00:30:00-05:00", "2026-03-08T03:30:00-04:00").regular_seconds, 2 * 3600);
    // From the first 01:50 to the second 01:10 the wall clock goes back.
    assert_eq!(night("2026-11-01T01:50:00-04:00", "2026-11-01T01:10:00-05:00").regular_seconds, 1200);
}

/// Trap 19.
#[test]
fn deleted_timecard_is_removed() {
    let event = removed_shift(&place(), "T1", "2026-07-20T10:00:00Z".parse().unwrap()).unwrap();
    let seen = through(&place(), &event);
    assert_eq!((seen.kind.as_str(), seen.data["posShiftID"].as_str()), ("shift.removed", Some("T1")));
    let before = mapped(&card(json!({})), &[], &[]).0["revision"].as_i64().unwrap();
    assert!(seen.revision > before);
}

#[test]
fn timecard_that_cannot_be_a_shift_says_why() {
    for (more, part) in [
        (json!({"end_at": null}), "no readable end"),
        (json!({"end_at": "2026-07-17T10:00:00Z"}), "ends before"),
        (json!({"team_member_id": null}), "no team member"),
        (json!({"start_at": "ten"}), "no readable start"),
        (json!({"end_at": "2026-08-18T10:00:00Z"}), "at most a week"),
        (json!({"location_id": "L2"}), "another location"),
    ] {
        let card: Timecard = object(&card(more));
        let hours = Hours { card: &card, others: &[], payments: &[] };
        let why = shift(&place(), &Team::default(), &hours).unwrap_err();
        assert!(why.why.contains(part) && why.id == "T1", "{why:?} has no {part}");
    }
}
