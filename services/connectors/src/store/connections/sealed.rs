use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use uuid::Uuid;

/// A sealed value of a connection: its credential, or its ingest key at a location.
#[derive(Debug, Clone)]
pub struct SealedValue {
    pub connection_id: Uuid,
    /// The location of an ingest key; none of a credential.
    pub pos_id: Option<PosId>,
    pub sealed: Vec<u8>,
}

/// Some sealed values of connections after one, by connection, a credential before the keys of its locations.
pub async fn sealed_after(
    database: &Database,
    after: Option<&SealedValue>,
    limit: i64,
) -> Result<Vec<SealedValue>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT connection_id AS "connection_id!", pos_id AS "pos_id!", sealed AS "sealed!" FROM (
             SELECT connection_id, '' AS pos_id, credential AS sealed FROM connection WHERE credential IS NOT NULL
             UNION ALL
             SELECT connection_id, pos_id, ingest_key FROM connected_location WHERE ingest_key IS NOT NULL) AS s
           WHERE $1::uuid IS NULL OR (connection_id, pos_id) > ($1, $2::text COLLATE "C")
           ORDER BY connection_id, pos_id COLLATE "C" LIMIT $3"#,
        after.map(|one| one.connection_id) as Option<Uuid>,
        after.and_then(|one| one.pos_id.as_ref()).map_or("", PosId::as_str),
        limit
    );
    let rows = rows.fetch_all(database.pool()).await?.into_iter().map(|row| {
        let pos_id = (!row.pos_id.is_empty()).then(|| row.pos_id.parse()).transpose();
        let pos_id = pos_id.map_err(|_| Fault::Permanent("the id of a connected location".to_owned()))?;
        Ok(SealedValue { connection_id: row.connection_id, pos_id, sealed: row.sealed })
    });
    rows.collect()
}

/// Stores a value as it is sealed now, unless it became another one meanwhile.
pub async fn reseal(tx: &mut Tx, value: &SealedValue, sealed: &[u8]) -> Result<(), Fault> {
    let resealed = match &value.pos_id {
        None => sqlx::query!(
            "UPDATE connection SET credential = $3 WHERE connection_id = $1 AND credential = $2",
            value.connection_id,
            value.sealed,
            sealed
        ),
        Some(pos_id) => sqlx::query!(
            "UPDATE connected_location SET ingest_key = $4
             WHERE connection_id = $1 AND pos_id = $2 AND ingest_key = $3",
            value.connection_id,
            pos_id.as_str(),
            value.sealed,
            sealed
        ),
    };
    resealed.execute(tx.conn()).await?;
    Ok(())
}
