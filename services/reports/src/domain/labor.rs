use jiff::{SignedDuration, Timestamp};
use saffron_core::fact::Shift;
use saffron_core::{BusinessDate, Moment, Money, PosId, Zone};

/// The most hours an open shift counts; after that it is flagged 'not clocked out' (figures.md, Definitions).
const BELIEVED_MINUTES: i64 = 16 * 60;

/// A shift that nobody has closed yet.
#[derive(Debug, Clone)]
pub struct OpenShift {
    /// Where.
    pub pos_id: PosId,
    /// What is known of it.
    pub shift: Shift,
}

impl OpenShift {
    /// The day it counts in.
    #[must_use]
    pub fn business_date(&self) -> BusinessDate {
        self.shift.business_date
    }

    /// It is open for longer than is believed.
    #[must_use]
    pub fn not_clocked_out(&self, now: Timestamp) -> bool {
        self.minutes_open(now) > BELIEVED_MINUTES
    }

    /// What it costs up to `now`, at its rate, without overtime; nothing before it begins.
    #[must_use]
    pub fn pay_so_far(&self, now: Timestamp) -> Money {
        self.shift.rate.ratio(self.paid_minutes(now), 60)
    }

    /// The shift as if it were closed at `now`, or when it is no longer believed.
    #[must_use]
    pub fn so_far(&self, now: Timestamp, zone: &Zone) -> Shift {
        let believed = self.shift.clock_in.at + SignedDuration::from_mins(BELIEVED_MINUTES);
        let at = now.clamp(self.shift.clock_in.at, believed);
        Shift {
            clock_out: Some(Moment { at, wall: zone.wall(at) }),
            regular_minutes: u32::try_from(self.paid_minutes(now)).unwrap_or(0),
            overtime_minutes: 0,
            tips: Money::ZERO,
            ..self.shift.clone()
        }
    }

    fn minutes_open(&self, now: Timestamp) -> i64 {
        now.duration_since(self.shift.clock_in.at).as_secs().div_euclid(60).max(0)
    }

    fn paid_minutes(&self, now: Timestamp) -> i64 {
        (self.minutes_open(now).min(BELIEVED_MINUTES) - i64::from(self.shift.unpaid_minutes)).max(0)
    }
}

#[cfg(test)]
mod tests {
    use saffron_core::fact::{FactBody, read_events};

    use super::*;

    #[test]
    fn an_open_shift_counts_up_to_now_for_sixteen_hours() {
        let event = r#"{"specversion":"1.0","id":"e","source":"t","type":"shift.opened","data":{"posID":"p",
            "posShiftID":"s","revision":1,"rate":18,"clockIn":"2026-07-18T10:00:00Z"}}"#;
        let zone = "UTC".parse().unwrap();
        let pos_id: PosId = "p".parse().unwrap();
        let FactBody::Shift(shift) = read_events(event.as_bytes(), &pos_id, &zone).unwrap().remove(0).body
        else {
            panic!()
        };
        let open = OpenShift { pos_id, shift: *shift };
        let pay = |text: &str| open.pay_so_far(text.parse().unwrap());
        assert_eq!(pay("2026-07-18T09:00:00Z"), Money::ZERO);
        assert_eq!(pay("2026-07-18T12:30:30Z"), Money::from_cents(4500));
        assert_eq!(pay("2026-07-20T12:00:00Z"), Money::from_cents(28800));
        for (now, minutes, end) in [
            ("2026-07-18T09:00:00Z", 0, "2026-07-18T10:00:00"),
            ("2026-07-18T12:30:30Z", 150, "2026-07-18T12:30:30"),
            ("2026-07-20T12:00:00Z", 960, "2026-07-19T02:00:00"),
        ] {
            let now: Timestamp = now.parse().unwrap();
            let shift = open.so_far(now, &zone);
            assert_eq!(shift.regular_minutes, minutes);
            assert_eq!(shift.clock_out.unwrap().wall.to_string(), end);
            assert_eq!(shift.pay(), open.pay_so_far(now));
            assert_eq!(open.not_clocked_out(now), minutes == 960);
        }
    }
}
