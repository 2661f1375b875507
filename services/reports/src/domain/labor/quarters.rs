//! How a shift's pay and time are spread over quarter hours.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::{DateTime, Time};
use saffron_core::fact::{Counting, Shift};
use saffron_core::spread::spread;
use saffron_core::{BusinessDate, Moment, QuarterHour};

/// Seconds of a quarter hour.
const QUARTER: i64 = 900;

/// The quarter hours of a period in order, at least one, each with its seconds.
pub type Quarters = Vec<(QuarterHour, u64)>;

/// A shift's pay and paid time in one quarter hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    pub quarter: QuarterHour,
    /// Cents.
    pub pay: i64,
    /// Paid time, seconds.
    pub seconds: i64,
}

/// Pay and paid time of an ended shift by quarter hour, in proportion to the seconds; empty for an open shift.
#[must_use]
pub fn shares(shift: &Shift) -> Vec<Share> {
    let quarters = quarters(shift);
    let weights: Vec<u64> = quarters.iter().map(|(_, seconds)| *seconds).collect();
    let unit = match shift.counting {
        Counting::Minutes => 60,
        Counting::Seconds { .. } => 1,
    };
    let pays = spread(shift.pay().cents(), &weights);
    let times = spread(shift.paid_seconds() / unit, &weights);
    let shares = quarters.iter().zip(pays).zip(times);
    shares.map(|(((quarter, _), pay), time)| Share { quarter: *quarter, pay, seconds: time * unit }).collect()
}

/// The quarter hours of an ended shift; none of an open one.
#[must_use]
pub fn quarters(shift: &Shift) -> Quarters {
    let Some(clock_out) = shift.clock_out else { return Quarters::new() };
    let quarters = match &shift.counting {
        Counting::Minutes => on_the_wall(shift.clock_in.wall, clock_out.wall, shift.business_date),
        Counting::Seconds { clock_changes } => {
            elapsed(shift.clock_in, clock_changes, clock_out.at, shift.business_date)
        }
    };
    let mut stamped: BTreeMap<QuarterHour, u64> = BTreeMap::new();
    for (quarter, seconds) in quarters {
        *stamped.entry(quarter.of_stamp(shift.date_brought)).or_default() += seconds;
    }
    stamped.into_iter().collect()
}

/// The quarter hours between two moments by elapsed time: an hour that the clock shows twice counts twice, one that it skips
/// not at all.
#[must_use]
pub fn elapsed(from: Moment, clock_changes: &[Moment], to: Timestamp, date: BusinessDate) -> Quarters {
    let mut shares = BTreeMap::from([(QuarterHour::of(from.wall, date), 0)]);
    let mut begins = from;
    for change in clock_changes.iter().filter(|change| change.at < to) {
        add(&mut shares, begins.wall, change.at.as_second() - begins.at.as_second(), date);
        begins = *change;
    }
    add(&mut shares, begins.wall, to.as_second() - begins.at.as_second(), date);
    shares.into_iter().collect()
}

/// The quarter hours between two wall times. Where the clock was set back between them, the period may be empty: then it all
/// counts in its first quarter.
fn on_the_wall(from: DateTime, to: DateTime, date: BusinessDate) -> Quarters {
    let mut shares = BTreeMap::from([(QuarterHour::of(from, date), 0)]);
    add(&mut shares, from, seconds_of(to, date) - seconds_of(from, date), date);
    shares.into_iter().collect()
}

/// Adds a period without a clock change.
fn add(shares: &mut BTreeMap<QuarterHour, u64>, from: DateTime, seconds: i64, date: BusinessDate) {
    let mut at = seconds_of(from, date);
    let end = at + seconds;
    while at < end {
        let number = at.div_euclid(QUARTER);
        let next = ((number + 1) * QUARTER).min(end);
        *shares.entry(QuarterHour::at(number)).or_default() += (next - at).unsigned_abs();
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
        let calendar = "America/New_York".parse::<saffron_core::Zone>().unwrap().into();
        let facts = read_events(event.to_string().as_bytes(), &"p".parse().unwrap(), &calendar);
        let FactBody::Shift(shift) = facts.unwrap().remove(0).body else { panic!() };
        *shift
    }

    /// Pay and minutes by local hour.
    fn hours(shift: &Shift) -> Vec<(u8, i64, i64)> {
        let mut hours: BTreeMap<u8, (i64, i64)> = BTreeMap::new();
        for share in shares(shift) {
            let hour = hours.entry(share.quarter.hour()).or_default();
            *hour = (hour.0 + share.pay, hour.1 + share.seconds);
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
        let shares: Vec<_> = shares(&shift).iter().map(|p| (p.quarter.number(), p.pay, p.seconds)).collect();
        assert_eq!(shares, [(40, 30, 30), (41, 900, 900), (42, 75, 75)]);
    }

    #[test]
    fn fact_of_the_version_before_lies_where_it_lay() {
        // As that version stamped it, and where that version put it.
        let stored = json!({"posShiftID": "s", "businessDate": "2026-10-31", "employee": null, "job": null,
            "clockIn": {"at": "2026-11-01T03:00:30Z", "wall": "2026-10-31T23:00:30"},
            "clockOut": {"at": "2026-11-01T08:00:29Z", "wall": "2026-11-01T03:00:29"}, "unpaidMinutes": 10,
            "rate": 10.00, "regularMinutes": 289, "overtimeMinutes": 0, "overtimeRate": null, "tips": 0.00});
        let shift: Shift = serde_json::from_value(stored).unwrap();
        let shares: Vec<_> = shares(&shift).iter().map(|p| (p.quarter.number(), p.pay, p.seconds)).collect();
        let mut expected = vec![(92, 291, 18 * 60), (93, 302, 18 * 60)];
        expected.extend((94..=107).map(|quarter| (quarter, 301, 18 * 60)));
        expected.push((108, 10, 60));
        assert_eq!(shares, expected);
    }
}
