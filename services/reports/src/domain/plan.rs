//! Which rows a report has, and which stretches of days each row is summed from: its own, and those it is
//! compared with (figures.md, Reports).

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::Timestamp;
use saffron_core::{BusinessDate, Error, PosId, Quarter, Span, Zone};

use super::rollup::Grain;
use super::span::{self, Grouping, Ranges};

/// The most rows an answer may have before the range is refused.
pub const MAX_ROWS: usize = 40_000;
/// The same weekday about a year earlier.
const YEAR_BACK: i64 = 364;

/// What a stretch of days is to its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(usize)]
pub enum Side {
    /// The row's own figures.
    Own = 0,
    /// The row's own figures up to the last finished quarter of its running day: what the others compare with.
    Comparable = 1,
    /// The least whole number of weeks earlier that does not overlap.
    LastWeek = 2,
    /// 364 days earlier, or the least longer whole number of weeks that does not overlap.
    LastYear = 3,
}

impl Side {
    /// How many there are.
    pub const COUNT: usize = 4;
    /// All of them.
    pub const ALL: [Side; Side::COUNT] = [Side::Own, Side::Comparable, Side::LastWeek, Side::LastYear];
}

/// A row's place in its plan.
pub type RowIndex = usize;
/// A location's place in its plan.
pub type LocationIndex = usize;

/// The rows that a report has before it is split by anything but dates and locations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The location.
    pub location: LocationIndex,
    /// Its days.
    pub span: Span,
    /// Where it holds the day that is still running: that day, and the quarter that is not finished.
    pub running: Option<Part>,
}

/// A day up to a quarter hour, which is not in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    /// The day.
    pub date: BusinessDate,
    /// The first quarter that is not in it.
    pub until: Quarter,
}

/// Whole days, and perhaps a part of the day after them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stretch {
    /// Whole days.
    pub whole: Option<Span>,
    /// Part of a day.
    pub part: Option<Part>,
}

impl Row {
    /// The days that a side of this row is summed from; none where it has no such side.
    #[must_use]
    pub fn stretch(&self, side: Side) -> Option<Stretch> {
        let days = self.span.days();
        let weeks = days.div_euclid(7) * 7 + if days % 7 == 0 { 0 } else { 7 };
        let back = match side {
            Side::Own => return Some(Stretch { whole: Some(self.span), part: None }),
            Side::Comparable if self.running.is_none() => return None,
            Side::Comparable => 0,
            Side::LastWeek => weeks,
            Side::LastYear => YEAR_BACK.max(weeks),
        };
        let Some(running) = self.running else {
            return Some(Stretch { whole: Some(self.span.back(back)), part: None });
        };
        // Compared up to the last finished quarter; days after today have no match.
        let finished = Span { from: self.span.from, to: running.date.plus_days(-1) };
        Some(Stretch {
            whole: (finished.from <= finished.to).then(|| finished.back(back)),
            part: Some(Part { date: running.date.plus_days(-back), until: running.until }),
        })
    }
}

/// Days or months of a location, for one read of a roll-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Segment {
    /// What it is read for: with a grouping by day the location's place, otherwise [`Plan::probe`].
    pub probe: usize,
    /// The location.
    pub location: LocationIndex,
    /// Days or months.
    pub grain: Grain,
    /// Of months, their first dates.
    pub span: Span,
}

/// Which rows a report has, and what they are summed from.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Each with its time zone, sorted.
    pub locations: Vec<(PosId, Zone)>,
    /// How its rows are put together over time.
    pub grouping: Grouping,
    /// Sorted by date, then location.
    pub rows: Vec<Row>,
    /// Rows by their location and first day.
    by_day: HashMap<(LocationIndex, BusinessDate), RowIndex>,
}

/// The answer would have more than [`MAX_ROWS`].
#[must_use]
pub fn too_many_rows() -> Error {
    let why = "would give more than 40,000 rows: choose a shorter range, one location, or group by month";
    Error::invalid("endDate", why)
}

/// Works out the rows.
pub fn plan(ranges: Ranges, grouping: Grouping, now: Timestamp) -> Result<Plan, Error> {
    let mut rows = Vec::new();
    let mut locations = Vec::with_capacity(ranges.len());
    for (location, (pos_id, (zone, span))) in ranges.into_iter().enumerate() {
        let today = zone.today(now);
        // In the second pass of an hour its quarters have run once: the cut-off stays behind them.
        let running = Part { date: today, until: Quarter::of(zone.latest_wall(now), today) };
        for span in span::rows(span, grouping) {
            rows.push(Row { location, span, running: span.holds(today).then_some(running) });
        }
        if rows.len() > MAX_ROWS {
            return Err(too_many_rows());
        }
        locations.push((pos_id, zone));
    }
    rows.sort_by_key(|row| (row.span.from, row.location));
    let by_day = match grouping {
        Grouping::Day => {
            rows.iter().enumerate().map(|(index, row)| ((row.location, row.span.from), index)).collect()
        }
        Grouping::Month | Grouping::None => HashMap::new(),
    };
    Ok(Plan { locations, grouping, rows, by_day })
}

impl Plan {
    /// The number of a side of a row in reads that are grouped by rows.
    #[must_use]
    pub fn probe(row: RowIndex, side: Side) -> usize {
        row * Side::COUNT + side as usize
    }

    /// The row and side of a probe.
    #[must_use]
    pub fn of_probe(probe: usize) -> (RowIndex, Side) {
        let side = Side::ALL.get(probe % Side::COUNT).copied().unwrap_or(Side::Own);
        (probe / Side::COUNT, side)
    }

    /// The places of its locations by their ids.
    #[must_use]
    pub fn places(&self) -> HashMap<&str, LocationIndex> {
        let locations = self.locations.iter().enumerate();
        locations.map(|(place, (pos_id, _))| (pos_id.as_str(), place)).collect()
    }

    /// Whether rows are read day by day and put together here.
    #[must_use]
    pub fn is_by_day(&self) -> bool {
        self.grouping == Grouping::Day
    }

    fn stretches(&self) -> impl Iterator<Item = (RowIndex, &Row, Side, Stretch)> {
        self.rows.iter().enumerate().flat_map(|(index, row)| {
            Side::ALL.into_iter().filter_map(move |side| Some((index, row, side, row.stretch(side)?)))
        })
    }

    /// From the first to the last day that anything is summed from; none without rows.
    #[must_use]
    pub fn reach(&self) -> Option<Span> {
        let spans = self.stretches().flat_map(|(_, _, _, stretch)| {
            stretch.whole.into_iter().chain(stretch.part.map(|part| Span { from: part.date, to: part.date }))
        });
        spans.reduce(|a, b| Span { from: a.from.min(b.from), to: a.to.max(b.to) })
    }

    /// Whether some side of a row may hold a whole month, so that it pays to know which are folded.
    #[must_use]
    pub fn holds_months(&self) -> bool {
        !self.is_by_day() && self.rows.iter().any(|row| row.span.days() >= 28)
    }

    /// The reads that give every side's whole days. `folded` are months whose rows equal the sum of their days.
    #[must_use]
    pub fn segments(&self, folded: &HashSet<(LocationIndex, BusinessDate)>) -> Vec<Segment> {
        if self.is_by_day() {
            return self.days_by_location();
        }
        let mut segments = Vec::new();
        for (index, row, side, stretch) in self.stretches() {
            let Some(span) = stretch.whole else { continue };
            let of = |grain, span| Segment {
                probe: Plan::probe(index, side),
                location: row.location,
                grain,
                span,
            };
            let is_folded = |month| folded.contains(&(row.location, month));
            segments.extend(span::folded(span, is_folded).into_iter().map(|(grain, span)| of(grain, span)));
        }
        segments
    }

    /// Per location, the days that any side of any row needs, each once.
    fn days_by_location(&self) -> Vec<Segment> {
        let mut spans: Vec<(LocationIndex, Span)> = self
            .stretches()
            .filter_map(|(_, row, _, stretch)| Some((row.location, stretch.whole?)))
            .collect();
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
        let of = |(location, span)| Segment { probe: location, location, grain: Grain::Day, span };
        merged.into_iter().map(of).collect()
    }

    /// The parts of days that sides end with, each with all its probes.
    #[must_use]
    pub fn parts(&self) -> BTreeMap<(LocationIndex, Part), Vec<usize>> {
        let mut parts: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (index, row, side, stretch) in self.stretches() {
            if let Some(part) = stretch.part {
                parts.entry((row.location, part)).or_default().push(Plan::probe(index, side));
            }
        }
        parts
    }

    /// The rows and sides whose whole days hold this one.
    #[must_use]
    pub fn holders(&self, location: LocationIndex, date: BusinessDate) -> Vec<(RowIndex, Side)> {
        let holds = |index: RowIndex, side| {
            let stretch = self.rows.get(index).and_then(|row| row.stretch(side))?;
            stretch.whole.is_some_and(|span| span.holds(date)).then_some((index, side))
        };
        if self.is_by_day() {
            let back = [(Side::Own, 0), (Side::LastWeek, 7), (Side::LastYear, YEAR_BACK)];
            let at = |days| self.by_day.get(&(location, date.plus_days(days))).copied();
            return back.into_iter().filter_map(|(side, days)| holds(at(days)?, side)).collect();
        }
        let here = self.rows.iter().enumerate().filter(|(_, row)| row.location == location);
        here.flat_map(|(index, _)| Side::ALL.into_iter().filter_map(move |side| holds(index, side))).collect()
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
        let one = BTreeMap::from([("ny".parse().unwrap(), "America/New_York".parse().unwrap())]);
        plan(same_range(one, start, end, now).unwrap(), grouping, now).unwrap()
    }

    fn text(span: Span) -> String {
        format!("{}..{}", span.from, span.to)
    }

    fn whole(plan: &Plan, side: Side) -> Vec<String> {
        plan.rows.iter().filter_map(|row| row.stretch(side)?.whole).map(text).collect()
    }

    #[test]
    fn span_is_compared_with_whole_weeks_earlier() {
        let now = "2026-09-01T12:00:00Z";
        let day = plan_of("2026-07-18", "2026-07-18", Grouping::Day, now);
        assert_eq!(whole(&day, Side::LastWeek), ["2026-07-11..2026-07-11"]);
        assert_eq!(whole(&day, Side::LastYear), ["2025-07-19..2025-07-19"]);
        let ten = plan_of("2026-07-01", "2026-07-10", Grouping::None, now);
        assert_eq!(whole(&ten, Side::LastWeek), ["2026-06-17..2026-06-26"]);
        let year = plan_of("2025-01-01", "2025-12-31", Grouping::None, now);
        assert_eq!(whole(&year, Side::LastYear), ["2023-12-27..2024-12-25"], "364 days would overlap");
        let months = plan_of("2026-01-15", "2026-03-10", Grouping::Month, now);
        let rows = whole(&months, Side::Own);
        assert_eq!(rows, ["2026-01-15..2026-01-31", "2026-02-01..2026-02-28", "2026-03-01..2026-03-10"]);
    }

    #[test]
    fn running_day_is_compared_up_to_the_finished_quarter() {
        // 12:50 in New York: quarter 51 is running.
        let now = "2026-07-18T16:50:00Z";
        let plan = plan_of("2026-07-18", "2026-07-18", Grouping::Day, now);
        let part = |side| plan.rows[0].stretch(side).unwrap().part;
        let at = |day: &str| Some(Part { date: date(day), until: Quarter::at(51) });
        assert_eq!(part(Side::Own), None);
        assert_eq!(part(Side::Comparable), at("2026-07-18"));
        assert_eq!(part(Side::LastWeek), at("2026-07-11"));
        assert_eq!(part(Side::LastYear), at("2025-07-19"));
        assert_eq!(whole(&plan, Side::Own), ["2026-07-18..2026-07-18"]);
        assert!(whole(&plan, Side::LastWeek).is_empty());
        assert_eq!(plan.parts().len(), 3);

        let week = plan_of("2026-07-12", "2026-07-18", Grouping::None, now);
        assert_eq!(whole(&week, Side::Comparable), ["2026-07-12..2026-07-17"]);
        assert_eq!(whole(&week, Side::LastWeek), ["2026-07-05..2026-07-10"]);
    }

    #[test]
    fn cut_off_never_goes_back() {
        // The night of 2026-10-31, in which the hour of 1 AM comes twice.
        let until = |now: &str| {
            let plan = plan_of("2026-10-31", "2026-10-31", Grouping::Day, now);
            plan.rows[0].stretch(Side::Comparable).unwrap().part.unwrap().until.number()
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
            plan.rows[0].stretch(Side::Comparable).unwrap().part.unwrap().until.number()
        };
        assert_eq!((march("2026-03-08T06:59:00Z"), march("2026-03-08T07:01:00Z")), (103, 108));
    }

    #[test]
    fn days_are_read_once_for_all_sides() {
        let plan = plan_of("2026-07-10", "2026-07-18", Grouping::Day, "2026-09-01T12:00:00Z");
        let read: Vec<String> = plan.segments(&HashSet::new()).into_iter().map(|s| text(s.span)).collect();
        assert_eq!(read, ["2025-07-11..2025-07-19", "2026-07-03..2026-07-18"]);
        assert_eq!(plan.holders(0, date("2026-07-11")), [(1, Side::Own), (8, Side::LastWeek)]);
        assert_eq!(plan.holders(0, date("2025-07-11")), [(0, Side::LastYear)]);
        assert_eq!(plan.reach().map(text).unwrap(), "2025-07-11..2026-07-18");
    }

    #[test]
    fn folded_months_stand_for_their_days() {
        let plan = plan_of("2026-01-15", "2026-06-30", Grouping::None, "2026-09-01T12:00:00Z");
        let folded = ["2026-01-01", "2026-02-01", "2026-03-01", "2026-05-01"].map(|month| (0, date(month)));
        let own = plan.segments(&folded.into_iter().collect()).into_iter().filter(|s| s.probe == 0);
        let read: Vec<_> = own.map(|segment| (segment.grain, text(segment.span))).collect();
        let days = |span: &str| (Grain::Day, span.to_owned());
        let months = |span: &str| (Grain::Month, span.to_owned());
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
    fn too_many_rows_are_refused_by_name() {
        let now: Timestamp = "2026-07-18T16:00:00Z".parse().unwrap();
        let many: BTreeMap<PosId, Zone> =
            (0..20).map(|n| (format!("p{n}").parse().unwrap(), Zone::utc())).collect();
        let ranges = same_range(many, "2017-01-01", "2026-07-17", now).unwrap();
        assert_eq!(plan(ranges.clone(), Grouping::Day, now).unwrap_err().field.as_deref(), Some("endDate"));
        assert!(plan(ranges, Grouping::Month, now).is_ok());
    }
}
