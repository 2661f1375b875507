use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::{Conn, Database, Tx, column};
use saffron_pos::adapter::{Account, Offer};
use uuid::Uuid;

use super::ConnectedRow;
use crate::domain::{ConnectionState, Pos, Term};

/// A connection.
#[derive(Debug, Clone)]
pub struct ConnectionRow {
    pub connection_id: Uuid,
    pub pos: Pos,
    pub account_id: String,
    pub account_name: String,
    pub state: ConnectionState,
    pub credential: Option<Vec<u8>>,
    pub lacks: Vec<String>,
    pub created_at: jiff_sqlx::Timestamp,
    pub created_by: String,
    /// When a grant ends at the POS, and when it is exchanged for the next one.
    pub expires_at: Option<jiff_sqlx::Timestamp>,
    pub renew_at: Option<jiff_sqlx::Timestamp>,
}

impl ConnectionRow {
    /// The place at which its credential is sealed.
    #[must_use]
    pub fn credential_place(connection_id: Uuid) -> String {
        format!("connection/{connection_id}/credential")
    }
}

/// A new connection.
pub struct NewConnection<'a> {
    pub connection_id: Uuid,
    pub begun_at: &'a PosId,
    pub pos: Pos,
    pub account: &'a Account,
    pub credential: &'a [u8],
    pub term: Option<Term>,
    pub created_at: Timestamp,
    pub created_by: &'a str,
}

/// A location that can be chosen.
#[derive(Debug, Clone)]
pub struct OfferedRow {
    pub external_id: String,
    pub name: String,
    pub time_zone: Option<String>,
    pub currency: String,
    pub address: Option<String>,
}

/// Stores a connection with the locations that can be chosen.
pub async fn insert_connection(tx: &mut Tx, new: NewConnection<'_>) -> Result<(), Fault> {
    sqlx::query!(
        "INSERT INTO connection (connection_id, begun_at, pos, account_id, account_name, state, credential, lacks, created_at,
           created_by, expires_at, renew_at)
         VALUES ($1, $2, $3, $4, $5, 'choosing', $6, $7, $8, $9, $10, $11)",
        new.connection_id,
        new.begun_at.as_str(),
        new.pos.as_str(),
        new.account.id,
        new.account.name,
        new.credential,
        &new.account.lacks,
        new.created_at.to_sqlx(),
        new.created_by,
        new.term.map(|term| term.expires_at.to_sqlx()) as Option<jiff_sqlx::Timestamp>,
        new.term.map(|term| term.renew_at.to_sqlx()) as Option<jiff_sqlx::Timestamp>
    )
    .execute(tx.conn())
    .await?;
    insert_offered(tx, new.connection_id, &new.account.locations).await
}

async fn insert_offered(tx: &mut Tx, connection_id: Uuid, offered: &[Offer]) -> Result<(), Fault> {
    let ids = column(offered, |one| one.location.clone());
    let names = column(offered, |one| one.registration.name.clone().unwrap_or_else(|| one.location.clone()));
    let zones = column(offered, |one| one.registration.time_zone.clone());
    let currencies = column(offered, |one| one.currency.clone());
    let addresses = column(offered, |one| one.registration.postal_address.clone());
    sqlx::query!(
        "INSERT INTO offered_location (connection_id, external_id, name, time_zone, currency, address)
         SELECT $1, n.* FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
           AS n (external_id, name, time_zone, currency, address)
         ON CONFLICT DO NOTHING",
        connection_id,
        &ids,
        &names,
        &zones as &[Option<String>],
        &currencies,
        &addresses as &[Option<String>]
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// How many connections of a location wait for a location to be chosen.
pub async fn count_choosing(tx: &mut Tx, pos_id: &PosId) -> Result<i64, Fault> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM connection WHERE begun_at = $1 AND state = 'choosing'"#,
        pos_id.as_str()
    );
    Ok(count.fetch_one(tx.conn()).await?)
}

/// Deletes connections that were begun before a moment and for which no location was chosen since: their credentials go with them.
/// How many.
pub async fn delete_unchosen(tx: &mut Tx, before: Timestamp, most: i64) -> Result<u64, Fault> {
    let deleted = sqlx::query!(
        "WITH gone AS (
           DELETE FROM connection WHERE connection_id IN (
             SELECT connection_id FROM connection WHERE state = 'choosing' AND created_at < $1
             ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
           RETURNING connection_id)
         DELETE FROM offered_location AS o USING gone WHERE o.connection_id = gone.connection_id",
        before.to_sqlx(),
        most
    );
    Ok(deleted.execute(tx.conn()).await?.rows_affected())
}

/// Finds a connection that was begun at a location or covers it.
pub async fn find_connection(
    conn: &mut Conn,
    pos_id: &PosId,
    connection_id: Uuid,
) -> Result<Option<ConnectionRow>, Fault> {
    let row = sqlx::query_as!(
        ConnectionRow,
        "SELECT connection_id, pos, account_id, account_name, state, credential, lacks, created_at, created_by,
           expires_at, renew_at
         FROM connection AS c
         WHERE connection_id = $2 AND (begun_at = $1 OR EXISTS (
           SELECT FROM connected_location AS l WHERE l.connection_id = c.connection_id AND l.pos_id = $1))",
        pos_id.as_str(),
        connection_id
    );
    Ok(row.fetch_optional(conn).await?)
}

/// A connection.
pub async fn connection_of(conn: &mut Conn, connection_id: Uuid) -> Result<Option<ConnectionRow>, Fault> {
    let row = sqlx::query_as!(
        ConnectionRow,
        "SELECT connection_id, pos, account_id, account_name, state, credential, lacks, created_at, created_by,
           expires_at, renew_at
         FROM connection WHERE connection_id = $1",
        connection_id
    );
    Ok(row.fetch_optional(conn).await?)
}

/// Locks a connection until the commit; none if there is none.
pub async fn lock_connection(tx: &mut Tx, connection_id: Uuid) -> Result<Option<ConnectionState>, Fault> {
    let state = sqlx::query_scalar!(
        "SELECT state FROM connection WHERE connection_id = $1 FOR NO KEY UPDATE",
        connection_id
    );
    Ok(state.fetch_optional(tx.conn()).await?)
}

/// The locations that can be chosen, by name.
pub async fn offered_of(conn: &mut Conn, connection_id: Uuid) -> Result<Vec<OfferedRow>, Fault> {
    let rows = sqlx::query_as!(
        OfferedRow,
        "SELECT external_id, name, time_zone, currency, address FROM offered_location WHERE connection_id = $1
         ORDER BY name, external_id",
        connection_id
    );
    Ok(rows.fetch_all(conn).await?)
}

/// Those that no location is connected to by the connection, by name.
pub async fn free_offered_of(conn: &mut Conn, connection_id: Uuid) -> Result<Vec<OfferedRow>, Fault> {
    let rows = sqlx::query_as!(
        OfferedRow,
        "SELECT external_id, name, time_zone, currency, address FROM offered_location AS o WHERE connection_id = $1
           AND NOT EXISTS (SELECT FROM connected_location AS l
             WHERE l.connection_id = o.connection_id AND l.external_id = o.external_id AND l.ended_at IS NULL)
         ORDER BY name, external_id",
        connection_id
    );
    Ok(rows.fetch_all(conn).await?)
}

/// Moves a connection from a state to another one; whether it was in the first.
pub async fn move_connection(
    tx: &mut Tx,
    connection_id: Uuid,
    from: ConnectionState,
    to: ConnectionState,
) -> Result<bool, Fault> {
    let moved = sqlx::query!(
        "UPDATE connection SET state = $3 WHERE connection_id = $1 AND state = $2",
        connection_id,
        from.as_str(),
        to.as_str()
    );
    Ok(moved.execute(tx.conn()).await?.rows_affected() == 1)
}

/// Stores that the POS does not take the credential of a live connection any more, unless it got another one meanwhile; whether it was so.
pub async fn refuse_connection(
    tx: &mut Tx,
    connection_id: Uuid,
    credential: Option<&[u8]>,
) -> Result<bool, Fault> {
    let refused = sqlx::query!(
        "UPDATE connection SET state = 'refused'
         WHERE connection_id = $1 AND state = 'live' AND credential IS NOT DISTINCT FROM $2",
        connection_id,
        credential as Option<&[u8]>
    );
    Ok(refused.execute(tx.conn()).await?.rows_affected() == 1)
}

/// Gives a connection that has not ended another credential, by which it is live again.
pub async fn renew_connection(
    tx: &mut Tx,
    connection_id: Uuid,
    (credential, term): (&[u8], Option<Term>),
    account: &Account,
) -> Result<bool, Fault> {
    let renewed = sqlx::query!(
        "UPDATE connection SET credential = $2, lacks = $3, account_name = $4, expires_at = $5, renew_at = $6,
           renewing_until = NULL,
           state = CASE WHEN state = 'refused' THEN 'live' ELSE state END
         WHERE connection_id = $1 AND state <> 'ended'",
        connection_id,
        credential,
        &account.lacks,
        account.name,
        term.map(|term| term.expires_at.to_sqlx()) as Option<jiff_sqlx::Timestamp>,
        term.map(|term| term.renew_at.to_sqlx()) as Option<jiff_sqlx::Timestamp>
    );
    let is_renewed = renewed.execute(tx.conn()).await?.rows_affected() == 1;
    if is_renewed {
        insert_offered(tx, connection_id, &account.locations).await?;
    }
    Ok(is_renewed)
}

/// Ends a connection, and deletes its credential.
pub async fn end_connection(tx: &mut Tx, connection_id: Uuid) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE connection SET state = 'ended', credential = NULL WHERE connection_id = $1",
        connection_id
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// A page of the connections of a location, the newest first; `before` is the last one of the page before.
pub async fn page_of_connections(
    database: &Database,
    pos_id: &PosId,
    before: Option<Uuid>,
    limit: i64,
) -> Result<Vec<(ConnectionRow, Option<ConnectedRow>)>, Fault> {
    let mut conn = database.pool().acquire().await?;
    let rows = sqlx::query_as!(
        ConnectionRow,
        r#"SELECT connection_id AS "connection_id!", pos AS "pos!: Pos", account_id AS "account_id!",
             account_name AS "account_name!", state AS "state!: ConnectionState", credential, lacks AS "lacks!",
             created_at AS "created_at!", created_by AS "created_by!", expires_at,
             renew_at
           FROM connection AS c
           WHERE connection_id IN (
               SELECT connection_id FROM connection WHERE begun_at = $1 AND state = 'choosing'
               UNION ALL SELECT connection_id FROM connected_location WHERE pos_id = $1)
             AND ($2::uuid IS NULL OR connection_id < $2)
           ORDER BY connection_id DESC LIMIT $3"#,
        pos_id.as_str(),
        before as Option<Uuid>,
        limit
    );
    let rows = rows.fetch_all(&mut conn).await?;
    let ids = column(&rows, |row| row.connection_id);
    let locations = super::connected_among(&mut conn, pos_id, &ids).await?;
    let mut locations: BTreeMap<Uuid, ConnectedRow> =
        locations.into_iter().map(|row| (row.connection_id, row)).collect();
    let paired = rows.into_iter().map(|row| {
        let location = locations.remove(&row.connection_id);
        (row, location)
    });
    Ok(paired.collect())
}
