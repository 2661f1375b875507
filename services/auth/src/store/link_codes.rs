//! Link codes that wait to be used, known by the SHA-256 of code and location.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

/// Keeps a code, and of the location's others the newest `others` that are still good.
///
/// # Errors
/// If the database is away.
pub async fn insert(
    tx: &mut Tx,
    pos_id: &PosId,
    code_hash: &[u8; 32],
    expires_at: Timestamp,
    others: i64,
) -> Result<(), Fault> {
    sqlx::query!(
        "WITH surplus AS (
           DELETE FROM link_codes WHERE code_hash IN
             (SELECT code_hash FROM link_codes WHERE pos_id = $1 ORDER BY expires_at DESC, code_hash OFFSET $4
              FOR UPDATE SKIP LOCKED)
         )
         INSERT INTO link_codes (code_hash, pos_id, expires_at) VALUES ($2, $1, $3)",
        pos_id.as_str(),
        code_hash,
        expires_at.to_sqlx(),
        others
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Uses a code up; false if it is unknown, used or expired.
///
/// # Errors
/// If the database is away.
pub async fn take(tx: &mut Tx, code_hash: &[u8; 32], now: Timestamp) -> Result<bool, Fault> {
    let done = sqlx::query!(
        "DELETE FROM link_codes WHERE code_hash = $1 AND expires_at > $2",
        code_hash,
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Forgets codes that have expired, `most` at most, and tells how many.
///
/// # Errors
/// If the database is away.
pub async fn delete_expired(tx: &mut Tx, now: Timestamp, most: i64) -> Result<u64, Fault> {
    let gone = sqlx::query!(
        "DELETE FROM link_codes WHERE code_hash IN
           (SELECT code_hash FROM link_codes WHERE expires_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)",
        now.to_sqlx(),
        most
    )
    .execute(tx.conn())
    .await?;
    Ok(gone.rows_affected())
}
