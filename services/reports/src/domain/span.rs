//! The days of a report, and how they are cut into rows.

use std::collections::BTreeMap;

use jiff::Timestamp;
use saffron_core::{BusinessDate, Calendar, Error, PosId, Span};

use super::rollup::Period;

/// The days that a row of a report sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grouping {
    /// A row a business date.
    Day,
    /// A row a month.
    Month,
    /// One row for the range.
    None,
}

/// A span as months that have rows in the roll-ups, and the days between them.
pub(super) fn months_and_days(span: Span, has_rows: impl Fn(BusinessDate) -> bool) -> Vec<(Period, Span)> {
    let mut parts: Vec<(Period, Span)> = Vec::new();
    for month in rows(span, Grouping::Month) {
        let first = month.from.first_of_month();
        let is_whole = month.from == first && month.to == last_of_month(first);
        let (period, span) = if is_whole && has_rows(first) {
            (Period::Month, Span { from: first, to: first })
        } else {
            (Period::Day, month)
        };
        match parts.last_mut() {
            Some((of, last)) if *of == period => last.to = span.to,
            _ => parts.push((period, span)),
        }
    }
    parts
}

/// A span cut into the spans of rows.
pub(super) fn rows(span: Span, grouping: Grouping) -> Vec<Span> {
    let mut rows = Vec::new();
    let mut from = span.from;
    while from <= span.to {
        let to = match grouping {
            Grouping::Day => from,
            Grouping::None => span.to,
            Grouping::Month => last_of_month(from).min(span.to),
        };
        rows.push(Span { from, to });
        from = to.plus_days(1);
    }
    rows
}

/// The last day of a date's month.
fn last_of_month(date: BusinessDate) -> BusinessDate {
    // Day 32 from the first of a month lies in the next month.
    date.first_of_month().plus_days(31).first_of_month().plus_days(-1)
}

/// The time zone and the days of each location.
pub type Ranges = BTreeMap<PosId, (Calendar, Span)>;

/// Today and the six days before, by each location's clock.
#[must_use]
pub fn last_seven_days(locations: BTreeMap<PosId, Calendar>, now: Timestamp) -> Ranges {
    let of = |(pos_id, calendar): (PosId, Calendar)| {
        let today = calendar.today(now);
        (pos_id, (calendar, Span { from: today.plus_days(-6), to: today }))
    };
    locations.into_iter().map(of).collect()
}

/// The same range for all locations.
pub fn same_range(
    locations: BTreeMap<PosId, Calendar>,
    start: &str,
    end: &str,
    now: Timestamp,
) -> Result<Ranges, Error> {
    let parse = |field: &str, text: &str| {
        text.parse::<BusinessDate>().map_err(|e| Error::invalid(field, e.to_string()))
    };
    let todays = locations.values().map(|calendar| calendar.today(now));
    let span = Span::asked(parse("startDate", start)?, parse("endDate", end)?, todays)?;
    Ok(locations.into_iter().map(|(pos_id, calendar)| (pos_id, (calendar, span))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn locations() -> BTreeMap<PosId, Calendar> {
        BTreeMap::from([
            ("ny".parse().unwrap(), "America/New_York".parse::<saffron_core::Zone>().unwrap().into()),
            ("la".parse().unwrap(), "America/Los_Angeles".parse::<saffron_core::Zone>().unwrap().into()),
        ])
    }

    #[test]
    fn today_depends_on_the_location() {
        // 02:00 in Los Angeles is still yesterday there; in New York it is 05:00, today.
        let now: Timestamp = "2026-07-18T09:00:00Z".parse().unwrap();
        let ranges = last_seven_days(locations(), now);
        let ends: Vec<String> = ranges.values().map(|(_, span)| span.to.to_string()).collect();
        assert_eq!(ends, ["2026-07-17", "2026-07-18"]);
        assert!(same_range(locations(), "2026-07-18", "2026-07-18", now).is_ok());
        let error = same_range(locations(), "2026-07-18", "2026-07-19", now).unwrap_err();
        assert_eq!(error.field.as_deref(), Some("endDate"));
    }

    #[test]
    fn wrong_range_is_refused_by_name() {
        let now: Timestamp = "2026-07-18T16:00:00Z".parse().unwrap();
        let field = |start, end| same_range(locations(), start, end, now).unwrap_err().field.unwrap();
        assert_eq!(field("", "2026-07-18"), "startDate");
        assert_eq!(field("2026-07-18", "soon"), "endDate");
        assert_eq!(field("2026-07-18", "2026-07-17"), "startDate");
        assert_eq!(field("2010-07-18", "2026-07-17"), "startDate");
        let date: BusinessDate = "2026-07-18".parse().unwrap();
        assert_eq!(date.first_of_month(), "2026-07-01".parse().unwrap());
    }
}
