//! The business dates of an answer.

use crate::{BusinessDate, Error};

/// The longest span of a report, in days: ten years with their leap days.
const MAX_DAYS: i64 = 3_653;

/// Business dates from one to another, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The first date.
    pub from: BusinessDate,
    /// The last date.
    pub to: BusinessDate,
}

impl Span {
    /// A valid span of a report. `todays` are the running business dates of the locations of the
    /// answer: a date is after today only if it is so at each of them.
    ///
    /// # Errors
    /// Invalid, naming `startDate` or `endDate`: upside down, longer than ten years, or after today.
    pub fn asked(
        from: BusinessDate,
        to: BusinessDate,
        todays: impl IntoIterator<Item = BusinessDate>,
    ) -> Result<Span, Error> {
        let span = Span { from, to };
        if from > to {
            return Err(Error::invalid("startDate", "must not be after endDate"));
        }
        // Nearly every date is over at the first location: the others are asked for today's alone.
        let mut todays = todays.into_iter().peekable();
        if todays.peek().is_some() && todays.all(|today| to > today) {
            return Err(Error::invalid("endDate", "must not be after today"));
        }
        if span.days() > MAX_DAYS {
            return Err(Error::invalid("startDate", "must be at most ten years before endDate"));
        }
        Ok(span)
    }

    /// The number of days.
    #[must_use]
    pub fn days(self) -> i64 {
        self.to.days_since(self.from) + 1
    }

    /// This span, so many days earlier.
    #[must_use]
    pub fn back(self, days: i64) -> Span {
        Span { from: self.from.plus_days(-days), to: self.to.plus_days(-days) }
    }

    /// Whether a date is in the span.
    #[must_use]
    pub fn holds(self, date: BusinessDate) -> bool {
        self.from <= date && date <= self.to
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> BusinessDate {
        text.parse().unwrap()
    }

    fn field(start: &str, end: &str, todays: &[&str]) -> Option<String> {
        Span::asked(day(start), day(end), todays.iter().map(|t| day(t))).err().and_then(|e| e.field)
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
