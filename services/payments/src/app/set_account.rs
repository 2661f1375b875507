use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::PosId;
use saffron_core::event::{CardAccountReplaced, CardAccountSet};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::announce::announce;
use crate::domain::ProviderId;
use crate::store;

/// Notes which account at the card provider a location has. `at` is when that was said, UTC; `sequence` tells which of two
/// notes is newer. The objects of a former account are shown no more at once, deleted, and only then is the new one read.
pub async fn set_account(
    tx: &mut Tx,
    set: &CardAccountSet,
    at: Timestamp,
    sequence: i64,
) -> Result<(), Fault> {
    let zone = set.time_zone.parse().map_err(|e| Fault::Permanent(format!("timeZone: {e}")))?;
    let account: Option<ProviderId> = set
        .card_account
        .as_deref()
        .map(str::parse)
        .transpose()
        .map_err(|why| Fault::Permanent(format!("cardAccount: {why}")))?;
    store::hold_locations(tx, &BTreeMap::from([(set.pos_id.clone(), (zone, at))])).await?;
    let changed = store::set_account(tx, &set.pos_id, account.as_ref(), sequence).await?;
    let had_one = changed.iter().filter(|(_, had_one)| **had_one);
    for (pos_id, _) in had_one {
        tx.publish(&CardAccountReplaced { pos_id: pos_id.clone() })?;
    }
    let changed: BTreeSet<PosId> = changed.into_keys().collect();
    announce(tx, &changed).await
}
