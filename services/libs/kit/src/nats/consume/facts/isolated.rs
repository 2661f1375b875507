//! Locations that are worked in isolation: facts of one that cannot be worked delay no other location.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use saffron_core::PosId;

/// How long a location stays isolated after a fact of it could not be worked.
const REMEMBERED: Duration = Duration::from_secs(60);
/// The most locations that are isolated at once; further ones are worked with the others until there is room.
const MOST: usize = 4_096;
/// After a slow failure, isolated locations wait this many times as long as it took.
const REST: u32 = 10;
/// The longest such pause.
const LONGEST_REST: Duration = Duration::from_secs(60);
/// A failure that took less than this causes no pause.
const LONG: Duration = Duration::from_millis(100);

/// The isolated locations of one consumer.
#[derive(Default)]
pub(super) struct Isolated(Mutex<State>);

#[derive(Default)]
struct State {
    locations: BTreeMap<PosId, Instant>,
    resting_until: Option<Instant>,
}

impl Isolated {
    /// Whether this location is isolated.
    pub fn contains(&self, pos_id: &PosId) -> bool {
        self.state().locations.get(pos_id).is_some_and(|until| *until > Instant::now())
    }

    /// Isolates locations from now on.
    pub fn add<'a>(&self, pos_ids: impl IntoIterator<Item = &'a PosId>) {
        let now = Instant::now();
        let mut state = self.state();
        if state.locations.len() >= MOST {
            state.locations.retain(|_, until| *until > now);
        }
        for pos_id in pos_ids {
            if state.locations.len() < MOST || state.locations.contains_key(pos_id) {
                state.locations.insert(pos_id.clone(), now + REMEMBERED);
            }
        }
    }

    /// Ends the isolation of a location.
    pub fn remove(&self, pos_id: &PosId) {
        self.state().locations.remove(pos_id);
    }

    /// Notes a transient failure, and how long it took: isolated locations are then tried so seldom that the others have
    /// the time.
    pub fn record_transient_failure(&self, took: Duration) {
        if took >= LONG {
            self.state().resting_until = Some(Instant::now() + (took * REST).min(LONGEST_REST));
        }
    }

    /// Whether isolated locations have to wait, untried.
    pub fn are_backing_off(&self) -> bool {
        self.state().resting_until.is_some_and(|until| until > Instant::now())
    }

    fn state(&self) -> MutexGuard<'_, State> {
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
    fn a_location_is_isolated_until_it_is_removed() {
        let isolated = Isolated::default();
        isolated.add([&pos_id(1), &pos_id(2)]);
        assert!(
            isolated.contains(&pos_id(1)) && isolated.contains(&pos_id(2)) && !isolated.contains(&pos_id(3))
        );
        isolated.remove(&pos_id(1));
        assert!(!isolated.contains(&pos_id(1)) && isolated.contains(&pos_id(2)));
    }

    #[test]
    fn the_number_of_isolated_locations_is_bounded() {
        let isolated = Isolated::default();
        let all: Vec<PosId> = (0..2 * MOST).map(pos_id).collect();
        isolated.add(&all);
        assert_eq!(isolated.state().locations.len(), MOST);
        isolated.add([&all[0]]);
        assert!(isolated.contains(&all[0]) && !isolated.contains(&all[MOST]));
    }

    #[test]
    fn only_a_slow_failure_is_followed_by_a_pause() {
        let isolated = Isolated::default();
        isolated.record_transient_failure(LONG / 2);
        assert!(!isolated.are_backing_off());
        isolated.record_transient_failure(LONG * 100);
        assert!(isolated.are_backing_off());
    }
}
