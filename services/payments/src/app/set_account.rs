use std::collections::BTreeMap;

use saffron_core::event::CardAccountSet;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::ProviderId;
use crate::store;

/// Notes which account at the card provider a location has; another one is read from its beginning. `sequence` tells
/// which of two notes is newer.
///
/// # Errors
/// Permanent, if the account or the time zone cannot be one; if the database is away.
pub async fn set_account(tx: &mut Tx, set: &CardAccountSet, sequence: i64) -> Result<(), Fault> {
    let zone = set.time_zone.parse().map_err(|e| Fault::Permanent(format!("timeZone: {e}")))?;
    let account: Option<ProviderId> = set
        .card_account
        .as_deref()
        .map(str::parse)
        .transpose()
        .map_err(|why| Fault::Permanent(format!("cardAccount: {why}")))?;
    store::hold_locations(tx, &BTreeMap::from([(set.pos_id.clone(), zone)])).await?;
    if store::set_account(tx, &set.pos_id, account.as_ref(), sequence).await? {
        store::restart(tx, &set.pos_id).await?;
    }
    Ok(())
}
