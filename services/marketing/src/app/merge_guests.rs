use saffron_core::event::CustomerMerged;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::store;

/// Stores that a guest was merged into another, or no longer is: an ended guest is in no list and gets no messages. Consents and
/// opt-outs are of addresses and stay.
pub async fn merge_guests(tx: &mut Tx, merged: &CustomerMerged, sequence: i64) -> Result<(), Fault> {
    store::lock_location(tx, &merged.pos_id).await?;
    store::store_merge(tx, merged, sequence).await
}
