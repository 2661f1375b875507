use jiff::{Timestamp, ToSpan as _};
use saffron_core::{Calendar, Error, Moment, PosTime};

/// The longest time ahead at which a mark may end.
const MAX_HOURS_AHEAD: i64 = 30 * 24;

/// Reads the end that an owner sets for a mark: wall time of the location, after `now`, 30 days ahead at most. Of a time that
/// occurs twice the earlier one is meant; a time that the clock skips is moved forward.
pub fn mark_end(text: &str, calendar: &Calendar, now: Timestamp) -> Result<Moment, Error> {
    let wrong = |why: String| Error::invalid("until", why);
    let time: PosTime = text.parse().map_err(|e| wrong(format!("{e}")))?;
    let end = calendar.resolve(time).map_err(|e| wrong(format!("{e}")))?;
    if end.at <= now {
        return Err(wrong("must be a time to come".into()));
    }
    let last = now.saturating_add(MAX_HOURS_AHEAD.hours()).unwrap_or(Timestamp::MAX);
    if end.at > last {
        return Err(wrong("must be at most 30 days ahead".into()));
    }
    Ok(end)
}

/// The begin of the location's next business day, at which a mark until opening ends.
#[must_use]
pub fn next_opening(calendar: &Calendar, now: Timestamp) -> Moment {
    let at = calendar.begin_of(calendar.today(now).plus_days(1));
    Moment { at, wall: calendar.wall(at) }
}

/// An owner's mark that an item is sold out, whatever the stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// When the mark ends by itself; none if only a person removes it.
    pub until: Option<Moment>,
}

impl Mark {
    /// Whether the mark is in force. It is not after its end, also before `end_marks` has removed it.
    #[must_use]
    pub fn is_active(&self, now: Timestamp) -> bool {
        self.until.is_none_or(|end| end.at > now)
    }

    /// The mark as a text for people.
    pub(super) fn text(&self) -> String {
        match self.until {
            None => "sold out".into(),
            Some(end) => format!("sold out until {}", end.wall.strftime("%Y-%m-%d %H:%M")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> Result<String, String> {
        let calendar: Calendar = "America/New_York".parse::<saffron_core::Zone>().unwrap().into();
        let now = "2026-10-31T20:00:00Z".parse().unwrap();
        mark_end(text, &calendar, now).map(|end| end.at.to_string()).map_err(|e| e.message)
    }

    #[test]
    fn mark_ends_at_a_wall_time_to_come() {
        assert_eq!(asked("2026-10-31T16:00:01"), Ok("2026-10-31T20:00:01Z".into()));
        assert_eq!(asked("2026-10-31T16:00:00"), Err("must be a time to come".into()));
        // 01:30 comes twice that night: the earlier one.
        assert_eq!(asked("2026-11-01T01:30:00"), Ok("2026-11-01T05:30:00Z".into()));
        assert!(asked("2026-11-30T14:59:00").is_ok());
        assert_eq!(asked("2026-11-30T15:00:01"), Err("must be at most 30 days ahead".into()));
        assert!(asked("tomorrow").is_err());
        assert!(asked("9999-12-31T23:59:59").is_err());
    }
}
