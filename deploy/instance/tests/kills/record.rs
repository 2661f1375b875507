//! What tills and owners were acknowledged, and what they have sent.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::watch;

use crate::check::Check;
use crate::tills::moment;

/// How long the load may take to the point at which the next kill is due.
const PATIENCE: Duration = Duration::from_secs(240);

/// A shift that is over, of whole hours.
#[derive(Clone, Debug)]
pub struct Shift {
    pub day: String,
    pub hours: i64,
    /// Cents an hour.
    pub rate: i64,
}

/// The stock of an item that a till counted.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    pub revision: i64,
    pub at: Timestamp,
    pub stock: i64,
    /// Cents.
    pub price: i64,
}

/// A reward that an owner gave a guest.
#[derive(Clone, Debug)]
pub struct Grant {
    pub guest: usize,
    /// None: an item.
    pub points: Option<i64>,
    pub reward: String,
}

/// The points that a check gives its guest and takes.
pub struct Points {
    pub check: String,
    pub guest: usize,
    pub earned: i64,
    pub spent: i64,
}

/// Everything acknowledged at a location.
#[derive(Default)]
pub struct Location {
    /// The newest version of each check.
    pub checks: BTreeMap<String, Check>,
    /// Kinds and checks of which any version was large.
    pub ever_large: BTreeSet<(&'static str, String)>,
    pub shifts: Vec<Shift>,
    pub counted: BTreeMap<usize, Counted>,
    pub grants: Vec<Grant>,
    /// The owner's prices of each item, one after the other, cents.
    pub prices: BTreeMap<usize, Vec<i64>>,
    pub campaigns: BTreeSet<String>,
    /// The provider's ids of payments that failed.
    pub failed_payments: BTreeSet<String>,
    /// By business date: the most that reports may have, the sum of everything sent.
    most: BTreeMap<String, Most>,
    /// Of each check and business date the largest version that was sent.
    largest: BTreeMap<(String, String), Most>,
}

/// Checks, and cents of gross sales above nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Most {
    pub checks: i64,
    pub gross: i64,
}

#[derive(Default)]
struct Inner {
    locations: BTreeMap<String, Location>,
    /// Facts of checks, corrections too.
    facts: u64,
    posts: u64,
    repeats: u64,
    opened: Option<Timestamp>,
    closed: bool,
}

/// The record of everything that was acknowledged.
#[derive(Clone)]
pub struct Record {
    inner: Arc<Mutex<Inner>>,
    facts: Arc<watch::Sender<u64>>,
}

impl Record {
    pub fn new() -> Self {
        Self { inner: Arc::default(), facts: Arc::new(watch::Sender::new(0)) }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap()
    }

    /// Notes that guests earn points from now on.
    pub fn open(&self) {
        self.inner().opened = Some(moment());
    }

    /// Since when guests earn points.
    pub fn opened(&self) -> Timestamp {
        self.inner().opened.unwrap()
    }

    /// Changes or reads a location.
    pub fn at<T>(&self, pos_id: &str, work: impl FnOnce(&mut Location) -> T) -> T {
        work(self.inner().locations.entry(pos_id.to_owned()).or_default())
    }

    /// Notes checks that are about to be sent: reports may have them from now on.
    pub fn sending(&self, pos_id: &str, checks: &[Check]) {
        self.at(pos_id, |location| checks.iter().for_each(|check| location.sending(check)));
    }

    /// Notes acknowledged checks, and the repeats of their request.
    pub fn acknowledged(&self, pos_id: &str, checks: Vec<Check>, repeats: u64) {
        let facts = checks.len() as u64;
        self.at(pos_id, |location| checks.into_iter().for_each(|check| location.keep(check)));
        let mut inner = self.inner();
        inner.facts += facts;
        inner.posts += 1;
        inner.repeats += repeats;
        if !inner.closed {
            self.facts.send_replace(inner.facts);
        }
    }

    /// Ends every wait for more.
    pub fn close(&self) {
        self.inner().closed = true;
        self.facts.send_replace(u64::MAX);
    }

    /// Versions of checks, requests, and how many of these were sent again.
    pub fn counts(&self) -> (u64, u64, u64) {
        let inner = self.inner();
        (inner.facts, inner.posts, inner.repeats)
    }

    /// Waits until this number of versions of checks are acknowledged.
    pub async fn reaches(&self, facts: u64) {
        let mut seen = self.facts.subscribe();
        let reached = tokio::time::timeout(PATIENCE, seen.wait_for(|seen| *seen >= facts)).await;
        drop(reached.unwrap_or_else(|_| panic!("{:?} of {facts}", self.counts())).unwrap());
    }

    /// Waits until this number of further ones are acknowledged.
    pub async fn more(&self, facts: u64) {
        let wanted = self.facts.borrow().saturating_add(facts);
        self.reaches(wanted).await;
    }

    /// The most that the daily report of a location may have.
    pub fn most(&self, pos_id: &str, day: &str) -> Most {
        self.at(pos_id, |location| location.most.get(day).copied().unwrap_or_default())
    }

    /// Every location.
    pub fn pos_ids(&self) -> Vec<String> {
        self.inner().locations.keys().cloned().collect()
    }
}

impl Location {
    fn sending(&mut self, check: &Check) {
        let key = (check.id.clone(), check.day.clone());
        let before = self.largest.get(&key).copied().unwrap_or_default();
        let after = Most {
            checks: before.checks.max(i64::from(check.counts())),
            gross: before.gross.max(check.gross()),
        };
        let most = self.most.entry(check.day.clone()).or_default();
        most.checks += after.checks - before.checks;
        most.gross += after.gross - before.gross;
        self.largest.insert(key, after);
    }

    fn keep(&mut self, check: Check) {
        self.ever_large.extend(large(&check).into_iter().map(|kind| (kind, check.id.clone())));
        let stands = self.checks.get(&check.id);
        if stands.is_none_or(|stands| stands.revision < check.revision) {
            self.checks.insert(check.id.clone(), check);
        }
    }

    /// The points of each check of a guest. Checks closed since `opened` earn a point a cent; before, the location gave none. Refunds move
    /// no points of their own: they take back what their sale earned on the amount.
    pub fn points(&self, opened: Timestamp) -> Vec<Points> {
        let mut refunded: BTreeMap<&str, i64> = BTreeMap::new();
        for refund in self.checks.values() {
            if let Some(sale) = &refund.refund_of {
                *refunded.entry(sale).or_default() -= refund.net();
            }
        }
        let sales = self.checks.values().filter(|check| check.counts());
        let points = |check: &Check| {
            let eligible = if check.closed >= opened { check.net() - check.reward_used } else { 0 };
            let refunded = refunded.get(check.id.as_str()).copied().unwrap_or_default();
            let earned = eligible - refunded.clamp(eligible.min(0), eligible.max(0));
            Some(Points { check: check.id.clone(), guest: check.guest?, earned, spent: check.reward_used })
        };
        sales.filter_map(points).collect()
    }
}

/// Notifications of a check: amounts of 50 dollars and more, unless the owner sets another amount.
pub fn large(check: &Check) -> Vec<&'static str> {
    const LARGE: i64 = 5_000;
    let mut kinds = Vec::new();
    if check.voids() >= LARGE {
        kinds.push("largeVoid");
    }
    if check.voided {
        return kinds;
    }
    let is_refund = check.refund_of.is_some() || check.net() < 0;
    if is_refund && check.net().abs() >= LARGE {
        kinds.push("largeRefund");
    } else if !is_refund && check.discounts() >= LARGE {
        kinds.push("largeDiscount");
    }
    kinds
}
