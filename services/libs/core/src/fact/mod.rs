//! Facts: the reports of a POS about its trade. Parsed and stamped at ingest, trusted inside.

mod batch;
mod bounds;
mod cash;
mod check;
mod ingest;
mod label;
mod person;
mod roster;
mod shift;
mod unknown;

pub use batch::{FACT_KINDS, Fact, FactBody, StampedBatch};
pub use cash::CashCount;
pub use check::{
    ChargeKind, Check, CheckException, CheckTotals, Discount, DiscountKind, Line, Modifier, NamedTax,
    Payment, Sales, ServiceCharge, TaxCollector,
};
pub use ingest::{BadEvent, MAX_EVENTS, Received, Refusal, count_events, read_events, receive_events};
pub use label::{Label, LabelError};
pub use person::Person;
pub use roster::{CustomerUpsert, ItemUpsert};
pub use shift::{Counting, Shift};

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use serde::{Deserialize, Serialize};

use crate::EventId;

/// Decides which of two versions of a fact counts: the higher revision, then the closed shift, then the greater
/// event id. The result never depends on the order of arrival.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Precedence {
    /// As sent.
    pub revision: i64,
    /// Whether a shift was closed; always true for other facts.
    pub closed: bool,
    /// Last resort, by bytes.
    pub event_id: EventId,
}

impl Precedence {
    /// The precedence of a fact that is no shift.
    #[must_use]
    pub const fn new(revision: i64, event_id: EventId) -> Precedence {
        Precedence { revision, closed: true, event_id }
    }
}

/// Keeps the version of each key that counts, so that a batch is worked as if it contained no other.
pub fn keep_newest<K: Ord, T>(
    newest: &mut BTreeMap<K, (Precedence, T)>,
    key: K,
    precedence: Precedence,
    fact: T,
) {
    match newest.entry(key) {
        Entry::Vacant(entry) => {
            entry.insert((precedence, fact));
        }
        Entry::Occupied(mut entry) if entry.get().0 < precedence => {
            entry.insert((precedence, fact));
        }
        Entry::Occupied(_) => {}
    }
}
