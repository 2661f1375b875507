//! Accounts at the card provider: those that the operator allowed to a vendor, and those of locations.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use crate::domain::AllowedAccount;

/// The card account of a location, locked until the end of the transaction.
pub async fn card_account_of(tx: &mut Tx, pos_id: &PosId) -> Result<Option<String>, Fault> {
    let account = sqlx::query_scalar!(
        "SELECT card_account FROM locations WHERE pos_id = $1 FOR NO KEY UPDATE",
        pos_id.as_str()
    );
    Ok(account.fetch_optional(tx.conn()).await?.flatten())
}

/// Whether the operator allowed an account to a vendor. The allowance is locked until the end of the transaction.
pub async fn is_account_allowed(tx: &mut Tx, vendor: &str, card_account: &str) -> Result<bool, Fault> {
    let row = sqlx::query!(
        "SELECT vendor FROM allowed_card_accounts WHERE vendor = $1 AND card_account = $2 FOR SHARE",
        vendor,
        card_account
    );
    Ok(row.fetch_optional(tx.conn()).await?.is_some())
}

/// Allows an account to a vendor.
pub async fn allow_account(
    tx: &mut Tx,
    vendor: &str,
    card_account: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO allowed_card_accounts (vendor, card_account, allowed_at) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING",
        vendor,
        card_account,
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Withdraws an allowance; false if there was none.
pub async fn forbid_account(tx: &mut Tx, vendor: &str, card_account: &str) -> Result<bool, Fault> {
    let done = sqlx::query!(
        "DELETE FROM allowed_card_accounts WHERE vendor = $1 AND card_account = $2",
        vendor,
        card_account
    );
    Ok(done.execute(tx.conn()).await?.rows_affected() > 0)
}

/// The accounts that are allowed to a vendor, each with the location that has it, sorted, after `after` and at most `limit`.
pub async fn allowed_accounts(
    database: &Database,
    vendor: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<AllowedAccount>, Fault> {
    Ok(sqlx::query_as!(
        AllowedAccount,
        r#"SELECT a.card_account, l.pos_id AS "pos_id?"
           FROM allowed_card_accounts a LEFT JOIN locations l ON l.card_account = a.card_account
           WHERE a.vendor = $1 AND a.card_account > $2 ORDER BY a.card_account LIMIT $3"#,
        vendor,
        after,
        limit
    )
    .fetch_all(database.pool())
    .await?)
}

/// Removes an account from the location that has it; returns this location with its time zone, or none.
pub async fn clear_account(
    tx: &mut Tx,
    card_account: &str,
    now: Timestamp,
) -> Result<Option<(PosId, Zone)>, Fault> {
    Ok(sqlx::query!(
        "UPDATE locations SET card_account = NULL, updated_at = $2 WHERE card_account = $1
         RETURNING pos_id, time_zone",
        card_account,
        now.to_sqlx()
    )
    .map(|row| (row.pos_id, row.time_zone))
    .fetch_optional(tx.conn())
    .await?)
}
