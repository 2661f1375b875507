//! Ingest keys, identified by the SHA-256 of their secret. The one that a location's POS vendor has is a column of `locations`.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx as _;
use saffron_core::{Calendar, DayStarts, PosId, Source, UserId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

use crate::domain::{FoundIngestKey, IngestKey, IngestKeyKind, VENDOR_KEY_NAME};

/// The valid key whose secret has this SHA-256, with its location's calendar.
pub async fn find_ingest_key(
    database: &Database,
    key_hash: &[u8; 32],
) -> Result<Option<FoundIngestKey>, Fault> {
    let query = sqlx::query!(
        r#"SELECT pos_id AS "pos_id!: PosId", time_zone AS "time_zone!: Zone", day_starts AS "day_starts!: DayStarts",
             NULL::uuid AS key_id, 'till' AS "kind!: IngestKeyKind", $2 AS "name!", NULL::timestamptz AS last_used_at
           FROM locations WHERE ingest_key_hash = $1
           UNION ALL
           SELECT l.pos_id, l.time_zone, l.day_starts, k.key_id, k.kind, k.name, k.last_used_at
           FROM ingest_keys k JOIN locations l ON l.pos_id = k.pos_id
           WHERE k.key_hash = $1 AND k.revoked_at IS NULL"#,
        key_hash,
        VENDOR_KEY_NAME
    );
    Ok(query
        .map(|row| FoundIngestKey {
            pos_id: row.pos_id,
            calendar: Calendar::new(row.time_zone, row.day_starts),
            key_id: row.key_id,
            kind: row.kind,
            name: row.name,
            last_used_at: row.last_used_at.map(|at| at.to_jiff()),
        })
        .fetch_optional(database.pool())
        .await?)
}

/// How many valid keys of these kinds a location has. The caller has locked the location.
pub async fn count_ingest_keys(tx: &mut Tx, pos_id: &PosId, kinds: &[IngestKeyKind]) -> Result<i64, Fault> {
    let kinds: Vec<String> = kinds.iter().map(|kind| kind.as_str().to_owned()).collect();
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM ingest_keys
           WHERE pos_id = $1 AND kind = ANY($2) AND revoked_at IS NULL"#,
        pos_id.as_str(),
        &kinds
    )
    .fetch_one(tx.conn())
    .await?)
}

/// A key to insert.
pub struct NewIngestKey<'a> {
    pub key_id: Uuid,
    pub pos_id: &'a PosId,
    pub name: &'a str,
    pub kind: IngestKeyKind,
    /// SHA-256 of the secret.
    pub key_hash: [u8; 32],
    /// UTC.
    pub created_at: Timestamp,
    pub created_by: Option<UserId>,
}

/// Stores a key; returns the name of the person who made it.
pub async fn insert_ingest_key(tx: &mut Tx, key: &NewIngestKey<'_>) -> Result<Option<String>, Fault> {
    Ok(sqlx::query_scalar!(
        r#"INSERT INTO ingest_keys (key_id, pos_id, name, kind, key_hash, created_at, created_by)
           VALUES ($1, $2, $3, $4, $5, $6, $7)
           RETURNING (SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.user_id = created_by)"#,
        key.key_id,
        key.pos_id.as_str(),
        key.name,
        key.kind.as_str(),
        &key.key_hash,
        key.created_at.to_sqlx(),
        key.created_by.map(|user_id| user_id.0)
    )
    .fetch_one(tx.conn())
    .await?)
}

/// The keys of a location, newest first, after `after` and at most `limit`; with the one that its POS vendor has.
pub async fn page_of_ingest_keys(
    database: &Database,
    pos_id: &PosId,
    after: Option<&(Timestamp, Uuid)>,
    limit: i64,
) -> Result<Vec<IngestKey>, Fault> {
    let (before, last) = after.map_or((None, None), |(at, id)| (Some(at.to_sqlx()), Some(*id)));
    // The vendor's key takes the place of the smallest id.
    let query = sqlx::query!(
        r#"SELECT key_id, name AS "name!", kind AS "kind!: IngestKeyKind", created_at AS "created_at!", created_by,
             last_used_at, revoked_at
           FROM (
             SELECT NULL::uuid AS key_id, $5 AS name, 'till' AS kind, created_at, NULL AS created_by,
               NULL::timestamptz AS last_used_at, NULL::timestamptz AS revoked_at
             FROM locations WHERE pos_id = $1
             UNION ALL
             SELECT k.key_id, k.name, k.kind, k.created_at, trim(u.first_name || ' ' || u.last_name), k.last_used_at,
               k.revoked_at
             FROM ingest_keys k LEFT JOIN users u ON u.user_id = k.created_by
             WHERE k.pos_id = $1
           ) AS keys
           WHERE $2::timestamptz IS NULL
             OR (created_at, coalesce(key_id, '00000000-0000-0000-0000-000000000000')) < ($2, $3::uuid)
           ORDER BY created_at DESC, key_id DESC NULLS LAST LIMIT $4"#,
        pos_id.as_str(),
        before as _,
        last,
        limit,
        VENDOR_KEY_NAME
    );
    Ok(query
        .map(|row| IngestKey {
            source: row.key_id.map_or(Source::Till, Source::Key),
            name: row.name,
            kind: row.kind,
            created_at: row.created_at.to_jiff(),
            created_by: row.created_by,
            last_used_at: row.last_used_at.map(|at| at.to_jiff()),
            revoked_at: row.revoked_at.map(|at| at.to_jiff()),
        })
        .fetch_all(database.pool())
        .await?)
}

/// A location's key, locked for this transaction: its kind, and whether it is valid.
pub async fn lock_ingest_key(
    tx: &mut Tx,
    pos_id: &PosId,
    key_id: Uuid,
) -> Result<Option<(IngestKeyKind, bool)>, Fault> {
    let query = sqlx::query!(
        r#"SELECT kind, revoked_at IS NULL AS "is_valid!" FROM ingest_keys
           WHERE pos_id = $1 AND key_id = $2 FOR UPDATE"#,
        pos_id.as_str(),
        key_id
    );
    Ok(query.map(|row| (row.kind, row.is_valid)).fetch_optional(tx.conn()).await?)
}

/// The valid keys of a location, beside the one that its POS vendor has. The caller has locked the location.
pub async fn valid_ingest_keys(tx: &mut Tx, pos_id: &PosId) -> Result<Vec<Uuid>, Fault> {
    let keys = sqlx::query_scalar!(
        "SELECT key_id FROM ingest_keys WHERE pos_id = $1 AND revoked_at IS NULL",
        pos_id.as_str()
    );
    Ok(keys.fetch_all(tx.conn()).await?)
}

/// Ends a key for good.
pub async fn revoke_ingest_key(tx: &mut Tx, key_id: Uuid, now: Timestamp) -> Result<(), Fault> {
    sqlx::query!("UPDATE ingest_keys SET revoked_at = $2 WHERE key_id = $1", key_id, now.to_sqlx())
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Ends the valid keys of tills that a location's vendor got by this name; returns them.
pub async fn revoke_vendors_keys(
    tx: &mut Tx,
    pos_id: &PosId,
    name: &str,
    now: Timestamp,
) -> Result<Vec<Uuid>, Fault> {
    Ok(sqlx::query_scalar!(
        "UPDATE ingest_keys SET revoked_at = $3
         WHERE pos_id = $1 AND name = $2 AND kind = 'till' AND created_by IS NULL AND revoked_at IS NULL
         RETURNING key_id",
        pos_id.as_str(),
        name,
        now.to_sqlx()
    )
    .fetch_all(tx.conn())
    .await?)
}

/// Whether a location has or had this key.
pub async fn has_ingest_key(database: &Database, pos_id: &PosId, key_id: Uuid) -> Result<bool, Fault> {
    let row = sqlx::query!(
        "SELECT key_id FROM ingest_keys WHERE pos_id = $1 AND key_id = $2",
        pos_id.as_str(),
        key_id
    );
    Ok(row.fetch_optional(database.pool()).await?.is_some())
}

/// Stores that keys are used now, of those whose last use was before `before`. A key that another replica writes is left to it.
pub async fn write_uses(
    tx: &mut Tx,
    key_ids: &[Uuid],
    before: Timestamp,
    now: Timestamp,
) -> Result<(), Fault> {
    sqlx::query!(
        "UPDATE ingest_keys SET last_used_at = $3 WHERE key_id IN
           (SELECT key_id FROM ingest_keys WHERE key_id = ANY($1) AND (last_used_at IS NULL OR last_used_at <= $2)
            ORDER BY key_id FOR UPDATE SKIP LOCKED)",
        key_ids,
        before.to_sqlx(),
        now.to_sqlx()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}
