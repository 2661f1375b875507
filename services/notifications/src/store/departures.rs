//! Recently ended sessions, people who recently left a location, and erased people.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

/// Stores that a person left a location; the inbox is locked.
pub async fn mark_left(tx: &mut Tx, user: UserId, pos_id: &PosId, at: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO left_location AS l (user_id, pos_id, left_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id, pos_id) DO UPDATE SET left_at = greatest(l.left_at, excluded.left_at)",
        user.0,
        pos_id.as_str(),
        at.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Those of these people who left a location since a moment; the inboxes are locked.
pub async fn left_since(
    tx: &mut Tx,
    pos_id: &PosId,
    users: &[UserId],
    since: Timestamp,
) -> Result<BTreeSet<UserId>, Fault> {
    let left = sqlx::query_scalar!(
        "SELECT user_id FROM left_location WHERE user_id = ANY($1) AND pos_id = $2 AND left_at >= $3",
        users as &[UserId],
        pos_id.as_str(),
        since.to_sqlx()
    );
    Ok(left.fetch_all(tx.conn()).await?.into_iter().collect())
}

/// Stores that sessions of a person ended; the inbox is locked.
pub async fn mark_ended(tx: &mut Tx, user: UserId, handles: &[String], at: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO ended_session (user_id, handle, ended_at)
         SELECT DISTINCT $1::uuid, handle, $3::timestamptz FROM unnest($2::text[]) AS n (handle)
         ON CONFLICT DO NOTHING",
        user.0,
        handles,
        at.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Whether a session of a person ended recently.
pub async fn has_ended(tx: &mut Tx, user: UserId, handle: &str) -> Result<bool, Fault> {
    let has_ended = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM ended_session WHERE user_id = $1 AND handle = $2) AS "ended!""#,
        user.0,
        handle
    );
    Ok(has_ended.fetch_one(tx.conn()).await?)
}

/// Deletes all rows of a person.
pub async fn delete_person(tx: &mut Tx, user: UserId) -> Result<(), Fault> {
    sqlx::query!(
        "WITH communications AS (DELETE FROM communication WHERE user_id = $1 RETURNING communication_id),
           mails AS (DELETE FROM mail_job USING communications AS c WHERE mail_job.communication_id = c.communication_id),
           devices AS (DELETE FROM device WHERE user_id = $1),
           rules AS (DELETE FROM rule WHERE user_id = $1),
           settings AS (DELETE FROM setting WHERE user_id = $1)
         DELETE FROM mailbox WHERE user_id = $1",
        user.0
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
