//! The body of an ingest POST.

use std::sync::LazyLock;

use jiff::Timestamp;
use saffron_core::fact::{MAX_EVENTS, StampedBatch, count_events, read_events};
use saffron_core::{Calendar, PosId, Zone};

static HERE: LazyLock<Option<(PosId, Calendar)>> =
    LazyLock::new(|| Some(("p1".parse().ok()?, "America/New_York".parse::<Zone>().ok()?.into())));

/// Accepted events are unchanged after they are written and read again, as between gateway and services.
pub(super) fn events(body: &[u8]) {
    let Some((pos_id, calendar)) = HERE.clone() else { return };
    let count = count_events(body);
    let Ok(facts) = read_events(body, &pos_id, &calendar) else { return };
    assert!(facts.len() == count && count <= MAX_EVENTS, "{} facts of {count} events", facts.len());
    let batch = StampedBatch::of(pos_id, &calendar, Timestamp::UNIX_EPOCH, facts);
    match serde_json::to_vec(&batch).map(|json| serde_json::from_slice::<StampedBatch>(&json)) {
        Ok(Ok(read)) => assert!(read == batch, "{read:?} was {batch:?}"),
        other => panic!("{other:?} was {batch:?}"),
    }
}
