//! Which refusals are written down. A till that is wrong repeats itself all day, and whoever looks for a way in tries many:
//! neither may fill a log.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::limits::network;

/// What is refused for what was sent, or how much and how often.
const STATUSES: [u16; 4] = [400, 413, 415, 429];
/// How long a line stands for all that are like it.
const WINDOW: Duration = Duration::from_secs(60);
/// Different ones within that time; further ones are not told apart.
const MOST: usize = 10_000;

/// What becomes of a refusal in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Note {
    /// It is the first of its kind, and has a line.
    First,
    /// There were so many kinds that this one, and those after it, have none; which has a line itself.
    Flood,
    /// It is passed over.
    None,
}

/// Those of the running minute.
pub struct Refusals(Mutex<Told>);

struct Told {
    since: Instant,
    kinds: HashSet<(IpAddr, u16, Box<str>)>,
    is_flood: bool,
}

impl Refusals {
    /// None yet.
    #[must_use]
    pub fn new(now: Instant) -> Refusals {
        Refusals(Mutex::new(Told { since: now, kinds: HashSet::new(), is_flood: false }))
    }

    /// Looks at an answer of this status, on this route, to somebody at this address. Each network, route and status has one
    /// line a minute.
    pub fn note(&self, from: IpAddr, route: &str, status: u16, now: Instant) -> Note {
        if !STATUSES.contains(&status) {
            return Note::None;
        }
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if now.saturating_duration_since(told.since) >= WINDOW {
            *told = Told { since: now, kinds: HashSet::new(), is_flood: false };
        }
        let kind = (network(from), status, route.into());
        if told.kinds.contains(&kind) || told.is_flood {
            return Note::None;
        }
        if told.kinds.len() == MOST {
            told.is_flood = true;
            return Note::Flood;
        }
        told.kinds.insert(kind);
        Note::First
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn each_network_route_and_status_is_told_once_a_minute() {
        let begun = Instant::now();
        let refusals = Refusals::new(begun);
        let note = |from: &str, route: &str, status, seconds| {
            refusals.note(address(from), route, status, begun + Duration::from_secs(seconds))
        };
        assert_eq!(note("203.0.113.7", "/login", 400, 0), Note::First);
        assert_eq!(note("203.0.113.7", "/login", 400, 1), Note::None);
        assert_eq!(note("203.0.113.8", "/login", 400, 2), Note::First, "another address");
        assert_eq!(note("203.0.113.7", "/signup", 400, 3), Note::First, "another call");
        assert_eq!(note("2001:db8::1", "/login", 413, 4), Note::First);
        assert_eq!(note("2001:db8::2", "/login", 413, 5), Note::None, "the same network");
        assert_eq!(note("2001:db8:0:1::2", "/login", 413, 5), Note::First, "another network");
        for status in [413, 415, 429] {
            assert_eq!(note("203.0.113.7", "/login", status, 6), Note::First, "{status}");
        }
        for status in [200, 304, 401, 403, 404, 500, 503] {
            assert_eq!(note("203.0.113.7", "/login", status, 7), Note::None, "{status}");
        }
        assert_eq!(note("203.0.113.7", "/login", 400, 59), Note::None);
        assert_eq!(note("203.0.113.7", "/login", 400, 60), Note::First, "it goes on");
        assert_eq!(note("203.0.113.7", "/login", 400, 119), Note::None);
    }

    #[test]
    fn a_flood_of_kinds_is_told_once_and_ends_with_the_minute() {
        let begun = Instant::now();
        let refusals = Refusals::new(begun);
        let at = |number: usize, seconds| {
            let from = IpAddr::from(u32::try_from(number).unwrap().to_be_bytes());
            refusals.note(from, "/login", 429, begun + Duration::from_secs(seconds))
        };
        assert!((0..MOST).all(|number| at(number, 1) == Note::First));
        assert_eq!(at(MOST, 2), Note::Flood);
        assert!((0..3 * MOST).all(|number| at(number, 3) == Note::None));
        assert_eq!(at(MOST, 60), Note::First);
    }
}
