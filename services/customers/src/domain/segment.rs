//! Groups of guests by their visits and spend, and orders of their lists.

use jiff::{Timestamp, ToSpan as _};
use saffron_core::{BusinessDate, Calendar, Money};

/// A group of a location's guests. Erased guests are in none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Segment {
    Away30,
    Away60,
    Away90,
    /// With one visit.
    FirstTimers,
    /// The tenth with the highest net spend in 12 months.
    TopSpenders,
}

impl Segment {
    /// For how many business dates its guests have not come.
    const fn days_away(self) -> Option<i64> {
        match self {
            Segment::Away30 => Some(30),
            Segment::Away60 => Some(60),
            Segment::Away90 => Some(90),
            Segment::FirstTimers | Segment::TopSpenders => None,
        }
    }

    /// What its guests have in common at this moment. `least_spend` is the spend of the last top spender, cents; none: there
    /// are none.
    pub fn bounds(self, calendar: &Calendar, now: Timestamp, least_spend: Option<Money>) -> Bounds {
        let today = calendar.today(now);
        let away = self.days_away().map(|days| calendar.begin_of(today.plus_days(1 - days)));
        let least_spend = least_spend.unwrap_or(Money::from_cents(i64::MAX));
        Bounds {
            last_visit_before: away,
            visits: (self == Segment::FirstTimers).then_some(1),
            spend: (self == Segment::TopSpenders).then(|| (year_before(today), least_spend)),
        }
    }
}

/// What all guests of a segment have in common, as far as it is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    /// They came, and the last visit was before this moment, UTC.
    pub last_visit_before: Option<Timestamp>,
    /// The number of their visits.
    pub visits: Option<i64>,
    /// After this business date they spent at least so much, net of refunds.
    pub spend: Option<(BusinessDate, Money)>,
}

/// The last business date that is not within 12 months up to a date.
pub fn year_before(today: BusinessDate) -> BusinessDate {
    BusinessDate::from_date(today.date().saturating_sub(12.months()))
}

/// The order of a list of guests: the highest first, then by id.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sort {
    #[default]
    LastVisit,
    Visits,
    Spend,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(segment: Segment, now: &str, least_spend: Option<Money>) -> Bounds {
        segment.bounds(
            &"America/New_York".parse::<saffron_core::Zone>().unwrap().into(),
            now.parse().unwrap(),
            least_spend,
        )
    }

    #[test]
    fn guest_is_away_from_the_begin_of_a_business_date() {
        // Until 04:00 of November 8 the business date is November 7; the clock went back on November 1.
        for (now, before) in [
            ("2026-11-08T08:59:00Z", "2026-10-09T08:00:00Z"),
            ("2026-11-08T09:00:00Z", "2026-10-10T08:00:00Z"),
        ] {
            let found = bounds(Segment::Away30, now, None);
            assert_eq!(found.last_visit_before, Some(before.parse().unwrap()), "{now}");
            assert_eq!((found.visits, found.spend), (None, None));
        }
    }

    #[test]
    fn top_spenders_are_of_twelve_months() {
        let found = bounds(Segment::TopSpenders, "2028-02-29T20:00:00Z", Some(Money::from_cents(500)));
        assert_eq!(found.spend, Some(("2027-02-28".parse().unwrap(), Money::from_cents(500))));
        assert_eq!(bounds(Segment::FirstTimers, "2028-02-29T20:00:00Z", None).visits, Some(1));
    }
}
