//! Sessions that ended lately, and locations that people left lately.

use std::collections::BTreeSet;

use jiff::Timestamp;
use saffron_core::{PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use super::{ids, sql_time};

/// Notes that a person whose inbox is held left a location.
pub async fn note_left(tx: &mut Tx, user: UserId, pos_id: &PosId, at: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO left_location AS l (user_id, pos_id, left_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id, pos_id) DO UPDATE SET left_at = greatest(l.left_at, excluded.left_at)",
        user.0,
        pos_id.as_str(),
        sql_time(at) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Those of these people that left a location at a moment or later; their inboxes are held.
pub async fn left_since(
    tx: &mut Tx,
    pos_id: &PosId,
    users: &BTreeSet<UserId>,
    since: Timestamp,
) -> Result<BTreeSet<UserId>, Fault> {
    let left = sqlx::query_scalar!(
        "SELECT user_id FROM left_location WHERE user_id = ANY($1) AND pos_id = $2 AND left_at >= $3",
        &ids(users),
        pos_id.as_str(),
        sql_time(since) as jiff_sqlx::Timestamp
    )
    .fetch_all(tx.conn())
    .await?;
    Ok(left.into_iter().map(UserId).collect())
}

/// Notes that sessions of a person whose inbox is held ended.
pub async fn note_ended(tx: &mut Tx, user: UserId, handles: &[String], at: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO ended_session (user_id, handle, ended_at)
         SELECT DISTINCT $1::uuid, handle, $3::timestamptz FROM unnest($2::text[]) AS n (handle)
         ON CONFLICT DO NOTHING",
        user.0,
        handles,
        sql_time(at) as jiff_sqlx::Timestamp
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Whether a session of a person ended lately.
pub async fn is_ended(tx: &mut Tx, user: UserId, handle: &str) -> Result<bool, Fault> {
    let ended = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM ended_session WHERE user_id = $1 AND handle = $2) AS "ended!""#,
        user.0,
        handle
    )
    .fetch_one(tx.conn())
    .await?;
    Ok(ended)
}

/// Forgets sessions that ended before a moment, `most` of them at most. Returns how many.
pub async fn forget_sessions(tx: &mut Tx, before: Timestamp, most: i64) -> Result<u64, Fault> {
    let gone = sqlx::query!(
        "DELETE FROM ended_session WHERE ctid = ANY (ARRAY (
           SELECT ctid FROM ended_session WHERE ended_at < $1 ORDER BY ended_at LIMIT $2 FOR UPDATE SKIP LOCKED))",
        sql_time(before) as jiff_sqlx::Timestamp,
        most
    )
    .execute(tx.conn())
    .await?;
    Ok(gone.rows_affected())
}

/// Forgets people that left a location before a moment, `most` of them at most. Returns how many.
pub async fn forget_left(tx: &mut Tx, before: Timestamp, most: i64) -> Result<u64, Fault> {
    let gone = sqlx::query!(
        "DELETE FROM left_location WHERE ctid = ANY (ARRAY (
           SELECT ctid FROM left_location WHERE left_at < $1 ORDER BY left_at LIMIT $2 FOR UPDATE SKIP LOCKED))",
        sql_time(before) as jiff_sqlx::Timestamp,
        most
    )
    .execute(tx.conn())
    .await?;
    Ok(gone.rows_affected())
}
