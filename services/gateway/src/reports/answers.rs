//! Answers of reports that were given before (design.md section 2, Caches). One is served again only while every
//! change of its locations since then is known and touches none of its days.

use std::collections::{HashMap, VecDeque};
use std::sync::{PoisonError, RwLock};

use bytes::Bytes;
use jiff::Timestamp;
use moka::sync::Cache;
use saffron_core::event::ReportChanged;
use saffron_core::{BusinessDate, PosId};
use serde::de::IgnoredAny;

/// What the answers that are kept may hold, bytes.
const CAPACITY: u64 = 64 * 1024 * 1024;
/// A larger answer is not kept: it would drive out too many others; bytes.
const LARGEST: usize = 4 * 1024 * 1024;
/// Beside its body, what an answer takes, bytes.
const OVERHEAD: usize = 512;
/// Stretches of changes remembered for a location; what is older makes its answers unknown.
const REMEMBERED: usize = 16;
/// Locations whose changes are remembered; with more, everything is forgotten and begins anew.
const LOCATIONS: usize = 200_000;

/// A change of a location's figures, as `report.changed` tells it.
pub type Change = ReportChanged<IgnoredAny>;

/// What an answer answers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Question {
    /// The report's call.
    pub call: &'static str,
    /// As a CSV file.
    pub csv: bool,
    /// First and last day; none for today and the six before.
    pub days: Option<(BusinessDate, BusinessDate)>,
    /// The grouping's number.
    pub group_by: i32,
    /// Which locations, with their time zones.
    pub places: [u8; 32],
}

/// An answer and how long it stands.
#[derive(Clone)]
pub struct Kept {
    /// Its bytes.
    pub body: Bytes,
    /// How new it is.
    pub versions: Vec<(PosId, i64)>,
    /// The days that anything in it is summed from; none: it may be any.
    pub reach: Option<(BusinessDate, BusinessDate)>,
    /// It changes with the clock: it stands until then only.
    pub until: Option<Timestamp>,
    /// What was known when it was asked for.
    pub epoch: u64,
}

/// Changes of one location: the newest version of each stretch, oldest first.
#[derive(Default)]
struct Changes {
    stretches: VecDeque<(i64, BusinessDate, BusinessDate)>,
    /// Up to this version it is not known any more what changed.
    forgotten: i64,
}

impl Changes {
    fn push(&mut self, change: &Change) {
        match self.stretches.back_mut() {
            Some((version, from, to)) if (*from, *to) == (change.from, change.to) => {
                *version = (*version).max(change.version);
            }
            _ => self.stretches.push_back((change.version, change.from, change.to)),
        }
        if self.stretches.len() > REMEMBERED
            && let Some((version, _, _)) = self.stretches.pop_front()
        {
            self.forgotten = self.forgotten.max(version);
        }
    }

    fn touch(&self, version: i64, reach: Option<(BusinessDate, BusinessDate)>) -> bool {
        let meets = |from, to| reach.is_none_or(|(first, last)| from <= last && first <= to);
        self.forgotten > version
            || self.stretches.iter().any(|(newest, from, to)| *newest > version && meets(*from, *to))
    }
}

#[derive(Default)]
struct Known {
    /// PUSH is open, so that changes are heard.
    hears: bool,
    /// Replicas of reports whose hearts beat.
    replicas: usize,
    /// Grows whenever a change may have been missed.
    epoch: u64,
    changes: HashMap<PosId, Changes>,
}

impl Known {
    fn is_sure(&self) -> bool {
        self.hears && self.replicas > 0
    }
}

/// Answers that were given, and what has changed since.
pub struct Answers {
    kept: Cache<Question, Kept>,
    known: RwLock<Known>,
}

impl Default for Answers {
    fn default() -> Answers {
        let weight = |_: &Question, kept: &Kept| {
            u32::try_from(kept.body.len() + kept.versions.len() * 32 + OVERHEAD).unwrap_or(u32::MAX)
        };
        let kept = Cache::builder().max_capacity(CAPACITY).weigher(weight).build();
        Answers { kept, known: RwLock::default() }
    }
}

impl Answers {
    /// From now on changes are heard, or not. What was kept before is forgotten.
    pub fn hears(&self, hears: bool) {
        self.begin_anew(|known| known.hears = hears);
    }

    /// So many replicas of reports live.
    pub fn replicas(&self, replicas: usize) {
        self.begin_anew(|known| known.replicas = replicas);
    }

    fn begin_anew(&self, change: impl FnOnce(&mut Known)) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        change(&mut known);
        known.epoch += 1;
        known.changes.clear();
        drop(known);
        self.kept.invalidate_all();
    }

    /// A location's figures changed.
    pub fn changed(&self, change: &Change) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(changes) = known.changes.get_mut(&change.pos_id) {
            changes.push(change);
            return;
        }
        if known.changes.len() >= LOCATIONS {
            drop(known);
            self.begin_anew(|_| ());
            known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        }
        known.changes.entry(change.pos_id.clone()).or_default().push(change);
    }

    /// What is to be noted with an answer that is about to be asked for; none while changes cannot be heard.
    #[must_use]
    pub fn epoch(&self) -> Option<u64> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.is_sure().then_some(known.epoch)
    }

    /// The answer that was given before, if it still stands.
    #[must_use]
    pub fn get(&self, question: &Question, now: Timestamp) -> Option<Bytes> {
        let kept = self.kept.get(question)?;
        if kept.until.is_some_and(|until| now >= until) {
            return None;
        }
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let stands = known.is_sure()
            && known.epoch == kept.epoch
            && kept.versions.iter().all(|(pos_id, version)| {
                known.changes.get(pos_id).is_none_or(|changes| !changes.touch(*version, kept.reach))
            });
        stands.then_some(kept.body)
    }

    /// Keeps an answer.
    pub fn keep(&self, question: Question, kept: Kept) {
        if kept.body.len() <= LARGEST {
            self.kept.insert(question, kept);
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

    fn question() -> Question {
        Question { call: "x", csv: false, days: None, group_by: 0, places: [0; 32] }
    }

    fn now() -> Timestamp {
        "2026-07-18T16:00:30Z".parse().unwrap()
    }

    fn keep(answers: &Answers, versions: &[(&str, i64)], reach: (&str, &str)) {
        let kept = Kept {
            body: Bytes::from_static(b"x"),
            versions: versions.iter().map(|(pos_id, version)| (pos_id.parse().unwrap(), *version)).collect(),
            reach: Some((date(reach.0), date(reach.1))),
            until: None,
            epoch: answers.epoch().unwrap_or_default(),
        };
        answers.keep(question(), kept);
    }

    fn sure() -> Answers {
        let answers = Answers::default();
        answers.hears(true);
        answers.replicas(1);
        answers
    }

    #[test]
    fn an_answer_stands_until_one_of_its_days_changes() {
        let answers = sure();
        answers.changed(&change("p1", 4, "2026-07-10", "2026-07-10"));
        keep(&answers, &[("p1", 4), ("p2", 9)], ("2026-07-01", "2026-07-17"));
        assert!(answers.get(&question(), now()).is_some());
        answers.changed(&change("p1", 5, "2026-07-18", "2026-07-18"));
        answers.changed(&change("p3", 1, "2026-07-10", "2026-07-10"));
        assert!(answers.get(&question(), now()).is_some(), "other days, another location");
        answers.changed(&change("p2", 10, "2026-07-17", "2026-07-18"));
        assert!(answers.get(&question(), now()).is_none());
    }

    #[test]
    fn an_answer_that_was_overtaken_while_it_was_asked_for_is_not_served() {
        let answers = sure();
        let epoch = answers.epoch().unwrap();
        answers.changed(&change("p1", 5, "2026-07-10", "2026-07-10"));
        keep(&answers, &[("p1", 4)], ("2026-07-10", "2026-07-10"));
        assert!(answers.get(&question(), now()).is_none());
        answers.replicas(2);
        let kept = Kept { body: Bytes::new(), versions: Vec::new(), reach: None, until: None, epoch };
        answers.keep(question(), kept);
        assert!(answers.get(&question(), now()).is_none(), "something may have been missed since");
    }

    #[test]
    fn nothing_is_served_while_changes_cannot_be_heard() {
        let answers = sure();
        keep(&answers, &[("p1", 1)], ("2026-07-10", "2026-07-10"));
        answers.replicas(0);
        assert!(answers.get(&question(), now()).is_none() && answers.epoch().is_none());
        answers.replicas(1);
        answers.hears(false);
        assert!(answers.epoch().is_none());
    }

    #[test]
    fn what_is_too_long_ago_to_be_known_is_asked_for_anew() {
        let answers = sure();
        keep(&answers, &[("p1", 1)], ("2025-01-01", "2025-01-01"));
        for n in 2..40 {
            let day = if n % 2 == 0 { "2026-07-10" } else { "2026-07-11" };
            answers.changed(&change("p1", n, day, day));
        }
        assert!(answers.get(&question(), now()).is_none());
    }

    #[test]
    fn what_changes_with_the_clock_ends_with_it() {
        let answers = sure();
        let until = Some("2026-07-18T16:01:00Z".parse().unwrap());
        let epoch = answers.epoch().unwrap();
        let kept = Kept { body: Bytes::new(), versions: Vec::new(), reach: None, until, epoch };
        answers.keep(question(), kept);
        assert!(answers.get(&question(), now()).is_some());
        assert!(answers.get(&question(), "2026-07-18T16:01:00Z".parse().unwrap()).is_none());
    }
}
