//! Facts: the reports of a POS about its trade. Parsed and stamped at ingest, trusted inside.

mod batch;
mod bounds;
mod cash;
mod check;
#[cfg(test)]
mod documented;
mod ingest;
mod label;
mod list;
mod person;
mod processor;
mod resend;
mod roster;
mod sent;
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
pub use processor::{
    Currency, DisputeStatus, MinorUnits, MoneyFact, PaymentStatus, Processor, ProcessorId, RecordedCard,
    RecordedDispute, RecordedEntry, RecordedPayment, RecordedPayout, RecordedRefund, TransferStatus,
};
pub use roster::{CustomerMerge, CustomerUpsert, ItemUpsert, SoldOut};
pub use shift::{Counting, Shift};

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use serde::{Deserialize, Serialize};

use crate::EventId;

/// Decides which of two versions of a fact counts: the higher revision, then the closed one of a check or shift, then the
/// greater event id, and of two stamps of one event the later. The result never depends on the order of arrival.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Precedence {
    /// As sent.
    pub revision: i64,
    /// Whether a check or a shift was closed; always true for other facts.
    pub closed: bool,
    /// Last resort of what the POS sent, by bytes.
    pub event_id: EventId,
    /// The revision of the starts of days by which its business date was stamped; 0 of facts without such a date.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stamp: i64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &i64) -> bool {
    *number == 0
}

impl Precedence {
    /// The precedence of a fact that is neither an open check nor an open shift.
    #[must_use]
    pub const fn new(revision: i64, event_id: EventId) -> Precedence {
        Precedence { revision, closed: true, event_id, stamp: 0 }
    }

    /// The same, stamped by this revision of the starts of days.
    #[must_use]
    pub fn stamped(self, stamp: i64) -> Precedence {
        Precedence { stamp, ..self }
    }

    /// Whether both are stamps of one event.
    #[must_use]
    pub fn is_same_event(&self, other: &Precedence) -> bool {
        (self.revision, self.closed, &self.event_id) == (other.revision, other.closed, &other.event_id)
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
