//! Facts: what a POS says happened. Parsed and stamped at the ingest door, trusted inside (figures.md,
//! Facts; design.md section 5).

mod batch;
mod check;
mod ingest;
mod label;
mod roster;
mod shift;

pub use batch::{FACT_KINDS, Fact, FactBody, StampedBatch};
pub use check::{Check, Line, Payment, Person, Sales};
pub use ingest::{BadEvent, MAX_EVENTS, Refusal, read_events};
pub use label::{Label, LabelError};
pub use roster::{CustomerUpsert, ItemUpsert};
pub use shift::Shift;

use serde::{Deserialize, Serialize};

use crate::EventId;

/// Which of two versions of one fact stands: the higher revision, then the closed shift, then the greater
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
