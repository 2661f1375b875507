use std::ops::Deref;

use jiff::Timestamp;
use jiff::civil::DateTime;

use super::{BusinessDate, DayStarts, Moment, PosTime, TimeError, Zone, in_range};

/// The calendar of a location: its time zone, and when its business days begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Calendar {
    zone: Zone,
    starts: DayStarts,
}

impl Calendar {
    /// Of a time zone and its days.
    #[must_use]
    pub const fn new(zone: Zone, starts: DayStarts) -> Calendar {
        Calendar { zone, starts }
    }

    /// UTC, with days that begin at 04:00.
    #[must_use]
    pub fn utc() -> Calendar {
        Zone::utc().into()
    }

    /// When its business days begin.
    #[must_use]
    pub const fn starts(&self) -> &DayStarts {
        &self.starts
    }

    /// The business date of a wall time.
    #[must_use]
    pub fn date_of(&self, wall: DateTime) -> BusinessDate {
        self.starts.date_of(wall)
    }

    /// The business date that is running at this moment.
    #[must_use]
    pub fn today(&self, now: Timestamp) -> BusinessDate {
        self.date_of(self.wall(now))
    }

    /// When a business date begins, UTC; clamped to the ends of the calendar.
    #[must_use]
    pub fn begin_of(&self, date: BusinessDate) -> Timestamp {
        self.zone.first_at(self.starts.begin_of(date))
    }

    /// The moment of a time that a POS sent, as [`Zone::resolve`].
    ///
    /// # Errors
    /// If it lies outside the years 1990 to 2100, or its business date does.
    pub fn resolve(&self, time: PosTime) -> Result<Moment, TimeError> {
        let moment = self.zone.resolve(time)?;
        in_range(self.date_of(moment.wall).date())?;
        Ok(moment)
    }
}

impl From<Zone> for Calendar {
    /// With days that begin at 04:00.
    fn from(zone: Zone) -> Calendar {
        Calendar::new(zone, DayStarts::default())
    }
}

impl Deref for Calendar {
    type Target = Zone;
    fn deref(&self) -> &Zone {
        &self.zone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new_york(starts: &str) -> Calendar {
        Calendar::new("America/New_York".parse().unwrap(), starts.parse().unwrap())
    }

    #[test]
    fn time_whose_business_date_is_out_of_range_is_refused() {
        let resolve = |text: &str| new_york("").resolve(text.parse().unwrap()).map(|moment| moment.wall);
        assert_eq!(resolve("1990-01-01T03:59:59"), Err(TimeError::Range));
        assert_eq!(resolve("1990-01-01T04:00:00").map(|wall| wall.hour()), Ok(4));
        assert_eq!(resolve("2101-01-01T00:00:00"), Err(TimeError::Range));
    }

    #[test]
    fn bar_at_five_is_still_in_its_night() {
        let bar = new_york("06:00;1");
        let date = |text: &str| bar.today(text.parse().unwrap()).to_string();
        assert_eq!(date("2026-07-19T05:59:59-04:00"), "2026-07-18");
        assert_eq!(date("2026-07-19T06:00:00-04:00"), "2026-07-19");
        assert_eq!(bar.begin_of("2026-07-19".parse().unwrap()).to_string(), "2026-07-19T10:00:00Z");
    }

    #[test]
    fn day_that_begins_in_a_skipped_hour_begins_after_it() {
        let calendar = new_york("02:30;1");
        let begin = calendar.begin_of("2026-03-08".parse().unwrap());
        assert_eq!(begin.to_string(), "2026-03-08T07:00:00Z");
        assert_eq!(calendar.today(begin).to_string(), "2026-03-08");
        assert_eq!(calendar.today(begin - jiff::SignedDuration::from_secs(1)).to_string(), "2026-03-07");
    }
}
