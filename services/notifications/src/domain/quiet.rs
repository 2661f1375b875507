//! Quiet hours: pushes wait until they end, the inbox does not.

use jiff::civil::{DateTime, Time};
use jiff::{Timestamp, ToSpan as _};
use saffron_core::{Error, PosTime, Zone};

/// Hours of a location's clock in which devices show nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuietHours {
    pub enabled: bool,
    /// When they begin, minutes of the day, wall time.
    pub from: i16,
    /// When they end, minutes of the day, wall time; at or before the beginning: on the next day.
    pub until: i16,
}

impl Default for QuietHours {
    fn default() -> QuietHours {
        QuietHours { enabled: true, from: 22 * 60, until: 8 * 60 }
    }
}

impl QuietHours {
    /// Reads times of the form HH:MM.
    pub fn parse(enabled: bool, from: &str, until: &str) -> Result<QuietHours, Error> {
        let time = |field: &str, text: &str| {
            parse_time(text)
                .ok_or_else(|| Error::invalid(format!("quietHours.{field}"), "must be a time such as 22:00"))
        };
        let (from, until) = (time("from", from)?, time("until", until)?);
        if enabled && from == until {
            return Err(Error::invalid("quietHours.until", "must not be the time at which they begin"));
        }
        Ok(QuietHours { enabled, from, until })
    }

    /// When a push may be sent; none: now.
    #[must_use]
    pub fn end(self, zone: &Zone, now: Timestamp) -> Option<Timestamp> {
        let wall = zone.wall(now);
        let (minute, is_over_night) = (minutes(wall.time()), self.until <= self.from);
        let is_quiet = match is_over_night {
            true => minute >= self.from || minute < self.until,
            false => minute >= self.from && minute < self.until,
        };
        if !self.enabled || !is_quiet {
            return None;
        }
        let date = if minute < self.until { wall.date() } else { wall.date().tomorrow().ok()? };
        let end = DateTime::from_parts(date, Time::midnight()).checked_add(self.until.minutes()).ok()?;
        let end = zone.resolve(PosTime::Wall(end)).ok()?.at;
        // A clock that is set back may show the end twice: the first one has passed then.
        (end > now).then_some(end)
    }
}

/// The minutes of HH:MM, 00:00 to 23:59.
fn parse_time(text: &str) -> Option<i16> {
    let is_time = text.len() == 5 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
    is_time.then(|| Time::strptime("%H:%M", text).ok().map(minutes)).flatten()
}

fn minutes(time: Time) -> i16 {
    i16::from(time.hour()) * 60 + i16::from(time.minute())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn end(quiet: QuietHours, now: &str) -> Option<String> {
        let zone = "America/New_York".parse().unwrap();
        quiet.end(&zone, now.parse().unwrap()).map(|at| at.to_string())
    }

    #[test]
    fn push_waits_until_the_morning() {
        let usual = QuietHours::default();
        // 21:59, 22:00, 03:00, 07:59 and 08:00 in New York.
        assert_eq!(end(usual, "2026-07-19T01:59:00Z"), None);
        assert_eq!(end(usual, "2026-07-19T02:00:00Z").as_deref(), Some("2026-07-19T12:00:00Z"));
        assert_eq!(end(usual, "2026-07-19T07:00:00Z").as_deref(), Some("2026-07-19T12:00:00Z"));
        assert_eq!(end(usual, "2026-07-19T11:59:59Z").as_deref(), Some("2026-07-19T12:00:00Z"));
        assert_eq!(end(usual, "2026-07-19T12:00:00Z"), None);
        assert_eq!(end(QuietHours { enabled: false, ..usual }, "2026-07-19T07:00:00Z"), None);
        // Clocks go forward at 02:00 on March 8.
        assert_eq!(end(usual, "2026-03-08T03:00:00Z").as_deref(), Some("2026-03-08T12:00:00Z"));
    }

    #[test]
    fn quiet_hours_may_lie_within_a_day() {
        let lunch = QuietHours::parse(true, "11:30", "14:00").unwrap();
        assert_eq!(end(lunch, "2026-07-18T15:29:00Z"), None);
        assert_eq!(end(lunch, "2026-07-18T15:30:00Z").as_deref(), Some("2026-07-18T18:00:00Z"));
        assert_eq!(end(lunch, "2026-07-18T18:00:00Z"), None);
    }

    #[test]
    fn times_are_refused_by_name() {
        let field =
            |from: &str, until: &str| QuietHours::parse(true, from, until).unwrap_err().field.unwrap();
        assert_eq!(field("24:00", "08:00"), "quietHours.from");
        assert_eq!(field("22:00", "8:00"), "quietHours.until");
        assert_eq!(field("22:00", "08:60"), "quietHours.until");
        assert_eq!(field("22:00", "22:00"), "quietHours.until");
        assert!(QuietHours::parse(false, "22:00", "22:00").is_ok());
    }

    proptest! {
        #[test]
        fn no_push_goes_out_in_quiet_hours(
            from in 0_i16..1440, length in 1_i16..1440, second in 1_767_225_600_i64..1_830_000_000
        ) {
            let quiet = QuietHours { enabled: true, from, until: (from + length) % 1440 };
            let zone: Zone = "America/New_York".parse().unwrap();
            let now = Timestamp::from_second(second).unwrap();
            let at = quiet.end(&zone, now).unwrap_or(now);
            prop_assert!(at >= now);
            prop_assert!(at.duration_since(now).as_hours() < 26);
            // But for the hour that a clock shows twice.
            if at > now {
                prop_assert!(quiet.end(&zone, at).is_none_or(|again| again.duration_since(at).as_hours() < 26));
                let (wall, until) = (minutes(zone.wall(at).time()), quiet.until);
                prop_assert!((0..=60).contains(&(wall - until)), "{wall} {until}");
            }
        }
    }
}
