use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use saffron_core::UserId;

/// Longer than anything that was looked up before can live.
const KEPT: Duration = Duration::from_secs(120);

/// What ended and changed lately. It outlives every answer that was on its way when it happened, so that none
/// brings an ended session back.
#[derive(Default)]
pub struct Tombstones {
    ended: Mutex<Graves<String>>,
    changed: Mutex<Graves<UserId>>,
}

struct Graves<K> {
    at: HashMap<K, Instant>,
    swept: Option<Instant>,
}

impl<K> Default for Graves<K> {
    fn default() -> Graves<K> {
        Graves { at: HashMap::new(), swept: None }
    }
}

impl<K: Eq + Hash> Graves<K> {
    fn dig(&mut self, key: K, now: Instant) {
        if self.swept.is_none_or(|swept| now.duration_since(swept) > KEPT) {
            self.at.retain(|_, at| now.duration_since(*at) <= KEPT);
            self.swept = Some(now);
        }
        self.at.insert(key, now);
    }
}

impl Tombstones {
    /// A session, by its handle, has ended.
    pub fn end(&self, handle: &str) {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).dig(handle.to_owned(), Instant::now());
    }

    /// What a person may see has changed.
    pub fn change(&self, user: UserId) {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner).dig(user, Instant::now());
    }

    /// Whether a session has ended.
    #[must_use]
    pub fn has_ended(&self, handle: &str) -> bool {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).at.contains_key(handle)
    }

    /// Whether what a person may see has changed since this moment.
    #[must_use]
    pub fn has_changed_since(&self, user: UserId, since: Instant) -> bool {
        let changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        changed.at.get(&user).is_some_and(|at| *at >= since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_outlives_what_was_begun_before_it_and_nothing_after() {
        let tombstones = Tombstones::default();
        let user = UserId(uuid::Uuid::now_v7());
        let before = Instant::now();
        tombstones.change(user);
        let after = Instant::now() + Duration::from_nanos(1);
        assert!(tombstones.has_changed_since(user, before));
        assert!(!tombstones.has_changed_since(user, after));
    }

    #[test]
    fn old_graves_are_swept() {
        let mut graves = Graves::default();
        let start = Instant::now();
        graves.dig("a", start);
        graves.dig("b", start + KEPT * 2);
        assert_eq!(graves.at.keys().copied().collect::<Vec<_>>(), ["b"]);
    }
}
