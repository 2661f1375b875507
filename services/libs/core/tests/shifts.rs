//! What a POS says of a shift's time: seconds of the clock, and minutes with decimals.
#![allow(clippy::unwrap_used, clippy::panic)]

use proptest::prelude::*;
use saffron_core::fact::{Fact, FactBody, Refusal, Shift, read_events};
use saffron_core::{Money, Zone};
use serde_json::{Value, json};

fn read(data: &Value) -> Result<Vec<Fact>, Refusal> {
    let event =
        json!({"specversion": "1.0", "id": "e", "source": "pos", "type": "shift.closed", "data": data});
    let zone = "America/New_York".parse::<Zone>().unwrap().into();
    read_events(event.to_string().as_bytes(), &"p".parse().unwrap(), &zone)
}

fn shift(data: &Value) -> Shift {
    match read(data).unwrap().remove(0).body {
        FactBody::Shift(shift) => *shift,
        other => panic!("{other:?}"),
    }
}

fn sent(more: &Value) -> Value {
    let mut data = json!({"posID": "p", "posShiftID": "s", "revision": 1, "rate": 15.00,
        "clockIn": "2026-07-18T10:00:30", "clockOut": "2026-07-18T18:00:29"});
    data.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    data
}

fn cents(more: &Value) -> i64 {
    shift(&sent(more)).pay().cents()
}

#[test]
fn seconds_of_a_shift_are_paid() {
    // 7:59:59 at 15.00 an hour.
    assert_eq!(cents(&json!({})), 12_000);
    assert_eq!(cents(&json!({"clockOut": "2026-07-18T10:00:53"})), 10, "23 seconds are 9.58 cents");
}

#[test]
fn minutes_are_read_with_decimals() {
    // 6.69 hours; some exporters multiply them as floats.
    for minutes in [json!(401.4), json!("401.4"), json!("401.40000000000003"), json!("0401.400")] {
        assert_eq!(cents(&json!({ "regularMinutes": minutes })), 10_035, "{minutes}");
    }
    let more =
        json!({"regularMinutes": "60", "overtimeMinutes": 0.5, "overtimeRate": 30, "unpaidMinutes": 1.75});
    assert_eq!(cents(&more), 1_525);
    // What is not sent is what is left: 7:59:59 less 1:45 less 30 minutes.
    assert_eq!(cents(&json!({"overtimeMinutes": 30, "unpaidMinutes": 1.75})), 11_206 + 1_125);
}

#[test]
fn wrong_minutes_are_refused_by_field_and_form() {
    for field in ["regularMinutes", "overtimeMinutes", "unpaidMinutes"] {
        for wrong in
            [json!(-1), json!("1e2"), json!(65_535.1), json!("6:41"), json!(""), json!("5."), json!(true)]
        {
            let refused = read(&sent(&json!({ field: wrong })));
            let Err(Refusal::Bad(bad)) = refused else { panic!("{field} {wrong}: {refused:?}") };
            assert_eq!(bad.field, format!("data.{field}"), "{wrong}");
            let why = "must be minutes as a plain decimal number from 0 to 65535, such as 401.4";
            assert_eq!(bad.why, why, "{wrong}");
        }
    }
}

#[test]
fn facts_of_a_version_that_knew_minutes_only_are_read() {
    let stored = json!({"posShiftID": "s", "businessDate": "2026-07-18", "employee": null, "job": "Cook",
        "clockIn": {"at": "2026-07-18T14:00:30Z", "wall": "2026-07-18T10:00:30"},
        "clockOut": {"at": "2026-07-18T22:00:29Z", "wall": "2026-07-18T18:00:29"}, "unpaidMinutes": 0,
        "rate": 15.00, "regularMinutes": 479, "overtimeMinutes": 0, "overtimeRate": null, "tips": 0.00});
    let shift: Shift = serde_json::from_value(stored.clone()).unwrap();
    assert_eq!(shift.pay(), Money::from_cents(11_975), "as it was counted");
    assert_eq!(serde_json::to_value(&shift).unwrap(), stored);
}

#[test]
fn the_version_before_reads_whole_minutes() {
    let json = serde_json::to_value(shift(&sent(&json!({"unpaidMinutes": 1.5})))).unwrap();
    let minutes = ["unpaidMinutes", "regularMinutes", "overtimeMinutes"].map(|field| json[field].as_u64());
    assert_eq!(minutes, [Some(1), Some(478), Some(0)]);
}

proptest! {
    #[test]
    fn a_shift_survives_its_own_json(seconds in 0..86_400_i64, unpaid in 0_u32..400_000, rate in 0..1_000_000_i64) {
        let unpaid = format!("{}.{:03}", unpaid / 1_000, unpaid % 1_000);
        let clock_in: jiff::Timestamp = "2026-11-01T03:17:11Z".parse().unwrap();
        let clock_out = clock_in + jiff::SignedDuration::from_secs(seconds);
        let rate = Money::from_cents(rate);
        let data = sent(&json!({"unpaidMinutes": unpaid, "rate": rate.to_string(), "clockIn": clock_in.to_string(),
            "clockOut": clock_out.to_string()}));
        let shift = shift(&data);
        let json = serde_json::to_string(&shift).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Shift>(&json).unwrap(), &shift);
        // Rounded once: never further than half a cent from what the seconds are worth.
        let off = i128::from(shift.pay().cents()) * 3_600 - i128::from(rate.cents()) * i128::from(shift.regular_seconds);
        prop_assert!(off.abs() <= 1_800, "{off}");
    }
}
