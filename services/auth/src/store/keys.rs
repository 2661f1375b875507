//! Ingest keys, known by their SHA-256.

use saffron_core::{PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::{stored_pos_id, stored_zone};

/// The location of a till's key, with its time zone.
pub async fn location_of(database: &Database, key_hash: &[u8; 32]) -> Result<Option<(PosId, Zone)>, Fault> {
    sqlx::query!("SELECT pos_id, time_zone FROM locations WHERE ingest_key_hash = $1", key_hash)
        .fetch_optional(database.pool())
        .await?
        .map(|row| Ok((stored_pos_id(row.pos_id)?, stored_zone(&row.time_zone)?)))
        .transpose()
}
