//! Bounds of plausible facts: their times compared with the gateway's clock, and amounts that are computed from the sent
//! ones.

use jiff::{SignedDuration, Timestamp};

use super::{CashCount, Check, MoneyFact, Shift};
use crate::{BusinessDate, Calendar, Moment};

/// How far after now a fact may lie: every point on earth is within 26 hours of every other by its wall clock.
const AHEAD: SignedDuration = SignedDuration::from_hours(26);
/// How many days a business date may differ from the one that its time gives: tabs and house accounts close late.
const DAYS_APART: i64 = 35;

/// The field that is wrong, and why.
type Wrong = (String, String);

/// The latest moment that a fact may name at `now`, UTC.
pub(super) fn latest(now: Timestamp) -> Timestamp {
    now.saturating_add(AHEAD).unwrap_or(Timestamp::MAX)
}

fn check_not_after(latest: Timestamp, field: &str, moment: Moment) -> Result<(), Wrong> {
    if moment.at <= latest {
        return Ok(());
    }
    let why = "lies more than 26 hours ahead: check the clock of the POS and the time zone of the location";
    Err((field.to_owned(), why.to_owned()))
}

fn check_near(date: BusinessDate, moment: Moment, calendar: &Calendar, field: &str) -> Result<(), Wrong> {
    if date.days_since(calendar.date_of(moment.wall)).abs() <= DAYS_APART {
        return Ok(());
    }
    Err(("businessDate".to_owned(), format!("must lie within {DAYS_APART} days of {field}")))
}

impl Check {
    /// The same check, if its times are plausible.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub(super) fn plausible(self, latest: Timestamp, calendar: &Calendar) -> Result<Check, Wrong> {
        check_not_after(latest, "closeTime", self.closed)?;
        check_not_after(latest, "openTime", self.opened)?;
        check_near(self.business_date, self.closed, calendar, "closeTime")?;
        Ok(self)
    }
}

impl CashCount {
    /// The same count, if its times are plausible.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub(super) fn plausible(self, latest: Timestamp, calendar: &Calendar) -> Result<CashCount, Wrong> {
        check_not_after(latest, "closedAt", self.closed)?;
        check_near(self.business_date, self.closed, calendar, "closedAt")?;
        Ok(self)
    }
}

impl Shift {
    /// The same shift, if its times and its pay are plausible.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub(super) fn plausible(self, latest: Timestamp, calendar: &Calendar) -> Result<Shift, Wrong> {
        check_not_after(latest, "clockIn", self.clock_in)?;
        if let Some(out) = self.clock_out {
            check_not_after(latest, "clockOut", out)?;
        }
        check_near(self.business_date, self.clock_in, calendar, "clockIn")?;
        // A computed amount has the bounds of a sent one: a few hundred shifts beyond them do not fit in a sum.
        self.pay().in_range().map_err(|e| ("rate".to_owned(), format!("pay of the shift {e}")))?;
        Ok(self)
    }
}

impl MoneyFact {
    /// The same fact, if it lies not ahead.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub(super) fn plausible(self, latest: Timestamp) -> Result<MoneyFact, Wrong> {
        let created = match &self {
            MoneyFact::Payment(payment) => payment.created,
            MoneyFact::Payout(payout) => payout.created,
            MoneyFact::Dispute(dispute) => dispute.created,
        };
        check_not_after(latest, "created", created)?;
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::fact::{Refusal, read_events, receive_events};
    use crate::{PosId, Zone};

    const NOW: &str = "2026-07-18T16:00:00Z";

    fn event(kind: &str, more: &Value) -> Value {
        let mut data = json!({"posID": "p1", "posCheckID": "c1", "posShiftID": "s1", "revision": 1, "items": [], "rate": 15});
        data.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({"specversion": "1.0", "id": "e1", "source": "pos", "type": kind, "data": data})
    }

    /// The field that is refused at noon of Saturday in New York; none: it is taken.
    fn refused(kind: &str, more: Value) -> Option<String> {
        let (pos_id, zone): (PosId, Zone) = ("p1".parse().unwrap(), "America/New_York".parse().unwrap());
        let body = event(kind, &more).to_string();
        match receive_events(body.as_bytes(), &pos_id, &zone.into(), NOW.parse().unwrap()) {
            Ok(_) => None,
            Err(Refusal::Bad(bad)) => Some(bad.field),
            Err(other) => panic!("{other:?}"),
        }
    }

    fn is_refused(kind: &str, more: Value, field: &str) {
        assert_eq!(refused(kind, more.clone()).as_deref(), Some(field), "{kind} {more}");
    }

    fn is_taken(kind: &str, more: Value) {
        assert_eq!(refused(kind, more.clone()), None, "{kind} {more}");
    }

    #[test]
    fn a_check_more_than_26_hours_ahead_is_refused() {
        for ahead in [
            "2026-07-19T18:00:01Z",
            "2026-07-19T14:00:01-04:00",
            "2026-07-19T14:00:01",
            "2027-08-22T12:00:00",
            "2100-12-31T12:00:00",
        ] {
            is_refused("check.closed", json!({"closeTime": ahead}), "data.closeTime");
            let open = json!({"closeTime": "2026-07-18T12:00:00", "openTime": ahead});
            is_refused("check.closed", open, "data.openTime");
        }
        for fine in
            ["2026-07-19T18:00:00Z", "2026-07-19T14:00:00", "2026-07-18T13:00:00", "1990-01-02T12:00:00"]
        {
            is_taken("check.closed", json!({"closeTime": fine}));
        }
    }

    #[test]
    fn a_shift_more_than_26_hours_ahead_is_refused() {
        let late = "2026-07-19T14:00:01";
        is_refused("shift.opened", json!({"clockIn": late}), "data.clockIn");
        is_refused("shift.closed", json!({"clockIn": late, "clockOut": late}), "data.clockIn");
        let out = json!({"clockIn": "2026-07-18T10:00:00", "clockOut": late});
        is_refused("shift.closed", out.clone(), "data.clockOut");
        is_taken("shift.opened", out);
        is_taken(
            "shift.closed",
            json!({"clockIn": "1990-01-02T12:00:00", "clockOut": "1990-01-02T13:00:00"}),
        );
    }

    #[test]
    fn a_business_date_lies_within_35_days_of_its_time() {
        let check = |date: &str| json!({"closeTime": "2026-07-18T03:59:59", "businessDate": date});
        let shift = |date: &str| json!({"clockIn": "2026-07-18T03:59:59", "businessDate": date});
        for far in ["2026-06-11", "2026-08-22", "2027-07-17", "1990-01-01", "2100-12-31"] {
            is_refused("check.closed", check(far), "data.businessDate");
            is_refused("shift.opened", shift(far), "data.businessDate");
        }
        // The time lies in the business day of the 17th.
        for near in ["2026-06-12", "2026-07-17", "2026-08-21"] {
            is_taken("check.closed", check(near));
            is_taken("shift.opened", shift(near));
        }
    }

    #[test]
    fn the_first_event_that_is_wrong_is_named() {
        let (pos_id, zone): (PosId, Zone) = ("p1".parse().unwrap(), "UTC".parse().unwrap());
        let ahead = event("check.closed", &json!({"closeTime": "2026-09-01T12:00:00"}));
        let fine = event("check.closed", &json!({"closeTime": "2026-07-18T12:00:00"}));
        let broken = event("check.closed", &json!({"closeTime": "noon"}));
        let body = json!([fine, ahead, broken]).to_string();
        match receive_events(body.as_bytes(), &pos_id, &zone.into(), NOW.parse().unwrap()) {
            Err(Refusal::Bad(bad)) => assert_eq!((bad.event, bad.id.as_deref()), (1, Some("e1"))),
            other => panic!("{other:?}"),
        }
        let body = json!([ahead]).to_string();
        assert!(
            read_events(body.as_bytes(), &pos_id, &Zone::utc().into()).is_ok(),
            "without a clock no time is ahead"
        );
    }

    #[test]
    fn pay_beyond_every_amount_is_refused() {
        let shift = |minutes: u16| {
            json!({"clockIn": "2026-07-18T10:00:00", "clockOut": "2026-07-18T11:00:00", "rate": 100_000_000,
                   "regularMinutes": minutes})
        };
        is_taken("shift.closed", shift(60));
        is_refused("shift.closed", shift(61), "data.rate");
    }
}
