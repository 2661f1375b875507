use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx, column};
use uuid::Uuid;

/// The most objects of a location that are kept.
pub const MOST_UNMAPPED: i64 = 1_000;

/// An object that became no fact.
#[derive(Debug, Clone)]
pub struct NewUnmapped {
    pub kind: String,
    pub external_id: String,
    /// For people.
    pub why: String,
    /// Its JSON, sealed.
    pub raw: Option<Vec<u8>>,
}

/// An object that became no fact, without its JSON.
#[derive(Debug, Clone)]
pub struct UnmappedRow {
    pub kind: String,
    pub external_id: String,
    pub why: String,
    pub first_seen_at: jiff_sqlx::Timestamp,
    pub last_seen_at: jiff_sqlx::Timestamp,
}

/// The place at which the JSON of one is sealed.
#[must_use]
pub fn unmapped_place(connection_id: Uuid, pos_id: &PosId, kind: &str, external_id: &str) -> String {
    format!("connection/{connection_id}/{pos_id}/unmapped/{kind}/{external_id}")
}

/// Stores objects that became no fact, each once. New ones are left out where a location has too many of them.
pub async fn put_unmapped(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    unmapped: &[NewUnmapped],
    now: Timestamp,
) -> Result<(), Fault> {
    let kinds = column(unmapped, |one| one.kind.clone());
    let ids = column(unmapped, |one| one.external_id.clone());
    let why = column(unmapped, |one| one.why.clone());
    let raw = column(unmapped, |one| one.raw.clone());
    sqlx::query!(
        "WITH n AS (
           SELECT DISTINCT ON (kind, external_id) * FROM unnest($3::text[], $4::text[], $5::text[], $6::bytea[])
             AS n (kind, external_id, why, raw)),
         known AS (
           SELECT n.*, u.kind IS NOT NULL AS is_known FROM n LEFT JOIN unmapped AS u
             ON u.pos_id = $1 AND u.connection_id = $2 AND u.kind = n.kind AND u.external_id = n.external_id),
         ranked AS (SELECT *, row_number() OVER (ORDER BY is_known DESC, kind, external_id) AS place FROM known),
         has AS (SELECT count(*) AS rows FROM unmapped WHERE pos_id = $1 AND connection_id = $2)
         INSERT INTO unmapped AS u (pos_id, connection_id, kind, external_id, why, first_seen_at, last_seen_at, raw)
         SELECT $1, $2, kind, external_id, why, $7, $7, raw FROM ranked, has
         WHERE is_known OR place - (SELECT count(*) FROM known WHERE is_known) + has.rows <= $8
         ON CONFLICT (pos_id, connection_id, kind, external_id) DO UPDATE
           SET why = excluded.why, last_seen_at = excluded.last_seen_at, raw = excluded.raw",
        pos_id.as_str(),
        connection_id,
        &kinds,
        &ids,
        &why,
        &raw as &[Option<Vec<u8>>],
        now.to_sqlx(),
        MOST_UNMAPPED
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Deletes objects by their ids, which became facts now.
pub async fn delete_mapped(
    tx: &mut Tx,
    pos_id: &PosId,
    connection_id: Uuid,
    ids: &[String],
) -> Result<(), Fault> {
    sqlx::query!(
        "DELETE FROM unmapped WHERE pos_id = $1 AND connection_id = $2 AND external_id = ANY ($3::text[])",
        pos_id.as_str(),
        connection_id,
        ids
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// A page of the objects of a location that became no fact, by kind and id; `after` is the last one of the page before.
pub async fn page_of_unmapped(
    database: &Database,
    pos_id: &PosId,
    connection_id: Uuid,
    after: Option<&(String, String)>,
    limit: i64,
) -> Result<Vec<UnmappedRow>, Fault> {
    let (kind, id) = after.cloned().unzip();
    let rows = sqlx::query_as!(
        UnmappedRow,
        "SELECT kind, external_id, why, first_seen_at, last_seen_at FROM unmapped
         WHERE pos_id = $1 AND connection_id = $2 AND ($3::text IS NULL OR (kind, external_id) > ($3, $4::text))
         ORDER BY kind, external_id LIMIT $5",
        pos_id.as_str(),
        connection_id,
        kind as Option<String>,
        id as Option<String>,
        limit
    );
    Ok(rows.fetch_all(database.pool()).await?)
}

/// Deletes the JSON of a location's objects, which may hold what is to be forgotten.
pub async fn forget_raw(tx: &mut Tx, pos_id: &PosId) -> Result<(), Fault> {
    sqlx::query!("UPDATE unmapped SET raw = NULL WHERE pos_id = $1 AND raw IS NOT NULL", pos_id.as_str())
        .execute(tx.conn())
        .await?;
    Ok(())
}
