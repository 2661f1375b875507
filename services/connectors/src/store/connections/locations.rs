use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{BusinessDate, Calendar, DayStarts, PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Tx};
use uuid::Uuid;

use crate::domain::ConnectionState;

/// A location of a connection.
#[derive(Debug, Clone)]
pub struct ConnectedRow {
    pub connection_id: Uuid,
    pub pos_id: PosId,
    pub external_id: String,
    pub external_name: String,
    pub time_zone: Zone,
    pub day_starts: DayStarts,
    /// How often its calendar became another one.
    pub calendars: i32,
    pub is_paused: bool,
    pub source: String,
    pub ingest_key: Option<Vec<u8>>,
    pub first_date: BusinessDate,
    pub days_listed: bool,
    pub seen_at: Option<jiff_sqlx::Timestamp>,
    pub ended_at: Option<jiff_sqlx::Timestamp>,
    pub version: i64,
}

impl ConnectedRow {
    /// The calendar by which its times are read.
    #[must_use]
    pub fn calendar(&self) -> Calendar {
        Calendar::new(self.time_zone.clone(), self.day_starts.clone())
    }

    /// The place at which its ingest key is sealed.
    #[must_use]
    pub fn key_place(connection_id: Uuid, pos_id: &PosId) -> String {
        format!("connection/{connection_id}/{pos_id}/key")
    }
}

/// A location that is chosen.
pub struct NewConnected<'a> {
    pub connection_id: Uuid,
    pub pos_id: &'a PosId,
    pub external_id: &'a str,
    pub external_name: &'a str,
    pub calendar: &'a Calendar,
    pub source: &'a str,
    pub ingest_key: &'a [u8],
    pub first_date: BusinessDate,
    pub began_at: Timestamp,
}

/// Stores a location of a connection; false if the location has a connection, or the POS's one has a location. Where it was connected
/// by another calendar before, what is read by this one counts.
pub async fn insert_connected(tx: &mut Tx, new: NewConnected<'_>) -> Result<bool, Fault> {
    let inserted = sqlx::query!(
        "INSERT INTO connected_location (connection_id, pos_id, external_id, external_name, source, ingest_key, first_date,
           began_at, time_zone, day_starts, announced_at, calendars)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $8, coalesce((
           SELECT calendars + CASE WHEN (time_zone, day_starts) = ($9, $10) THEN 0 ELSE 1 END
           FROM connected_location WHERE pos_id = $2 ORDER BY began_at DESC LIMIT 1), 0)
         ON CONFLICT DO NOTHING",
        new.connection_id,
        new.pos_id.as_str(),
        new.external_id,
        new.external_name,
        new.source,
        new.ingest_key,
        new.first_date as BusinessDate,
        new.began_at.to_sqlx(),
        new.calendar.name(),
        new.calendar.starts().to_string()
    );
    Ok(inserted.execute(tx.conn()).await?.rows_affected() == 1)
}

/// Finds a location of a connection.
pub async fn find_connected(
    conn: &mut Conn,
    pos_id: &PosId,
    connection_id: Uuid,
) -> Result<Option<ConnectedRow>, Fault> {
    Ok(connected_among(conn, pos_id, &[connection_id]).await?.into_iter().next())
}

/// What these connections have of a location.
pub async fn connected_among(
    conn: &mut Conn,
    pos_id: &PosId,
    connections: &[Uuid],
) -> Result<Vec<ConnectedRow>, Fault> {
    let rows = sqlx::query_as!(
        ConnectedRow,
        "SELECT connection_id, pos_id, external_id, external_name, time_zone, day_starts, calendars, is_paused, source, ingest_key,
           first_date, days_listed, seen_at, ended_at, version
         FROM connected_location WHERE pos_id = $1 AND connection_id = ANY ($2::uuid[])",
        pos_id.as_str(),
        connections
    );
    Ok(rows.fetch_all(conn).await?)
}

/// Locks what the connection of a location that has not ended has of it; none if it is not connected.
pub async fn lock_connected(tx: &mut Tx, pos_id: &PosId) -> Result<Option<ConnectedRow>, Fault> {
    let row = sqlx::query_as!(
        ConnectedRow,
        "SELECT connection_id, pos_id, external_id, external_name, time_zone, day_starts, calendars, is_paused, source, ingest_key,
           first_date, days_listed, seen_at, ended_at, version
         FROM connected_location WHERE pos_id = $1 AND ended_at IS NULL FOR NO KEY UPDATE",
        pos_id.as_str()
    );
    Ok(row.fetch_optional(tx.conn()).await?)
}

/// The sources under which a location was ever connected to this location of the POS.
pub async fn own_sources(conn: &mut Conn, pos_id: &PosId, external_id: &str) -> Result<Vec<String>, Fault> {
    let rows = sqlx::query_scalar!(
        "SELECT source FROM connected_location WHERE pos_id = $1 AND external_id = $2",
        pos_id.as_str(),
        external_id
    );
    Ok(rows.fetch_all(conn).await?)
}

/// Whether a connection has no location but this one.
pub async fn is_last(conn: &mut Conn, pos_id: &PosId, connection_id: Uuid) -> Result<bool, Fault> {
    let others = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM connected_location WHERE connection_id = $1 AND pos_id <> $2 AND ended_at IS NULL) AS "others!""#,
        connection_id,
        pos_id.as_str()
    );
    Ok(!others.fetch_one(conn).await?)
}

/// Ends a location of a connection, and deletes its key and what is left to do for it.
pub async fn end_connected(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    at: Timestamp,
) -> Result<(), Fault> {
    super::end_writing(tx, pos_id, connection_id).await?;
    sqlx::query!("DELETE FROM feed WHERE pos_id = $1 AND connection_id = $2", pos_id.as_str(), connection_id)
        .execute(tx.conn())
        .await?;
    sqlx::query!(
        "UPDATE connected_location SET ended_at = coalesce(ended_at, $3), ingest_key = NULL WHERE pos_id = $1 AND connection_id = $2",
        pos_id.as_str(),
        connection_id,
        at.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "DELETE FROM connected_day WHERE pos_id = $1 AND connection_id = $2",
        pos_id.as_str(),
        connection_id
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "DELETE FROM day_proof WHERE pos_id = $1 AND connection_id = $2",
        pos_id.as_str(),
        connection_id
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "DELETE FROM unmapped WHERE pos_id = $1 AND connection_id = $2",
        pos_id.as_str(),
        connection_id
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Pauses a location of a connection, or lets it go on.
pub async fn set_paused(tx: &mut Tx, pos_id: &PosId, connection_id: Uuid, paused: bool) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE connected_location SET is_paused = $3 WHERE pos_id = $1 AND connection_id = $2",
        pos_id.as_str(),
        connection_id,
        paused
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Stores when a location was last read.
pub async fn seen(tx: &mut Tx, pos_id: &PosId, connection_id: Uuid, at: Timestamp) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE connected_location SET seen_at = greatest(seen_at, $3) WHERE pos_id = $1 AND connection_id = $2",
        pos_id.as_str(),
        connection_id,
        at.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// A change of a connection at a location that open apps are sent.
#[derive(Debug, Clone)]
pub struct ChangedConnection {
    pub pos_id: PosId,
    pub state: ConnectionState,
    pub is_paused: bool,
    pub is_ended: bool,
    pub version: i64,
}

/// Counts a change of a connection at one of its locations, or at all of them that have not ended. Gives those of which open apps
/// are to be sent it: they were last sent one before `before`.
pub async fn touch_connected(
    tx: &mut Tx,
    connection_id: Uuid,
    pos_id: Option<&PosId>,
    before: Timestamp,
) -> Result<Vec<ChangedConnection>, Fault> {
    let now = tx.clock().now().to_sqlx();
    let touched = sqlx::query!(
        r#"UPDATE connected_location AS l
           SET version = version + 1, announced_at = CASE WHEN announced_at <= $3 THEN $4 ELSE announced_at END
           FROM connection AS c
           WHERE l.connection_id = $1 AND c.connection_id = $1
             AND CASE WHEN $2::text IS NULL THEN l.ended_at IS NULL ELSE l.pos_id = $2 END
           RETURNING l.pos_id AS "pos_id: PosId", c.state AS "state: ConnectionState", l.is_paused,
             l.ended_at IS NOT NULL AS "is_ended!", l.version, old.announced_at <= $3 AS "is_due!""#,
        connection_id,
        pos_id.map(PosId::as_str) as Option<&str>,
        before.to_sqlx(),
        now
    );
    let due = touched.fetch_all(tx.conn()).await?.into_iter().filter(|row| row.is_due);
    Ok(due
        .map(|row| ChangedConnection {
            pos_id: row.pos_id,
            state: row.state,
            is_paused: row.is_paused,
            is_ended: row.is_ended,
            version: row.version,
        })
        .collect())
}
