//! Link codes that wait to be used, known by the SHA-256 of code and location.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

/// Keeps a code, and of the location's others of the same maker the newest `others`. The maker is a person, or none: the
/// location's vendor.
pub async fn insert(
    tx: &mut Tx,
    pos_id: &PosId,
    made_by: Option<UserId>,
    code_hash: &[u8; 32],
    expires_at: Timestamp,
    others: i64,
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
        others,
        made_by.map(|user_id| user_id.0)
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Voids the codes of a location that a person made, and tells how many.
pub async fn void_of_maker(tx: &mut Tx, pos_id: &PosId, user_id: UserId) -> Result<u64, Fault> {
    let gone =
        sqlx::query!("DELETE FROM link_codes WHERE pos_id = $1 AND made_by = $2", pos_id.as_str(), user_id.0)
            .execute(tx.conn())
            .await?;
    Ok(gone.rows_affected())
}

/// Voids the codes of a location whose maker is no person: its vendor's, which a person who had the location may hold.
pub async fn void_of_vendor(tx: &mut Tx, pos_id: &PosId) -> Result<u64, Fault> {
    let gone = sqlx::query!("DELETE FROM link_codes WHERE pos_id = $1 AND made_by IS NULL", pos_id.as_str())
        .execute(tx.conn())
        .await?;
    Ok(gone.rows_affected())
}

/// Uses a code up; false if it is unknown, used or expired.
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
