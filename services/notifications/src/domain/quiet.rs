//! Quiet hours: pushes wait for their end, the inbox does not.

use jiff::Timestamp;
use jiff::civil::Time;
use saffron_core::{Error, PosTime, Zone};

/// Hours of a location's clock in which no device makes a noise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuietHours {
    /// Whether there are any.
    pub enabled: bool,
    /// When they begin, wall time.
    pub from: Time,
    /// When they end, wall time; at or before the beginning: on the next day.
    pub until: Time,
}

impl Default for QuietHours {
    fn default() -> QuietHours {
        QuietHours { enabled: true, from: Time::constant(22, 0, 0, 0), until: Time::constant(8, 0, 0, 0) }
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

    /// Minutes of the day at which they begin and end.
    #[must_use]
    pub fn minutes(self) -> (i16, i16) {
        let of = |time: Time| i16::from(time.hour()) * 60 + i16::from(time.minute());
        (of(self.from), of(self.until))
    }

    /// From minutes of the day.
    pub fn of_minutes(enabled: bool, from: i16, until: i16) -> Result<QuietHours, String> {
        let time = |minutes: i16| {
            let (hour, minute) = (i8::try_from(minutes.div_euclid(60)), i8::try_from(minutes.rem_euclid(60)));
            match (hour, minute) {
                (Ok(hour), Ok(minute)) => Time::new(hour, minute, 0, 0).map_err(|e| e.to_string()),
                _ => Err(format!("{minutes} is no minute of a day")),
            }
        };
        Ok(QuietHours { enabled, from: time(from)?, until: time(until)? })
    }

    /// When a push may go out; none: now.
    #[must_use]
    pub fn end(self, zone: &Zone, now: Timestamp) -> Option<Timestamp> {
        let wall = zone.wall(now);
        let (time, is_over_night) = (wall.time(), self.until <= self.from);
        let is_quiet = match is_over_night {
            true => time >= self.from || time < self.until,
            false => time >= self.from && time < self.until,
        };
        if !self.enabled || !is_quiet {
            return None;
        }
        let date = if time < self.until { wall.date() } else { wall.date().tomorrow().ok()? };
        let end = zone.resolve(PosTime::Wall(date.to_datetime(self.until))).ok()?.at;
        // A clock that goes back may show the end twice: the first has been then.
        (end > now).then_some(end)
    }
}

/// HH:MM, 00:00 to 23:59.
fn parse_time(text: &str) -> Option<Time> {
    let (hour, minute) = text.split_once(':')?;
    let number = |part: &str| {
        let is_digits = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        is_digits.then(|| part.parse::<i8>().ok()).flatten()
    };
    Time::new(number(hour)?, number(minute)?, 0, 0).ok()
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
    fn a_push_waits_until_the_morning() {
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
    fn hours_within_a_day() {
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
            let quiet = QuietHours::of_minutes(true, from, (from + length) % 1440).unwrap();
            let zone: Zone = "America/New_York".parse().unwrap();
            let now = Timestamp::from_second(second).unwrap();
            let at = quiet.end(&zone, now).unwrap_or(now);
            prop_assert!(at >= now);
            prop_assert!(at.duration_since(now).as_hours() < 26);
            // But for the hour that a clock shows twice.
            if at > now {
                prop_assert!(quiet.end(&zone, at).is_none_or(|again| again.duration_since(at).as_hours() < 26));
                let (wall, until) = (zone.wall(at).time(), quiet.until);
                let skipped = wall.duration_since(until).as_secs();
                prop_assert!((0..=3600).contains(&skipped), "{wall} {until}");
            }
        }
    }
}
