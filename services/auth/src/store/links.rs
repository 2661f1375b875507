//! Who may see which location.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use saffron_kit::token::MAX_LOCATIONS;

use super::{LocationRow, stored_pos_id};
use crate::domain::Location;

/// A person's locations by name, then posID; 2,000 at most.
///
/// # Errors
/// If the database is away.
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
///
/// # Errors
/// If the database is away.
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
///
/// # Errors
/// If the database is away.
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
///
/// # Errors
/// If the database is away.
pub async fn delete(tx: &mut Tx, user_id: UserId, pos_id: &PosId) -> Result<bool, Fault> {
    let done =
        sqlx::query!("DELETE FROM links WHERE user_id = $1 AND pos_id = $2", user_id.0, pos_id.as_str())
            .execute(tx.conn())
            .await?;
    Ok(done.rows_affected() > 0)
}

/// Holds a link until the end of the transaction; false if there is none.
///
/// # Errors
/// If the database is away.
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
///
/// # Errors
/// If the database is away.
pub async fn people_of(database: &Database, pos_ids: &[String]) -> Result<Vec<(PosId, UserId)>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT pos_id, user_id FROM links WHERE pos_id = ANY($1) ORDER BY pos_id COLLATE "C", user_id"#,
        pos_ids
    )
    .fetch_all(database.pool())
    .await?;
    rows.into_iter().map(|row| Ok((stored_pos_id(row.pos_id)?, UserId(row.user_id)))).collect()
}
