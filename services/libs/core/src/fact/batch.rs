use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{CashCount, Check, CustomerMerge, CustomerUpsert, ItemUpsert, MoneyFact, Precedence, Shift};
use crate::{Calendar, DayStarts, EventId, ItemId, PosId, Source, Zone};

/// The CloudEvents types that a POS may send.
pub const FACT_KINDS: [&str; 14] = [
    "check.opened",
    "check.closed",
    "check.removed",
    "shift.opened",
    "shift.closed",
    "shift.removed",
    "cash.counted",
    "item.upserted",
    "item.removed",
    "customer.upserted",
    "customer.merged",
    "payment.recorded",
    "payout.recorded",
    "dispute.recorded",
];

/// The content of a fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FactBody {
    /// A check was closed, corrected or voided.
    Check(Box<Check>),
    /// A check is open, or open again: it counts nowhere yet.
    OpenCheck(Box<Check>),
    /// A check is none: one that holds nothing stands in its place, on the day on which this came in.
    RemovedCheck(Box<Check>),
    /// A shift was opened or closed.
    Shift(Box<Shift>),
    /// A shift is none: one without time and pay stands in its place, on the day on which this came in.
    RemovedShift(Box<Shift>),
    /// A cash drawer was counted.
    CashCount(Box<CashCount>),
    /// The state of a menu item.
    Item(Box<ItemUpsert>),
    /// An item is no longer on the menu.
    RemovedItem(ItemId),
    /// The state of a guest.
    Customer(Box<CustomerUpsert>),
    /// Two ids are one guest.
    MergedCustomer(CustomerMerge),
    /// Another processor than the location's card account moved money.
    Money(MoneyFact),
}

/// One fact of a location.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Fact {
    /// Decides which of two versions counts.
    pub precedence: Precedence,
    /// The time of the event according to the till, UTC; none if it sent none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Timestamp>,
    /// The content.
    pub body: FactBody,
}

impl Fact {
    /// The same fact where only what counts is kept: an open and a removed check hold nothing, and of all versions of one revision
    /// an open one ranks lowest.
    #[must_use]
    pub fn counted(self) -> Fact {
        match self.body {
            FactBody::OpenCheck(check) => {
                let event_id = EventId::lowest();
                let precedence = Precedence { closed: true, event_id, ..self.precedence };
                let nothing = Check::nothing(check.id, check.business_date, check.opened);
                Fact { precedence, body: FactBody::Check(Box::new(nothing)), ..self }
            }
            FactBody::RemovedCheck(check) => Fact { body: FactBody::Check(check), ..self },
            _ => self,
        }
    }
}

/// The facts of one POST: one message of the POS stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StampedBatch {
    /// The location they are of.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// Its time zone when they were stamped.
    pub zone: Zone,
    /// When its business days began, as they were known then.
    #[serde(default, skip_serializing_if = "is_standard")]
    pub day_starts: DayStarts,
    /// When they came in, UTC.
    #[serde(default = "long_ago")]
    pub received_at: Timestamp,
    /// The ingest key by which they were sent.
    #[serde(default, skip_serializing_if = "Source::is_till")]
    pub source: Source,
    /// In the order in which they were sent.
    pub facts: Vec<Fact>,
}

impl StampedBatch {
    /// Facts of a location, stamped by its calendar, and sent by its POS vendor's key.
    #[must_use]
    pub fn of(pos_id: PosId, calendar: &Calendar, received_at: Timestamp, facts: Vec<Fact>) -> StampedBatch {
        let (zone, day_starts) = (Zone::clone(calendar), calendar.starts().clone());
        StampedBatch { pos_id, zone, day_starts, received_at, source: Source::Till, facts }
    }

    /// The same facts, sent by a key.
    #[must_use]
    pub fn sent_by(self, source: Source) -> StampedBatch {
        StampedBatch { source, ..self }
    }

    /// The calendar of the location when the facts were stamped.
    #[must_use]
    pub fn calendar(&self) -> Calendar {
        Calendar::new(self.zone.clone(), self.day_starts.clone())
    }
}

fn is_standard(starts: &DayStarts) -> bool {
    *starts == DayStarts::default()
}

/// Of batches that were stored before this was stamped.
fn long_ago() -> Timestamp {
    Timestamp::UNIX_EPOCH
}
