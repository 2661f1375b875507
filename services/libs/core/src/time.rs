//! Business dates, wall time and quarter hours: the only module that uses time zones.

mod calendar;
mod day_starts;

pub use calendar::Calendar;
pub use day_starts::{DayStart, DayStarts};

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use jiff::civil::{Date, DateTime};
use jiff::tz::{AmbiguousOffset, TimeZone};
use jiff::{SignedDuration, Timestamp};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

const SECONDS_OF_DAY: i64 = 86_400;

/// Why a text is not a time, a date or a zone.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum TimeError {
    /// Not a date.
    #[error("must be a date such as 2026-07-18")]
    Date,
    /// Not a time.
    #[error("must be a time such as 2026-07-18T12:59:30, or with an offset as 2026-07-18T12:59:30-04:00")]
    Time,
    /// Not an IANA zone.
    #[error("must be an IANA time zone such as America/New_York")]
    Zone,
    /// Before 1990 or after 2100.
    #[error("must lie between the years 1990 and 2100")]
    Range,
    /// Not a time at which a business day may begin.
    #[error("must be a quarter of an hour from 00:00 to 11:45, such as 06:00")]
    DayStart,
    /// One start of the day too many.
    #[error("was changed too often: set one start for all dates first")]
    DayStarts,
}

fn in_range(date: Date) -> Result<Date, TimeError> {
    if (1990..=2100).contains(&date.year()) { Ok(date) } else { Err(TimeError::Range) }
}

/// A trading day of a location. [`DayStarts`] tells when it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BusinessDate(Date);

impl BusinessDate {
    /// Before the dates of all facts.
    pub const EARLIEST: BusinessDate = BusinessDate(Date::constant(1989, 12, 31));

    /// From a calendar date.
    #[must_use]
    pub const fn from_date(date: Date) -> BusinessDate {
        BusinessDate(date)
    }

    /// The calendar date that the day is named after.
    #[must_use]
    pub const fn date(self) -> Date {
        self.0
    }

    /// This date moved by whole days; clamped to the ends of the calendar.
    #[must_use]
    pub fn plus_days(self, days: i64) -> BusinessDate {
        BusinessDate(self.0.saturating_add(SignedDuration::from_secs(days.saturating_mul(SECONDS_OF_DAY))))
    }

    /// Whole days from `earlier` to this date; negative if it is later.
    #[must_use]
    pub fn days_since(self, earlier: BusinessDate) -> i64 {
        i64::from(self.0.duration_since(earlier.0).as_hours() as i32 / 24)
    }

    /// The first day of this date's month.
    #[must_use]
    pub fn first_of_month(self) -> BusinessDate {
        BusinessDate(self.0.first_of_month())
    }
}

impl FromStr for BusinessDate {
    type Err = TimeError;
    /// Reads `YYYY-MM-DD`; a time part after `T` must be one, and is ignored.
    fn from_str(text: &str) -> Result<BusinessDate, TimeError> {
        let date = match text.split_once('T') {
            Some(_) => text.parse::<DateTime>().map(|at| at.date()).or_else(|_| {
                text.parse::<Timestamp>().and_then(|_| text.get(..10).unwrap_or_default().parse::<Date>())
            }),
            None => text.parse::<Date>(),
        };
        in_range(date.map_err(|_| TimeError::Date)?).map(BusinessDate)
    }
}

impl TryFrom<String> for BusinessDate {
    type Error = TimeError;
    fn try_from(text: String) -> Result<BusinessDate, TimeError> {
        text.parse()
    }
}

impl From<BusinessDate> for String {
    fn from(date: BusinessDate) -> String {
        date.to_string()
    }
}

impl JsonSchema for BusinessDate {
    fn schema_name() -> Cow<'static, str> {
        "BusinessDate".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date", "x-unit": "business date" })
    }
}

impl fmt::Display for BusinessDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A quarter hour of a business date: 0 is 00:00 to 00:15 of that calendar date, 112 is 04:00 the next
/// morning. Times outside 0 to 143 count in the nearest: a day may begin at 11:45.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuarterHour(u8);

impl QuarterHour {
    /// The last quarter of a business date.
    pub const LAST: u8 = 143;

    /// The quarter of a wall time on a business date.
    #[must_use]
    pub fn of(wall: DateTime, date: BusinessDate) -> QuarterHour {
        let seconds = wall.duration_since(date.0.to_datetime(jiff::civil::Time::midnight())).as_secs();
        QuarterHour::at(seconds.div_euclid(900))
    }

    /// Where a fact counts that was stamped before it was kept whether its date was brought: then 127 was the last quarter, and a
    /// correction takes away exactly what the fact added.
    #[must_use]
    pub fn of_stamp(self, date_brought: Option<bool>) -> QuarterHour {
        if date_brought.is_none() { QuarterHour(self.0.min(127)) } else { self }
    }

    /// The quarter with this number, or the nearest one that exists.
    #[must_use]
    pub fn at(number: i64) -> QuarterHour {
        QuarterHour(number.clamp(0, i64::from(QuarterHour::LAST)) as u8)
    }

    /// Its number, 0 to 143.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The local hour it lies in, counted from 00:00 of the business date, 0 to 35.
    #[must_use]
    pub const fn hour(self) -> u8 {
        self.0 / 4
    }
}

/// The time zone of a location, an IANA name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Zone(TimeZone);

impl Zone {
    /// UTC.
    #[must_use]
    pub fn utc() -> Zone {
        Zone(TimeZone::UTC)
    }

    /// Its IANA name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }

    /// The wall time at this moment.
    #[must_use]
    pub fn wall(&self, at: Timestamp) -> DateTime {
        self.0.to_datetime(at)
    }

    /// The first moment at which the clock shows this wall time or, where it is skipped, a later one, UTC; clamped to the ends of
    /// time.
    #[must_use]
    pub fn first_at(&self, wall: DateTime) -> Timestamp {
        let end = if wall.year() < 0 { Timestamp::MIN } else { Timestamp::MAX };
        let found = self.0.to_ambiguous_timestamp(wall);
        let change = match found.offset() {
            AmbiguousOffset::Gap { after, .. } => after.to_timestamp(wall).ok(),
            AmbiguousOffset::Unambiguous { .. } | AmbiguousOffset::Fold { .. } => None,
        };
        let change = change.and_then(|before| self.0.following(before).next());
        change.map_or_else(|| found.compatible().unwrap_or(end), |change| change.timestamp())
    }

    /// The changes of the clock after a moment, up to another: when, and what it shows from then on.
    #[must_use]
    pub fn clock_changes(&self, after: Timestamp, to: Timestamp) -> Vec<Moment> {
        let changes = self.0.following(after).map(|change| change.timestamp()).take_while(|at| *at <= to);
        changes
            .filter(|at| self.wall_before(*at) != self.wall(*at))
            .map(|at| Moment { at, wall: self.wall(at) })
            .collect()
    }

    /// The latest wall time that the clock has shown up to this moment: later than what it shows while an hour comes a second
    /// time.
    #[must_use]
    pub fn latest_wall(&self, now: Timestamp) -> DateTime {
        let after = now.saturating_add(SignedDuration::from_nanos(1)).unwrap_or(now);
        let before = self.0.preceding(after).next().map(|change| self.wall_before(change.timestamp()));
        before.map_or(self.wall(now), |before| before.max(self.wall(now)))
    }

    /// What the clock would show at this moment had it not been changed then.
    fn wall_before(&self, at: Timestamp) -> DateTime {
        let before = at.saturating_sub(SignedDuration::from_nanos(1)).unwrap_or(at);
        self.0.to_offset(before).to_datetime(at)
    }

    /// The moment of a time that a POS sent. A wall time that comes twice is the earlier one; one that the clock skips is
    /// moved forward.
    ///
    /// # Errors
    /// If it lies outside the years 1990 to 2100.
    pub fn resolve(&self, time: PosTime) -> Result<Moment, TimeError> {
        let at = match time {
            PosTime::At(at) => at,
            PosTime::Wall(wall) => {
                self.0.to_ambiguous_timestamp(wall).compatible().map_err(|_| TimeError::Range)?
            }
        };
        let wall = self.wall(at);
        in_range(wall.date())?;
        Ok(Moment { at, wall })
    }
}

impl FromStr for Zone {
    type Err = TimeError;
    fn from_str(text: &str) -> Result<Zone, TimeError> {
        let zone = TimeZone::get(text).map_err(|_| TimeError::Zone)?;
        if zone.iana_name().is_some() { Ok(Zone(zone)) } else { Err(TimeError::Zone) }
    }
}

impl TryFrom<String> for Zone {
    type Error = TimeError;
    fn try_from(text: String) -> Result<Zone, TimeError> {
        text.parse()
    }
}

impl From<Zone> for String {
    fn from(zone: Zone) -> String {
        zone.name().to_owned()
    }
}

/// A time as a POS writes it: with an offset, or as wall time of its location.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum PosTime {
    /// With an offset.
    At(Timestamp),
    /// Wall time.
    Wall(DateTime),
}

impl FromStr for PosTime {
    type Err = TimeError;
    fn from_str(text: &str) -> Result<PosTime, TimeError> {
        if let Ok(at) = text.parse::<Timestamp>() {
            return Ok(PosTime::At(at));
        }
        // A text with a zone in brackets is neither form.
        if text.len() > 32 || text.contains('[') {
            return Err(TimeError::Time);
        }
        text.parse::<DateTime>().map(PosTime::Wall).map_err(|_| TimeError::Time)
    }
}

impl TryFrom<String> for PosTime {
    type Error = TimeError;
    fn try_from(text: String) -> Result<PosTime, TimeError> {
        text.parse()
    }
}

/// One moment, in UTC and on the location's wall clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// UTC.
    pub at: Timestamp,
    /// Wall time of the location.
    pub wall: DateTime,
}

/// A moment in whole microseconds, as databases store it; smaller parts are dropped.
#[must_use]
pub fn in_micros(at: Timestamp) -> Timestamp {
    Timestamp::from_microsecond(at.as_microsecond()).unwrap_or(at)
}

/// A wall time as public answers carry it: `YYYY-MM-DDTHH:mm:ss`.
#[must_use]
pub fn public_time(wall: DateTime) -> String {
    wall.strftime("%Y-%m-%dT%H:%M:%S").to_string()
}

#[cfg(test)]
mod tests {
    use jiff::civil::{date, datetime};

    use super::*;

    fn new_york() -> Zone {
        "America/New_York".parse().unwrap()
    }

    #[test]
    fn quarters_count_from_midnight_of_the_business_date() {
        let day = BusinessDate(date(2026, 7, 18));
        let quarter = |d, h, m| QuarterHour::of(datetime(2026, 7, d, h, m, 0, 0), day).number();
        assert_eq!(quarter(18, 12, 59), 51);
        assert_eq!(quarter(19, 1, 0), 100);
        assert_eq!(quarter(19, 11, 45), 143);
        assert_eq!(quarter(19, 23, 0), 143);
        assert_eq!(quarter(17, 23, 0), 0);
    }

    #[test]
    fn the_clock_changes() {
        let zone = new_york();
        let at = |text: &str| zone.resolve(text.parse().unwrap()).unwrap();
        // 1:30 comes twice on 2026-11-01: the earlier is daylight saving time.
        assert_eq!(at("2026-11-01T01:30:00").at.to_string(), "2026-11-01T05:30:00Z");
        // 2:30 is skipped on 2026-03-08: moved forward.
        assert_eq!(at("2026-03-08T02:30:00").wall, datetime(2026, 3, 8, 3, 30, 0, 0));
        // The second 1:30, with an offset.
        assert_eq!(at("2026-11-01T01:30:00-05:00").wall, datetime(2026, 11, 1, 1, 30, 0, 0));
        assert_eq!(at("2026-11-01T08:30:00Z").wall, datetime(2026, 11, 1, 3, 30, 0, 0));
    }

    #[test]
    fn a_zone_knows_when_its_clock_is_changed() {
        let zone = new_york();
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let changes = |from, to| {
            let changes = zone.clock_changes(at(from), at(to)).into_iter();
            changes.map(|change| (change.at.to_string(), change.wall.to_string())).collect::<Vec<_>>()
        };
        let back = ("2026-11-01T06:00:00Z".to_owned(), "2026-11-01T01:00:00".to_owned());
        assert_eq!(changes("2026-10-31T12:00:00Z", "2026-11-01T12:00:00Z"), [back]);
        assert!(changes("2026-11-01T06:00:00Z", "2026-11-08T00:00:00Z").is_empty());
        assert_eq!(changes("2026-03-01T00:00:00Z", "2026-12-01T00:00:00Z").len(), 2);
        assert!(Zone::utc().clock_changes(at("2000-01-01T00:00:00Z"), at("2026-11-01T12:00:00Z")).is_empty());
    }

    #[test]
    fn the_latest_wall_time_never_goes_back() {
        let zone = new_york();
        let latest = |text: &str| zone.latest_wall(text.parse().unwrap());
        let hour = |hour, minute| datetime(2026, 11, 1, hour, minute, 0, 0);
        assert_eq!(latest("2026-11-01T05:59:00Z"), hour(1, 59));
        assert_eq!(latest("2026-11-01T06:00:00Z"), hour(2, 0));
        assert_eq!(latest("2026-11-01T06:59:00Z"), hour(2, 0));
        assert_eq!(latest("2026-11-01T07:01:00Z"), hour(2, 1));
        assert_eq!(latest("2026-03-08T07:00:00Z"), datetime(2026, 3, 8, 3, 0, 0, 0));
        assert_eq!(Zone::utc().latest_wall(Timestamp::UNIX_EPOCH), datetime(1970, 1, 1, 0, 0, 0, 0));
    }

    #[test]
    fn dates_ignore_a_time_part_and_refuse_the_rest() {
        let parse = |text: &str| text.parse::<BusinessDate>().map(|d| d.to_string());
        assert_eq!(parse("2026-07-18").unwrap(), "2026-07-18");
        assert_eq!(parse("2026-07-18T23:59:59").unwrap(), "2026-07-18");
        assert_eq!(parse("2026-07-18T23:59:59-04:00").unwrap(), "2026-07-18");
        assert_eq!(parse("2026-07-18T23:59:59.000Z").unwrap(), "2026-07-18");
        assert_eq!(parse("1815-06-18"), Err(TimeError::Range));
        for bad in ["", "yesterday", "2026-02-30", "2026-07-18Tnoon", "18.07.2026", "07/18/2026"] {
            assert_eq!(parse(bad), Err(TimeError::Date), "{bad}");
        }
    }

    #[test]
    fn days_are_counted_across_a_clock_change() {
        let a: BusinessDate = "2026-03-01".parse().unwrap();
        let b: BusinessDate = "2026-03-31".parse().unwrap();
        assert_eq!(b.days_since(a), 30);
        assert_eq!(a.plus_days(30), b);
        assert_eq!(a.days_since(b), -30);
    }
}
