//! The span that a span is compared with, as a request chooses it (figures.md, Reports).

use jiff::ToSpan as _;
use jiff::civil::{Date, Weekday};
use saffron_core::{BusinessDate, Span};

/// Spans shorter than this are compared with whole weeks earlier, so that weekdays meet.
const WEEKDAYS_BELOW: i64 = 28;
/// The same weekday about a year earlier.
const YEAR_OF_WEEKS: i64 = 364;

/// The span that rows and totals are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompareTo {
    /// The one before: of a day the same weekday a week earlier, of whole weeks the weeks before, of whole months or years
    /// those before, of others as many days before.
    Previous,
    /// A year earlier: of whole months those of the calendar, of others the same weekdays.
    SameLastYear,
}

/// The distance to an earlier span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Distance {
    Days(i64),
    Months(i32),
}

impl CompareTo {
    /// The distance of a day, as a row of its own.
    #[must_use]
    pub const fn of_day(self) -> Distance {
        match self {
            CompareTo::Previous => Distance::Days(7),
            CompareTo::SameLastYear => Distance::Days(YEAR_OF_WEEKS),
        }
    }

    /// The distance of a span. `is_running`: its last day is not over, so that its month or week may not be complete.
    #[must_use]
    pub fn of_span(self, span: Span, is_running: bool) -> Distance {
        let days = span.days();
        let weeks = whole_weeks(days);
        if days == 1 {
            return self.of_day();
        }
        // The first days of a month that begins on a Monday are a week, too.
        let is_week = is_running && days < 7 && span.from.date().weekday() == Weekday::Monday;
        let months = months(span, is_running).filter(|_| !is_week);
        // A year that is not over meets the year before, not as many months.
        let is_year = is_running && span.from.date().month() == 1 && months.is_some_and(|months| months > 1);
        let years = |months: i32| Distance::Months((months + 11) / 12 * 12);
        match (self, months) {
            (CompareTo::Previous, Some(months)) if !is_year => Distance::Months(months),
            (_, Some(months)) => years(months),
            (CompareTo::Previous, None) if days < WEEKDAYS_BELOW || is_whole_weeks(span, is_running) => {
                Distance::Days(weeks)
            }
            (CompareTo::Previous, None) => Distance::Days(days),
            (CompareTo::SameLastYear, None) => Distance::Days(YEAR_OF_WEEKS.max(weeks)),
        }
    }
}

impl Distance {
    /// The day that a day meets; none where its month has no such day.
    #[must_use]
    pub fn day_before(self, date: BusinessDate) -> Option<BusinessDate> {
        match self {
            Distance::Days(days) => Some(date.plus_days(-days)),
            Distance::Months(months) => {
                let before = date.date().saturating_sub(months.months());
                (before.day() == date.date().day()).then(|| BusinessDate::from_date(before))
            }
        }
    }

    /// The days that these days meet. At the end of a month they end with the month.
    #[must_use]
    pub fn span_before(self, span: Span) -> Span {
        match self {
            Distance::Days(days) => span.back(days),
            Distance::Months(months) => {
                let before = |date: Date| date.saturating_sub(months.months());
                let (from, to) = (before(span.from.date()), before(span.to.date()));
                let is_last = span.to.date() == span.to.date().last_of_month();
                let to = if is_last { to.last_of_month() } else { to };
                Span { from: BusinessDate::from_date(from), to: BusinessDate::from_date(to) }
            }
        }
    }
}

/// The least number of days in whole weeks that so many days fit into.
fn whole_weeks(days: i64) -> i64 {
    (days + 6).div_euclid(7) * 7
}

fn is_whole_weeks(span: Span, is_running: bool) -> bool {
    span.from.date().weekday() == Weekday::Monday
        && (is_running || span.to.date().weekday() == Weekday::Sunday)
}

/// The number of whole calendar months; of a running span the last one need not be complete.
fn months(span: Span, is_running: bool) -> Option<i32> {
    let (from, to) = (span.from.date(), span.to.date());
    let is_whole = from.day() == 1 && (is_running || to == to.last_of_month());
    let month = |date: Date| i32::from(date.year()) * 12 + i32::from(date.month());
    is_whole.then(|| month(to) - month(from) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(text: &str) -> Span {
        let (from, to) = text.split_once("..").unwrap();
        Span { from: from.parse().unwrap(), to: to.parse().unwrap() }
    }

    fn before(compare_to: CompareTo, text: &str, is_running: bool) -> String {
        let span = span(text);
        let Span { from, to } = compare_to.of_span(span, is_running).span_before(span);
        format!("{from}..{to}")
    }

    #[test]
    fn closed_spans_meet_the_span_before() {
        for (of, expected) in [
            ("2026-11-25..2026-11-25", "2026-11-18..2026-11-18"),
            ("2026-11-16..2026-11-22", "2026-11-09..2026-11-15"),
            ("2026-11-02..2026-11-22", "2026-10-12..2026-11-01"),
            ("2026-10-01..2026-10-31", "2026-09-01..2026-09-30"),
            ("2026-02-01..2026-02-28", "2026-01-01..2026-01-31"),
            ("2026-03-01..2026-03-31", "2026-02-01..2026-02-28"),
            ("2026-01-01..2026-03-31", "2025-10-01..2025-12-31"),
            ("2025-01-01..2025-12-31", "2024-01-01..2024-12-31"),
            ("2026-11-03..2026-11-12", "2026-10-20..2026-10-29"),
            ("2026-10-10..2026-11-20", "2026-08-29..2026-10-09"),
        ] {
            assert_eq!(before(CompareTo::Previous, of, false), expected, "{of}");
        }
    }

    #[test]
    fn closed_spans_meet_the_year_before() {
        for (of, expected) in [
            ("2026-11-25..2026-11-25", "2025-11-26..2025-11-26"),
            ("2026-11-16..2026-11-22", "2025-11-17..2025-11-23"),
            ("2026-10-01..2026-10-31", "2025-10-01..2025-10-31"),
            ("2024-02-01..2024-02-29", "2023-02-01..2023-02-28"),
            ("2023-02-01..2023-02-28", "2022-02-01..2022-02-28"),
            ("2025-02-01..2025-02-28", "2024-02-01..2024-02-29"),
            ("2025-01-01..2025-12-31", "2024-01-01..2024-12-31"),
            ("2024-07-01..2026-06-30", "2022-07-01..2024-06-30"),
            ("2026-10-10..2026-11-20", "2025-10-11..2025-11-21"),
            ("2025-01-02..2026-06-30", "2023-07-06..2024-12-31"),
        ] {
            assert_eq!(before(CompareTo::SameLastYear, of, false), expected, "{of}");
        }
    }

    #[test]
    fn running_spans_meet_the_same_days() {
        for (of, expected) in [
            ("2026-11-23..2026-11-25", "2026-11-16..2026-11-18"),
            ("2026-11-01..2026-11-25", "2026-10-01..2026-10-25"),
            ("2026-03-01..2026-03-31", "2026-02-01..2026-02-28"),
            ("2026-01-01..2026-11-25", "2025-01-01..2025-11-25"),
            ("2026-01-01..2026-01-20", "2025-12-01..2025-12-20"),
            ("2026-06-01..2026-06-03", "2026-05-25..2026-05-27"),
            ("2026-06-01..2026-06-09", "2026-05-01..2026-05-09"),
        ] {
            assert_eq!(before(CompareTo::Previous, of, true), expected, "{of}");
        }
        assert_eq!(before(CompareTo::SameLastYear, "2026-01-01..2026-11-25", true), "2025-01-01..2025-11-25");
    }

    #[test]
    fn day_that_the_other_month_lacks_meets_none() {
        let day = |text: &str| text.parse::<BusinessDate>().unwrap();
        assert_eq!(Distance::Months(1).day_before(day("2026-03-31")), None);
        assert_eq!(Distance::Months(1).day_before(day("2026-03-28")), Some(day("2026-02-28")));
        assert_eq!(Distance::Months(12).day_before(day("2024-02-29")), None);
        assert_eq!(Distance::Days(7).day_before(day("2026-03-31")), Some(day("2026-03-24")));
    }
}
