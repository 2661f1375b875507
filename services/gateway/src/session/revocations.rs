//! Whether an answer of auth about a session may still be used.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use moka::sync::Cache;
use saffron_core::UserId;

/// Longer than the lifetime of any answer from before.
const KEPT: Duration = Duration::from_secs(120);

/// What is known about the end and the change of sessions. The one rule: an answer may be used if auth was asked for it after
/// the last change that is known, and after the last moment at which a change may have been missed.
pub struct Revocations {
    ended: Cache<String, ()>,
    changed: Cache<UserId, Instant>,
    /// Since when no change was missed; none while PUSH is not read.
    complete_since: Mutex<Option<Instant>>,
}

/// What an answer about a session is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It may be used.
    Current,
    /// Auth has to be asked again.
    Outdated,
    /// The session has ended.
    Ended,
}

impl Default for Revocations {
    fn default() -> Revocations {
        Revocations {
            ended: Cache::builder().time_to_live(KEPT).build(),
            changed: Cache::builder().time_to_live(KEPT).build(),
            complete_since: Mutex::default(),
        }
    }
}

impl Revocations {
    /// PUSH is read from now on, or not any more.
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

    /// A session, by its handle, has ended.
    pub fn end(&self, handle: &str) {
        self.ended.insert(handle.to_owned(), ());
    }

    /// The locations of a person have changed.
    pub fn change(&self, user: UserId) {
        self.changed.insert(user, Instant::now());
    }

    /// The rule, for an answer about this session of this person.
    pub fn standing(&self, handle: &str, user: UserId, asked_at: Instant) -> Standing {
        if self.ended.contains_key(handle) {
            return Standing::Ended;
        }
        let is_missed = self.complete_since().is_some_and(|since| asked_at < since);
        let is_changed = self.changed.get(&user).is_some_and(|changed_at| asked_at <= changed_at);
        if is_missed || is_changed { Standing::Outdated } else { Standing::Current }
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
        assert_eq!(revocations.standing("s", USER, before), Standing::Outdated);
        assert_eq!(revocations.standing("s", USER, after), Standing::Current);
        let other = UserId(uuid::Uuid::from_u128(8));
        assert_eq!(revocations.standing("s", other, before), Standing::Current);
    }

    #[test]
    fn ended_session_stays_ended_whenever_auth_was_asked() {
        let revocations = Revocations::default();
        revocations.end("s");
        let later = Instant::now() + KEPT;
        assert_eq!(revocations.standing("s", USER, later), Standing::Ended);
        assert_eq!(revocations.standing("t", USER, later), Standing::Current);
    }

    #[test]
    fn gap_in_push_outdates_answers_from_before_its_end() {
        let revocations = Revocations::default();
        revocations.set_reading(true);
        let before = Instant::now();
        assert_eq!(revocations.standing("s", USER, before + TICK), Standing::Current);
        revocations.set_reading(false);
        assert!(!revocations.is_reading());
        revocations.set_reading(true);
        assert_eq!(revocations.standing("s", USER, before), Standing::Outdated);
        assert_eq!(revocations.standing("s", USER, Instant::now() + TICK), Standing::Current);
    }

    #[test]
    fn entries_are_dropped_once_no_answer_is_as_old() {
        let revocations = Revocations::default();
        assert_eq!(revocations.ended.policy().time_to_live(), Some(KEPT));
        assert_eq!(revocations.changed.policy().time_to_live(), Some(KEPT));
        assert_eq!(revocations.ended.policy().max_capacity(), None, "none is dropped before");
    }
}
