//! Which days a report may be asked for.

use saffron_core::{BusinessDate, Error};

/// The longest span of one report: ten years with their leap days.
pub const MAX_DAYS: i64 = 3_653;

/// An inclusive span of business dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// Its first day.
    pub start: BusinessDate,
    /// Its last day.
    pub end: BusinessDate,
}

impl Span {
    /// A span that may be asked for. `todays` are the running business dates of the locations of the answer:
    /// a date is after today only if it is so at each of them (figures.md, Time).
    ///
    /// # Errors
    /// Invalid, naming `startDate` or `endDate`.
    pub fn new(
        start: BusinessDate,
        end: BusinessDate,
        todays: impl IntoIterator<Item = BusinessDate>,
    ) -> Result<Span, Error> {
        if start > end {
            return Err(Error::invalid("startDate", "must not be after endDate"));
        }
        if todays.into_iter().max().is_some_and(|today| end > today) {
            return Err(Error::invalid("endDate", "must not be after today"));
        }
        if end.days_since(start) >= MAX_DAYS {
            return Err(Error::invalid("startDate", "must be at most ten years before endDate"));
        }
        Ok(Span { start, end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> BusinessDate {
        text.parse().unwrap()
    }

    fn field(start: &str, end: &str, todays: &[&str]) -> Option<String> {
        Span::new(day(start), day(end), todays.iter().map(|t| day(t))).err().and_then(|e| e.field)
    }

    #[test]
    fn the_field_that_is_wrong_is_named() {
        assert_eq!(field("2026-07-18", "2026-07-18", &["2026-07-18"]), None);
        assert_eq!(field("2026-07-19", "2026-07-18", &["2026-07-20"]).as_deref(), Some("startDate"));
        assert_eq!(field("2026-07-18", "2026-07-19", &["2026-07-18"]).as_deref(), Some("endDate"));
        assert_eq!(field("2016-07-17", "2026-07-18", &["2026-07-18"]), Some("startDate".into()));
        assert_eq!(field("2016-07-19", "2026-07-18", &["2026-07-18"]), None);
    }

    #[test]
    fn a_day_that_runs_anywhere_may_be_asked_for() {
        assert_eq!(field("2026-07-18", "2026-07-19", &["2026-07-18", "2026-07-19"]), None);
    }

    #[test]
    fn without_a_location_no_day_is_after_today() {
        assert_eq!(field("2026-07-18", "2099-07-19", &[]).as_deref(), Some("startDate"));
        assert_eq!(field("2098-07-18", "2099-07-19", &[]), None);
    }
}
