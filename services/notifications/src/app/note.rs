use jiff::{SignedDuration, Timestamp};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::store::{self, Note};

/// What was published longer ago is no news: a new consumer reads everything that the stream keeps.
const NEWS: SignedDuration = SignedDuration::from_hours(24);

/// Whether people are still notified of something of this moment.
#[must_use]
pub fn is_news(at: Timestamp, now: Timestamp) -> bool {
    now.duration_since(at) <= NEWS
}

/// Notes something that people are to be notified of.
pub async fn note(tx: &mut Tx, note: Note) -> Result<(), Fault> {
    let now = tx.clock().now();
    store::note(tx, vec![note], now).await
}
