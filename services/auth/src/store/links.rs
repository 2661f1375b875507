//! Who may see which location.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use saffron_kit::token::MAX_LOCATIONS;

use super::{LocationRow, stored_pos_id};
use crate::domain::Location;

/// A person who may see a location.
#[derive(Debug, Clone)]
pub struct Linked {
    /// The person.
    pub user_id: UserId,
    /// What they sign in with.
    pub email: String,
    /// When they linked it, UTC.
    pub linked_at: Timestamp,
    /// When a session of theirs that has not ended was last used, UTC; right to a day.
    pub last_seen_at: Option<Timestamp>,
}

/// A person's locations by name, then posID; 2,000 at most.
pub async fn of_user(database: &Database, user_id: UserId) -> Result<Vec<Location>, Fault> {
    sqlx::query_as!(
        LocationRow,
        r#"SELECT o.pos_id, o.name, o.website, o.time_zone, o.postal_address, o.phone
           FROM links l JOIN locations o ON o.pos_id = l.pos_id
           WHERE l.user_id = $1 ORDER BY lower(o.name) COLLATE "C", o.pos_id COLLATE "C" LIMIT $2"#,
        user_id.0,
        MAX_LOCATIONS as i64
    )
    .fetch_all(database.pool())
    .await?
    .into_iter()
    .map(Location::try_from)
    .collect()
}

/// How many locations a person has besides this one.
pub async fn count_others(tx: &mut Tx, user_id: UserId, pos_id: &PosId) -> Result<usize, Fault> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM links WHERE user_id = $1 AND pos_id <> $2"#,
        user_id.0,
        pos_id.as_str()
    )
    .fetch_one(tx.conn())
    .await?;
    Ok(usize::try_from(count).unwrap_or(usize::MAX))
}

/// Links a location to a person; false if it was linked already.
pub async fn insert(tx: &mut Tx, user_id: UserId, pos_id: &PosId, now: Timestamp) -> Result<bool, Fault> {
    let done = sqlx::query!(
        "INSERT INTO links (user_id, pos_id, linked_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        user_id.0,
        pos_id.as_str(),
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Unlinks a location from a person; false if it was not linked.
pub async fn delete(tx: &mut Tx, user_id: UserId, pos_id: &PosId) -> Result<bool, Fault> {
    let done =
        sqlx::query!("DELETE FROM links WHERE user_id = $1 AND pos_id = $2", user_id.0, pos_id.as_str())
            .execute(tx.conn())
            .await?;
    Ok(done.rows_affected() > 0)
}

/// People who may see a location, by the time of their link, then id; those after `after`, `most` at most.
pub async fn people_at(
    database: &Database,
    pos_id: &PosId,
    after: Option<(Timestamp, UserId)>,
    most: i64,
) -> Result<Vec<Linked>, Fault> {
    let (since, last) = after.unwrap_or((Timestamp::UNIX_EPOCH, UserId(uuid::Uuid::nil())));
    let rows = sqlx::query!(
        r#"SELECT u.user_id, u.email, l.linked_at,
                  (SELECT max(s.last_seen_at) FROM sessions s WHERE s.user_id = u.user_id) AS last_seen_at
           FROM links l JOIN users u ON u.user_id = l.user_id
           WHERE l.pos_id = $1 AND (l.linked_at, l.user_id) > ($2, $3) ORDER BY l.linked_at, l.user_id LIMIT $4"#,
        pos_id.as_str(),
        since.to_sqlx(),
        last.0,
        most
    )
    .fetch_all(database.pool())
    .await?;
    let linked = rows.into_iter().map(|row| Linked {
        user_id: UserId(row.user_id),
        email: row.email,
        linked_at: row.linked_at.to_jiff(),
        last_seen_at: row.last_seen_at.map(jiff_sqlx::Timestamp::to_jiff),
    });
    Ok(linked.collect())
}

/// Unlinks every location from a person: which they were, and whether the person was the last who had it.
pub async fn delete_all(tx: &mut Tx, user_id: UserId) -> Result<Vec<(PosId, bool)>, Fault> {
    let rows = sqlx::query!(
        r#"WITH gone AS (DELETE FROM links WHERE user_id = $1 RETURNING pos_id)
           SELECT g.pos_id AS "pos_id!",
                  NOT EXISTS (SELECT FROM links l WHERE l.pos_id = g.pos_id AND l.user_id <> $1) AS "is_last!"
           FROM gone g ORDER BY g.pos_id COLLATE "C""#,
        user_id.0
    )
    .fetch_all(tx.conn())
    .await?;
    rows.into_iter().map(|row| Ok((stored_pos_id(row.pos_id)?, row.is_last))).collect()
}

/// Holds a link until the end of the transaction; false if there is none.
pub async fn lock(tx: &mut Tx, user_id: UserId, pos_id: &PosId) -> Result<bool, Fault> {
    let row = sqlx::query!(
        "SELECT pos_id FROM links WHERE user_id = $1 AND pos_id = $2 FOR SHARE",
        user_id.0,
        pos_id.as_str()
    )
    .fetch_optional(tx.conn())
    .await?;
    Ok(row.is_some())
}

/// Everybody who may see one of these locations, by posID.
pub async fn people_of(database: &Database, pos_ids: &[String]) -> Result<Vec<(PosId, UserId)>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT pos_id, user_id FROM links WHERE pos_id = ANY($1) ORDER BY pos_id COLLATE "C", user_id"#,
        pos_ids
    )
    .fetch_all(database.pool())
    .await?;
    rows.into_iter().map(|row| Ok((stored_pos_id(row.pos_id)?, UserId(row.user_id)))).collect()
}
