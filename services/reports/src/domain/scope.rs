//! Which rows a report has, and which stretches of days each row is summed from: its own, and those it is
//! compared with (figures.md, Reports).

use std::collections::BTreeMap;

use jiff::Timestamp;
use saffron_core::{BusinessDate, Error, PosId, Quarter, Zone};

/// The most rows an answer may have before the range is refused.
const MAX_ROWS: i64 = 40_000;
/// The longest range, in days: ten years.
const MAX_DAYS: i64 = 3_660;
/// The same weekday about a year earlier.
const YEAR_BACK: i64 = 364;

/// How rows are put together over time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grouping {
    /// A row a business date.
    Day,
    /// A row a month.
    Month,
    /// One row for the range.
    None,
}

/// Business dates from one to another, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// First.
    pub from: BusinessDate,
    /// Last.
    pub to: BusinessDate,
}

impl Span {
    fn days(self) -> i64 {
        self.to.days_since(self.from) + 1
    }

    fn back(self, days: i64) -> Span {
        Span { from: self.from.plus_days(-days), to: self.to.plus_days(-days) }
    }

    /// Whether the date lies in it.
    #[must_use]
    pub fn holds(self, date: BusinessDate) -> bool {
        self.from <= date && date <= self.to
    }

    /// The row spans of this range.
    fn rows(self, grouping: Grouping) -> Vec<Span> {
        let mut rows = Vec::new();
        let mut from = self.from;
        while from <= self.to {
            let to = match grouping {
                Grouping::Day => from,
                Grouping::None => self.to,
                // Day 32 from the first of a month lies in the next month.
                Grouping::Month => {
                    from.first_of_month().plus_days(31).first_of_month().plus_days(-1).min(self.to)
                }
            };
            rows.push(Span { from, to });
            from = to.plus_days(1);
        }
        rows
    }
}

/// What a stretch of days is to its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// The row's own figures.
    Own,
    /// The row's own figures up to the last finished quarter of its running day: what the others compare with.
    Comparable,
    /// The least whole number of weeks earlier that does not overlap.
    LastWeek,
    /// 364 days earlier, or the least longer whole number of weeks that does not overlap.
    LastYear,
}

/// One row of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The location.
    pub pos_id: PosId,
    /// Its days.
    pub span: Span,
    /// It holds the day that is still running.
    pub running: bool,
}

/// A stretch of days to be summed for a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// The index of the row.
    pub row: usize,
    /// What it is to the row.
    pub side: Side,
    /// The location.
    pub pos_id: PosId,
    /// The days.
    pub span: Span,
    /// Only the quarters of the last day before this one; none: the whole day.
    pub until: Option<Quarter>,
}

/// Rows and what they are summed from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// Sorted by date, then location.
    pub rows: Vec<Row>,
    /// For all rows and sides.
    pub probes: Vec<Probe>,
}

/// The range of one location.
pub type Ranges = BTreeMap<PosId, (Zone, Span)>;

/// Today and the six days before, each location's own.
#[must_use]
pub fn last_seven_days(locations: BTreeMap<PosId, Zone>, now: Timestamp) -> Ranges {
    let of = |(pos_id, zone): (PosId, Zone)| {
        let today = zone.today(now);
        (pos_id, (zone, Span { from: today.plus_days(-6), to: today }))
    };
    locations.into_iter().map(of).collect()
}

/// The same range for all locations.
///
/// # Errors
/// Invalid, naming the date, if the range is malformed, upside down, longer than ten years, or ends after
/// today at every location.
pub fn same_range(
    locations: BTreeMap<PosId, Zone>,
    start: &str,
    end: &str,
    now: Timestamp,
) -> Result<Ranges, Error> {
    let parse = |field: &str, text: &str| {
        text.parse::<BusinessDate>().map_err(|e| Error::invalid(field, e.to_string()))
    };
    let span = Span { from: parse("startDate", start)?, to: parse("endDate", end)? };
    if span.from > span.to {
        return Err(Error::invalid("startDate", "must not be after endDate"));
    }
    if span.days() > MAX_DAYS {
        return Err(Error::invalid("startDate", "must lie within ten years of endDate"));
    }
    let after_today = |zone: &Zone| span.to > zone.today(now);
    if !locations.is_empty() && locations.values().all(after_today) {
        return Err(Error::invalid("endDate", "must not be after today"));
    }
    Ok(locations.into_iter().map(|(pos_id, zone)| (pos_id, (zone, span))).collect())
}

/// Works out rows and probes.
///
/// # Errors
/// Invalid, naming endDate, if there would be more than 40,000 rows.
pub fn plan(ranges: &Ranges, grouping: Grouping, now: Timestamp) -> Result<Plan, Error> {
    let mut rows = Vec::new();
    for (pos_id, (zone, span)) in ranges {
        let today = zone.today(now);
        for span in span.rows(grouping) {
            rows.push(Row { pos_id: pos_id.clone(), span, running: span.holds(today) });
        }
        if rows.len() as i64 > MAX_ROWS {
            let why =
                "would give more than 40,000 rows: choose a shorter range, one location, or group by month";
            return Err(Error::invalid("endDate", why));
        }
    }
    rows.sort_by(|a, b| (a.span.from, &a.pos_id).cmp(&(b.span.from, &b.pos_id)));
    let mut probes = Vec::with_capacity(rows.len() * 3);
    for (index, row) in rows.iter().enumerate() {
        let zone = ranges.get(&row.pos_id).map(|(zone, _)| zone);
        let finished = zone.filter(|_| row.running).map(|zone| {
            let today = zone.today(now);
            (today, Quarter::of(zone.wall(now), today))
        });
        let probe = |side, span, until| Probe { row: index, side, pos_id: row.pos_id.clone(), span, until };
        probes.push(probe(Side::Own, row.span, None));
        let weeks = row.span.days().div_euclid(7) * 7 + if row.span.days() % 7 == 0 { 0 } else { 7 };
        for (side, days) in [(Side::LastWeek, weeks), (Side::LastYear, YEAR_BACK.max(weeks))] {
            let (span, until) = match finished {
                // Compared up to the last finished quarter; days after today have no match.
                Some((today, quarter)) => (Span { to: today, ..row.span }, Some(quarter)),
                None => (row.span, None),
            };
            probes.push(probe(side, span.back(days), until));
        }
        if let Some((today, quarter)) = finished {
            probes.push(probe(Side::Comparable, Span { to: today, ..row.span }, Some(quarter)));
        }
    }
    Ok(Plan { rows, probes })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> BusinessDate {
        text.parse().unwrap()
    }

    fn locations() -> BTreeMap<PosId, Zone> {
        BTreeMap::from([
            ("ny".parse().unwrap(), "America/New_York".parse().unwrap()),
            ("la".parse().unwrap(), "America/Los_Angeles".parse().unwrap()),
        ])
    }

    fn plan_of(start: &str, end: &str, grouping: Grouping, now: &str) -> Plan {
        let now = now.parse().unwrap();
        let one = BTreeMap::from([("ny".parse().unwrap(), "America/New_York".parse().unwrap())]);
        plan(&same_range(one, start, end, now).unwrap(), grouping, now).unwrap()
    }

    fn back(plan: &Plan, side: Side) -> Vec<String> {
        let of_side = plan.probes.iter().filter(|probe| probe.side == side);
        of_side.map(|probe| format!("{}..{}", probe.span.from, probe.span.to)).collect()
    }

    #[test]
    fn a_span_is_compared_with_whole_weeks_earlier() {
        let now = "2026-09-01T12:00:00Z";
        let day = plan_of("2026-07-18", "2026-07-18", Grouping::Day, now);
        assert_eq!(back(&day, Side::LastWeek), ["2026-07-11..2026-07-11"]);
        assert_eq!(back(&day, Side::LastYear), ["2025-07-19..2025-07-19"]);
        let ten = plan_of("2026-07-01", "2026-07-10", Grouping::None, now);
        assert_eq!(back(&ten, Side::LastWeek), ["2026-06-17..2026-06-26"]);
        let year = plan_of("2025-01-01", "2025-12-31", Grouping::None, now);
        assert_eq!(back(&year, Side::LastYear), ["2023-12-27..2024-12-25"], "364 days would overlap");
        let months = plan_of("2026-01-15", "2026-03-10", Grouping::Month, now);
        let rows: Vec<String> =
            months.rows.iter().map(|row| format!("{}..{}", row.span.from, row.span.to)).collect();
        assert_eq!(rows, ["2026-01-15..2026-01-31", "2026-02-01..2026-02-28", "2026-03-01..2026-03-10"]);
    }

    #[test]
    fn a_running_day_is_compared_up_to_the_last_finished_quarter() {
        // 12:50 in New York: quarter 51 is running.
        let plan = plan_of("2026-07-18", "2026-07-18", Grouping::Day, "2026-07-18T16:50:00Z");
        assert!(plan.rows[0].running);
        let until: Vec<_> = plan.probes.iter().map(|p| (p.side, p.until.map(Quarter::number))).collect();
        let expected = [
            (Side::Own, None),
            (Side::LastWeek, Some(51)),
            (Side::LastYear, Some(51)),
            (Side::Comparable, Some(51)),
        ];
        assert_eq!(until, expected);
    }

    #[test]
    fn today_is_each_locations_own() {
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
    fn a_range_is_refused_by_name() {
        let now: Timestamp = "2026-07-18T16:00:00Z".parse().unwrap();
        let field = |start, end| same_range(locations(), start, end, now).unwrap_err().field.unwrap();
        assert_eq!(field("", "2026-07-18"), "startDate");
        assert_eq!(field("2026-07-18", "soon"), "endDate");
        assert_eq!(field("2026-07-18", "2026-07-17"), "startDate");
        assert_eq!(field("2010-07-18", "2026-07-17"), "startDate");
        let many: BTreeMap<PosId, Zone> =
            (0..20).map(|n| (format!("p{n}").parse().unwrap(), Zone::utc())).collect();
        let ranges = same_range(many, "2017-01-01", "2026-07-17", now).unwrap();
        assert_eq!(plan(&ranges, Grouping::Day, now).unwrap_err().field.as_deref(), Some("endDate"));
        assert!(plan(&ranges, Grouping::Month, now).is_ok());
        assert_eq!(date("2026-07-18").first_of_month(), date("2026-07-01"));
    }
}
