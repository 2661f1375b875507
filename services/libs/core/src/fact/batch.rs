use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Check, CustomerUpsert, ItemUpsert, Precedence, Shift};
use crate::{PosId, Zone};

/// The CloudEvents types that a POS may send.
pub const FACT_KINDS: [&str; 5] =
    ["check.closed", "shift.opened", "shift.closed", "item.upserted", "customer.upserted"];

/// The content of a fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FactBody {
    /// A check was closed, corrected or voided.
    Check(Box<Check>),
    /// A shift was opened or closed.
    Shift(Box<Shift>),
    /// The state of a menu item.
    Item(Box<ItemUpsert>),
    /// The state of a guest.
    Customer(Box<CustomerUpsert>),
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

/// The facts of one POST: one message of the POS stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StampedBatch {
    /// The location they are of.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// Its time zone when they were stamped.
    pub zone: Zone,
    /// When they came in, UTC.
    #[serde(default = "long_ago")]
    pub received_at: Timestamp,
    /// In the order in which they were sent.
    pub facts: Vec<Fact>,
}

/// Of batches that were stored before this was stamped.
fn long_ago() -> Timestamp {
    Timestamp::UNIX_EPOCH
}
