use std::fmt;
use std::str::FromStr;

use jiff::ToSpan as _;
use jiff::civil::{DateTime, Time};
use serde::{Deserialize, Serialize};

use super::{BusinessDate, TimeError};

/// The time of the wall clock at which a business day begins: a quarter of an hour from 00:00 to 11:45.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DayStart(u8);

impl DayStart {
    /// 04:00, where nobody set another.
    pub const STANDARD: DayStart = DayStart(16);

    /// Whether a day with this start has begun at a time of its own date.
    fn has_begun(self, time: Time) -> bool {
        i32::from(time.hour()) * 4 + i32::from(time.minute()) / 15 >= i32::from(self.0)
    }

    /// When a business date begins with this start, wall time.
    fn of(self, date: BusinessDate) -> DateTime {
        date.date().to_datetime(Time::midnight()).saturating_add((i64::from(self.0) * 15).minutes())
    }
}

impl Default for DayStart {
    fn default() -> DayStart {
        DayStart::STANDARD
    }
}

impl FromStr for DayStart {
    type Err = TimeError;
    /// Reads `HH:MM`.
    fn from_str(text: &str) -> Result<DayStart, TimeError> {
        let number = |text: &str| {
            let is_two_digits = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
            if is_two_digits { text.parse::<u8>().ok() } else { None }
        };
        let parts = text.split_once(':').and_then(|(hour, minute)| Some((number(hour)?, number(minute)?)));
        match parts {
            Some((hour @ 0..=11, minute @ (0 | 15 | 30 | 45))) => Ok(DayStart(hour * 4 + minute / 15)),
            _ => Err(TimeError::DayStart),
        }
    }
}

impl TryFrom<String> for DayStart {
    type Error = TimeError;
    fn try_from(text: String) -> Result<DayStart, TimeError> {
        text.parse()
    }
}

impl From<DayStart> for String {
    fn from(start: DayStart) -> String {
        start.to_string()
    }
}

impl fmt::Display for DayStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 4, self.0 % 4 * 15)
    }
}

/// When the business days of a location begin, with the history: a date begins at the start that holds for it.
///
/// As text: the first start, each later one with its first date, and how often they were changed, such as
/// `04:00,2026-11-01=06:00;1`. Empty: 04:00, never changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DayStarts {
    first: DayStart,
    /// In order of their dates; neighbours differ.
    later: Vec<(BusinessDate, DayStart)>,
    revision: i64,
}

/// The most starts that a location may have had.
const MAX_STARTS: usize = 50;

impl DayStarts {
    /// One start for every date.
    #[must_use]
    pub const fn always(start: DayStart) -> DayStarts {
        DayStarts { first: start, later: Vec::new(), revision: 0 }
    }

    /// From their history.
    ///
    /// # Errors
    /// If its first entry has a date, another has none, or the dates are not in order.
    pub fn of(
        mut history: impl Iterator<Item = (Option<BusinessDate>, DayStart)>,
        revision: i64,
    ) -> Result<DayStarts, TimeError> {
        let Some((None, first)) = history.next() else { return Err(TimeError::DayStart) };
        let mut later: Vec<(BusinessDate, DayStart)> = Vec::new();
        for (from, start) in history {
            let from = from.filter(|from| later.last().is_none_or(|(before, _)| before < from));
            later.push((from.ok_or(TimeError::DayStart)?, start));
        }
        Ok(DayStarts { first, later, revision })
    }

    /// How often they were changed: of two stamps of one fact, that of the higher revision counts.
    #[must_use]
    pub const fn revision(&self) -> i64 {
        self.revision
    }

    /// The start that holds for a date.
    #[must_use]
    pub fn on(&self, date: BusinessDate) -> DayStart {
        let held = self.later.iter().rev().find(|(from, _)| *from <= date);
        held.map_or(self.first, |(_, start)| *start)
    }

    /// Each start with its first date; the first one has none.
    pub fn history(&self) -> impl Iterator<Item = (Option<BusinessDate>, DayStart)> {
        let later = self.later.iter().map(|(from, start)| (Some(*from), *start));
        std::iter::once((None, self.first)).chain(later)
    }

    /// The business date of a wall time: the last one that has begun.
    #[must_use]
    pub fn date_of(&self, wall: DateTime) -> BusinessDate {
        let date = BusinessDate::from_date(wall.date());
        if self.on(date).has_begun(wall.time()) { date } else { date.plus_days(-1) }
    }

    /// The date of a fact of this wall time that counts in `date` now: another one where the POS did not send it and the starts
    /// have changed. Of facts of versions that did not keep `is_brought`, a date was brought if it is not that of 04:00.
    #[must_use]
    pub fn restamped(
        &self,
        wall: DateTime,
        date: BusinessDate,
        is_brought: Option<bool>,
    ) -> Option<BusinessDate> {
        let is_brought = is_brought.unwrap_or_else(|| DayStarts::default().date_of(wall) != date);
        let restamped = self.date_of(wall);
        (!is_brought && restamped != date).then_some(restamped)
    }

    /// When a date begins, wall time.
    #[must_use]
    pub fn begin_of(&self, date: BusinessDate) -> DateTime {
        self.on(date).of(date)
    }

    /// The first date that begins otherwise than with `other`; none within: all dates before their first changes do. None: no
    /// date does.
    #[must_use]
    pub fn first_difference(&self, other: &DayStarts) -> Option<Option<BusinessDate>> {
        if self.first != other.first {
            return Some(None);
        }
        let mut dates: Vec<_> = self.later.iter().chain(&other.later).map(|(from, _)| *from).collect();
        dates.sort_unstable();
        dates.into_iter().find(|date| self.on(*date) != other.on(*date)).map(Some)
    }

    /// With another start from a date on; starts of later dates end with it. None: for every date.
    ///
    /// # Errors
    /// If they were changed too often.
    pub fn set(&self, from: Option<BusinessDate>, start: DayStart) -> Result<DayStarts, TimeError> {
        let revision = self.revision + 1;
        let Some(from) = from else { return Ok(DayStarts { revision, ..DayStarts::always(start) }) };
        let mut starts = DayStarts { revision, ..self.clone() };
        starts.later.retain(|(date, _)| *date < from);
        if starts.on(from) != start {
            starts.later.push((from, start));
        }
        if starts.later.len() < MAX_STARTS { Ok(starts) } else { Err(TimeError::DayStarts) }
    }
}

impl Default for DayStarts {
    fn default() -> DayStarts {
        DayStarts::always(DayStart::STANDARD)
    }
}

impl FromStr for DayStarts {
    type Err = TimeError;
    fn from_str(text: &str) -> Result<DayStarts, TimeError> {
        if text.is_empty() {
            return Ok(DayStarts::default());
        }
        let (starts, revision) = text.split_once(';').unwrap_or((text, "0"));
        let revision = revision.parse().map_err(|_| TimeError::DayStart)?;
        let entry = |entry: &str| match entry.split_once('=') {
            Some((from, start)) => Ok((Some(from.parse()?), start.parse()?)),
            None => Ok((None, entry.parse()?)),
        };
        let history: Vec<_> = starts.split(',').map(entry).collect::<Result<_, TimeError>>()?;
        DayStarts::of(history.into_iter(), revision)
    }
}

impl TryFrom<String> for DayStarts {
    type Error = TimeError;
    fn try_from(text: String) -> Result<DayStarts, TimeError> {
        text.parse()
    }
}

impl From<DayStarts> for String {
    fn from(starts: DayStarts) -> String {
        starts.to_string()
    }
}

impl fmt::Display for DayStarts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == DayStarts::default() {
            return Ok(());
        }
        self.first.fmt(f)?;
        for (from, start) in &self.later {
            write!(f, ",{from}={start}")?;
        }
        write!(f, ";{}", self.revision)
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::{date, datetime};
    use proptest::prelude::*;

    use super::*;

    fn day(text: &str) -> BusinessDate {
        text.parse().unwrap()
    }

    #[test]
    fn day_starts_at_quarters_of_an_hour_until_noon() {
        for (text, quarter) in [("00:00", 0), ("04:00", 16), ("06:15", 25), ("11:45", 47)] {
            assert_eq!(text.parse(), Ok(DayStart(quarter)));
            assert_eq!(DayStart(quarter).to_string(), text);
        }
        for bad in ["", "4:00", "04:10", "12:00", "24:00", "-1:00", "04:00:00", "04.00", "+4:00", "0４:00"] {
            assert_eq!(bad.parse::<DayStart>(), Err(TimeError::DayStart), "{bad}");
        }
    }

    #[test]
    fn standard_day_begins_at_four() {
        let starts = DayStarts::default();
        for (hour, minute, expected) in [(1, 0, "2026-07-18"), (3, 59, "2026-07-18"), (4, 0, "2026-07-19")] {
            let wall = datetime(2026, 7, 19, hour, minute, 0, 0);
            assert_eq!(starts.date_of(wall), day(expected));
        }
    }

    #[test]
    fn changed_start_holds_from_its_date() {
        let six = "06:00".parse().unwrap();
        let starts = DayStarts::default().set(Some(day("2026-07-10")), six).unwrap();
        let date_of = |d, h, m| starts.date_of(datetime(2026, 7, d, h, m, 0, 0)).to_string();
        assert_eq!(date_of(9, 4, 0), "2026-07-09");
        // The day before is two hours longer.
        assert_eq!(date_of(10, 5, 59), "2026-07-09");
        assert_eq!(date_of(10, 6, 0), "2026-07-10");
        // The other way round it is shorter.
        let back = starts.set(Some(day("2026-07-20")), DayStart::STANDARD).unwrap();
        assert_eq!(back.date_of(datetime(2026, 7, 20, 5, 0, 0, 0)), day("2026-07-20"));
        assert_eq!(back.history().count(), 3);
        // An earlier date ends what was set for later ones.
        let earlier = back.set(Some(day("2026-07-01")), six).unwrap();
        assert_eq!(earlier.history().collect::<Vec<_>>().len(), 2);
        assert_eq!((earlier.on(day("2026-08-01")), earlier.revision()), (six, 3));
        let always = earlier.set(None, six).unwrap();
        assert_eq!((always.history().count(), always.on(day("1999-01-01"))), (1, six));
    }

    #[test]
    fn brought_date_is_not_restamped() {
        let starts: DayStarts = "06:00;1".parse().unwrap();
        let wall = datetime(2026, 7, 19, 5, 0, 0, 0);
        let (day_18, day_19) = (day("2026-07-18"), day("2026-07-19"));
        assert_eq!(starts.restamped(wall, day_19, Some(false)), Some(day_18));
        assert_eq!(starts.restamped(wall, day_19, Some(true)), None);
        assert_eq!(starts.restamped(wall, day_18, Some(false)), None);
        // Facts of before: 04:00 gives the 19th.
        assert_eq!(starts.restamped(wall, day_19, None), Some(day_18));
        assert_eq!(starts.restamped(wall, day("2026-07-17"), None), None);
    }

    #[test]
    fn same_start_adds_nothing_to_the_history() {
        let again = DayStarts::default().set(Some(day("2026-07-10")), DayStart::STANDARD).unwrap();
        assert_eq!((again.history().count(), again.revision()), (1, 1));
    }

    #[test]
    fn first_difference_of_two_histories_is_found() {
        let first = |one: &str, two: &str| {
            let (one, two): (DayStarts, DayStarts) = (one.parse().unwrap(), two.parse().unwrap());
            assert_eq!(one.first_difference(&two), two.first_difference(&one));
            one.first_difference(&two).map(|from| from.map(|date| date.to_string()).unwrap_or_default())
        };
        assert_eq!(first("", ""), None);
        assert_eq!(first("04:00;3", "04:00;4"), None);
        assert_eq!(first("", "06:00;1").as_deref(), Some(""));
        assert_eq!(first("", "04:00,2026-11-01=06:00;1").as_deref(), Some("2026-11-01"));
        let (one, two) = ("04:00,2026-11-01=06:00;1", "04:00,2026-11-01=06:00,2026-12-01=05:00;2");
        assert_eq!(first(one, two).as_deref(), Some("2026-12-01"));
    }

    #[test]
    fn too_many_starts_are_refused() {
        let mut starts = DayStarts::default();
        for number in 0.. {
            let start = if number % 2 == 0 { "06:00" } else { "05:00" };
            match starts.set(Some(day("2026-01-01").plus_days(number)), start.parse().unwrap()) {
                Ok(next) => starts = next,
                Err(error) => {
                    assert_eq!((error, number), (TimeError::DayStarts, 49));
                    break;
                }
            }
        }
    }

    #[test]
    fn malformed_text_is_refused() {
        for bad in [";", "04:00;x", "04:00,06:00", "04:00,2026-01-02=06:00,2026-01-01=05:00;2", "4;1"] {
            assert!(bad.parse::<DayStarts>().is_err(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn every_moment_lies_in_one_day(
            sets in prop::collection::vec((prop::option::of(0_i64..60), 0_u8..48), 0..6),
            minutes in 0_i64..100_000,
        ) {
            let mut starts = DayStarts::default();
            for (from, quarter) in sets {
                let from = from.map(|days| day("2026-01-01").plus_days(days));
                starts = starts.set(from, DayStart(quarter)).unwrap();
            }
            let wall = date(2025, 12, 20).at(0, 0, 0, 0).saturating_add(minutes.minutes());
            let found = starts.date_of(wall);
            prop_assert!(starts.begin_of(found) <= wall && wall < starts.begin_of(found.plus_days(1)));
            prop_assert_eq!(starts.to_string().parse::<DayStarts>().unwrap(), starts);
        }
    }
}
