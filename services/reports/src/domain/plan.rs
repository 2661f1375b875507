//! Which rows a report has, and which days each row sums: its own days, and those it is compared with.

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::Timestamp;
use saffron_core::{BusinessDate, Calendar, Error, PosId, QuarterHour, Span};

use super::compared::{CompareTo, Distance};
use super::rollup::Period;
use super::span::{self, Grouping, Ranges};

/// The most rows an answer may have before the range is refused.
pub const MAX_ROWS: usize = 40_000;
/// The same weekday about a year earlier.
const YEAR_BACK: i64 = 364;

/// A row's own days, or days that it is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(usize)]
pub enum Side {
    /// The row's own days.
    Own = 0,
    /// The row's own days up to the last finished quarter hour of the running day: what earlier sides are compared with.
    Comparable = 1,
    /// The same days the least number of whole weeks earlier that does not overlap.
    LastWeek = 2,
    /// The same days 364 days earlier, or the least longer number of whole weeks that does not overlap.
    LastYear = 3,
    /// The days that the request compares with, if it does.
    Compared = 4,
}

impl Side {
    /// The number of sides.
    pub const COUNT: usize = 5;
    /// All sides.
    pub const ALL: [Side; Side::COUNT] =
        [Side::Own, Side::Comparable, Side::LastWeek, Side::LastYear, Side::Compared];
    /// The sides that a running day is compared with, and its own part of them.
    pub const OF_COMPARISONS: [Side; Side::COUNT - 1] =
        [Side::Comparable, Side::LastWeek, Side::LastYear, Side::Compared];
}

/// The index of a row in [`Plan::rows`].
pub type RowIndex = usize;
/// The index of a location in [`Plan::locations`].
pub type LocationIndex = usize;

/// A row of a report before it is split by more than dates and locations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub location: LocationIndex,
    pub span: Span,
    /// The running day up to the quarter hour that is not finished, where the row contains it.
    pub running: Option<PartialDay>,
    /// The distance to the days of [`Side::Compared`].
    pub compared: Option<Distance>,
    /// Whether it is the location's whole range beside rows of its parts: the request compares it by itself.
    pub is_whole: bool,
}

/// A day up to a quarter hour, without that quarter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PartialDay {
    pub date: BusinessDate,
    /// The first quarter that is not in it.
    pub until: QuarterHour,
}

/// The days that a side sums: full days, and perhaps a partial day after them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SideDays {
    pub full_days: Option<Span>,
    pub partial_day: Option<PartialDay>,
}

impl Row {
    /// The days of a side of this row; none where the row has no such side.
    #[must_use]
    pub fn side_days(&self, side: Side) -> Option<SideDays> {
        let days = self.span.days();
        let weeks = days.div_euclid(7) * 7 + if days % 7 == 0 { 0 } else { 7 };
        let distance = match side {
            Side::Own => return Some(SideDays { full_days: Some(self.span), partial_day: None }),
            Side::Comparable if self.running.is_none() => return None,
            Side::Comparable => Distance::Days(0),
            Side::LastWeek | Side::LastYear if self.is_whole => return None,
            Side::LastWeek => Distance::Days(weeks),
            Side::LastYear => Distance::Days(YEAR_BACK.max(weeks)),
            Side::Compared => self.compared?,
        };
        let Some(running) = self.running else {
            return Some(SideDays { full_days: Some(distance.span_before(self.span)), partial_day: None });
        };
        // Compared up to the last finished quarter; days after today have no match.
        let partial_day = |date| PartialDay { date, until: running.until };
        Some(SideDays {
            full_days: self.finished(running).map(|finished| distance.span_before(finished)),
            partial_day: distance.day_before(running.date).map(partial_day),
        })
    }

    /// The days before the running one.
    fn finished(&self, running: PartialDay) -> Option<Span> {
        let finished = Span { from: self.span.from, to: running.date.plus_days(-1) };
        (finished.from <= finished.to).then_some(finished)
    }

    /// The days of [`Side::Compared`], with the one that is compared in part.
    #[must_use]
    pub fn compared_days(&self) -> Option<Span> {
        let SideDays { full_days, partial_day } = self.side_days(Side::Compared)?;
        let partial_day = partial_day.map(|day| Span { from: day.date, to: day.date });
        match (full_days, partial_day) {
            (Some(full), Some(partial)) => Some(Span { from: full.from, to: partial.to }),
            (full, partial) => full.or(partial),
        }
    }
}

/// Days or months of a location to read from a roll-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadSpan {
    /// What the sums are added to: in a plan by day the location's index, otherwise a [`Plan::side_index`].
    pub target: usize,
    pub location: LocationIndex,
    pub period: Period,
    /// Of months, the first dates.
    pub span: Span,
}

/// The rows of a report, and the days that they sum.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Locations with their time zones, sorted.
    pub locations: Vec<(PosId, Calendar)>,
    pub grouping: Grouping,
    pub compare_to: Option<CompareTo>,
    /// Sorted by date, then location; those of whole ranges last.
    pub rows: Vec<Row>,
    /// The rows of whole ranges, by location.
    wholes: HashMap<LocationIndex, RowIndex>,
    /// In a plan by day, rows by location and date.
    by_day: HashMap<(LocationIndex, BusinessDate), RowIndex>,
    /// The rows of each location, in their order.
    by_location: Vec<Vec<RowIndex>>,
}

/// The refusal of an answer of more than [`MAX_ROWS`].
#[must_use]
pub fn too_many_rows() -> Error {
    let why = "would give more than 40,000 rows: choose a shorter range, one location, or group by month";
    Error::invalid("endDate", why)
}

/// The plan of a report over these ranges, at `now`. With `compare_to`, each row has a side more, and the range of each
/// location is a row, too.
pub fn plan(
    ranges: Ranges,
    grouping: Grouping,
    compare_to: Option<CompareTo>,
    now: Timestamp,
) -> Result<Plan, Error> {
    let mut rows = Vec::new();
    let mut whole_rows = Vec::new();
    let mut locations = Vec::with_capacity(ranges.len());
    for (location, (pos_id, (calendar, span))) in ranges.into_iter().enumerate() {
        let today = calendar.today(now);
        // In the second pass of an hour its quarters have run once: the cut-off stays behind them.
        let running = PartialDay { date: today, until: QuarterHour::of(calendar.latest_wall(now), today) };
        let row = |span: Span, is_whole: bool| {
            let distance = |compare_to: CompareTo| match grouping {
                Grouping::Day if !is_whole => compare_to.of_day(),
                _ => compare_to.of_span(span, span.holds(today) && span.to >= today),
            };
            Row {
                location,
                span,
                running: span.holds(today).then_some(running),
                compared: compare_to.map(distance),
                is_whole,
            }
        };
        rows.extend(span::rows(span, grouping).into_iter().map(|span| row(span, false)));
        if compare_to.is_some() && grouping != Grouping::None {
            whole_rows.push(row(span, true));
        }
        if rows.len() > MAX_ROWS {
            return Err(too_many_rows());
        }
        locations.push((pos_id, calendar));
    }
    rows.sort_by_key(|row| (row.span.from, row.location));
    let wholes = (rows.len()..).zip(&whole_rows).map(|(index, row)| (row.location, index)).collect();
    rows.extend(whole_rows);
    let by_day = match grouping {
        Grouping::Day => {
            let days = rows.iter().enumerate().filter(|(_, row)| !row.is_whole);
            days.map(|(index, row)| ((row.location, row.span.from), index)).collect()
        }
        Grouping::Month | Grouping::None => HashMap::new(),
    };
    let mut by_location = vec![Vec::new(); locations.len()];
    for (index, row) in rows.iter().enumerate() {
        if let Some(of_location) = by_location.get_mut(row.location) {
            of_location.push(index);
        }
    }
    Ok(Plan { locations, grouping, compare_to, rows, wholes, by_day, by_location })
}

impl Plan {
    /// A row and side as one number.
    #[must_use]
    pub fn side_index(row: RowIndex, side: Side) -> usize {
        row * Side::COUNT + side as usize
    }

    /// The row and side of a [`Plan::side_index`].
    #[must_use]
    pub fn row_and_side(side_index: usize) -> (RowIndex, Side) {
        let side = Side::ALL.get(side_index % Side::COUNT).copied().unwrap_or(Side::Own);
        (side_index / Side::COUNT, side)
    }

    /// The indexes of the locations by their ids.
    #[must_use]
    pub fn location_indexes(&self) -> HashMap<&str, LocationIndex> {
        let locations = self.locations.iter().enumerate();
        locations.map(|(place, (pos_id, _))| (pos_id.as_str(), place)).collect()
    }

    /// Whether the report has a row for each day; then each day is read once for all sides.
    #[must_use]
    pub fn is_by_day(&self) -> bool {
        self.grouping == Grouping::Day
    }

    fn sides(&self) -> impl Iterator<Item = (RowIndex, &Row, Side, SideDays)> {
        self.rows.iter().enumerate().flat_map(|(index, row)| {
            Side::ALL.into_iter().filter_map(move |side| Some((index, row, side, row.side_days(side)?)))
        })
    }

    /// The span from the first to the last day of all sides; none without rows.
    #[must_use]
    pub fn all_days(&self) -> Option<Span> {
        let spans = self.sides().flat_map(|(_, _, _, days)| {
            days.full_days
                .into_iter()
                .chain(days.partial_day.map(|day| Span { from: day.date, to: day.date }))
        });
        spans.reduce(|a, b| Span { from: a.from.min(b.from), to: a.to.max(b.to) })
    }

    /// Whether some row may contain a whole month, so that it pays to read which months have rows.
    #[must_use]
    pub fn may_read_months(&self) -> bool {
        !self.is_by_day() && self.rows.iter().any(|row| row.span.days() >= 28)
    }

    /// The reads for the full days of every side. `months` are those whose rows equal the sum of their days.
    #[must_use]
    pub fn read_spans(&self, months: &HashSet<(LocationIndex, BusinessDate)>) -> Vec<ReadSpan> {
        if self.is_by_day() {
            return self.day_spans();
        }
        let mut reads = Vec::new();
        for (index, row, side, days) in self.sides() {
            let Some(span) = days.full_days else { continue };
            let of = |period, span| ReadSpan {
                target: Plan::side_index(index, side),
                location: row.location,
                period,
                span,
            };
            let has_rows = |month| months.contains(&(row.location, month));
            reads.extend(
                span::months_and_days(span, has_rows).into_iter().map(|(period, span)| of(period, span)),
            );
        }
        reads
    }

    /// The days of any side by location, each day once.
    fn day_spans(&self) -> Vec<ReadSpan> {
        let mut spans: Vec<(LocationIndex, Span)> =
            self.sides().filter_map(|(_, row, _, days)| Some((row.location, days.full_days?))).collect();
        spans.sort_by_key(|(location, span)| (*location, span.from));
        let mut merged: Vec<(LocationIndex, Span)> = Vec::new();
        for (location, span) in spans {
            match merged.last_mut() {
                Some((at, last)) if *at == location && span.from <= last.to.plus_days(1) => {
                    last.to = last.to.max(span.to);
                }
                _ => merged.push((location, span)),
            }
        }
        let of = |(location, span)| ReadSpan { target: location, location, period: Period::Day, span };
        merged.into_iter().map(of).collect()
    }

    /// The partial days that sides end with, each with the [`Plan::side_index`] of every such side.
    #[must_use]
    pub fn partial_days(&self) -> BTreeMap<(LocationIndex, PartialDay), Vec<usize>> {
        let mut found: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (index, row, side, days) in self.sides() {
            if let Some(day) = days.partial_day {
                found.entry((row.location, day)).or_default().push(Plan::side_index(index, side));
            }
        }
        found
    }

    /// The rows and sides whose full days contain this one.
    #[must_use]
    pub fn sides_with(&self, location: LocationIndex, date: BusinessDate) -> Vec<(RowIndex, Side)> {
        let holds = |index: RowIndex, side| {
            let days = self.rows.get(index).and_then(|row| row.side_days(side))?;
            days.full_days.is_some_and(|span| span.holds(date)).then_some((index, side))
        };
        let is_finished = |index: RowIndex| self.rows.get(index).is_some_and(|row| row.running.is_none());
        if self.is_by_day() {
            let back = [(Side::Own, 0), (Side::LastWeek, 7), (Side::LastYear, YEAR_BACK)];
            let compared = self.compare_to.map(|compare_to| match compare_to {
                CompareTo::Previous => (Side::Compared, 7),
                CompareTo::SameLastYear => (Side::Compared, YEAR_BACK),
            });
            let at = |days| self.by_day.get(&(location, date.plus_days(days))).copied();
            let of_days = back.into_iter().chain(compared).filter_map(|(side, days)| {
                let index = at(days)?;
                // A finished day is compared with one whole day.
                if is_finished(index) { Some((index, side)) } else { holds(index, side) }
            });
            let whole = self.wholes.get(&location).copied();
            let of_whole = whole
                .into_iter()
                .flat_map(|index| Side::ALL.into_iter().filter_map(move |side| holds(index, side)));
            return of_days.chain(of_whole).collect();
        }
        let here = self.by_location.get(location).into_iter().flatten();
        here.flat_map(|index| Side::ALL.into_iter().filter_map(|side| holds(*index, side))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::same_range;

    fn date(text: &str) -> BusinessDate {
        text.parse().unwrap()
    }

    fn plan_of(start: &str, end: &str, grouping: Grouping, now: &str) -> Plan {
        let now = now.parse().unwrap();
        let one = BTreeMap::from([(
            "ny".parse().unwrap(),
            "America/New_York".parse::<saffron_core::Zone>().unwrap().into(),
        )]);
        plan(same_range(one, start, end, now).unwrap(), grouping, None, now).unwrap()
    }

    fn text(span: Span) -> String {
        format!("{}..{}", span.from, span.to)
    }

    fn full_days(plan: &Plan, side: Side) -> Vec<String> {
        plan.rows.iter().filter_map(|row| row.side_days(side)?.full_days).map(text).collect()
    }

    #[test]
    fn span_is_compared_with_whole_weeks_earlier() {
        let now = "2026-09-01T12:00:00Z";
        let day = plan_of("2026-07-18", "2026-07-18", Grouping::Day, now);
        assert_eq!(full_days(&day, Side::LastWeek), ["2026-07-11..2026-07-11"]);
        assert_eq!(full_days(&day, Side::LastYear), ["2025-07-19..2025-07-19"]);
        let ten = plan_of("2026-07-01", "2026-07-10", Grouping::None, now);
        assert_eq!(full_days(&ten, Side::LastWeek), ["2026-06-17..2026-06-26"]);
        let year = plan_of("2025-01-01", "2025-12-31", Grouping::None, now);
        assert_eq!(full_days(&year, Side::LastYear), ["2023-12-27..2024-12-25"], "364 days would overlap");
        let months = plan_of("2026-01-15", "2026-03-10", Grouping::Month, now);
        let rows = full_days(&months, Side::Own);
        assert_eq!(rows, ["2026-01-15..2026-01-31", "2026-02-01..2026-02-28", "2026-03-01..2026-03-10"]);
    }

    #[test]
    fn running_day_is_compared_up_to_the_finished_quarter() {
        // 12:50 in New York: quarter 51 is running.
        let now = "2026-07-18T16:50:00Z";
        let plan = plan_of("2026-07-18", "2026-07-18", Grouping::Day, now);
        let partial_day = |side| plan.rows[0].side_days(side).unwrap().partial_day;
        let at = |day: &str| Some(PartialDay { date: date(day), until: QuarterHour::at(51) });
        assert_eq!(partial_day(Side::Own), None);
        assert_eq!(partial_day(Side::Comparable), at("2026-07-18"));
        assert_eq!(partial_day(Side::LastWeek), at("2026-07-11"));
        assert_eq!(partial_day(Side::LastYear), at("2025-07-19"));
        assert_eq!(full_days(&plan, Side::Own), ["2026-07-18..2026-07-18"]);
        assert!(full_days(&plan, Side::LastWeek).is_empty());
        assert_eq!(plan.partial_days().len(), 3);

        let week = plan_of("2026-07-12", "2026-07-18", Grouping::None, now);
        assert_eq!(full_days(&week, Side::Comparable), ["2026-07-12..2026-07-17"]);
        assert_eq!(full_days(&week, Side::LastWeek), ["2026-07-05..2026-07-10"]);
    }

    #[test]
    fn cut_off_never_goes_back() {
        // The night of 2026-10-31, in which the hour of 1 AM comes twice.
        let until = |now: &str| {
            let plan = plan_of("2026-10-31", "2026-10-31", Grouping::Day, now);
            plan.rows[0].side_days(Side::Comparable).unwrap().partial_day.unwrap().until.number()
        };
        assert_eq!(until("2026-11-01T04:59:59Z"), 99, "0:59");
        assert_eq!(until("2026-11-01T05:50:00Z"), 103, "the first 1:50");
        // What is still to come of these quarters looks like what was: the cut-off stays at their end.
        assert_eq!(until("2026-11-01T06:00:00Z"), 104, "the second 1:00");
        assert_eq!(until("2026-11-01T06:50:00Z"), 104, "the second 1:50");
        assert_eq!(until("2026-11-01T07:00:00Z"), 104, "2:00");
        assert_eq!(until("2026-11-01T07:15:00Z"), 105, "2:15");
        // In March the hour of 2 AM is skipped.
        let march = |now: &str| {
            let plan = plan_of("2026-03-07", "2026-03-07", Grouping::Day, now);
            plan.rows[0].side_days(Side::Comparable).unwrap().partial_day.unwrap().until.number()
        };
        assert_eq!((march("2026-03-08T06:59:00Z"), march("2026-03-08T07:01:00Z")), (103, 108));
    }

    #[test]
    fn days_are_read_once_for_all_sides() {
        let plan = plan_of("2026-07-10", "2026-07-18", Grouping::Day, "2026-09-01T12:00:00Z");
        let read: Vec<String> = plan.read_spans(&HashSet::new()).into_iter().map(|s| text(s.span)).collect();
        assert_eq!(read, ["2025-07-11..2025-07-19", "2026-07-03..2026-07-18"]);
        assert_eq!(plan.sides_with(0, date("2026-07-11")), [(1, Side::Own), (8, Side::LastWeek)]);
        assert_eq!(plan.sides_with(0, date("2025-07-11")), [(0, Side::LastYear)]);
        assert_eq!(plan.all_days().map(text).unwrap(), "2025-07-11..2026-07-18");
    }

    #[test]
    fn folded_months_stand_for_their_days() {
        let plan = plan_of("2026-01-15", "2026-06-30", Grouping::None, "2026-09-01T12:00:00Z");
        let folded = ["2026-01-01", "2026-02-01", "2026-03-01", "2026-05-01"].map(|month| (0, date(month)));
        let own = plan.read_spans(&folded.into_iter().collect()).into_iter().filter(|s| s.target == 0);
        let read: Vec<_> = own.map(|read_span| (read_span.period, text(read_span.span))).collect();
        let days = |span: &str| (Period::Day, span.to_owned());
        let months = |span: &str| (Period::Month, span.to_owned());
        let expected = [
            days("2026-01-15..2026-01-31"),
            months("2026-02-01..2026-03-01"),
            days("2026-04-01..2026-04-30"),
            months("2026-05-01..2026-05-01"),
            days("2026-06-01..2026-06-30"),
        ];
        assert_eq!(read, expected);
    }

    #[test]
    fn whole_range_is_compared_beside_its_days() {
        let now = "2026-11-25T17:05:00Z".parse().unwrap();
        let one = BTreeMap::from([(
            "ny".parse().unwrap(),
            "America/New_York".parse::<saffron_core::Zone>().unwrap().into(),
        )]);
        let ranges = same_range(one, "2026-11-01", "2026-11-25", now).unwrap();
        let plan = plan(ranges, Grouping::Day, Some(CompareTo::Previous), now).unwrap();
        assert_eq!((plan.rows.len(), plan.rows[25].is_whole), (26, true));
        assert_eq!(text(plan.rows[24].compared_days().unwrap()), "2026-11-18..2026-11-18");
        assert_eq!(text(plan.rows[25].compared_days().unwrap()), "2026-10-01..2026-10-25");
        let today = plan.rows[25].side_days(Side::Compared).unwrap().partial_day.unwrap();
        assert_eq!((today.date, today.until), (date("2026-10-25"), QuarterHour::at(48)));
        assert_eq!(plan.rows[25].side_days(Side::LastWeek), None);
        let sides = plan.sides_with(0, date("2026-11-03"));
        let days = [(2, Side::Own), (9, Side::LastWeek), (9, Side::Compared)];
        assert_eq!(sides, [days.as_slice(), &[(25, Side::Own), (25, Side::Comparable)]].concat());
        assert_eq!(plan.sides_with(0, date("2026-10-03")), [(25, Side::Compared)]);
    }

    #[test]
    fn too_many_rows_are_refused_by_name() {
        let now: Timestamp = "2026-07-18T16:00:00Z".parse().unwrap();
        let many: BTreeMap<PosId, Calendar> =
            (0..20).map(|n| (format!("p{n}").parse().unwrap(), Calendar::utc())).collect();
        let ranges = same_range(many, "2017-01-01", "2026-07-17", now).unwrap();
        assert_eq!(
            plan(ranges.clone(), Grouping::Day, None, now).unwrap_err().field.as_deref(),
            Some("endDate")
        );
        assert!(plan(ranges, Grouping::Month, None, now).is_ok());
    }
}
