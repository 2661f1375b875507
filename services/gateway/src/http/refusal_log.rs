//! Which refusals are logged. A till with a fault repeats its request all day, and an attacker tries many: neither may fill
//! the log. Instead of a moka cache with a lifetime: it evicts entries when it is full, and evicted ones would be logged again.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::limits::network;

/// Refusals for the content, the size or the rate of requests.
const STATUSES: [u16; 4] = [400, 413, 415, 429];
/// Equal refusals within this time have one line.
const WINDOW: Duration = Duration::from_secs(60);
/// The most lines within that time.
const MAX_LINES: usize = 10_000;

/// The log line for a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// The refusal is logged: it is the first of its kind.
    Refusal,
    /// There are too many kinds: from here on none is logged until the window ends, which is logged itself.
    Overflow,
    /// The refusal is not logged.
    None,
}

/// The refusals of the running window.
pub struct RefusalLog(Mutex<Window>);

struct Window {
    since: Instant,
    kinds: HashSet<(IpAddr, u16, Box<str>)>,
}

impl Window {
    fn new(since: Instant) -> Window {
        Window { since, kinds: HashSet::new() }
    }
}

impl RefusalLog {
    /// An empty log.
    pub fn new(now: Instant) -> RefusalLog {
        RefusalLog(Mutex::new(Window::new(now)))
    }

    /// Notes an answer with this status to a client. Each network, route and status has one line in a window.
    pub fn note(&self, client: IpAddr, route: &str, status: u16, now: Instant) -> Line {
        if !STATUSES.contains(&status) {
            return Line::None;
        }
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if now.saturating_duration_since(window.since) >= WINDOW {
            *window = Window::new(now);
        }
        if window.kinds.len() > MAX_LINES || !window.kinds.insert((network(client), status, route.into())) {
            return Line::None;
        }
        if window.kinds.len() > MAX_LINES { Line::Overflow } else { Line::Refusal }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn each_network_route_and_status_has_one_line_a_minute() {
        let begun = Instant::now();
        let refusals = RefusalLog::new(begun);
        let note = |from: &str, route: &str, status, seconds| {
            refusals.note(address(from), route, status, begun + Duration::from_secs(seconds))
        };
        assert_eq!(note("203.0.113.7", "/login", 400, 0), Line::Refusal);
        assert_eq!(note("203.0.113.7", "/login", 400, 1), Line::None);
        assert_eq!(note("203.0.113.8", "/login", 400, 2), Line::Refusal, "another address");
        assert_eq!(note("203.0.113.7", "/signup", 400, 3), Line::Refusal, "another call");
        assert_eq!(note("2001:db8::1", "/login", 413, 4), Line::Refusal);
        assert_eq!(note("2001:db8::2", "/login", 413, 5), Line::None, "the same network");
        assert_eq!(note("2001:db8:0:1::2", "/login", 413, 5), Line::Refusal, "another network");
        for status in [413, 415, 429] {
            assert_eq!(note("203.0.113.7", "/login", status, 6), Line::Refusal, "{status}");
        }
        for status in [200, 304, 401, 403, 404, 500, 503] {
            assert_eq!(note("203.0.113.7", "/login", status, 7), Line::None, "{status}");
        }
        assert_eq!(note("203.0.113.7", "/login", 400, 59), Line::None);
        assert_eq!(note("203.0.113.7", "/login", 400, 60), Line::Refusal, "the next window");
        assert_eq!(note("203.0.113.7", "/login", 400, 119), Line::None);
    }

    #[test]
    fn overflow_is_logged_once_and_ends_with_the_minute() {
        let begun = Instant::now();
        let refusals = RefusalLog::new(begun);
        let at = |number: usize, seconds| {
            let from = IpAddr::from(u32::try_from(number).unwrap().to_be_bytes());
            refusals.note(from, "/login", 429, begun + Duration::from_secs(seconds))
        };
        assert!((0..MAX_LINES).all(|number| at(number, 1) == Line::Refusal));
        assert_eq!(at(MAX_LINES, 2), Line::Overflow);
        assert!((0..3 * MAX_LINES).all(|number| at(number, 3) == Line::None));
        assert_eq!(at(MAX_LINES, 60), Line::Refusal);
    }
}
