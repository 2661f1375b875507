use jiff::civil::Weekday;
use saffron_core::BusinessDate;

/// The days from the end of a week to the Wednesday of its payout.
const UNTIL_PAID: i64 = 3;

/// A week of online orders, Monday to Sunday by business date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Week(BusinessDate);

impl Week {
    /// The week of a business date.
    pub fn of(date: BusinessDate) -> Week {
        let since_monday = date.date().weekday().since(Weekday::Monday);
        Week(date.plus_days(-i64::from(since_monday)))
    }

    /// The Monday.
    pub const fn begin(self) -> BusinessDate {
        self.0
    }

    /// The Sunday.
    pub fn end(self) -> BusinessDate {
        self.0.plus_days(6)
    }

    /// The Wednesday after the week, on which it is paid out.
    pub fn payment_date(self) -> BusinessDate {
        self.end().plus_days(UNTIL_PAID)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day(text: &str) -> BusinessDate {
        text.parse().unwrap()
    }

    #[test]
    fn a_week_is_paid_on_the_wednesday_after() {
        // 2026-07-18 is a Saturday.
        let week = Week::of(day("2026-07-18"));
        assert_eq!(
            (week.begin(), week.end(), week.payment_date()),
            (day("2026-07-13"), day("2026-07-19"), day("2026-07-22"))
        );
        assert_eq!(Week::of(day("2026-07-19")), week, "Sunday is its last day");
        assert_eq!(Week::of(day("2026-07-20")).begin(), day("2026-07-20"), "Monday begins the next");
        assert_eq!(Week::of(day("2027-01-01")).begin(), day("2026-12-28"));
    }

    proptest! {
        #[test]
        fn every_day_is_within_its_week(days in 0_i64..20_000) {
            let date = day("2000-01-01").plus_days(days);
            let week = Week::of(date);
            prop_assert!(week.begin() <= date && date <= week.end());
            prop_assert_eq!(week.begin().date().weekday(), Weekday::Monday);
            prop_assert_eq!(week.payment_date().date().weekday(), Weekday::Wednesday);
        }
    }
}
