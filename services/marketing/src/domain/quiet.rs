//! Quiet hours: no text is sent between 21:00 and 08:00 by the clocks of the number's area code.

mod areas;

use jiff::Timestamp;
use jiff::civil::Time;
use saffron_core::{PosTime, Zone};

use super::{Address, Channel};
use areas::zones_of;

/// The end of quiet hours, wall time.
const MORNING: Time = Time::constant(8, 0, 0, 0);
/// The beginning of quiet hours, wall time.
const EVENING: Time = Time::constant(21, 0, 0, 0);
/// The most mornings that are tried until it is day by all clocks of an area; two are enough for any area.
const ROUNDS: usize = 6;

/// The time zones of a US number of ten digits: those of the area code, or the location's for an unknown one.
fn clocks(phone: &str, location: &Zone) -> Vec<Zone> {
    let area = phone.get(..3).and_then(|area| area.parse().ok());
    let zones = area.and_then(zones_of).unwrap_or_default();
    let zones: Vec<Zone> = zones.iter().filter_map(|name| name.parse().ok()).collect();
    if zones.is_empty() { vec![location.clone()] } else { zones }
}

/// Until when an address gets no message; none: it may get one now. Emails have no quiet hours.
pub fn quiet_until(address: &Address, location: &Zone, now: Timestamp) -> Option<Timestamp> {
    if address.channel() == Channel::Email {
        return None;
    }
    let clocks = clocks(address.as_str(), location);
    let mut at = now;
    for _ in 0..ROUNDS {
        match clocks.iter().filter_map(|zone| morning_after(zone, at)).max() {
            None => break,
            Some(morning) => at = morning,
        }
    }
    (at > now).then_some(at)
}

/// The end of quiet hours in this time zone; none outside of them.
fn morning_after(zone: &Zone, at: Timestamp) -> Option<Timestamp> {
    let wall = zone.wall(at);
    let date = match wall.time() {
        time if time < MORNING => wall.date(),
        time if time >= EVENING => wall.date().tomorrow().ok()?,
        _ => return None,
    };
    zone.resolve(PosTime::Wall(date.to_datetime(MORNING))).ok().map(|moment| moment.at)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn quiet(area: &str, now: &str) -> Option<String> {
        let zone = "America/New_York".parse().unwrap();
        quiet_until(&Address::stored(&format!("{area}2345678")), &zone, at(now)).map(|at| at.to_string())
    }

    #[test]
    fn a_text_waits_until_the_morning_of_its_area() {
        // 19:30 in New York is 16:30 in Los Angeles.
        assert_eq!(quiet("212", "2026-07-18T23:30:00Z"), None);
        // 21:00 in New York.
        assert_eq!(quiet("212", "2026-07-19T01:00:00Z").as_deref(), Some("2026-07-19T12:00:00Z"));
        assert_eq!(quiet("213", "2026-07-19T01:00:00Z"), None);
        // 07:59 in New York.
        assert_eq!(quiet("212", "2026-07-19T11:59:00Z").as_deref(), Some("2026-07-19T12:00:00Z"));
        assert_eq!(quiet("212", "2026-07-19T12:00:00Z"), None);
        // 08:30 in New York is 07:30 in Chicago: an area with both clocks waits.
        assert_eq!(quiet("850", "2026-07-19T12:30:00Z").as_deref(), Some("2026-07-19T13:00:00Z"));
        // 21:30 in New York, 20:30 in Chicago.
        assert_eq!(quiet("850", "2026-07-19T01:30:00Z").as_deref(), Some("2026-07-19T13:00:00Z"));
        // Not known: the location's clock.
        assert_eq!(quiet("999", "2026-07-19T01:00:00Z").as_deref(), Some("2026-07-19T12:00:00Z"));
        assert_eq!(quiet("808", "2026-07-19T01:00:00Z"), None);
    }

    #[test]
    fn a_morning_follows_a_change_of_the_clock() {
        // 2026-03-08: clocks go forward at 02:00 in New York.
        assert_eq!(quiet("212", "2026-03-08T03:00:00Z").as_deref(), Some("2026-03-08T12:00:00Z"));
        assert_eq!(quiet("212", "2026-03-07T03:00:00Z").as_deref(), Some("2026-03-07T13:00:00Z"));
    }

    proptest! {
        #[test]
        fn a_text_is_sent_by_day_of_all_clocks_of_its_area(
            area in 200_u16..1000, second in 1_767_225_600_i64..1_830_000_000
        ) {
            let (zone, now) = ("America/Denver".parse().unwrap(), Timestamp::from_second(second).unwrap());
            let phone = format!("{area}2345678");
            let at = quiet_until(&Address::stored(&phone), &zone, now).unwrap_or(now);
            prop_assert!(at >= now);
            for clock in clocks(&phone, &zone) {
                let time = clock.wall(at).time();
                prop_assert!(time >= MORNING && time < EVENING, "{area} {time}");
            }
        }
    }
}
