//! Which locations are worked by themselves: what cannot be worked of one delays none of the others.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use saffron_core::PosId;

/// How long a location is worked by itself after something of it could not be worked.
const REMEMBERED: Duration = Duration::from_secs(60);
/// The most locations that are known at once; further ones are worked with the others until there is room.
const MOST: usize = 4_096;
/// After a try that took long and failed, locations whose node is away wait this many times as long.
const REST: u32 = 10;
/// The longest such pause.
const LONGEST_REST: Duration = Duration::from_secs(60);
/// A failure that is sooner there costs nothing.
const LONG: Duration = Duration::from_millis(100);

/// What one lane knows of its locations.
#[derive(Default)]
pub(super) struct Apart(Mutex<Known>);

#[derive(Default)]
struct Known {
    locations: BTreeMap<PosId, Instant>,
    resting_until: Option<Instant>,
}

impl Apart {
    /// Whether this one is worked by itself.
    pub fn holds(&self, pos_id: &PosId) -> bool {
        self.known().locations.get(pos_id).is_some_and(|until| *until > Instant::now())
    }

    /// Works these by themselves from now on.
    pub fn add<'a>(&self, pos_ids: impl IntoIterator<Item = &'a PosId>) {
        let now = Instant::now();
        let mut known = self.known();
        if known.locations.len() >= MOST {
            known.locations.retain(|_, until| *until > now);
        }
        for pos_id in pos_ids {
            if known.locations.len() < MOST || known.locations.contains_key(pos_id) {
                known.locations.insert(pos_id.clone(), now + REMEMBERED);
            }
        }
    }

    /// Works this one with the others again.
    pub fn remove(&self, pos_id: &PosId) {
        self.known().locations.remove(pos_id);
    }

    /// Notes a try that failed for now, and how long it took: while it goes on, locations that are apart are tried so seldom
    /// that the others have the time.
    pub fn failed_for_now(&self, took: Duration) {
        if took >= LONG {
            self.known().resting_until = Some(Instant::now() + (took * REST).min(LONGEST_REST));
        }
    }

    /// Whether locations that are apart wait untried.
    pub fn rests(&self) -> bool {
        self.known().resting_until.is_some_and(|until| until > Instant::now())
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pos_id(number: usize) -> PosId {
        format!("p{number}").parse().unwrap()
    }

    #[test]
    fn a_location_is_apart_until_it_was_worked() {
        let apart = Apart::default();
        apart.add([&pos_id(1), &pos_id(2)]);
        assert!(apart.holds(&pos_id(1)) && apart.holds(&pos_id(2)) && !apart.holds(&pos_id(3)));
        apart.remove(&pos_id(1));
        assert!(!apart.holds(&pos_id(1)) && apart.holds(&pos_id(2)));
    }

    #[test]
    fn the_number_of_known_locations_is_bounded() {
        let apart = Apart::default();
        let all: Vec<PosId> = (0..2 * MOST).map(pos_id).collect();
        apart.add(&all);
        assert_eq!(apart.known().locations.len(), MOST);
        apart.add([&all[0]]);
        assert!(apart.holds(&all[0]) && !apart.holds(&all[MOST]));
    }

    #[test]
    fn only_a_slow_failure_is_followed_by_a_rest() {
        let apart = Apart::default();
        apart.failed_for_now(LONG / 2);
        assert!(!apart.rests());
        apart.failed_for_now(LONG * 100);
        assert!(apart.rests());
    }
}
