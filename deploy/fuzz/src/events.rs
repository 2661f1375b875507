//! The body of an ingest POST.

use std::sync::LazyLock;

use jiff::Timestamp;
use saffron_core::fact::{MAX_EVENTS, StampedBatch, count_events, read_events};
use saffron_core::{PosId, Zone};

static HERE: LazyLock<Option<(PosId, Zone)>> =
    LazyLock::new(|| Some(("p1".parse().ok()?, "America/New_York".parse().ok()?)));

/// Accepted events are unchanged after they are written and read again, as between gateway and services.
pub(super) fn events(body: &[u8]) {
    let Some((pos_id, zone)) = HERE.clone() else { return };
    let count = count_events(body);
    let Ok(facts) = read_events(body, &pos_id, &zone) else { return };
    assert!(facts.len() == count && count <= MAX_EVENTS, "{} facts of {count} events", facts.len());
    let batch = StampedBatch { pos_id, zone, received_at: Timestamp::UNIX_EPOCH, facts };
    match serde_json::to_vec(&batch).map(|json| serde_json::from_slice::<StampedBatch>(&json)) {
        Ok(Ok(read)) => assert!(read == batch, "{read:?} was {batch:?}"),
        other => panic!("{other:?} was {batch:?}"),
    }
}
