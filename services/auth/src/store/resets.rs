//! Mailed links that set another password, identified by the SHA-256 of their token.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::UserId;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};

/// Stores a person's link, and replaces the one before.
pub async fn set_reset_link(
    tx: &mut Tx,
    user_id: UserId,
    token_hash: &[u8; 32],
    ends_at: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO resets (user_id, token_hash, ends_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, ends_at = excluded.ends_at",
        user_id.0,
        token_hash,
        ends_at.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// The address of a link's person; none if the link is unknown, used or too old.
pub async fn email_of_reset_link(
    database: &Database,
    token_hash: &[u8; 32],
    now: Timestamp,
) -> Result<Option<String>, Fault> {
    let email = sqlx::query_scalar!(
        "SELECT u.email FROM resets r JOIN users u ON u.user_id = r.user_id
         WHERE r.token_hash = $1 AND r.ends_at > $2",
        token_hash,
        now.to_sqlx()
    );
    Ok(email.fetch_optional(database.pool()).await?)
}

/// Uses a link up, and returns its person; none if the link is unknown, used or too old.
pub async fn use_reset(tx: &mut Tx, token_hash: &[u8; 32], now: Timestamp) -> Result<Option<UserId>, Fault> {
    let user_id = sqlx::query_scalar!(
        "DELETE FROM resets WHERE token_hash = $1 AND ends_at > $2 RETURNING user_id",
        token_hash,
        now.to_sqlx()
    );
    Ok(user_id.fetch_optional(tx.conn()).await?)
}

/// Deletes a person's link.
pub async fn delete_reset(tx: &mut Tx, user_id: UserId) -> Result<(), Fault> {
    sqlx::query!("DELETE FROM resets WHERE user_id = $1", user_id.0).execute(tx.conn()).await?;
    Ok(())
}

/// Deletes every link.
pub async fn delete_all_resets(tx: &mut Tx) -> Result<(), Fault> {
    sqlx::query!("DELETE FROM resets").execute(tx.conn()).await?;
    Ok(())
}
