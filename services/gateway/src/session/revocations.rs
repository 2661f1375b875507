//! Whether an answer of auth about a session or an ingest key may still be used.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use moka::sync::Cache;
use saffron_core::{PosId, Source, UserId};

/// How long ends and changes are remembered: longer than any older answer is cached.
const LIFETIME: Duration = Duration::from_secs(120);

/// The ends and changes of sessions and ingest keys. The one rule: an answer may be used if it was requested after
/// the last change that is known, and after the last moment at which a change may have been missed.
pub struct Revocations {
    ended: Cache<String, ()>,
    changed: Cache<UserId, Instant>,
    revoked_keys: Cache<(PosId, Source), Instant>,
    /// Since when no change was missed; none while PUSH is not read.
    complete_since: Mutex<Option<Instant>>,
}

/// Whether an answer about a session may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Validity {
    /// The answer may be used.
    Current,
    /// The session has to be requested again.
    Outdated,
    /// The session has ended.
    Ended,
}

impl Default for Revocations {
    fn default() -> Revocations {
        Revocations {
            ended: Cache::builder().time_to_live(LIFETIME).build(),
            changed: Cache::builder().time_to_live(LIFETIME).build(),
            revoked_keys: Cache::builder().time_to_live(LIFETIME).build(),
            complete_since: Mutex::default(),
        }
    }
}

impl Revocations {
    /// Notes whether PUSH is read.
    pub fn set_reading(&self, is_reading: bool) {
        *self.complete_since.lock().unwrap_or_else(PoisonError::into_inner) = is_reading.then(Instant::now);
    }

    /// Whether answers may be cached. While PUSH is not read, they may not.
    pub fn is_reading(&self) -> bool {
        self.complete_since().is_some()
    }

    fn complete_since(&self) -> Option<Instant> {
        *self.complete_since.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a session, by its handle, has ended.
    pub fn end(&self, handle: &str) {
        self.ended.insert(handle.to_owned(), ());
    }

    /// Notes that the locations of a person have changed.
    pub fn change(&self, user: UserId) {
        self.changed.insert(user, Instant::now());
    }

    /// Notes that an ingest key of a location was revoked or replaced.
    pub fn revoke_key(&self, pos_id: PosId, source: Source) {
        self.revoked_keys.insert((pos_id, source), Instant::now());
    }

    /// Applies the rule to an answer about an ingest key.
    pub fn is_key_current(&self, pos_id: &PosId, source: Source, asked_at: Instant) -> bool {
        let is_missed = self.complete_since().is_some_and(|since| asked_at < since);
        let revoked_at = self.revoked_keys.get(&(pos_id.clone(), source));
        !is_missed && revoked_at.is_none_or(|revoked_at| asked_at > revoked_at)
    }

    /// Applies the rule to an answer about this session of this person.
    pub fn validity(&self, handle: &str, user: UserId, asked_at: Instant) -> Validity {
        if self.ended.contains_key(handle) {
            return Validity::Ended;
        }
        let is_missed = self.complete_since().is_some_and(|since| asked_at < since);
        let is_changed = self.changed.get(&user).is_some_and(|changed_at| asked_at <= changed_at);
        if is_missed || is_changed { Validity::Outdated } else { Validity::Current }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USER: UserId = UserId(uuid::Uuid::from_u128(7));
    const TICK: Duration = Duration::from_nanos(1);

    #[test]
    fn change_outdates_answers_from_before_it_and_none_after() {
        let revocations = Revocations::default();
        let before = Instant::now();
        revocations.change(USER);
        let after = Instant::now() + TICK;
        assert_eq!(revocations.validity("s", USER, before), Validity::Outdated);
        assert_eq!(revocations.validity("s", USER, after), Validity::Current);
        let other = UserId(uuid::Uuid::from_u128(8));
        assert_eq!(revocations.validity("s", other, before), Validity::Current);
    }

    #[test]
    fn ended_session_stays_ended_whenever_auth_was_asked() {
        let revocations = Revocations::default();
        revocations.end("s");
        let later = Instant::now() + LIFETIME;
        assert_eq!(revocations.validity("s", USER, later), Validity::Ended);
        assert_eq!(revocations.validity("t", USER, later), Validity::Current);
    }

    #[test]
    fn gap_in_push_outdates_answers_from_before_its_end() {
        let revocations = Revocations::default();
        revocations.set_reading(true);
        let before = Instant::now();
        assert_eq!(revocations.validity("s", USER, before + TICK), Validity::Current);
        revocations.set_reading(false);
        assert!(!revocations.is_reading());
        revocations.set_reading(true);
        assert_eq!(revocations.validity("s", USER, before), Validity::Outdated);
        assert_eq!(revocations.validity("s", USER, Instant::now() + TICK), Validity::Current);
    }

    #[test]
    fn revoked_key_outdates_answers_from_before_it_alone() {
        let revocations = Revocations::default();
        let (pos_id, other): (PosId, PosId) = ("p1".parse().unwrap(), "p2".parse().unwrap());
        let before = Instant::now();
        revocations.revoke_key(pos_id.clone(), Source::Till);
        assert!(!revocations.is_key_current(&pos_id, Source::Till, before));
        assert!(revocations.is_key_current(&pos_id, Source::Till, Instant::now() + TICK));
        assert!(revocations.is_key_current(&other, Source::Till, before));
        assert!(revocations.is_key_current(&pos_id, Source::Key(uuid::Uuid::nil()), before));
        revocations.set_reading(true);
        assert!(!revocations.is_key_current(&other, Source::Till, before), "one may have been missed");
    }

    #[test]
    fn entries_are_dropped_once_no_answer_is_as_old() {
        let revocations = Revocations::default();
        assert_eq!(revocations.ended.policy().time_to_live(), Some(LIFETIME));
        assert_eq!(revocations.changed.policy().time_to_live(), Some(LIFETIME));
        assert_eq!(revocations.revoked_keys.policy().time_to_live(), Some(LIFETIME));
        assert_eq!(revocations.ended.policy().max_capacity(), None, "none is dropped before");
    }
}
