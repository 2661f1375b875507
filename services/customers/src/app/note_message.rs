use std::collections::BTreeSet;

use saffron_core::event::RewardMessageSettled;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::settle::announce;
use crate::store;

/// Notes what became of the message that tells a guest of a reward; `sequence` tells which of two words is newer.
pub async fn note_message(tx: &mut Tx, settled: &RewardMessageSettled, sequence: i64) -> Result<(), Fault> {
    if store::note_message(tx, settled, sequence).await? {
        announce(tx, &BTreeSet::from([settled.pos_id.clone()])).await?;
    }
    Ok(())
}
