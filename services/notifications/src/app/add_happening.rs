use jiff::{SignedDuration, Timestamp};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::store::{self, NewHappening};

/// Older events are not notified of: a new consumer reads everything in the stream.
const RECENT: SignedDuration = SignedDuration::from_hours(24);

/// Whether people are still notified of an event of this moment.
#[must_use]
pub fn is_recent(at: Timestamp, now: Timestamp) -> bool {
    now.duration_since(at) <= RECENT
}

/// Adds a happening that people are to be notified of.
pub async fn add_happening(tx: &mut Tx, happening: NewHappening) -> Result<(), Fault> {
    let now = tx.clock().now();
    store::add_happenings(tx, vec![happening], now).await
}
