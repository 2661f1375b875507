//! Remembered devices, identified by the SHA-256 of their token.

use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx as _;
use saffron_core::UserId;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

use crate::domain::{DEVICE_HOURS, MAX_DEVICES};

/// Whether a device is remembered for the account with this address.
pub async fn is_remembered_device(
    database: &Database,
    token_hash: &[u8; 32],
    email: &str,
    now: Timestamp,
) -> Result<bool, Fault> {
    let row = sqlx::query!(
        "SELECT d.user_id FROM devices d JOIN users u ON u.user_id = d.user_id
         WHERE d.token_hash = $1 AND u.email = $2 AND d.last_used_at > $3",
        token_hash,
        email,
        (now - SignedDuration::from_hours(DEVICE_HOURS)).to_sqlx()
    );
    Ok(row.fetch_optional(database.pool()).await?.is_some())
}

/// Whether a device with this token is remembered for any person.
pub async fn is_device_token(tx: &mut Tx, token_hash: &[u8; 32]) -> Result<bool, Fault> {
    let row = sqlx::query!("SELECT user_id FROM devices WHERE token_hash = $1 LIMIT 1", token_hash);
    Ok(row.fetch_optional(tx.conn()).await?.is_some())
}

/// Stores that a person signed in on a device, and deletes the person's oldest devices beyond `MAX_DEVICES`.
pub async fn save_device(
    tx: &mut Tx,
    token_hash: &[u8; 32],
    user_id: UserId,
    now: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO devices AS d (token_hash, user_id, last_used_at) VALUES ($1, $2, $3)
         ON CONFLICT (token_hash, user_id) DO UPDATE SET last_used_at = greatest(d.last_used_at, excluded.last_used_at)",
        token_hash,
        user_id.0,
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "DELETE FROM devices WHERE (token_hash, user_id) IN
           (SELECT token_hash, user_id FROM devices WHERE user_id = $1 ORDER BY last_used_at DESC, token_hash OFFSET $2
            FOR UPDATE SKIP LOCKED)",
        user_id.0,
        MAX_DEVICES
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Deletes the devices of a person.
pub async fn delete_devices(tx: &mut Tx, user_id: UserId) -> Result<(), Fault> {
    sqlx::query!("DELETE FROM devices WHERE user_id = $1", user_id.0).execute(tx.conn()).await?;
    Ok(())
}
