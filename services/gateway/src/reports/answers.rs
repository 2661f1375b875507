//! Cached reports. One is served only while every change of its locations since then is known
//! and affects none of its days.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use bytes::Bytes;
use jiff::Timestamp;
use moka::sync::Cache;
use saffron_core::event::ReportChanged;
use saffron_core::{BusinessDate, PosId};
use serde::de::IgnoredAny;

/// The size of the cache, bytes.
const CAPACITY: u64 = 64 * 1024 * 1024;
/// The largest cached answer, bytes: a larger one would evict too many others.
const MAX_ANSWER: usize = 4 * 1024 * 1024;
/// The memory of an answer beside its body, bytes.
const OVERHEAD: usize = 512;
/// Spans of changes that are kept for a location; older answers are not served.
const MAX_SPANS: usize = 16;
/// Locations whose changes are kept; with more, everything is dropped.
const MAX_LOCATIONS: usize = 200_000;

/// A change of a location's figures, from `report.changed`.
pub type Change = ReportChanged<IgnoredAny>;

/// The key of a cached answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key {
    /// The report's call.
    pub call: &'static str,
    /// Whether it is a CSV file.
    pub csv: bool,
    /// First and last day; none for today and the six days before.
    pub days: Option<(BusinessDate, BusinessDate)>,
    /// The number of the grouping in the contract.
    pub group_by: i32,
    /// The number of the comparison in the contract.
    pub compare_to: i32,
    /// The digest of the locations and time zones.
    pub locations: [u8; 32],
}

/// A cached answer, and how long it may be served.
pub struct CachedAnswer {
    /// The body.
    pub body: Bytes,
    /// The version of each location.
    pub versions: Vec<(PosId, i64)>,
    /// The days that its figures depend on; none: any.
    pub reach: Option<(BusinessDate, BusinessDate)>,
    /// When it expires, if it changes with the clock.
    pub until: Option<Timestamp>,
    /// The epoch when it was requested.
    pub epoch: u64,
}

/// A cached answer, and the number of changes up to which none affects it.
struct Kept {
    answer: CachedAnswer,
    unaffected: AtomicU64,
}

/// Changes of one location: the newest version of each span, oldest first.
#[derive(Default)]
struct Changes {
    spans: VecDeque<(i64, BusinessDate, BusinessDate)>,
    /// The spans of changes up to this version were dropped.
    dropped: i64,
}

impl Changes {
    /// Adds a change; the oldest of too many are dropped.
    fn push(&mut self, change: &Change) {
        match self.spans.back_mut() {
            Some((version, from, to)) if (*from, *to) == (change.from, change.to) => {
                *version = (*version).max(change.version);
            }
            _ => self.spans.push_back((change.version, change.from, change.to)),
        }
        if self.spans.len() > MAX_SPANS
            && let Some((version, _, _)) = self.spans.pop_front()
        {
            self.dropped = self.dropped.max(version);
        }
    }

    /// Whether changes after a version affect the days that an answer depends on.
    fn affect(&self, version: i64, reach: Option<(BusinessDate, BusinessDate)>) -> bool {
        let overlaps = |from, to| reach.is_none_or(|(first, last)| from <= last && first <= to);
        self.dropped > version
            || self.spans.iter().any(|(newest, from, to)| *newest > version && overlaps(*from, *to))
    }
}

#[derive(Default)]
struct State {
    /// Whether PUSH is read.
    is_reading: bool,
    /// Replicas of reports that send heartbeats.
    replicas: usize,
    /// Grows whenever a change may have been missed.
    epoch: u64,
    /// The number of changes that were received.
    received: u64,
    changes: HashMap<PosId, Changes>,
}

impl State {
    /// Whether every change is received.
    fn is_complete(&self) -> bool {
        self.is_reading && self.replicas > 0
    }

    /// Whether no change affects a kept answer. Each change is compared with it once.
    fn is_current(&self, kept: &Kept) -> bool {
        let Kept { answer, unaffected } = kept;
        if !self.is_complete() || self.epoch != answer.epoch {
            return false;
        }
        if unaffected.load(Ordering::Relaxed) == self.received {
            return true;
        }
        let is_current = answer.versions.iter().all(|(pos_id, version)| {
            self.changes.get(pos_id).is_none_or(|changes| !changes.affect(*version, answer.reach))
        });
        if is_current {
            unaffected.store(self.received, Ordering::Relaxed);
        }
        is_current
    }
}

/// Cached answers, and the changes since.
pub struct Answers {
    cache: Cache<Key, Arc<Kept>>,
    state: RwLock<State>,
}

impl Default for Answers {
    fn default() -> Answers {
        let weight = |_: &Key, kept: &Arc<Kept>| {
            let CachedAnswer { body, versions, .. } = &kept.answer;
            u32::try_from(body.len() + versions.len() * 32 + OVERHEAD).unwrap_or(u32::MAX)
        };
        let cache = Cache::builder().max_capacity(CAPACITY).weigher(weight).build();
        Answers { cache, state: RwLock::default() }
    }
}

impl Answers {
    /// Notes whether PUSH is read, and empties the cache.
    pub fn set_reading(&self, is_reading: bool) {
        self.clear(|state| state.is_reading = is_reading);
    }

    /// Notes the number of live replicas of reports, and empties the cache.
    pub fn set_replicas(&self, replicas: usize) {
        self.clear(|state| state.replicas = replicas);
    }

    /// Changes the state, and empties the cache.
    fn clear(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        state.epoch += 1;
        state.changes.clear();
        drop(state);
        self.cache.invalidate_all();
    }

    /// Notes that a location's figures changed.
    pub fn changed(&self, change: &Change) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        state.received += 1;
        if let Some(changes) = state.changes.get_mut(&change.pos_id) {
            changes.push(change);
            return;
        }
        if state.changes.len() >= MAX_LOCATIONS {
            drop(state);
            self.clear(|_| ());
            state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        }
        state.changes.entry(change.pos_id.clone()).or_default().push(change);
    }

    /// The epoch of an answer that is about to be requested; none while changes may be missed.
    pub fn epoch(&self) -> Option<u64> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        state.is_complete().then_some(state.epoch)
    }

    /// The cached answer, if it may still be served.
    pub fn get(&self, key: &Key, now: Timestamp) -> Option<Bytes> {
        let kept = self.cache.get(key)?;
        if kept.answer.until.is_some_and(|until| now >= until) {
            return None;
        }
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        state.is_current(&kept).then(|| kept.answer.body.clone())
    }

    /// Caches an answer.
    pub fn insert(&self, key: Key, answer: CachedAnswer) {
        if answer.body.len() <= MAX_ANSWER {
            // Not yet compared with any change.
            let unaffected = AtomicU64::new(u64::MAX);
            self.cache.insert(key, Arc::new(Kept { answer, unaffected }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> BusinessDate {
        text.parse().unwrap()
    }

    fn change(pos_id: &str, version: i64, from: &str, to: &str) -> Change {
        let to = date(to);
        ReportChanged {
            pos_id: pos_id.parse().unwrap(),
            version,
            business_date: to,
            from: date(from),
            to,
            totals: IgnoredAny,
        }
    }

    fn key() -> Key {
        Key { call: "x", csv: false, days: None, group_by: 0, compare_to: 0, locations: [0; 32] }
    }

    fn now() -> Timestamp {
        "2026-07-18T16:00:30Z".parse().unwrap()
    }

    fn insert(answers: &Answers, versions: &[(&str, i64)], reach: (&str, &str)) {
        let answer = CachedAnswer {
            body: Bytes::from_static(b"x"),
            versions: versions.iter().map(|(pos_id, version)| (pos_id.parse().unwrap(), *version)).collect(),
            reach: Some((date(reach.0), date(reach.1))),
            until: None,
            epoch: answers.epoch().unwrap_or_default(),
        };
        answers.insert(key(), answer);
    }

    fn complete() -> Answers {
        let answers = Answers::default();
        answers.set_reading(true);
        answers.set_replicas(1);
        answers
    }

    #[test]
    fn answer_is_served_until_one_of_its_days_changes() {
        let answers = complete();
        answers.changed(&change("p1", 4, "2026-07-10", "2026-07-10"));
        insert(&answers, &[("p1", 4), ("p2", 9)], ("2026-07-01", "2026-07-17"));
        assert!(answers.get(&key(), now()).is_some());
        answers.changed(&change("p1", 5, "2026-07-18", "2026-07-18"));
        answers.changed(&change("p3", 1, "2026-07-10", "2026-07-10"));
        assert!(answers.get(&key(), now()).is_some(), "other days, another location");
        answers.changed(&change("p2", 10, "2026-07-17", "2026-07-18"));
        assert!(answers.get(&key(), now()).is_none());
    }

    #[test]
    fn answer_older_than_a_known_change_is_not_served() {
        let answers = complete();
        let epoch = answers.epoch().unwrap();
        answers.changed(&change("p1", 5, "2026-07-10", "2026-07-10"));
        insert(&answers, &[("p1", 4)], ("2026-07-10", "2026-07-10"));
        assert!(answers.get(&key(), now()).is_none());
        answers.set_replicas(2);
        let answer =
            CachedAnswer { body: Bytes::new(), versions: Vec::new(), reach: None, until: None, epoch };
        answers.insert(key(), answer);
        assert!(answers.get(&key(), now()).is_none(), "something may have been missed since");
    }

    #[test]
    fn no_answer_is_served_while_changes_may_be_missed() {
        let answers = complete();
        insert(&answers, &[("p1", 1)], ("2026-07-10", "2026-07-10"));
        answers.set_replicas(0);
        assert!(answers.get(&key(), now()).is_none() && answers.epoch().is_none());
        answers.set_replicas(1);
        answers.set_reading(false);
        assert!(answers.epoch().is_none());
    }

    #[test]
    fn answer_is_not_served_after_too_many_changes() {
        let answers = complete();
        insert(&answers, &[("p1", 1)], ("2025-01-01", "2025-01-01"));
        for n in 2..40 {
            let day = if n % 2 == 0 { "2026-07-10" } else { "2026-07-11" };
            answers.changed(&change("p1", n, day, day));
        }
        assert!(answers.get(&key(), now()).is_none());
    }

    #[test]
    fn answer_that_changes_with_the_clock_expires() {
        let answers = complete();
        let until = Some("2026-07-18T16:01:00Z".parse().unwrap());
        let epoch = answers.epoch().unwrap();
        let answer = CachedAnswer { body: Bytes::new(), versions: Vec::new(), reach: None, until, epoch };
        answers.insert(key(), answer);
        assert!(answers.get(&key(), now()).is_some());
        assert!(answers.get(&key(), "2026-07-18T16:01:00Z".parse().unwrap()).is_none());
    }
}
