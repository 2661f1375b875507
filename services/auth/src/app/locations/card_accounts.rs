//! Operators' changes of card accounts (`saffron vendors`).

use saffron_core::event::CardAccountSet;
use saffron_core::{Code, Error, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use crate::domain::{AllowedAccount, checked_card_account, is_vendor_name};
use crate::store;

/// Allows an account at the card provider to a vendor, which may then register a location with it: for operators.
pub async fn allow_account(database: &Database, vendor: &str, account: &str) -> Result<(), Fault> {
    let (vendor, account) = (checked_vendor(vendor)?, checked_card_account(account.trim())?);
    let mut tx = database.begin().await?;
    store::allow_account(&mut tx, vendor, &account, database.clock().now()).await?;
    tx.commit().await?;
    tracing::info!(vendor, "a card account was allowed by an operator");
    Ok(())
}

/// Withdraws an allowance: for operators. A location that has the account has it until it is cleared.
pub async fn forbid_account(database: &Database, vendor: &str, account: &str) -> Result<(), Fault> {
    let (vendor, account) = (checked_vendor(vendor)?, checked_card_account(account.trim())?);
    let mut tx = database.begin().await?;
    if !store::forbid_account(&mut tx, vendor, &account).await? {
        let message =
            "This account is not allowed to this vendor. `saffron vendors list-accounts` lists what is.";
        return Err(Error::new(Code::NotFound, message).into());
    }
    tx.commit().await?;
    tracing::info!(vendor, "the allowance of a card account was taken back by an operator");
    Ok(())
}

/// The accounts that are allowed to a vendor, sorted, after `after` and at most `limit`: for operators.
pub async fn allowed_accounts(
    database: &Database,
    vendor: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<AllowedAccount>, Fault> {
    store::allowed_accounts(database, checked_vendor(vendor)?, after, limit).await
}

/// Removes an account from its location, so that another location can be registered with it: for operators, if the vendor of the old
/// location cannot or will not. A running auth publishes the event.
pub async fn clear_account(database: &Database, account: &str) -> Result<PosId, Fault> {
    let account = checked_card_account(account.trim())?;
    let mut tx = database.begin().await?;
    let cleared = store::clear_account(&mut tx, &account, database.clock().now()).await?;
    let (pos_id, time_zone) =
        cleared.ok_or_else(|| Error::new(Code::NotFound, "No location has this card account."))?;
    tx.publish(&CardAccountSet { pos_id: pos_id.clone(), card_account: None, time_zone: time_zone.into() })?;
    tx.commit().await?;
    tracing::info!(%pos_id, "a card account was cleared by an operator");
    Ok(pos_id)
}

fn checked_vendor(vendor: &str) -> Result<&str, Error> {
    let message = "must be the name of a vendor in SAFFRON_AUTH_PROVISIONING_KEYS";
    if is_vendor_name(vendor) { Ok(vendor) } else { Err(Error::invalid("vendor", message)) }
}
