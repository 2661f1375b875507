//! The sample restaurants: locations whose ids begin with `_sample_` (core's `PosId::is_sample`).

use saffron_core::{PosId, UserId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::{Database, Tx};
use saffron_kit::token::MAX_LOCATIONS;

/// Unlinks a person from all sample restaurants; returns them.
pub async fn delete_sample_links(tx: &mut Tx, user_id: UserId) -> Result<Vec<PosId>, Fault> {
    let gone = sqlx::query_scalar!(
        r#"DELETE FROM links WHERE user_id = $1 AND starts_with(pos_id, '_sample_')
           RETURNING pos_id AS "pos_id!: PosId""#,
        user_id.0
    );
    Ok(gone.fetch_all(tx.conn()).await?)
}

/// The sample restaurants in which somebody looks around, by posID; there are no more than time zones.
pub async fn linked_samples(database: &Database) -> Result<Vec<(PosId, Zone)>, Fault> {
    let rows = sqlx::query!(
        r#"SELECT o.pos_id, o.time_zone FROM locations o
           WHERE starts_with(o.pos_id, '_sample_') AND EXISTS (SELECT FROM links l WHERE l.pos_id = o.pos_id)
           ORDER BY o.pos_id COLLATE "C" LIMIT $1"#,
        MAX_LOCATIONS as i64
    );
    Ok(rows.map(|row| (row.pos_id, row.time_zone)).fetch_all(database.pool()).await?)
}
