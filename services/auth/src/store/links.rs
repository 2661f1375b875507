//! The links between people and locations.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use saffron_kit::token::MAX_LOCATIONS;
use uuid::Uuid;

use crate::domain::{Location, PersonAt};

/// A person's locations by name, then posID; 2,000 at most.
pub async fn locations_of(database: &Database, user_id: UserId) -> Result<Vec<Location>, Fault> {
    Ok(sqlx::query_as!(
        Location,
        r#"SELECT o.pos_id, o.name, o.website, o.time_zone, o.postal_address, o.phone, o.day_starts
           FROM links l JOIN locations o ON o.pos_id = l.pos_id
           WHERE l.user_id = $1 ORDER BY lower(o.name) COLLATE "C", o.pos_id COLLATE "C" LIMIT $2"#,
        user_id.0,
        MAX_LOCATIONS as i64
    )
    .fetch_all(database.pool())
    .await?)
}

/// How many other locations a person has.
pub async fn count_other_locations(tx: &mut Tx, user_id: UserId, pos_id: &PosId) -> Result<usize, Fault> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM links WHERE user_id = $1 AND pos_id <> $2"#,
        user_id.0,
        pos_id.as_str()
    );
    Ok(usize::try_from(count.fetch_one(tx.conn()).await?).unwrap_or(usize::MAX))
}

/// Whether a person has a location of a name, whatever its case.
pub async fn has_location_named(tx: &mut Tx, user_id: UserId, name: &str) -> Result<bool, Fault> {
    let row = sqlx::query!(
        "SELECT o.pos_id FROM links l JOIN locations o ON o.pos_id = l.pos_id
         WHERE l.user_id = $1 AND lower(o.name) = lower($2) LIMIT 1",
        user_id.0,
        name
    );
    Ok(row.fetch_optional(tx.conn()).await?.is_some())
}

/// Links a location to a person; false if it was linked already.
pub async fn insert_link(
    tx: &mut Tx,
    user_id: UserId,
    pos_id: &PosId,
    now: Timestamp,
) -> Result<bool, Fault> {
    let done = sqlx::query!(
        "INSERT INTO links (user_id, pos_id, linked_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        user_id.0,
        pos_id.as_str(),
        now.to_sqlx()
    );
    Ok(done.execute(tx.conn()).await?.rows_affected() > 0)
}

/// Unlinks a location from a person; false if it was not linked.
pub async fn delete_link(tx: &mut Tx, user_id: UserId, pos_id: &PosId) -> Result<bool, Fault> {
    let done =
        sqlx::query!("DELETE FROM links WHERE user_id = $1 AND pos_id = $2", user_id.0, pos_id.as_str());
    Ok(done.execute(tx.conn()).await?.rows_affected() > 0)
}

/// The people of a location, by the time of their link, then id, after `after` and at most `limit`.
pub async fn page_of_people(
    database: &Database,
    pos_id: &PosId,
    after: Option<(Timestamp, UserId)>,
    limit: i64,
) -> Result<Vec<(UserId, PersonAt)>, Fault> {
    let (since, last) = after.unwrap_or((Timestamp::UNIX_EPOCH, UserId(Uuid::nil())));
    Ok(sqlx::query!(
        "SELECT u.user_id, u.email, l.linked_at,
           (SELECT max(s.last_seen_at) FROM sessions s WHERE s.user_id = u.user_id) AS last_seen_at
         FROM links l JOIN users u ON u.user_id = l.user_id
         WHERE l.pos_id = $1 AND (l.linked_at, l.user_id) > ($2, $3) ORDER BY l.linked_at, l.user_id LIMIT $4",
        pos_id.as_str(),
        since.to_sqlx(),
        last.0,
        limit
    )
    .map(|row| {
        let (linked_at, last_seen_at) = (row.linked_at.to_jiff(), row.last_seen_at.map(|at| at.to_jiff()));
        (row.user_id, PersonAt { email: row.email, linked_at, last_seen_at })
    })
    .fetch_all(database.pool())
    .await?)
}

/// Unlinks every location from a person; returns them, and of each whether no person has it any more.
pub async fn delete_links(tx: &mut Tx, user_id: UserId) -> Result<Vec<(PosId, bool)>, Fault> {
    Ok(sqlx::query!(
        r#"WITH gone AS (DELETE FROM links WHERE user_id = $1 RETURNING pos_id)
           SELECT g.pos_id AS "pos_id!: PosId",
             NOT EXISTS (SELECT FROM links l WHERE l.pos_id = g.pos_id AND l.user_id <> $1) AS "is_last!"
           FROM gone g ORDER BY g.pos_id COLLATE "C""#,
        user_id.0
    )
    .map(|row| (row.pos_id, row.is_last))
    .fetch_all(tx.conn())
    .await?)
}

/// Locks a link until the end of the transaction; false if there is none.
pub async fn lock_link(tx: &mut Tx, user_id: UserId, pos_id: &PosId) -> Result<bool, Fault> {
    let row = sqlx::query!(
        "SELECT pos_id FROM links WHERE user_id = $1 AND pos_id = $2 FOR SHARE",
        user_id.0,
        pos_id.as_str()
    );
    Ok(row.fetch_optional(tx.conn()).await?.is_some())
}

/// The people of these locations, by posID.
pub async fn people_of(database: &Database, pos_ids: &[String]) -> Result<Vec<(PosId, UserId)>, Fault> {
    Ok(sqlx::query!(
        r#"SELECT pos_id, user_id FROM links WHERE pos_id = ANY($1) ORDER BY pos_id COLLATE "C", user_id"#,
        pos_ids
    )
    .map(|row| (row.pos_id, row.user_id))
    .fetch_all(database.pool())
    .await?)
}
