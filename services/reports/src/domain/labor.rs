use jiff::Timestamp;
use saffron_core::fact::Shift;
use saffron_core::{BusinessDate, Money, PosId};

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

/// What an open shift counts at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SoFar {
    /// At its rate, without overtime.
    pub pay: Money,
    /// It is open for longer than is believed.
    pub not_clocked_out: bool,
}

impl OpenShift {
    /// The day it counts in.
    #[must_use]
    pub fn business_date(&self) -> BusinessDate {
        self.shift.business_date
    }

    /// What it counts up to `now`; nothing before it begins.
    #[must_use]
    pub fn so_far(&self, now: Timestamp) -> SoFar {
        let open = now.duration_since(self.shift.clock_in.at).as_secs().div_euclid(60).max(0);
        let counted = open.min(BELIEVED_MINUTES) - i64::from(self.shift.unpaid_minutes);
        let pay = self.shift.rate.ratio(counted.max(0), 60);
        SoFar { pay, not_clocked_out: open > BELIEVED_MINUTES }
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
        let at = |text: &str| open.so_far(text.parse().unwrap());
        assert_eq!(at("2026-07-18T09:00:00Z").pay, Money::ZERO);
        assert_eq!(at("2026-07-18T12:30:30Z").pay, Money::from_cents(4500));
        let long = at("2026-07-20T12:00:00Z");
        assert_eq!((long.pay, long.not_clocked_out), (Money::from_cents(28800), true));
    }
}
