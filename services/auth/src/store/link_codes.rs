//! Link codes that were not used yet, identified by the SHA-256 of code and location. `made_by` is a person, or none for the
//! location's vendor.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::MAX_LINK_CODES;

/// Stores a code, and deletes the oldest codes of the same location and maker beyond `MAX_LINK_CODES`.
pub async fn insert_link_code(
    tx: &mut Tx,
    pos_id: &PosId,
    made_by: Option<UserId>,
    code_hash: &[u8; 32],
    expires_at: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "WITH surplus AS (
           DELETE FROM link_codes WHERE code_hash IN
             (SELECT code_hash FROM link_codes WHERE pos_id = $1 AND made_by IS NOT DISTINCT FROM $5
              ORDER BY expires_at DESC, code_hash OFFSET $4 FOR UPDATE SKIP LOCKED)
         )
         INSERT INTO link_codes (code_hash, pos_id, expires_at, made_by) VALUES ($2, $1, $3, $5)",
        pos_id.as_str(),
        code_hash,
        expires_at.to_sqlx(),
        MAX_LINK_CODES - 1,
        made_by.map(|user_id| user_id.0)
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Deletes the codes of a location and a maker; returns how many.
pub async fn delete_link_codes(tx: &mut Tx, pos_id: &PosId, made_by: Option<UserId>) -> Result<u64, Fault> {
    let done = sqlx::query!(
        "DELETE FROM link_codes WHERE pos_id = $1 AND made_by IS NOT DISTINCT FROM $2",
        pos_id.as_str(),
        made_by.map(|user_id| user_id.0)
    );
    Ok(done.execute(tx.conn()).await?.rows_affected())
}

/// Uses a code up; false if it is unknown, used or expired.
pub async fn redeem_link_code(tx: &mut Tx, code_hash: &[u8; 32], now: Timestamp) -> Result<bool, Fault> {
    let done = sqlx::query!(
        "DELETE FROM link_codes WHERE code_hash = $1 AND expires_at > $2",
        code_hash,
        now.to_sqlx()
    );
    Ok(done.execute(tx.conn()).await?.rows_affected() > 0)
}
