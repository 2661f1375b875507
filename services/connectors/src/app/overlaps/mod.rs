//! Days of imports that another source has too, because it began after the import: their sales count twice.

mod compare;
mod decide;

pub use compare::run_comparing;
pub use decide::{OverlapDecision, decide_overlaps};

use std::time::Duration;

use jiff::SignedDuration;

/// For how long they are, and the ingest key is kept for it, once the import cannot be undone any more: 35 days in all.
pub const COMPARED_AFTER_UNDO: SignedDuration = SignedDuration::from_hours(5 * 24);
/// How often it is looked for imports that are due.
const IDLE: Duration = Duration::from_secs(2);
