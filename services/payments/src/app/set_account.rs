use std::collections::BTreeMap;

use jiff::Timestamp;
use saffron_core::event::{CardAccountReplaced, CardAccountSet};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::ProviderId;
use crate::store;

/// Sets the account of a location at the card provider. `at` is when the event was published, UTC; `sequence` shows which
/// of two events is newer. The objects of a former account are hidden at once, then deleted, and only then the new
/// account is read.
pub async fn set_account(
    tx: &mut Tx,
    set: &CardAccountSet,
    at: Timestamp,
    sequence: i64,
) -> Result<(), Fault> {
    let zone = set.time_zone.parse().map_err(|e| Fault::Permanent(format!("timeZone: {e}")))?;
    let account = set.card_account.as_deref().map(str::parse::<ProviderId>).transpose();
    let account = account.map_err(|why| Fault::Permanent(format!("cardAccount: {why}")))?;
    store::lock_locations(tx, &BTreeMap::from([(set.pos_id.clone(), (zone, at))])).await?;
    for pos_id in store::set_account(tx, &set.pos_id, account.as_ref(), sequence).await? {
        tx.publish(&CardAccountReplaced { pos_id })?;
    }
    Ok(())
}
