//! Dates and times as exports write them. Whether `3/4/2026` is March or April is never guessed.
//!
//! | a cell | is read |
//! |---|---|
//! | `2026-11-18` `20261118` `18 Nov 2026` `Nov 18, 2026` `2026年11月18日` | alike in every order of year, month and day |
//! | `18/11/2026` `18.11.26` `18 11 2026` `181126` `18112026` | in the order that was decided |
//! | `1795023120` `1795023120000` | as seconds or milliseconds of Unix, UTC, if the column is one of them |
//! | `46344.5` | as a day of a sheet (1 is 1900-01-01) and its part, wall time, if the column is one |
//!
//! `-`, `/`, `.` and spaces separate, and may have spaces around them. Months and days of the week are names in the
//! languages of `names`; `18-Nov-26` is always the 18th. Years of two digits: 70 to 99 are 1970 to 1999. Years lie between
//! 1990 and 2100; 1899-12-30, 1899-12-31, 1900-01-01, 1904-01-01, 1970-01-01 and 0001-01-01 are what programs write for no
//! date. Times are `17:32`, `17:32:05.123`, `5:18 PM`, `5:18p`, `5.18 p. m.`, `17h32`, `17.32`, `17:32 Uhr`, `173205` after a
//! date, `午後5時18分`, `24:10` (the night after). Fractions of a second are dropped.
//!
//! The verdict of a column ([`DateEvidence::verdict`]):
//!
//! | forms that read every cell which any form reads, or all but one in 500 beside one that does | verdict |
//! |---|---|
//! | none | mixed |
//! | one, or several that give the same dates; and the cells are no plain numbers (`20261118` is none) | decided |
//! | several, of which some put more than one in 500 cells after tomorrow, and one puts none there | those that put fewer there |
//! | several, of which one is year first with two digits and spreads the cells over years, another does not | the other |
//! | several, and the exporter's documentation names one | that one |
//! | one, and the cells are numbers: of sheets with parts of days, or of a column whose name says date or time | decided |
//! | else | candidates |
//!
//! Not read: a date without a year, a week or day of the year, other calendars (2569 of Thailand, R8 of Japan), names of
//! Croatian months, a span of time (`10:00-11:30`), days of a sheet that begin in 1904.

mod clock;
mod duration;
mod evidence;
mod lex;
mod names;
mod parts;
#[cfg(test)]
mod tests;
pub mod zone;

pub use duration::{DurationEvidence, Unit, read_duration};
pub use evidence::{Candidate, DateEvidence, Facts, Hints, Verdict};
use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::Offset;
pub use names::is_name;
use parts::{Day, Parts};
use saffron_core::{PosTime, Zone};
use serde::{Deserialize, Serialize};

use super::fold;

/// The order of a date's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Order {
    /// 2026-11-18
    YearMonthDay,
    /// 18/11/2026
    DayMonthYear,
    /// 11/18/2026
    MonthDayYear,
    /// 2026-18-11; considered only where some date cannot be year, month and day.
    YearDayMonth,
}

/// How the dates of a column are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DateForm {
    /// With year, month and day.
    Calendar(Order),
    /// Seconds since 1970, UTC.
    UnixSeconds,
    /// Milliseconds since 1970, UTC.
    UnixMillis,
    /// Days since the end of 1899, wall time.
    SheetDays,
}

impl DateForm {
    /// 2026-11-18, as cells of a sheet that are times are written.
    pub const ISO: DateForm = DateForm::Calendar(Order::YearMonthDay);

    /// Every form, the likelier ones first.
    pub const ALL: [DateForm; 7] = [
        DateForm::Calendar(Order::YearMonthDay),
        DateForm::Calendar(Order::DayMonthYear),
        DateForm::Calendar(Order::MonthDayYear),
        DateForm::Calendar(Order::YearDayMonth),
        DateForm::UnixSeconds,
        DateForm::UnixMillis,
        DateForm::SheetDays,
    ];
}

/// Why a text is not read as a date or a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// Other text, or a day that there is not.
    #[error("is not a date or a time")]
    Form,
    /// `18 Nov`
    #[error("is a date without a year")]
    NoYear,
    /// It is a date in another order, or a number among dates.
    #[error("is written in another form than the column")]
    OtherForm,
    /// Outside 1990 to 2100.
    #[error("lies outside the years 1990 to 2100")]
    Range,
    /// There is no date where one is needed.
    #[error("has no date")]
    NoDate,
    /// There is no time of day where one is needed.
    #[error("has no time of day")]
    NoTime,
    /// The column of dates and the one of times give different dates.
    #[error("gives another date than the column of dates")]
    TwoDates,
    /// The column of dates and the one of times give different times.
    #[error("gives another time than the column of dates")]
    TwoTimes,
    /// `IST`, `CST`: several zones have this abbreviation; or a zone is named without an offset, as in `(Eastern)`.
    #[error("names a time zone that is not known for sure")]
    Zone,
}

/// A time of day on the wall clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// To the second.
    pub time: Time,
    /// Whether it belongs to the night after: `24:10`.
    pub next_day: bool,
}

/// What a cell says about its time zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// `+02:00`, `Z`.
    Offset(Offset),
    /// `EST`, in upper case.
    Abbreviation(String),
}

/// What a cell says about when.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stamp {
    /// The date, if it has one.
    pub date: Option<Date>,
    /// The time of day, if it has one.
    pub clock: Option<Clock>,
    /// Its zone or offset, if it names one.
    pub place: Option<Place>,
}

/// Reads a cell of a column whose form is decided: a date, a date and a time, or a time. A cell that stands for nothing
/// (blank, `-`, `N/A`, `0000-00-00`) is `None`.
///
/// # Errors
/// What is not read, and why.
pub fn read(text: &str, form: DateForm) -> Result<Option<Stamp>, Why> {
    parts_of(text, false)?.map(|parts| stamp(&parts, form)).transpose()
}

/// As [`read`], of a column of times: `1732`, `17.32.05` and `0.730556` (a part of a day, if the form is of sheets) are times.
///
/// # Errors
/// What is not read, and why.
pub fn read_time(text: &str, form: DateForm) -> Result<Option<Stamp>, Why> {
    parts_of(text, true)?.map(|parts| stamp(&parts, form)).transpose()
}

fn parts_of(text: &str, is_time: bool) -> Result<Option<Parts>, Why> {
    let clean = fold::clean(text).ok_or(Why::Form)?;
    if fold::is_nothing(&clean)
        || ["0000-00-00", "00/00/0000", "00.00.0000"].iter().any(|zero| clean.starts_with(zero))
    {
        return Ok(None);
    }
    parts::parse(&clean, is_time).map(Some)
}

/// Dates that programs write where there is none.
const NO_DATES: [(i16, i8, i8); 6] =
    [(1899, 12, 30), (1899, 12, 31), (1900, 1, 1), (1904, 1, 1), (1970, 1, 1), (1, 1, 1)];
/// Years of trade.
const YEARS: std::ops::RangeInclusive<i16> = 1990..=2100;

fn in_range(date: Date) -> Result<Option<Date>, Why> {
    if YEARS.contains(&date.year()) {
        Ok(Some(date))
    } else if NO_DATES.contains(&(date.year(), date.month(), date.day())) {
        Ok(None)
    } else {
        Err(Why::Range)
    }
}

fn stamp(parts: &Parts, form: DateForm) -> Result<Stamp, Why> {
    let clock = parts.clock.as_ref().map(|raw| raw.clock);
    let place = parts.place.clone();
    match (&parts.day, form) {
        (None, DateForm::Calendar(_)) => Ok(Stamp { date: None, clock, place }),
        (Some(Day::Number(..)), DateForm::Calendar(_)) if clock.is_some() => {
            Ok(Stamp { date: None, clock, place })
        }
        (Some(Day::Number(whole, fraction)), _) => number(*whole, fraction, form),
        (Some(day), DateForm::Calendar(order)) => match day.in_order(order) {
            Some(date) => Ok(Stamp { date: in_range(date)?, clock, place }),
            None if DateForm::ALL.into_iter().any(|form| form_reads(day, form)) => Err(Why::OtherForm),
            None => Err(Why::Form),
        },
        _ => Err(Why::OtherForm),
    }
}

fn form_reads(day: &Day, form: DateForm) -> bool {
    matches!(form, DateForm::Calendar(order) if day.in_order(order).is_some())
}

/// A moment or a day that is written as a number.
fn number(whole: i64, fraction: &str, form: DateForm) -> Result<Stamp, Why> {
    let of_seconds = |seconds: i64| {
        let at = Timestamp::from_second(seconds).map_err(|_| Why::Range)?;
        let wall = Offset::UTC.to_datetime(at);
        let date = in_range(wall.date())?;
        let clock = Some(Clock { time: wall.time(), next_day: false });
        Ok(Stamp { date, clock, place: Some(Place::Offset(Offset::UTC)) })
    };
    match form {
        DateForm::UnixSeconds if (100_000_000..100_000_000_000).contains(&whole) => of_seconds(whole),
        DateForm::UnixMillis if whole >= 100_000_000_000 => of_seconds(whole.div_euclid(1000)),
        DateForm::SheetDays if whole < 100_000 => {
            let digits = fraction.get(..fraction.len().min(15)).unwrap_or_default();
            let part: i128 = if digits.is_empty() { 0 } else { digits.parse().map_err(|_| Why::Form)? };
            let unit = 10_i128.pow(digits.len() as u32);
            let seconds = (part * 86_400 * 2 + unit) / (unit * 2);
            let days = whole.checked_add(i64::from(seconds == 86_400)).ok_or(Why::Range)?;
            let seconds = i32::try_from(seconds % 86_400).map_err(|_| Why::Form)?;
            let time = resolve_seconds(seconds).ok_or(Why::Form)?;
            let clock = (!digits.is_empty() || whole == 0).then_some(Clock { time, next_day: false });
            if days == 0 {
                return Ok(Stamp { date: None, clock, place: None });
            }
            let first = Date::new(1899, 12, 30).map_err(|_| Why::Range)?;
            let hours = days.checked_mul(24).filter(|hours| *hours < 10_000_000).ok_or(Why::Range)?;
            let date = first.checked_add(jiff::SignedDuration::from_hours(hours)).map_err(|_| Why::Range)?;
            Ok(Stamp { date: in_range(date)?, clock, place: None })
        }
        _ => Err(Why::OtherForm),
    }
}

fn resolve_seconds(seconds: i32) -> Option<Time> {
    let part = |value: i32| i8::try_from(value).ok();
    Time::new(part(seconds / 3600)?, part(seconds / 60 % 60)?, part(seconds % 60)?, 0).ok()
}

impl Stamp {
    /// The wall time of its date and time; a time of the night after lies on the next date.
    #[must_use]
    pub fn wall(&self) -> Option<DateTime> {
        let (date, clock) = (self.date?, self.clock?);
        let date = if clock.next_day { date.tomorrow().ok()? } else { date };
        Some(date.to_datetime(clock.time))
    }

    /// The time as a POS would send it: with its offset, or as wall time where it names none. An abbreviation is understood if
    /// one zone in the world has it, or the location's zone has it on that day.
    ///
    /// # Errors
    /// If it has no date or time, or its zone is not known.
    pub fn pos_time(&self, location: &Zone) -> Result<PosTime, Why> {
        self.date.ok_or(Why::NoDate)?;
        let wall = self.wall().ok_or(Why::NoTime)?;
        let offset = match &self.place {
            None => return Ok(PosTime::Wall(wall)),
            Some(Place::Offset(offset)) => *offset,
            Some(Place::Abbreviation(name)) => zone::offset_of(name, wall, location).ok_or(Why::Zone)?,
        };
        offset.to_timestamp(wall).map(PosTime::At).map_err(|_| Why::Range)
    }

    /// This stamp of a column of dates with one of a column of times, which may repeat the date. Midnight in the column of
    /// dates is how programs write no time.
    ///
    /// # Errors
    /// If the two differ.
    pub fn with_time(self, time: Stamp) -> Result<Stamp, Why> {
        if let (Some(date), Some(other)) = (self.date, time.date)
            && date != other
        {
            return Err(Why::TwoDates);
        }
        let own = self.clock.filter(|clock| clock.time != Time::midnight() || clock.next_day);
        let clock = match (own, time.clock) {
            (Some(own), Some(other)) if own != other => return Err(Why::TwoTimes),
            (own, other) => other.or(own).or(self.clock),
        };
        Ok(Stamp { date: self.date.or(time.date), clock, place: time.place.or(self.place) })
    }
}
