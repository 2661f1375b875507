//! When a location usually has its first sale of a weekday.

use jiff::SignedDuration;
use jiff::civil::{DateTime, Time};
use saffron_core::{BusinessDate, QuarterHour};

/// The weeks that are looked at.
const WEEKS: i64 = 8;
/// Fewer days with sales than these say nothing.
const FEWEST: usize = 3;

/// The days of the same weekday that say when a day usually opens.
pub fn opening_days(date: BusinessDate) -> impl Iterator<Item = BusinessDate> {
    (1..=WEEKS).map(move |weeks| date.plus_days(-7 * weeks))
}

/// The median of the quarter hours of first sales, of two middle ones the earlier, on the wall of a day.
#[must_use]
pub fn usual_opening(date: BusinessDate, mut first_sales: Vec<QuarterHour>) -> Option<DateTime> {
    if first_sales.len() < FEWEST {
        return None;
    }
    first_sales.sort_unstable();
    let median = first_sales.get((first_sales.len() - 1) / 2)?;
    let since_midnight = SignedDuration::from_mins(i64::from(median.number()) * 15);
    date.date().to_datetime(Time::midnight()).checked_add(since_midnight).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening(first_sales: &[u8]) -> Option<String> {
        let first_sales = first_sales.iter().map(|number| QuarterHour::at(i64::from(*number))).collect();
        usual_opening("2026-07-18".parse().unwrap(), first_sales).map(|at| at.to_string())
    }

    #[test]
    fn opening_is_the_median_of_first_sales() {
        assert_eq!(opening(&[60, 44, 45]), Some("2026-07-18T11:15:00".into()));
        assert_eq!(opening(&[44, 46, 47, 60]), Some("2026-07-18T11:30:00".into()));
        assert_eq!(opening(&[101, 101, 44]), Some("2026-07-19T01:15:00".into()), "after midnight");
    }

    #[test]
    fn few_days_say_nothing() {
        assert_eq!(opening(&[44, 44]), None);
    }

    #[test]
    fn opening_days_are_of_the_same_weekday() {
        let days: Vec<_> = opening_days("2026-07-18".parse().unwrap()).map(|day| day.to_string()).collect();
        assert_eq!((days.len(), days[0].as_str(), days[7].as_str()), (8, "2026-07-11", "2026-05-23"));
    }
}
