//! Which quarter hours a shift lies in, and what of its pay and time lies in each (figures.md, Time).

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::{DateTime, Time};
use saffron_core::fact::{Counting, Shift};
use saffron_core::spread::spread;
use saffron_core::{BusinessDate, Moment, Quarter};

/// Seconds of a quarter hour.
const QUARTER: i64 = 900;

/// The quarters of a stretch of time in their order, at least one, with its seconds in each.
pub type Quarters = Vec<(Quarter, u64)>;

/// Part of a shift in one quarter hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShiftPart {
    /// Where.
    pub quarter: Quarter,
    /// Cents.
    pub pay: i64,
    /// Paid time, seconds.
    pub seconds: i64,
}

/// What lies where of a shift that has ended; of one that has not, nothing.
#[must_use]
pub fn parts(shift: &Shift) -> Vec<ShiftPart> {
    let quarters = quarters(shift);
    let weights: Vec<u64> = quarters.iter().map(|(_, seconds)| *seconds).collect();
    let unit = match shift.counting {
        Counting::Minutes => 60,
        Counting::Seconds { .. } => 1,
    };
    let pays = spread(shift.pay().cents(), &weights);
    let times = spread(shift.paid_seconds() / unit, &weights);
    let parts = quarters.iter().zip(pays).zip(times);
    parts
        .map(|(((quarter, _), pay), time)| ShiftPart { quarter: *quarter, pay, seconds: time * unit })
        .collect()
}

/// The quarters of a shift that has ended; none of one that has not.
#[must_use]
pub fn quarters(shift: &Shift) -> Quarters {
    let Some(clock_out) = shift.clock_out else { return Quarters::new() };
    match &shift.counting {
        Counting::Minutes => on_the_wall(shift.clock_in.wall, clock_out.wall, shift.business_date),
        Counting::Seconds { clock_changes } => {
            passed(shift.clock_in, clock_changes, clock_out.at, shift.business_date)
        }
    }
}

/// The quarters that passed from a moment to another: an hour that the clock shows twice counts twice, one that it skips not
/// at all.
#[must_use]
pub fn passed(from: Moment, clock_changes: &[Moment], to: Timestamp, date: BusinessDate) -> Quarters {
    let mut parts = BTreeMap::from([(Quarter::of(from.wall, date), 0)]);
    let mut begins = from;
    for change in clock_changes.iter().filter(|change| change.at < to) {
        add(&mut parts, begins.wall, change.at.as_second() - begins.at.as_second(), date);
        begins = *change;
    }
    add(&mut parts, begins.wall, to.as_second() - begins.at.as_second(), date);
    parts.into_iter().collect()
}

/// The quarters of a stretch of wall time. Where the clock was set back within it, the stretch may be empty: then it all lies
/// in its first quarter.
fn on_the_wall(from: DateTime, to: DateTime, date: BusinessDate) -> Quarters {
    let mut parts = BTreeMap::from([(Quarter::of(from, date), 0)]);
    add(&mut parts, from, seconds_of(to, date) - seconds_of(from, date), date);
    parts.into_iter().collect()
}

/// Adds a stretch of time in which the clock is not changed.
fn add(parts: &mut BTreeMap<Quarter, u64>, from: DateTime, seconds: i64, date: BusinessDate) {
    let mut at = seconds_of(from, date);
    let end = at + seconds;
    while at < end {
        let number = at.div_euclid(QUARTER);
        let next = ((number + 1) * QUARTER).min(end);
        *parts.entry(Quarter::at(number)).or_default() += (next - at).unsigned_abs();
        at = next;
    }
}

/// Seconds from 00:00 of the business date.
fn seconds_of(wall: DateTime, date: BusinessDate) -> i64 {
    wall.duration_since(date.date().to_datetime(Time::midnight())).as_secs()
}

#[cfg(test)]
mod tests {
    use saffron_core::fact::{FactBody, read_events};
    use serde_json::{Value, json};

    use super::*;

    fn shift(data: &Value) -> Shift {
        let mut whole =
            json!({"posID": "p", "posShiftID": "s", "revision": 1, "rate": 10, "businessDate": null});
        whole.as_object_mut().unwrap().extend(data.as_object().unwrap().clone());
        let event =
            json!({"specversion": "1.0", "id": "e", "source": "pos", "type": "shift.closed", "data": whole});
        let zone = "America/New_York".parse().unwrap();
        let facts = read_events(event.to_string().as_bytes(), &"p".parse().unwrap(), &zone);
        let FactBody::Shift(shift) = facts.unwrap().remove(0).body else { panic!() };
        *shift
    }

    /// Pay and minutes by local hour.
    fn hours(shift: &Shift) -> Vec<(u8, i64, i64)> {
        let mut hours: BTreeMap<u8, (i64, i64)> = BTreeMap::new();
        for part in parts(shift) {
            let hour = hours.entry(part.quarter.hour()).or_default();
            *hour = (hour.0 + part.pay, hour.1 + part.seconds);
        }
        hours.into_iter().map(|(hour, (pay, seconds))| (hour, pay, seconds / 60)).collect()
    }

    #[test]
    fn repeated_hour_counts_twice() {
        let night =
            shift(&json!({"clockIn": "2026-10-31T23:00:00", "clockOut": "2026-11-01T03:00:00", "rate": 10}));
        assert_eq!(hours(&night), [(23, 1_000, 60), (24, 1_000, 60), (25, 2_000, 120), (26, 1_000, 60)]);
        let evening =
            shift(&json!({"clockIn": "2026-10-31T18:00:00", "clockOut": "2026-11-01T02:30:00", "rate": 15}));
        assert_eq!(hours(&evening)[..2], [(18, 1_500, 60), (19, 1_500, 60)]);
        assert_eq!(hours(&evening)[7..], [(25, 3_000, 120), (26, 750, 30)]);
        // From the first pass of the hour into the second.
        let within = json!({"clockIn": "2026-11-01T01:50:00-04:00", "clockOut": "2026-11-01T01:10:00-05:00"});
        let within: Vec<_> = quarters(&shift(&within)).iter().map(|(at, s)| (at.number(), *s)).collect();
        assert_eq!(within, [(100, 600), (103, 600)]);
    }

    #[test]
    fn skipped_hour_does_not_count() {
        let night =
            shift(&json!({"clockIn": "2026-03-07T23:00:00", "clockOut": "2026-03-08T04:00:00", "rate": 10}));
        assert_eq!(hours(&night), [(23, 1_000, 60), (24, 1_000, 60), (25, 1_000, 60), (27, 1_000, 60)]);
    }

    #[test]
    fn seconds_lie_where_they_passed() {
        let shift = shift(
            &json!({"clockIn": "2026-07-18T10:14:30", "clockOut": "2026-07-18T10:31:15", "rate": 36.00}),
        );
        let parts: Vec<_> = parts(&shift).iter().map(|p| (p.quarter.number(), p.pay, p.seconds)).collect();
        assert_eq!(parts, [(40, 30, 30), (41, 900, 900), (42, 75, 75)]);
    }

    #[test]
    fn fact_of_the_version_before_lies_where_it_lay() {
        // As that version stamped it, and where that version put it.
        let stored = json!({"posShiftID": "s", "businessDate": "2026-10-31", "employee": null, "job": null,
            "clockIn": {"at": "2026-11-01T03:00:30Z", "wall": "2026-10-31T23:00:30"},
            "clockOut": {"at": "2026-11-01T08:00:29Z", "wall": "2026-11-01T03:00:29"}, "unpaidMinutes": 10,
            "rate": 10.00, "regularMinutes": 289, "overtimeMinutes": 0, "overtimeRate": null, "tips": 0.00});
        let shift: Shift = serde_json::from_value(stored).unwrap();
        let parts: Vec<_> = parts(&shift).iter().map(|p| (p.quarter.number(), p.pay, p.seconds)).collect();
        let mut expected = vec![(92, 291, 18 * 60), (93, 302, 18 * 60)];
        expected.extend((94..=107).map(|quarter| (quarter, 301, 18 * 60)));
        expected.push((108, 10, 60));
        assert_eq!(parts, expected);
    }
}
